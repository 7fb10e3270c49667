/* An archive of positions that are near to what is looked for: play goes on from them (Ecoffet et al., First
 * return, then explore, Nature 590, 2021). Of positions that are much alike, in one cell, the best is kept.
 *
 * The same seed and effort come to the same. Chance is led, too: what it can bring, it brings. */

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

/* One of the actions at random: each is as likely as the others, or each choice is. */
static const rw_action *rwa_any(rwa_archive *g, const rw_state *s, int evenly)
{
    const rw_action *actions = (const rw_action *)g->actions.list.items;
    const uint64_t count = g->actions.list.count;
    if (rw_decides(s) == -1)
        return evenly ? actions + rws_below(&g->luck, count)
                      : rws_chosen(s, &g->actions.list, &g->luck);
    if (!evenly)
        return actions + rws_below(&g->luck, count);
    uint64_t kinds = 1;
    for (uint64_t n = 1; n < count; n++)
        kinds += actions[n].choice != actions[n - 1].choice;
    uint64_t kind = rws_below(&g->luck, kinds), first = 0, last;
    for (; kind > 0; first++)
        kind -= actions[first + 1].choice != actions[first].choice;
    for (last = first + 1; last < count && actions[last].choice == actions[first].choice; last++)
        ;
    return actions + first + rws_below(&g->luck, last - first);
}

/* The action that leads nearest, of some. */
static const rw_action *rwa_nearest(rwa_archive *g, const rw_state *s, int player, int valued)
{
    const rw_action *actions = (const rw_action *)g->actions.list.items, *best = NULL;
    const uint64_t count = g->actions.list.count;
    int64_t least = 0, most = 0;
    uint64_t ties = 0;
    const uint64_t looks = count < RWA_LOOKS ? count : RWA_LOOKS;
    for (uint64_t look = 0; look < looks; look++) {
        const rw_action *action =
            count <= RWA_LOOKS ? actions + look : actions + rws_below(&g->luck, count);
        rw_state to;
        int turns = 0;
        g->left--;
        if (rw_step(s, action, &to, &turns) != RW_RESTS)
            continue;
        if (rwa_shown(g, &to, player))
            return action;
        if (rw_over(&to))
            continue;
        const int64_t distance = rwa_distance(g, &to, player);
        const int64_t value = valued ? rwa_value(g, &to) : 0;
        if (best == NULL || distance < least || (distance == least && value > most)) {
            best = action;
            least = distance;
            most = value;
            ties = 1;
        } else if (distance == least && value == most && rws_below(&g->luck, ++ties) == 0)
            best = action;
    }
    return best != NULL ? best : actions + rws_below(&g->luck, count);
}

/* Go on from a position that was kept. */
static void rwa_play(rwa_archive *g, int from)
{
    rw_state state = g->positions[from].state;
    g->keys[from].tries++;
    g->moves = g->marked = g->positions[from].moves;
    g->busy = g->positions[from].busy;
    g->mark = state;
    const uint64_t style = rws_below(&g->luck, 8);
    const int64_t length = INT64_C(1) << rws_below(&g->luck, RWA_LONGEST);
    for (int64_t move = 0; move <= length && g->left > 0 && !g->starved; move++) {
        if (move == 0 && g->moves > 0) {
            if (g->moves > g->room)
                return;
            memcpy(g->path, g->positions[from].path, (uint64_t)g->moves * sizeof(rw_action));
        }
        if (rw_over(&state) || g->moves >= g->room)
            return;
        if (!rws_legal(&g->memory, &g->actions, &state)) {
            g->starved = 1;
            return;
        }
        if (g->actions.list.count == 0)
            return;
        const int player = rw_decides(&state);
        if (player >= 0)
            g->busy += (int64_t)g->actions.list.count - g->busy / RWA_RECENT;
        const rw_action *action = style < 5 || rws_below(&g->luck, 8) == 0
            ? rwa_any(g, &state, style & 1)
            : rwa_nearest(g, &state, player, style >= 6);
        rw_state to;
        int turns = 0;
        g->left--;
        g->path[g->moves] = *action;
        if (rw_step(&state, action, &to, &turns) != RW_RESTS)
            return;
        g->moves++;
        state = to;
        if (rwa_shown(g, &state, player)) {
            g->found = 1;
            if (g->also != NULL && !rw_over(&state))
                rwa_keep(g, &state, rwa_distance(g, &state, player));
            return;
        }
        if (g->ask == RWA_AGAIN) { /* Brent's method: the mark moves on after 1, 2, 4, 8, … moves */
            if (!memcmp(&state, &g->mark, sizeof state)) {
                g->found = 1;
                return;
            }
            if ((move & (move + 1)) == 0) {
                g->mark = state;
                g->marked = g->moves;
            }
        }
        if (!rw_over(&state))
            rwa_keep(g, &state, rwa_distance(g, &state, player));
    }
}

RW_EXPORT void rwa_delete(rwa_archive *g)
{
    if (g == NULL)
        return;
    for (int n = 0; n < g->count; n++)
        free(g->positions[n].path);
    rws_drop(&g->memory, &g->actions.list, sizeof(rw_action));
    free(g->keys);
    free(g->chains);
    free(g->next);
    free(g->levels);
    free(g->positions);
    free(g->path);
    free(g->also);
    free(g);
}

/* From now on look for where one of these checks holds; what was found is done with. 0 if there is too little memory. */
RW_EXPORT int rwa_sought(rwa_archive *g, const int32_t *checks, int count)
{
    int32_t *also = malloc((uint64_t)(count + 1) * sizeof *also);
    if (also == NULL)
        return 0;
    memcpy(also, checks, (uint64_t)count * sizeof *also);
    free(g->also);
    g->also = also;
    g->also_count = count;
    g->found = 0;
    return 1;
}

/* `check` is asked about as `ask` says; RWA_AGAIN: any position that comes again. `distance` and `cell` are strategies, and so are `owned` from `own` on, of the ruleset;
 * of one distance so many positions are kept as `breadth` says.
 * NULL if there is too little memory, or no first position. */
RW_EXPORT rwa_archive *rwa_create(
    int check, int ask, int distance, int cell, int own, int owned, int breadth, uint64_t seed, int64_t room)
{
    rwa_archive *g = calloc(1, sizeof *g);
    if (g == NULL)
        return NULL;
    g->check = check;
    g->ask = ask;
    g->distance = distance;
    g->cell = cell;
    g->own = own;
    g->owned = owned;
    g->breadth = breadth;
    g->luck = rws_luck(seed, check);
    g->memory.most = UINT64_MAX;
    g->room = room;
    const uint64_t fit = RWA_BYTES / sizeof *g->positions;
    g->kept = fit < RWA_KEPT ? (int)fit : RWA_KEPT;
    g->keys = calloc(RWA_KEPT, sizeof *g->keys);
    g->positions = calloc((uint64_t)g->kept + 1, sizeof *g->positions);
    g->chains = malloc(RWA_CHAINS * sizeof *g->chains);
    g->next = calloc(RWA_KEPT, sizeof *g->next);
    g->levels = calloc(RWA_KEPT + 1, sizeof *g->levels);
    g->path = calloc((uint64_t)room, sizeof *g->path);
    rw_state first;
    if (g->keys == NULL || g->positions == NULL || g->path == NULL || g->chains == NULL ||
        g->next == NULL || g->levels == NULL || rw_first(&first) != RW_RESTS) {
        rwa_delete(g);
        return NULL;
    }
    memset(g->chains, -1, RWA_CHAINS * sizeof *g->chains);
    if (!rw_over(&first))
        rwa_keep(g, &first, rwa_distance(g, &first, -1));
    return g;
}

/* Keep the positions of a play that is known, as far as it is one: its actions, RW_ROW numbers each. */
RW_EXPORT void rwa_seed(rwa_archive *g, const int32_t *rows, int64_t moves)
{
    rw_state state, to;
    if (g->found || rw_first(&state) != RW_RESTS)
        return;
    g->moves = 0;
    while (g->moves < moves && g->moves < g->room && !g->found && !g->starved) {
        const rw_action action = rw_row(rows + g->moves * RW_ROW);
        const int player = rw_decides(&state);
        int turns = 0;
        if (!rw_allows(&state, &action) || rw_step(&state, &action, &to, &turns) != RW_RESTS)
            return;
        g->path[g->moves++] = action;
        state = to;
        g->found = rwa_shown(g, &state, player);
        if (!g->found && !rw_over(&state))
            rwa_keep(g, &state, rwa_distance(g, &state, player));
    }
}

/* Make or try out about so many moves more. 1 if a play shows what is looked for, 0 if none does yet,
 * -1 if there is too little memory, -2 if there is nowhere to go on. */
RW_EXPORT int rwa_advance(rwa_archive *g, int64_t moves)
{
    g->left = moves;
    while (g->left > 0 && !g->found && !g->starved) {
        const int from = rwa_next(g);
        if (from < 0)
            return -2;
        g->left--;
        rwa_play(g, from);
    }
    return g->starved ? -1 : g->found;
}

/* In this order: positions kept, the least distance, the moves of the play that was found, and after how
 * many of them the last position was there before. */
RW_EXPORT void rwa_counts(const rwa_archive *g, int64_t counts[4])
{
    counts[0] = g->count;
    counts[1] = -1;
    for (int n = 0; n < g->count; n++)
        if (counts[1] < 0 || g->keys[n].distance < counts[1])
            counts[1] = g->keys[n].distance;
    counts[2] = g->found ? g->moves : 0;
    counts[3] = g->marked;
}

/* The play that was found: its actions, RW_ROW numbers each. */
RW_EXPORT void rwa_found(const rwa_archive *g, int32_t *rows)
{
    memcpy(rows, g->path, (uint64_t)g->moves * sizeof(rw_action));
}
