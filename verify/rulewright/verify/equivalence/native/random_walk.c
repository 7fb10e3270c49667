/* Random plays of two games side by side; what they prefer is said in random_walk.py. */

enum { RWL_CELL_SIZE = 4 };

/* A play: the keys of its moves, `width` numbers each. */
typedef struct {
    int32_t *keys;
    int64_t n, room;
} rwl_play;

typedef struct {
    rwl_play play;
    rw_state pair;
} rwl_reached;

typedef struct {
    rwl_reached reached[RWL_CELL_SIZE];
    int64_t n;
    uint64_t starts;
} rwl_cell;

typedef struct {
    rwl_pairs *pairs;
    uint64_t random;
    int64_t length, plays, nodes;
    rwl_cell *cells;  /* one for each node of the first game */
    uint64_t *made;     /* how often each choice of the first game was made */
    rwl_play play, table; /* the play that is played; one after which another table is seen */
    int table_differs;
    int32_t *rare;
    int64_t rare_room;
} rwl_random_walk;

static uint64_t rwl_random(uint64_t *state) /* SplitMix64 */
{
    uint64_t z = (*state += UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

static int64_t rwl_below(uint64_t *state, int64_t n)
{
    return (int64_t)(rwl_random(state) % (uint64_t)n);
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
static int rwl_beginning(rwl_random_walk *walk, rw_state *pair)
{
    int64_t n = 0;
    uint64_t least = UINT64_MAX;
    for (int64_t i = 0; walk->plays & 2 && i < walk->nodes; i++) {
        const rwl_cell *cell = walk->cells + i;
        if (cell->n == 0 || cell->starts > least)
            continue;
        n = cell->starts < least ? 1 : n + 1;
        least = cell->starts;
    }
    walk->play.n = 0;
    if (n == 0) {
        rwl_first(walk->pairs, pair);
        return 1;
    }
    int64_t chosen = rwl_below(&walk->random, n);
    rwl_cell *cell = walk->cells;
    for (;; cell++)
        if (cell->n > 0 && cell->starts == least && chosen-- == 0)
            break;
    cell->starts++;
    const rwl_reached *reached = cell->reached + rwl_below(&walk->random, cell->n);
    *pair = reached->pair;
    return rwl_copy(&walk->play, &reached->play, walk->pairs->width);
}

static int rwl_remember(rwl_random_walk *walk, int32_t node, const rw_state *pair)
{
    rwl_cell *cell = walk->cells + node;
    int64_t at = cell->n;
    if (at == RWL_CELL_SIZE && rwl_random(&walk->random) % 16 != 0)
        return 1;
    if (at == RWL_CELL_SIZE)
        at = rwl_below(&walk->random, RWL_CELL_SIZE);
    if (!rwl_copy(&cell->reached[at].play, &walk->play, walk->pairs->width))
        return 0;
    cell->reached[at].pair = *pair;
    cell->n += at == cell->n;
    return 1;
}

/* The number of the option that is chosen among those that are listed; -1 without memory. */
static int64_t rwl_choose(rwl_random_walk *walk, int32_t node, int rare_first)
{
    const rwl_side *game = walk->pairs->sides;
    const rwl_options *list = walk->pairs->options;
    uint64_t *made = walk->made + game->starts[node];
    int64_t chosen = rwl_below(&walk->random, list->n);
    if (rare_first && list->n > 1) {
        if (list->n > walk->rare_room) {
            int32_t *rare = realloc(walk->rare, (size_t)list->n * 4);
            if (rare == NULL)
                return -1;
            walk->rare = rare;
            walk->rare_room = list->n;
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
            walk->rare[n++] = (int32_t)i;
        }
        chosen = walk->rare[rwl_below(&walk->random, n)];
    }
    made[list->rows[chosen * game->row]]++;
    return chosen;
}

/* One play. RWL_DISTINGUISHED if the rules differ after it, RWL_RUNNING if not, RWL_MEMORY. */
static int rwl_one_play(rwl_random_walk *walk)
{
    rwl_pairs *pairs = walk->pairs;
    const int rare_first = walk->plays & 1;
    rw_state pair, to;
    if (!rwl_beginning(walk, &pair))
        return RWL_MEMORY;
    while (walk->play.n <= walk->length) {
        int alike = rwl_alike(pairs, &pair);
        if (alike != RWL_ALIKE)
            return alike == RWL_DIFFER ? RWL_DISTINGUISHED : RWL_MEMORY;
        if (!walk->table_differs && rwl_tables_differ(pairs, &pair)) {
            walk->table_differs = 1;
            if (!rwl_copy(&walk->table, &walk->play, pairs->width))
                return RWL_MEMORY;
        }
        if (pairs->options[0].n == 0)
            return RWL_RUNNING;
        int32_t node = pairs->sides[0].node(rwl_state(pairs, &pair, 0));
        if (!rwl_remember(walk, node, &pair))
            return RWL_MEMORY;
        int64_t i = rwl_choose(walk, node, rare_first);
        if (i < 0 || !rwl_append(&walk->play, rwl_key(pairs, i), pairs->width))
            return RWL_MEMORY;
        if (!rwl_after(pairs, &pair, i, &to))
            return RWL_RUNNING;
        pair = to;
    }
    return RWL_RUNNING;
}

/* Up to so many plays; RWL_DISTINGUISHED as soon as the rules differ. */
RWL_EXPORT int rwl_random_walk_on(rwl_random_walk *walk, int64_t plays)
{
    int status = RWL_RUNNING;
    for (; status == RWL_RUNNING && plays > 0; plays--) {
        status = rwl_one_play(walk);
        walk->plays++;
    }
    return status;
}

/* Plays that were started; the moves of the last one; those of the one with another table, or -1. */
RWL_EXPORT void rwl_random_walk_counts(const rwl_random_walk *walk, int64_t *out)
{
    out[0] = walk->plays;
    out[1] = walk->play.n;
    out[2] = walk->table_differs ? walk->table.n : -1;
}

/* The keys of the last play, or of the one with another table. */
RWL_EXPORT const void *rwl_random_walk_keys(const rwl_random_walk *walk, int table)
{
    return table ? walk->table.keys : walk->play.keys;
}

RWL_EXPORT void rwl_random_walk_delete(rwl_random_walk *walk)
{
    if (walk == NULL)
        return;
    for (int64_t i = 0; walk->cells != NULL && i < walk->nodes; i++)
        for (int64_t k = 0; k < RWL_CELL_SIZE; k++)
            free(walk->cells[i].reached[k].play.keys);
    free(walk->cells);
    free(walk->made);
    free(walk->rare);
    free(walk->play.keys);
    free(walk->table.keys);
    free(walk);
}

/* Random plays of up to `length` moves; the first game has so many nodes and choices. NULL if
 * there is too little memory. */
RWL_EXPORT rwl_random_walk *rwl_random_walk_create(
    rwl_pairs *pairs, uint64_t seed, int64_t length, int64_t nodes, int64_t choices)
{
    rwl_random_walk *walk = calloc(1, sizeof *walk);
    if (walk == NULL)
        return NULL;
    walk->pairs = pairs;
    walk->random = seed;
    walk->length = length;
    walk->nodes = nodes;
    walk->cells = calloc((size_t)nodes + 1, sizeof *walk->cells);
    walk->made = calloc((size_t)choices + 1, sizeof *walk->made);
    if (walk->cells == NULL || walk->made == NULL) {
        rwl_random_walk_delete(walk);
        return NULL;
    }
    return walk;
}
