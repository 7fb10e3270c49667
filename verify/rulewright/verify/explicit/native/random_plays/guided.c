/* Plays toward a target: multilevel splitting with fixed effort (Garvels 2000; Lagnoux 2006).
 *
 * Of many trials from some positions those that come nearer to the target are kept, and are where the
 * next trials begin. How near a position is, a strategy of the program says. A trial is a random play
 * of its own luck, so a play is known by the trials that led to it. */

typedef struct {
    int64_t before; /* the link before it, -1: the beginning */
    uint64_t luck;
    int64_t moves, depth; /* of this trial; from the beginning */
} rws_leg;

typedef struct {
    rw_state state;
    int64_t link, distance;
} rws_entry;

typedef struct {
    int strategy;
    uint64_t luck;
    int64_t limit;
    const int32_t *asks;
    rws_sighting *seen; /* play: the link, or that of a trial that was not kept */
    rws_array links, now, next;
    rws_memory memory;
    rws_actions actions;
    int64_t moves; /* of all trials */
} rws_guide;

enum { RWS_SHUNNED = 1, RWS_LIKED = 16 };

#define RWS_STRETCH 256 /* moves in which a trial has to come nearer */

/* In half of the trials all actions are as likely; in the others some options of each decision are
 * liked, whatever the number of their actions, and others shunned (swarm testing, Groce et al. 2012):
 * what few actions do, or what has to be done again and again, comes about as well. luck[1] tells which. */
static const rw_action *rws_preferred(const rw_state *state, const rws_array *list, uint64_t *luck)
{
    if (rw_decides(state) == -1 || luck[1] & 1)
        return rws_chosen(state, list, luck);
    const rw_action *actions = (const rw_action *)list->items;
    uint64_t sum = 0, best = 0;
    for (uint64_t i = 0; i < list->count; i++) {
        if (i > 0 && actions[i].choice == actions[i - 1].choice)
            continue;
        uint64_t taste = luck[1] ^ ((uint64_t)rw_node(state) << 32 | (uint32_t)actions[i].choice);
        const uint64_t weight = rws_random(&taste) & 1 ? RWS_LIKED : RWS_SHUNNED;
        sum += weight;
        if (rws_below(luck, sum) < weight) /* so each option has its weight's share of them all */
            best = i;
    }
    uint64_t end = best + 1;
    while (end < list->count && actions[end].choice == actions[best].choice)
        end++;
    return actions + best + rws_below(luck, end - best);
}

/* A new item of a list; NULL if there is too little memory. */
static void *rws_add(rws_memory *memory, rws_array *array, uint64_t size)
{
    return rws_room(memory, array, size) ? array->items + array->count++ * size : NULL;
}

static int rws_add_link(rws_guide *g, int64_t before, uint64_t luck, int64_t moves, int64_t depth)
{
    rws_leg *link = rws_add(&g->memory, &g->links, sizeof *link);
    if (link == NULL)
        return 0;
    *link = (rws_leg){before, luck, moves, depth};
    return 1;
}

/* One trial. What is seen in it for the first time, or after fewer moves, gets a link of its own. With
 * `aim` 0 it is played to its end. */
static int rws_trial(rws_guide *g, const rws_entry *from, uint64_t luck, int64_t aim, rws_entry *to)
{
    const int64_t before = from->link;
    const int64_t depth = before < 0 ? 0 : ((rws_leg *)g->links.items)[before].depth;
    const uint64_t own = luck;
    uint64_t lot[2] = {luck, luck};
    rw_state state = from->state;
    const int64_t most = aim > 0 && g->limit - depth > RWS_STRETCH ? RWS_STRETCH : g->limit - depth;
    for (int64_t moves = 0; moves < most; moves++, g->moves++) {
        rw_state after;
        int player;
        const int64_t next = (int64_t)g->links.count;
        const int end = rws_move(
            &state, rws_preferred, lot, &g->memory, &g->actions, NULL, &after, &player);
        if (end == RWS_PLAYED) {
            rws_sighting *rests = g->seen + RW_CHECKS + rw_node(&state);
            if (rws_worth(rests, depth + moves)) {
                rws_seen(rests, next, depth + moves, 0);
                if (!rws_add_link(g, before, own, moves, depth + moves))
                    return RWS_STARVED;
            }
            return end;
        }
        if (end != RWS_RESTED)
            return end;
        state = after;
        if (rws_watch(&state, player, g->asks, g->seen, next, depth + moves + 1) &&
            !rws_add_link(g, before, own, moves + 1, depth + moves + 1))
            return RWS_STARVED;
        const int64_t distance = rw_strategy_value(g->strategy, &state, 0);
        if (distance < aim) {
            if (!rws_add_link(g, before, own, moves + 1, depth + moves + 1))
                return RWS_STARVED;
            *to = (rws_entry){state, (int64_t)g->links.count - 1, distance};
            return RWS_NEARER;
        }
    }
    return RWS_CUT_SHORT;
}

RW_EXPORT void *rws_guide_create(
    int strategy, uint64_t seed, int64_t limit, const int32_t *asks, rws_sighting *seen)
{
    rws_guide *g = calloc(1, sizeof *g);
    if (g == NULL)
        return NULL;
    g->strategy = strategy, g->luck = seed, g->limit = limit, g->asks = asks, g->seen = seen;
    g->memory.most = UINT64_MAX;
    return g;
}

/* Begin again, in the first position. Its distance; -1 if there is none, or too little memory. */
RW_EXPORT int64_t rws_guide_begin(rws_guide *g)
{
    g->now.count = g->next.count = 0;
    rws_entry *first = rws_add(&g->memory, &g->now, sizeof *first);
    if (first == NULL || rw_first(&first->state) != RW_RESTS)
        return -1;
    first->link = -1;
    first->distance = rw_strategy_value(g->strategy, &first->state, 0);
    return first->distance;
}

/* So many trials from the positions that are kept, in turn; *counts as with rws_sample, and how many came nearer.
 * 0 if there is too little memory. */
RW_EXPORT int rws_guide_try(rws_guide *g, int64_t trials, int64_t *counts)
{
    for (int64_t n = 0; n < trials; n++) {
        const rws_entry from = ((rws_entry *)g->now.items)[rws_below(&g->luck, g->now.count)];
        rws_entry to;
        const int end = rws_trial(g, &from, rws_random(&g->luck), from.distance, &to);
        if (end == RWS_STARVED)
            return 0;
        counts[end]++;
        if (end == RWS_NEARER) {
            rws_entry *kept = rws_add(&g->memory, &g->next, sizeof *kept);
            if (kept == NULL)
                return 0;
            *kept = to;
        }
    }
    return 1;
}

/* How many moves were made in all. */
RW_EXPORT int64_t rws_guide_moves(const rws_guide *g)
{
    return g->moves;
}

/* Go on from what came nearer. The least distance there; -1 if there is nothing. */
RW_EXPORT int64_t rws_guide_advance(rws_guide *g)
{
    const rws_array spent = g->now;
    g->now = g->next;
    g->next = spent;
    g->next.count = 0;
    int64_t least = -1;
    for (uint64_t i = 0; i < g->now.count; i++) {
        const int64_t distance = ((rws_entry *)g->now.items)[i].distance;
        if (least < 0 || distance < least)
            least = distance;
    }
    return least;
}

/* The actions that lead to the end of a link, written to `rows`; how many, -1 if there is too little memory. */
RW_EXPORT int64_t rws_guide_play(rws_guide *g, int64_t last, int32_t *rows)
{
    const rws_leg *links = (const rws_leg *)g->links.items;
    const int64_t depth = links[last].depth;
    int64_t count = 0;
    for (int64_t link = last; link >= 0; link = links[link].before)
        count++;
    int64_t *chain = calloc((size_t)count, sizeof *chain);
    if (chain == NULL)
        return -1;
    for (int64_t link = last, i = count; link >= 0; link = links[link].before)
        chain[--i] = link;
    rw_state state;
    int64_t made = 0;
    int end = rw_first(&state) == RW_RESTS ? RWS_RESTED : RWS_UNRESTED;
    for (int64_t i = 0; i < count; i++) {
        uint64_t lot[2] = {links[chain[i]].luck, links[chain[i]].luck};
        for (int64_t moves = 0; end == RWS_RESTED && moves < links[chain[i]].moves; moves++) {
            rw_state after;
            int player;
            end = rws_move(
                &state, rws_preferred, lot, &g->memory, &g->actions, rows + made * RW_ROW, &after,
                &player);
            made++;
            state = after;
        }
    }
    free(chain);
    return end == RWS_RESTED && made == depth ? made : -1;
}

RW_EXPORT void rws_guide_delete(rws_guide *g)
{
    rws_drop(&g->memory, &g->links, sizeof(rws_leg));
    rws_drop(&g->memory, &g->now, sizeof(rws_entry));
    rws_drop(&g->memory, &g->next, sizeof(rws_entry));
    rws_drop(&g->memory, &g->actions.list, sizeof(rw_action));
    free(g);
}
