/* Random plays of two games side by side; what they prefer is said in random_walk.py. */

enum { RWL_KEPT = 4 };

/* A play: the keys of its moves, `width` numbers each. */
typedef struct {
    int32_t *keys;
    int64_t n, room;
} rwl_play;

typedef struct {
    rwl_play way;
    rw_state pair;
} rwl_reached;

typedef struct {
    rwl_reached reached[RWL_KEPT];
    int64_t n;
    uint64_t begun;
} rwl_place;

typedef struct {
    rwl_pairs *pairs;
    uint64_t luck;
    int64_t length, plays, nodes;
    rwl_place *places;  /* one for each node of the first game */
    uint64_t *made;     /* how often each choice of the first game was made */
    rwl_play play, table; /* the play that is played; one after which another table is seen */
    int table_differs;
    int32_t *rare;
    int64_t rare_room;
} rwl_stroll;

static uint64_t rwl_random(rwl_stroll *stroll) /* SplitMix64 */
{
    uint64_t z = (stroll->luck += UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

static int64_t rwl_below(rwl_stroll *stroll, int64_t n)
{
    return (int64_t)(rwl_random(stroll) % (uint64_t)n);
}

/* Make a play a copy of another one; 0 if there is too little memory. */
static int rwl_copy(rwl_play *to, const rwl_play *from, int64_t width)
{
    if (from->n > to->room) {
        int32_t *keys = realloc(to->keys, (size_t)(from->n * width) * 4);
        if (keys == NULL)
            return 0;
        to->keys = keys;
        to->room = from->n;
    }
    if (from->n > 0)
        memcpy(to->keys, from->keys, (size_t)(from->n * width) * 4);
    to->n = from->n;
    return 1;
}

static int rwl_append(rwl_play *play, const int32_t *key, int64_t width)
{
    if (play->n == play->room) {
        int64_t room = play->room ? 2 * play->room : 64;
        int32_t *keys = realloc(play->keys, (size_t)(room * width) * 4);
        if (keys == NULL)
            return 0;
        play->keys = keys;
        play->room = room;
    }
    memcpy(play->keys + play->n++ * width, key, (size_t)width * 4);
    return 1;
}

/* The start, or in two plays of four one of the nodes at which the fewest plays began. */
static int rwl_beginning(rwl_stroll *stroll, rw_state *pair)
{
    int64_t n = 0;
    uint64_t least = UINT64_MAX;
    for (int64_t i = 0; stroll->plays & 2 && i < stroll->nodes; i++) {
        const rwl_place *place = stroll->places + i;
        if (place->n == 0 || place->begun > least)
            continue;
        n = place->begun < least ? 1 : n + 1;
        least = place->begun;
    }
    stroll->play.n = 0;
    if (n == 0) {
        rwl_first(stroll->pairs, pair);
        return 1;
    }
    int64_t chosen = rwl_below(stroll, n);
    rwl_place *place = stroll->places;
    for (;; place++)
        if (place->n > 0 && place->begun == least && chosen-- == 0)
            break;
    place->begun++;
    const rwl_reached *reached = place->reached + rwl_below(stroll, place->n);
    *pair = reached->pair;
    return rwl_copy(&stroll->play, &reached->way, stroll->pairs->width);
}

static int rwl_remember(rwl_stroll *stroll, int32_t node, const rw_state *pair)
{
    rwl_place *place = stroll->places + node;
    int64_t at = place->n;
    if (at == RWL_KEPT && rwl_random(stroll) % 16 != 0)
        return 1;
    if (at == RWL_KEPT)
        at = rwl_below(stroll, RWL_KEPT);
    if (!rwl_copy(&place->reached[at].way, &stroll->play, stroll->pairs->width))
        return 0;
    place->reached[at].pair = *pair;
    place->n += at == place->n;
    return 1;
}

/* The number of the option that is chosen among those that are listed; -1 without memory. */
static int64_t rwl_choose(rwl_stroll *stroll, int32_t node, int rare_first)
{
    const rwl_side *game = stroll->pairs->sides;
    const rwl_options *list = stroll->pairs->options;
    uint64_t *made = stroll->made + game->starts[node];
    int64_t chosen = rwl_below(stroll, list->n);
    if (rare_first && list->n > 1) {
        if (list->n > stroll->rare_room) {
            int32_t *rare = realloc(stroll->rare, (size_t)list->n * 4);
            if (rare == NULL)
                return -1;
            stroll->rare = rare;
            stroll->rare_room = list->n;
        }
        uint64_t least = UINT64_MAX;
        int64_t n = 0;
        for (int64_t i = 0; i < list->n; i++) {
            uint64_t often = made[list->rows[i * game->row]];
            if (often > least)
                continue;
            if (often < least)
                n = 0;
            least = often;
            stroll->rare[n++] = (int32_t)i;
        }
        chosen = stroll->rare[rwl_below(stroll, n)];
    }
    made[list->rows[chosen * game->row]]++;
    return chosen;
}

/* One play. RWL_PARTED if the rules differ after it, RWL_RUNNING if not, RWL_MEMORY. */
static int rwl_one_play(rwl_stroll *stroll)
{
    rwl_pairs *pairs = stroll->pairs;
    const int rare_first = stroll->plays & 1;
    rw_state pair, to;
    if (!rwl_beginning(stroll, &pair))
        return RWL_MEMORY;
    while (stroll->play.n <= stroll->length) {
        int alike = rwl_alike(pairs, &pair);
        if (alike != RWL_ALIKE)
            return alike == RWL_DIFFER ? RWL_PARTED : RWL_MEMORY;
        if (!stroll->table_differs && rwl_tables_differ(pairs, &pair)) {
            stroll->table_differs = 1;
            if (!rwl_copy(&stroll->table, &stroll->play, pairs->width))
                return RWL_MEMORY;
        }
        if (pairs->options[0].n == 0)
            return RWL_RUNNING;
        int32_t node = pairs->sides[0].node(rwl_state(pairs, &pair, 0));
        if (!rwl_remember(stroll, node, &pair))
            return RWL_MEMORY;
        int64_t i = rwl_choose(stroll, node, rare_first);
        if (i < 0 || !rwl_append(&stroll->play, rwl_key(pairs, i), pairs->width))
            return RWL_MEMORY;
        if (!rwl_after(pairs, &pair, i, &to))
            return RWL_RUNNING;
        pair = to;
    }
    return RWL_RUNNING;
}

/* Up to so many plays; RWL_PARTED as soon as the rules differ. */
RWL_EXPORT int rwl_stroll_on(rwl_stroll *stroll, int64_t plays)
{
    int status = RWL_RUNNING;
    for (; status == RWL_RUNNING && plays > 0; plays--) {
        status = rwl_one_play(stroll);
        stroll->plays++;
    }
    return status;
}

/* Plays that were begun; the moves of the last one; those of the one with another table, or -1. */
RWL_EXPORT void rwl_stroll_counts(const rwl_stroll *stroll, int64_t *out)
{
    out[0] = stroll->plays;
    out[1] = stroll->play.n;
    out[2] = stroll->table_differs ? stroll->table.n : -1;
}

/* The keys of the last play, or of the one with another table. */
RWL_EXPORT const void *rwl_stroll_keys(const rwl_stroll *stroll, int table)
{
    return table ? stroll->table.keys : stroll->play.keys;
}

RWL_EXPORT void rwl_stroll_delete(rwl_stroll *stroll)
{
    if (stroll == NULL)
        return;
    for (int64_t i = 0; stroll->places != NULL && i < stroll->nodes; i++)
        for (int64_t k = 0; k < RWL_KEPT; k++)
            free(stroll->places[i].reached[k].way.keys);
    free(stroll->places);
    free(stroll->made);
    free(stroll->rare);
    free(stroll->play.keys);
    free(stroll->table.keys);
    free(stroll);
}

/* Random plays of up to `length` moves; the first game has so many nodes and choices. NULL if
 * there is too little memory. */
RWL_EXPORT rwl_stroll *rwl_stroll_create(
    rwl_pairs *pairs, uint64_t seed, int64_t length, int64_t nodes, int64_t choices)
{
    rwl_stroll *stroll = calloc(1, sizeof *stroll);
    if (stroll == NULL)
        return NULL;
    stroll->pairs = pairs;
    stroll->luck = seed;
    stroll->length = length;
    stroll->nodes = nodes;
    stroll->places = calloc((size_t)nodes + 1, sizeof *stroll->places);
    stroll->made = calloc((size_t)choices + 1, sizeof *stroll->made);
    if (stroll->places == NULL || stroll->made == NULL) {
        rwl_stroll_delete(stroll);
        return NULL;
    }
    return stroll;
}
