/* Plays that go on from the positions in an archive (archive.c).
 *
 * The same seed and effort come to the same. Chance is led, too: what it can bring, it brings. */

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

/* From now on look for where one of these checks holds; what was found is done with. 0 if there is too
 * little memory. */
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

/* `check` is asked about as `ask` says; RWA_AGAIN: any position that comes again. `distance` and `cell` are
 * strategies, and so are `owned` from `own` on, of the ruleset; of one distance so many positions are kept as
 * `breadth` says. NULL if there is too little memory, or no first position. */
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
