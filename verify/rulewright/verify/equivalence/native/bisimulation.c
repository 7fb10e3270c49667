/* Breadth-first search over pairs of positions, in the order of bisimulation.py: pairs get the same
 * numbers. Its owner advances it step by step, and keeps the time. */

enum {
    RWL_RUNNING = 0,
    RWL_DONE = 1,   /* all pairs were compared */
    RWL_MANY = 2,   /* there are more than wanted */
    RWL_MEMORY = 3, /* there is too little memory */
    RWL_DISTINGUISHED = 4, /* the rules differ in the current pair */
    RWL_LONG = 5,   /* all plays of the length that was wanted were compared */
    RWL_LIMIT = 6,  /* all pairs were compared but those behind moves over the limit */
};

typedef struct {
    uint32_t parent, option;
} rwl_came;

typedef struct {
    rwl_pairs *pairs; /* somebody else's */
    rws_memory memory;
    rws_set set;
    rws_array came; /* rwl_came */
    uint32_t current, level_end;
    int64_t depth, table; /* table: the first pair with another table, or -1 */
    int64_t left_out;     /* after how many moves the first move over the limit comes, or -1 */
    int starved;
} rwl_search;

/* The number of a pair, entered if it is new. 0 if there is too little memory. */
static int rwl_enter(rwl_search *search, const rw_state *pair, uint32_t parent, uint32_t option)
{
    uint32_t number;
    if (!rws_room(&search->memory, &search->came, sizeof(rwl_came)))
        return 0;
    int entered = rws_enter(&search->memory, &search->set, pair, (uint32_t)INT32_MAX, &number);
    if (entered == RWS_NEW)
        ((rwl_came *)search->came.items)[search->came.count++] = (rwl_came){parent, option};
    return entered == RWS_NEW || entered == RWS_KNOWN;
}

/* RWL_LIMIT if a move over the limit was left out. */
static int rwl_expand(rwl_search *search)
{
    int long_moves = 0;
    const rw_state *pair = rws_at(&search->set, search->current);
    int alike = rwl_alike(search->pairs, pair);
    if (alike != RWL_ALIKE)
        return alike == RWL_DIFFER ? RWL_DISTINGUISHED : RWL_MEMORY;
    if (search->table < 0 && rwl_tables_differ(search->pairs, pair))
        search->table = search->current;
    for (int64_t i = 0; i < search->pairs->options[0].n; i++) {
        rw_state to;
        if (!rwl_after(search->pairs, pair, i, &to)) {
            if (search->left_out < 0)
                search->left_out = search->depth;
            long_moves = 1;
            continue;
        }
        if (!rwl_enter(search, &to, search->current, (uint32_t)i))
            return RWL_MEMORY;
    }
    return long_moves ? RWL_LIMIT : RWL_RUNNING;
}

static int rwl_all_compared(const rwl_search *search)
{
    return search->left_out < 0 ? RWL_DONE : RWL_LIMIT;
}

/* Compare up to so many pairs: those of plays of up to `longest` moves (-1: of any length), as
 * long as not more than `most` are known. Fewer, where a move over the limit took its time. */
RWL_EXPORT int rwl_advance(rwl_search *search, int64_t steps, int64_t longest, int64_t most)
{
    while (steps-- > 0) {
        if (search->starved)
            return RWL_MEMORY;
        if (search->current == search->set.count)
            return rwl_all_compared(search);
        if (search->current == search->level_end) {
            search->level_end = search->set.count;
            search->depth++;
        }
        if (longest >= 0 && search->depth > longest)
            return RWL_LONG;
        if ((int64_t)search->set.count > most)
            return RWL_MANY;
        int status = rwl_expand(search);
        search->starved = status == RWL_MEMORY;
        if (status != RWL_RUNNING && status != RWL_LIMIT)
            return status;
        search->current++;
        if (status == RWL_LIMIT)
            break;
    }
    return search->current == search->set.count ? rwl_all_compared(search) : RWL_RUNNING;
}

/* Pairs known, pairs compared, the length of the plays that are compared now, the pair with
 * another table, bytes in use, and after how many moves the first move was left out, or -1. */
RWL_EXPORT void rwl_counts(const rwl_search *search, int64_t *out)
{
    out[0] = search->set.count;
    out[1] = search->current;
    out[2] = search->depth;
    out[3] = search->table;
    out[4] = (int64_t)search->memory.used;
    out[5] = search->left_out;
}

/* How many moves lead to a pair. */
RWL_EXPORT int64_t rwl_distance(const rwl_search *search, uint32_t number)
{
    int64_t moves = 0;
    for (; number != 0; moves++)
        number = ((const rwl_came *)search->came.items)[number].parent;
    return moves;
}

/* The numbers of the options of the first game that lead to a pair, in order. */
RWL_EXPORT void rwl_path(const rwl_search *search, uint32_t number, int32_t *out)
{
    for (int64_t at = rwl_distance(search, number); at > 0; at--) {
        rwl_came step = ((const rwl_came *)search->came.items)[number];
        out[at - 1] = (int32_t)step.option;
        number = step.parent;
    }
}

/* The bytes of a pair. */
RWL_EXPORT const void *rwl_at(const rwl_search *search, uint32_t number)
{
    return rws_at(&search->set, number);
}

/* How many options a pair has in both games; -1 if the rules differ there. */
RWL_EXPORT int64_t rwl_width(const rwl_search *search, uint32_t number)
{
    int alike = rwl_alike(search->pairs, rws_at(&search->set, number));
    return alike == RWL_ALIKE ? search->pairs->options[0].n : -1;
}

RWL_EXPORT void rwl_delete(rwl_search *search)
{
    if (search == NULL)
        return;
    rws_discard(&search->memory, &search->set);
    rws_drop(&search->memory, &search->came, sizeof(rwl_came));
    free(search);
}

/* A search that holds the two beginnings; NULL if there is too little memory even for that. */
RWL_EXPORT rwl_search *rwl_create(rwl_pairs *pairs, uint64_t memory)
{
    rwl_search *search = calloc(1, sizeof *search);
    if (search == NULL)
        return NULL;
    search->pairs = pairs;
    search->memory.most = memory;
    search->table = search->left_out = -1;
    search->level_end = 1;
    rw_state first;
    rwl_first(pairs, &first);
    if (!rwl_enter(search, &first, 0, 0)) {
        rwl_delete(search);
        return NULL;
    }
    return search;
}
