/* Breadth-first search over the states of a game, or over those between its whole turns.
 *
 * States get the numbers, parents and transitions that the Python search gives them: actions are
 * taken in ascending order. A search is advanced step by step by its owner, who keeps the time. */

enum {
    RWS_RUNNING = 0,
    RWS_DONE = 1,
    RWS_STATES = 2,  /* another state would be more than wanted */
    RWS_MEMORY = 3,  /* there is too little memory */
    RWS_ENDLESS = 4, /* within a turn, the rules run on and never come to rest */
    RWS_LONG = 6,    /* a move takes more passes of loops than the game allows */
};

/* What is asked about a check: nothing, the value of its property in a state that answers it,
 * whether it holds after a player's action, or in which states it holds. */
enum { RWS_IDLE = 0, RWS_TRUE = 1, RWS_FALSE = 2, RWS_ACTED = 3, RWS_MARKED = 4 };

#define RWS_NONE (-1)
#define RWS_MOST ((uint32_t)INT32_MAX)

/* The legal actions of a state: they are gathered before one of them is played. */
typedef struct {
    rws_memory *memory;
    rws_array list; /* rw_action */
    int starved;    /* one found no room */
} rws_actions;

static int rws_gather(void *context, const rw_action *action)
{
    rws_actions *actions = context;
    actions->starved = !rws_room(actions->memory, &actions->list, sizeof *action);
    if (!actions->starved)
        ((rw_action *)actions->list.items)[actions->list.count++] = *action;
    return actions->starved;
}

/* 0 if there is too little memory. */
static int rws_legal(rws_memory *memory, rws_actions *actions, const rw_state *place)
{
    actions->memory = memory;
    actions->starved = 0;
    actions->list.count = 0;
    rw_legal(place, rws_gather, actions);
    return !actions->starved;
}

typedef struct {
    int64_t state, action; /* the state's number, and there the action's among the legal ones */
} rws_hit;

/* So many states rest at this end or fault with these winners; `first` is the nearest. */
typedef struct {
    uint64_t winners, count;
    uint32_t node, first;
} rws_end;

typedef struct {
    rws_memory memory;
    int status, turns, keep; /* whole turns; whether to keep the transitions */
    uint32_t most;
    rws_set states, inside; /* inside: the states of the turn that is being played */
    uint32_t current, at;   /* the state that is expanded; how far inside its turn */
    int open;               /* whether it has been begun */
    uint64_t transitions, begun, steps;
    rws_array parents, starts, targets; /* int32_t, uint64_t, int32_t */
    rws_array stamps; /* int32_t; of a turn's targets: from where they were seen last */
    rws_array asked;  /* uint32_t; the players for whom actions into a state were asked about */
    rws_array marks[RW_CHECKS > 0 ? RW_CHECKS : 1]; /* uint8_t */
    rws_array ends;                                 /* rws_end */
    rws_actions actions;
    int asks[RW_CHECKS > 0 ? RW_CHECKS : 1];
    int acts, actors; /* whether, and how many still, of the checks ask about actions */
    rws_hit hits[RW_CHECKS > 0 ? RW_CHECKS : 1];
    rws_hit endless;
    uint64_t stuck[RW_NODES];
    int64_t first_stuck[RW_NODES];
} rws_search;

#define RWS_I32(array) ((int32_t *)(array).items)
#define RWS_U32(array) ((uint32_t *)(array).items)

/* Count a state at which play is over. 0 if there is too little memory. */
static int rws_ended(rws_search *search, uint32_t number, const rw_state *state)
{
    uint32_t node = (uint32_t)rw_node(state);
    uint64_t winners = rw_winners(state);
    rws_end *ends = (rws_end *)search->ends.items;
    for (uint64_t known = 0; known < search->ends.count; known++)
        if (ends[known].node == node && ends[known].winners == winners) {
            ends[known].count++;
            return 1;
        }
    if (!rws_room(&search->memory, &search->ends, sizeof *ends))
        return 0;
    ends = (rws_end *)search->ends.items;
    ends[search->ends.count++] = (rws_end){winners, 1, node, number};
    return 1;
}

/* Ask all open questions about a state that is new. 0 if there is too little memory. */
static int rws_look(rws_search *search, uint32_t number)
{
    const rw_state *state = rws_at(&search->states, number);
    for (int check = 0; check < RW_CHECKS; check++)
        switch (search->asks[check]) {
        case RWS_TRUE:
        case RWS_FALSE:
            if (!!rw_holds(check, state, RWS_NONE) == (search->asks[check] == RWS_TRUE)) {
                search->hits[check].state = number;
                search->asks[check] = RWS_IDLE;
            }
            break;
        case RWS_MARKED:
            if (!rws_room(&search->memory, &search->marks[check], 1))
                return 0;
            search->marks[check].items[search->marks[check].count++] =
                (char)!!rw_holds(check, state, RWS_NONE);
            break;
        default:
            break;
        }
    return rw_over(state) ? rws_ended(search, number, state) : 1;
}

/* The number of a state, or -1 after the search has been stopped. */
static int64_t rws_number(rws_search *search, const rw_state *state, int32_t parent)
{
    rws_memory *memory = &search->memory;
    uint32_t number = 0;
    if (!rws_room(memory, &search->parents, 4) ||
        (search->turns && !rws_room(memory, &search->stamps, 4)) ||
        (search->acts && !rws_room(memory, &search->asked, 4))) {
        search->status = RWS_MEMORY;
        return -1;
    }
    switch (rws_enter(memory, &search->states, state, search->most, &number)) {
    case RWS_NO_ROOM:
        search->status = RWS_MEMORY;
        return -1;
    case RWS_TOO_MANY:
        search->status = RWS_STATES;
        return -1;
    case RWS_NEW:
        RWS_I32(search->parents)[search->parents.count++] = parent;
        if (search->acts)
            RWS_U32(search->asked)[search->asked.count++] = 0;
        if (search->turns)
            RWS_I32(search->stamps)[search->stamps.count++] = RWS_NONE;
        if (!rws_look(search, number)) {
            search->status = RWS_MEMORY;
            return -1;
        }
        break;
    default:
        break;
    }
    return number;
}

/* A transition from the state that is expanded. The target's number, or -1 if there was no room. */
static int64_t rws_link(rws_search *search, const rw_state *to)
{
    int64_t target = rws_number(search, to, (int32_t)search->current);
    if (target < 0)
        return target;
    if (search->turns) {
        if (RWS_I32(search->stamps)[target] == (int32_t)search->current)
            return target;
        RWS_I32(search->stamps)[target] = (int32_t)search->current;
    }
    if (search->keep) {
        if (!rws_room(&search->memory, &search->targets, 4)) {
            search->status = RWS_MEMORY;
            return target;
        }
        RWS_I32(search->targets)[search->targets.count++] = (int32_t)target;
    }
    search->transitions++;
    return target;
}

/* Ask all open questions about an action of `player` that leads to `to`, whose number is `target`
 * if it has one; for each player only once. */
static void rws_act(
    rws_search *search, int player, int64_t action, const rw_state *to, int64_t target)
{
    if (target >= 0 && player < 32) {
        uint32_t *asked = RWS_U32(search->asked) + target, bit = UINT32_C(1) << player;
        if (*asked & bit)
            return;
        *asked |= bit;
    }
    for (int check = 0; check < RW_CHECKS; check++)
        if (search->asks[check] == RWS_ACTED && rw_holds(check, to, player)) {
            search->hits[check] = (rws_hit){search->current, action};
            search->asks[check] = RWS_IDLE;
            search->actors--;
        }
}

/* Play every action of a resting place: the state that is expanded, or one inside its turn. */
static void rws_expand(rws_search *search)
{
    const int inside = search->turns && search->at > 0;
    const rw_state *place = inside ? rws_at(&search->inside, search->at)
                                   : rws_at(&search->states, search->current);
    search->at++;
    search->steps++;
    if (!inside && rw_over(place))
        return;
    if (!rws_legal(&search->memory, &search->actions, place)) {
        search->status = RWS_MEMORY;
        return;
    }
    if (search->actions.list.count == 0) {
        int node = rw_node(place);
        if (inside)
            rws_link(search, place);
        else if (search->stuck[node]++ == 0)
            search->first_stuck[node] = search->current;
        return;
    }
    const int player = search->actors > 0 ? rw_decides(place) : RWS_NONE;
    const rw_action *actions = (const rw_action *)search->actions.list.items;
    for (uint64_t n = 0;
         n < search->actions.list.count && search->status == RWS_RUNNING; n++) {
        rw_state to;
        int turns = 0;
        search->steps++;
        const int end = rw_step(place, actions + n, &to, &turns);
        if (end == RW_TOO_LONG) {
            search->status = RWS_LONG;
        } else if (end == RW_RUNS_ON) {
            if (search->turns)
                search->status = RWS_ENDLESS;
            else if (search->endless.state == RWS_NONE)
                search->endless = (rws_hit){search->current, (int64_t)n};
        } else if (search->turns && turns == 0 && !rw_over(&to)) {
            uint32_t number;
            if (rws_enter(&search->memory, &search->inside, &to, RWS_MOST, &number) < 0)
                search->status = RWS_MEMORY;
        } else {
            int64_t target = rws_link(search, &to);
            if (search->actors > 0 && player >= 0)
                rws_act(search, player, (int64_t)n, &to, target);
        }
    }
}

static void rws_begin(rws_search *search)
{
    search->open = 1;
    search->at = 0;
    search->begun = search->transitions;
    if (!search->turns)
        return;
    uint32_t number;
    rws_empty(&search->inside);
    const rw_state *state = rws_at(&search->states, search->current);
    if (rws_enter(&search->memory, &search->inside, state, RWS_MOST, &number) < 0)
        search->status = RWS_MEMORY;
}

/* All transitions of the current state are known. */
static void rws_end_state(rws_search *search)
{
    if (search->keep) {
        if (!rws_room(&search->memory, &search->starts, 8)) {
            search->status = RWS_MEMORY;
            return;
        }
        ((uint64_t *)search->starts.items)[search->starts.count++] = search->targets.count;
    }
    search->current++;
    search->open = 0;
}

/* Go on for about so many steps of the game. The status; transitions of a state that could not
 * be expanded whole are taken back. */
RW_EXPORT int rws_advance(rws_search *search, uint64_t steps)
{
    const uint64_t until = search->steps + steps;
    while (search->status == RWS_RUNNING && search->steps < until) {
        if (!search->open)
            rws_begin(search);
        if (search->status == RWS_RUNNING)
            rws_expand(search);
        if (search->status == RWS_RUNNING &&
            (!search->turns || search->at >= search->inside.count))
            rws_end_state(search);
        if (search->status == RWS_RUNNING && search->current == search->states.count)
            search->status = RWS_DONE;
    }
    return search->status;
}

/* Leave out what belongs to a state that was not expanded whole. Afterwards nothing goes on. */
RW_EXPORT void rws_close(rws_search *search)
{
    if (search->open) {
        search->transitions = search->begun;
        if (search->keep)
            search->targets.count = search->begun;
        search->open = 0;
    }
    rws_discard(&search->memory, &search->inside);
    rws_drop(&search->memory, &search->stamps, 4);
    rws_drop(&search->memory, &search->asked, 4);
    rws_drop(&search->memory, &search->actions.list, sizeof(rw_action));
}

RW_EXPORT void rws_delete(rws_search *search)
{
    if (search == NULL)
        return;
    rws_close(search);
    rws_discard(&search->memory, &search->states);
    rws_drop(&search->memory, &search->parents, 4);
    rws_drop(&search->memory, &search->starts, 8);
    rws_drop(&search->memory, &search->targets, 4);
    rws_drop(&search->memory, &search->ends, sizeof(rws_end));
    for (int check = 0; check < RW_CHECKS; check++)
        rws_drop(&search->memory, &search->marks[check], 1);
    free(search);
}

/* A search that holds the first state. `asks` has an entry for each check. NULL if there is too
 * little memory even for that, or if the rules never come to a first state. */
RW_EXPORT rws_search *rws_create(
    uint64_t memory, uint32_t most, int turns, int keep, const int32_t *asks)
{
    rws_search *search = calloc(1, sizeof *search);
    if (search == NULL)
        return NULL;
    search->memory.most = memory;
    search->most = most < 1 ? 1 : most < RWS_MOST ? most : RWS_MOST;
    search->turns = turns;
    search->keep = keep;
    search->endless = (rws_hit){RWS_NONE, RWS_NONE};
    for (int check = 0; check < RW_CHECKS; check++) {
        search->asks[check] = asks[check];
        search->actors += asks[check] == RWS_ACTED;
        search->hits[check] = (rws_hit){RWS_NONE, RWS_NONE};
    }
    search->acts = search->actors > 0;
    for (int node = 0; node < RW_NODES; node++)
        search->first_stuck[node] = RWS_NONE;
    rw_state first;
    if (rw_first(&first) != RW_RESTS || rws_number(search, &first, RWS_NONE) < 0 ||
        (keep && !rws_room(&search->memory, &search->starts, 8))) {
        rws_delete(search);
        return NULL;
    }
    if (keep)
        ((uint64_t *)search->starts.items)[search->starts.count++] = 0;
    return search;
}
