/* Random plays in which every open question is watched: for each thing that is looked for, the play
 * that comes to it in the fewest decisions, and among those the first.
 *
 * Play n of a seed is always the same. Every player chooses evenly, chance by its weights. */

/* Seen in this play after so many decisions; play is -1 if it was not seen. */
typedef struct {
    int64_t play, moves, since; /* since: of a loop, the decision at which it begins */
} rws_sighting;

static void rws_seen(rws_sighting *known, int64_t play, int64_t moves, int64_t since)
{
    if (known->play < 0 || moves < known->moves)
        *known = (rws_sighting){play, moves, since};
}

static int rws_worth(const rws_sighting *known, int64_t moves)
{
    return known->play < 0 || moves < known->moves;
}

static uint64_t rws_random(uint64_t *luck) /* SplitMix64 */
{
    uint64_t z = (*luck += UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/* A number below n, each as likely as the others; n is not 0. */
static uint64_t rws_below(uint64_t *luck, uint64_t n)
{
    const uint64_t rest = (0 - n) % n; /* 2^64 mod n */
    uint64_t z;
    do
        z = rws_random(luck);
    while (z < rest);
    return z % n;
}

static uint64_t rws_luck(uint64_t seed, int64_t play)
{
    uint64_t luck = seed;
    return rws_random(&luck) + (uint64_t)play * UINT64_C(0xd1342543de82ef95);
}

static const rw_action *rws_chosen(
    const rw_state *state, const rws_array *list, uint64_t *luck)
{
    const rw_action *actions = (const rw_action *)list->items;
    if (rw_decides(state) != -1)
        return actions + rws_below(luck, list->count);
    uint64_t sum = 0;
    for (uint64_t i = 0; i < list->count; i++)
        sum += (uint64_t)rw_weight(state, actions + i);
    uint64_t at = rws_below(luck, sum);
    for (uint64_t i = 0; i < list->count; i++) {
        const uint64_t weight = (uint64_t)rw_weight(state, actions + i);
        if (at < weight)
            return actions + i;
        at -= weight;
    }
    return actions + list->count - 1;
}

typedef const rw_action *rws_choose(const rw_state *, const rws_array *, uint64_t *);

/* Note what is there after so many moves, the last of them by this player; whether anything is new. */
static int rws_watch(
    const rw_state *state, int player, const int32_t *asks, rws_sighting *seen, int64_t play,
    int64_t moves)
{
    int found = 0;
    for (int check = 0; check < RW_CHECKS; check++) {
        const int ask = asks[check];
        if (ask == RWS_IDLE || ask == RWS_MARKED || !rws_worth(seen + check, moves))
            continue;
        if (ask == RWS_ACTED ? player >= 0 && rw_holds(check, state, player)
                             : !!rw_holds(check, state, RWS_NONE) == (ask == RWS_TRUE)) {
            rws_seen(seen + check, play, moves, 0);
            found = 1;
        }
    }
    return found;
}

enum {
    RWS_PLAYED = 0,
    RWS_CUT_SHORT = 1,
    RWS_UNRESTED = 2,
    RWS_STARVED = 3,
    RWS_NEARER = 4,
    RWS_RESTED = 5
};

/* One move. RWS_RESTED, with the action in `row` (if not NULL) and who decided; RWS_PLAYED where there is none. */
static int rws_move(
    const rw_state *state, rws_choose *choose, uint64_t *luck, rws_memory *memory,
    rws_actions *actions, int32_t *row, rw_state *to, int *player)
{
    if (rw_over(state))
        return RWS_PLAYED;
    if (!rws_legal(memory, actions, state))
        return RWS_STARVED;
    if (actions->list.count == 0)
        return RWS_PLAYED;
    *player = rw_decides(state);
    const rw_action *action = choose(state, &actions->list, luck);
    int turns = 0;
    if (row != NULL)
        memcpy(row, action, sizeof *action);
    return rw_step(state, action, to, &turns) == RW_RESTS ? RWS_RESTED : RWS_UNRESTED;
}

/* One play of at most `limit` decisions. With `rows`, its actions are written there, 1 + RW_MAX_ARGS
 * numbers each, and *made counts them. `seen`: a sighting for each check, then for each node at
 * which play ends or is stuck, then for a position that comes again. */
static int rws_play(
    uint64_t seed, int64_t play, int64_t limit, const int32_t *asks, rws_sighting *seen,
    rws_memory *memory, rws_actions *actions, int32_t *rows, int64_t *made)
{
    rw_state state, mark;
    int64_t marked = 0;
    uint64_t luck = rws_luck(seed, play);
    *made = 0;
    if (rw_first(&state) != RW_RESTS)
        return RWS_UNRESTED;
    mark = state;
    rws_watch(&state, RWS_NONE, asks, seen, play, 0);
    for (int64_t moves = 0; moves < limit; moves++) {
        rw_state to;
        int player;
        int32_t *row = rows == NULL ? NULL : rows + moves * RW_ROW;
        const int end = rws_move(&state, rws_chosen, &luck, memory, actions, row, &to, &player);
        if (end == RWS_PLAYED)
            rws_seen(seen + RW_CHECKS + rw_node(&state), play, moves, 0);
        if (end != RWS_RESTED)
            return end;
        *made = moves + 1;
        state = to;
        rws_watch(&state, player, asks, seen, play, moves + 1);
        if (!memcmp(&state, &mark, sizeof state))
            rws_seen(seen + RW_CHECKS + RW_NODES, play, moves + 1, marked);
        if (((moves + 1) & moves) == 0) { /* 1, 2, 4, 8, …: so every cycle is met in the end */
            mark = state;
            marked = moves + 1;
        }
    }
    if (rw_over(&state))
        rws_seen(seen + RW_CHECKS + rw_node(&state), play, limit, 0);
    return RWS_CUT_SHORT;
}

/* Plays from number `first` on; *counts gets how many were whole, cut short, and did not rest.
 * 0 if there is too little memory. */
RW_EXPORT int rws_sample(
    uint64_t seed, int64_t first, int64_t plays, int64_t limit, const int32_t *asks,
    rws_sighting *seen, int64_t *counts)
{
    rws_memory memory = {0};
    rws_actions actions = {0};
    memory.most = UINT64_MAX;
    int64_t made;
    for (int64_t play = first; play < first + plays; play++) {
        const int end = rws_play(seed, play, limit, asks, seen, &memory, &actions, NULL, &made);
        if (end == RWS_STARVED)
            break;
        counts[end]++;
    }
    rws_drop(&memory, &actions.list, sizeof(rw_action));
    return !actions.starved;
}

/* The actions of one play, written to `rows`; how many there are, -1 if there is too little memory. */
RW_EXPORT int64_t rws_sampled(uint64_t seed, int64_t play, int64_t limit, int32_t *rows)
{
    rws_memory memory = {0};
    rws_actions actions = {0};
    memory.most = UINT64_MAX;
    int32_t asks[RW_CHECKS > 0 ? RW_CHECKS : 1] = {0};
    rws_sighting seen[RW_CHECKS + RW_NODES + 1];
    int64_t made;
    const int end = rws_play(seed, play, limit, asks, seen, &memory, &actions, rows, &made);
    rws_drop(&memory, &actions.list, sizeof(rw_action));
    return end == RWS_STARVED ? -1 : made;
}
