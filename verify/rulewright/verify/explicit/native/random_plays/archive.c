/* An archive of positions that are near to what is looked for (Ecoffet et al., First return, then explore,
 * Nature 590, 2021). Of positions that are much alike, in one cell, the best is kept. */

enum {
    RWA_AGAIN = 0,    /* asked for is a position that comes again */
    RWA_KEPT = 16384, /* positions in all, at most */
    RWA_BYTES = 1 << 28, /* and room for them */
    RWA_CHAINS = 1 << 15,
    RWA_STEP = 3,     /* so many tries more has a position before one that is a level further away */
    RWA_RECENT = 8,   /* decisions, over which it is averaged how much there is to choose from */
    RWA_LOOKS = 24,   /* actions that are tried out where a play is greedy */
    RWA_LONGEST = 7   /* a play goes on for up to 2 to this power minus 1 moves */
};

typedef struct {
    rw_state state;
    rw_action *path; /* from the beginning */
    int64_t moves, busy;
} rwa_position;

typedef struct {
    int64_t distance, cell, value, tries;
} rwa_key;

typedef struct {
    int64_t distance;
    int count;
} rwa_level;

typedef struct {
    int check, ask, distance, cell, own, owned, breadth;
    int64_t left; /* moves that may still be made or tried out */
    uint64_t luck;
    rws_memory memory;
    rws_actions actions;
    rwa_key *keys;
    rwa_position *positions;
    int count, kept; /* how many there are, and may be */
    int *chains, *next; /* of positions by distance and cell: the first, and the one behind each */
    rwa_level *levels;
    int level_count;
    rw_action *path;
    int64_t moves, room;
    int64_t busy; /* how much there was to choose from lately, RWA_RECENT times */
    rw_state mark; /* a position of this play, to be seen again */
    int64_t marked; /* after so many moves from the beginning */
    int found, starved;
    int32_t *also; /* looked for instead: where one of these checks, of so many, holds */
    int also_count;
} rwa_archive;

/* Where a position is to come again: there are few ways to go on there. */
static int64_t rwa_distance(const rwa_archive *g, const rw_state *s, int player)
{
    if (g->ask == RWA_AGAIN)
        return g->busy / RWA_RECENT;
    return rw_strategy_value(g->distance, s, player < 0 ? 0 : player);
}

static int64_t rwa_value(const rwa_archive *g, const rw_state *s)
{
    int64_t sum = 0;
    for (int strategy = g->own; strategy < g->own + g->owned; strategy++)
        for (int player = 0; player < RW_PLAYERS; player++)
            sum += rw_strategy_value(strategy, s, player);
    return sum;
}

static int rwa_shown(const rwa_archive *g, const rw_state *s, int player)
{
    if (g->ask == RWA_AGAIN)
        return 0;
    if (g->also != NULL) {
        int n = 0;
        while (n < g->also_count && !rw_holds(g->also[n], s, RWS_NONE))
            n++;
        return n < g->also_count;
    }
    if (g->ask == RWS_ACTED)
        return player >= 0 && rw_holds(g->check, s, player);
    return !!rw_holds(g->check, s, RWS_NONE) == (g->ask == RWS_TRUE);
}

static int *rwa_chain(const rwa_archive *g, const rwa_key *key)
{
    const uint64_t hash = rws_mix(rws_mix(1, (uint64_t)key->distance), (uint64_t)key->cell);
    return g->chains + (hash >> 32) % RWA_CHAINS;
}

static rwa_level *rwa_level_of(const rwa_archive *g, int64_t distance)
{
    for (int n = 0; n < g->level_count; n++)
        if (g->levels[n].distance == distance)
            return g->levels + n;
    return NULL;
}

/* Which of the positions is worth least: of one distance, or, if `all`, of the greatest. */
static int rwa_least(const rwa_archive *g, int64_t distance, int all)
{
    int least = -1;
    for (int n = 0; n < g->count; n++) {
        const rwa_key *k = g->keys + n, *l = g->keys + least;
        if (!all && k->distance != distance)
            continue;
        if (least < 0 || k->distance > l->distance ||
            (k->distance == l->distance &&
             (k->tries > l->tries || (k->tries == l->tries && k->value < l->value))))
            least = n;
    }
    return least;
}

/* The place for a position with this key: that of one of its own cell that is no better, a free one, or that
 * of one that is worth less. -1 if there is none. */
static int rwa_place(const rwa_archive *g, const rwa_key *key, int64_t moves)
{
    for (int n = *rwa_chain(g, key); n >= 0; n = g->next[n])
        if (g->keys[n].distance == key->distance && g->keys[n].cell == key->cell) {
            const int better = key->value > g->keys[n].value ||
                (key->value == g->keys[n].value && moves < g->positions[n].moves);
            return better ? n : -1;
        }
    const rwa_level *level = rwa_level_of(g, key->distance);
    if (level != NULL && level->count >= g->breadth) {
        const int least = rwa_least(g, key->distance, 0);
        return g->keys[least].tries > 0 || g->keys[least].value < key->value ? least : -1;
    }
    if (g->count < g->kept)
        return g->count;
    const int least = rwa_least(g, 0, 1);
    return g->keys[least].distance > key->distance ? least : -1;
}

/* Take the position at a place out of its chain and level. */
static void rwa_leave(rwa_archive *g, int place)
{
    int *link = rwa_chain(g, g->keys + place);
    while (*link != place)
        link = g->next + *link;
    *link = g->next[place];
    rwa_level *level = rwa_level_of(g, g->keys[place].distance);
    if (--level->count == 0)
        *level = g->levels[--g->level_count];
}

static void rwa_join(rwa_archive *g, int place)
{
    int *chain = rwa_chain(g, g->keys + place);
    g->next[place] = *chain;
    *chain = place;
    rwa_level *level = rwa_level_of(g, g->keys[place].distance);
    if (level == NULL) {
        level = g->levels + g->level_count++;
        *level = (rwa_level){g->keys[place].distance, 0};
    }
    level->count++;
}

/* Keep a position that is reached by the path. */
static void rwa_keep(rwa_archive *g, const rw_state *s, int64_t distance)
{
    rwa_key key = {distance, rw_strategy_value(g->cell, s, 0), 0, 0};
    key.value = rwa_value(g, s);
    const int place = rwa_place(g, &key, g->moves);
    if (place < 0)
        return;
    rwa_position *p = g->positions + place;
    const uint64_t size = (uint64_t)g->moves * sizeof(rw_action);
    rw_action *path = malloc(size > 0 ? size : 1);
    if (path == NULL) {
        g->starved = 1;
        return;
    }
    memcpy(path, g->path, size);
    if (place == g->count)
        g->count++;
    else {
        free(p->path);
        rwa_leave(g, place);
        if (g->keys[place].cell == key.cell && g->keys[place].distance == key.distance)
            key.tries = g->keys[place].tries / 2;
    }
    p->path = path;
    p->moves = g->moves;
    p->busy = g->busy;
    p->state = *s;
    g->keys[place] = key;
    rwa_join(g, place);
}

/* The position to go on from: near ones first, and each a few times more than those further away. */
static int rwa_next(const rwa_archive *g)
{
    int best = -1;
    int64_t least = 0;
    for (int64_t rank = 0, at = INT64_MIN;; rank++) {
        int64_t next = INT64_MAX;
        for (int n = 0; n < g->count; n++)
            if (g->keys[n].distance > at && g->keys[n].distance < next)
                next = g->keys[n].distance;
        if (next == INT64_MAX || (best >= 0 && rank * RWA_STEP > least))
            return best;
        at = next;
        for (int n = 0; n < g->count; n++) {
            if (g->keys[n].distance != at)
                continue;
            const int64_t cost = rank * RWA_STEP + g->keys[n].tries;
            if (best < 0 || cost < least ||
                (cost == least && g->keys[best].distance == at &&
                 g->keys[n].value > g->keys[best].value)) {
                best = n;
                least = cost;
            }
        }
    }
}
