/* What a search has found: reading it, and the strongly connected components of it. */

RW_EXPORT uint64_t rws_state_size(void) { return sizeof(rw_state); }

RW_EXPORT const rw_state *rws_state(const rws_search *search, uint32_t number)
{
    return rws_at(&search->states, number);
}

/* In this order: states, expanded, transitions, bytes in use, kinds of ends. */
RW_EXPORT void rws_counts(const rws_search *search, uint64_t counts[5])
{
    counts[0] = search->states.count;
    counts[1] = search->current;
    counts[2] = search->transitions;
    counts[3] = search->memory.used;
    counts[4] = search->ends.count;
}

RW_EXPORT const int32_t *rws_parents(const rws_search *search) { return RWS_I32(search->parents); }

RW_EXPORT const int32_t *rws_targets(const rws_search *search) { return RWS_I32(search->targets); }

RW_EXPORT const uint64_t *rws_starts(const rws_search *search)
{
    return (const uint64_t *)search->starts.items;
}

/* One kind of end: how many states, and the first of them. */
RW_EXPORT void rws_end_at(const rws_search *search, uint64_t kind, uint64_t found[2])
{
    const rws_end *end = (const rws_end *)search->ends.items + kind;
    found[0] = end->count;
    found[1] = end->first;
}

/* States at a node in which somebody must decide and cannot: how many, and the first or -1. */
RW_EXPORT void rws_stuck_at(const rws_search *search, int node, int64_t found[2])
{
    found[0] = (int64_t)search->stuck[node];
    found[1] = search->first_stuck[node];
}

/* What answers a check, or, for check -1, the first action without end: state and action, or -1. */
RW_EXPORT void rws_hit_of(const rws_search *search, int check, int64_t found[2])
{
    rws_hit hit = check < 0 ? search->endless : search->hits[check];
    found[0] = hit.state;
    found[1] = hit.action;
}

RW_EXPORT const char *rws_marks(const rws_search *search, int check)
{
    return search->marks[check].items;
}

/* Tarjan's algorithm on the expanded part, with a stack of its own. */
typedef struct {
    const rws_search *search;
    uint32_t *index, *low, *stack, *work;
    uint64_t *next; /* of the transitions of a state: the one to be looked at */
    uint32_t count, height, depth;
} rws_tarjan;

/* Take the component that ends with `last` off the stack, below which are those it leads to.
 * It goes to `home`, if play can come back to it, and falls out of `marks`, if play can leave
 * those: each may be NULL. */
static void rws_component(rws_tarjan *t, uint32_t last, int32_t *home, char *marks)
{
    const uint64_t *starts = rws_starts(t->search);
    const int32_t *targets = rws_targets(t->search);
    uint32_t bottom = t->height;
    while (t->stack[--bottom] != last)
        ;
    int cyclic = t->height - bottom > 1, good = 1;
    for (uint32_t n = bottom; n < t->height; n++) {
        const uint32_t state = t->stack[n];
        good = good && (marks == NULL || marks[state]);
        for (uint64_t edge = starts[state]; edge < starts[state + 1]; edge++) {
            const uint32_t target = (uint32_t)targets[edge];
            cyclic |= target == state;
            if (marks != NULL && !marks[target])
                good = 0;
        }
    }
    for (uint32_t n = bottom; n < t->height; n++) {
        const uint32_t state = t->stack[n];
        t->low[state] = UINT32_MAX; /* off the stack */
        if (home != NULL)
            home[state] = cyclic ? (int32_t)last : RWS_NONE;
        if (marks != NULL && !good)
            marks[state] = 0;
    }
    t->height = bottom;
}

static void rws_tarjan_from(rws_tarjan *t, uint32_t root, int32_t *home, char *marks)
{
    const uint64_t *starts = rws_starts(t->search);
    const int32_t *targets = rws_targets(t->search);
    const uint32_t expanded = t->search->current;
    t->work[t->depth++] = root;
    while (t->depth > 0) {
        const uint32_t state = t->work[t->depth - 1];
        if (t->index[state] == 0) {
            t->index[state] = t->low[state] = ++t->count;
            t->next[state] = starts[state];
            t->stack[t->height++] = state;
        }
        int deeper = 0;
        while (!deeper && t->next[state] < starts[state + 1]) {
            const uint32_t target = (uint32_t)targets[t->next[state]];
            if (target < expanded && t->index[target] == 0) {
                t->work[t->depth++] = target;
                deeper = 1; /* and the transition is looked at once more on the way back */
                continue;
            }
            if (target < expanded && t->low[target] < t->low[state])
                t->low[state] = t->low[target];
            t->next[state]++;
        }
        if (deeper)
            continue;
        t->depth--;
        if (t->low[state] == t->index[state])
            rws_component(t, state, home, marks);
    }
}

/* Fill `home` with a number for each expanded state from which play can come back to it, the
 * same for those of one strongly connected component, and -1 for the others. Keep those `marks`
 * of states from which play never leaves the marked ones; none where that is not known. Either
 * may be NULL. 0 if there is too little memory. */
RW_EXPORT int rws_components(const rws_search *search, int32_t *home, char *marks)
{
    const uint64_t n = search->current, each = 4 * sizeof(uint32_t) + sizeof(uint64_t);
    if (marks != NULL)
        memset(marks + n, 0, search->states.count - n);
    if (n == 0)
        return 1;
    if (n * each > search->memory.most - search->memory.used)
        return 0;
    char *room = calloc((size_t)n, each);
    if (room == NULL)
        return 0;
    rws_tarjan t = {.search = search, .next = (uint64_t *)room};
    t.index = (uint32_t *)(room + n * sizeof(uint64_t));
    t.low = t.index + n;
    t.stack = t.low + n;
    t.work = t.stack + n;
    for (uint32_t root = 0; root < n; root++)
        if (t.index[root] == 0)
            rws_tarjan_from(&t, root, home, marks);
    free(room);
    return 1;
}
