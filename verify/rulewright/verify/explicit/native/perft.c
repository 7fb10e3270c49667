/* Counting sequences of actions, layer by layer: sequences that meet in a state go on together. */

typedef unsigned __int128 rws_ways;

typedef struct {
    rws_set states;
    rws_array ways; /* rws_ways, one for each state */
} rws_layer;

enum { RWS_OVERFLOW = 5 };

typedef struct {
    rws_memory memory;
    int status;
    rws_layer layers[2];
    int layer;   /* the one that is expanded */
    uint32_t at; /* how far */
    rws_actions actions;
    rws_ways sum; /* over the other layer */
} rws_perft;

/* Sequences that lead to a state. The status. */
static int rws_arrive(rws_perft *perft, rws_layer *layer, const rw_state *state, rws_ways ways)
{
    uint32_t number;
    if (!rws_room(&perft->memory, &layer->ways, sizeof ways))
        return RWS_MEMORY;
    switch (rws_enter(&perft->memory, &layer->states, state, RWS_MOST, &number)) {
    case RWS_KNOWN:
        break;
    case RWS_NEW:
        ((rws_ways *)layer->ways.items)[layer->ways.count++] = 0;
        break;
    default:
        return RWS_MEMORY;
    }
    rws_ways *sum = (rws_ways *)layer->ways.items + number;
    if (__builtin_add_overflow(*sum, ways, sum) ||
        __builtin_add_overflow(perft->sum, ways, &perft->sum))
        return RWS_OVERFLOW;
    return RWS_RUNNING;
}

static void rws_spread(rws_perft *perft)
{
    rws_layer *from = &perft->layers[perft->layer], *into = &perft->layers[!perft->layer];
    const rw_state *place = rws_at(&from->states, perft->at);
    const rws_ways ways = ((rws_ways *)from->ways.items)[perft->at];
    if (!rws_legal(&perft->memory, &perft->actions, place))
        perft->status = RWS_MEMORY;
    const rw_action *actions = (const rw_action *)perft->actions.list.items;
    for (uint64_t n = 0; n < perft->actions.list.count && perft->status == RWS_RUNNING; n++) {
        rw_state to;
        int turns = 0;
        int end = rw_step(place, actions + n, &to, &turns);
        if (end != RW_RESTS)
            perft->status = end == RW_TOO_LONG ? RWS_LONG : RWS_ENDLESS;
        else
            perft->status = rws_arrive(perft, into, &to, ways);
    }
    perft->at++;
}

/* Expand up to `most` more states of the layer. The status: RWS_DONE when the next layer is whole;
 * its number of sequences is then in `sum`, low half first, and the one after it can be begun. */
RW_EXPORT int rws_perft_advance(rws_perft *perft, uint32_t most, uint64_t sum[2])
{
    rws_layer *layer = &perft->layers[perft->layer];
    while (perft->status == RWS_RUNNING && most-- > 0 && perft->at < layer->states.count)
        rws_spread(perft);
    if (perft->status != RWS_RUNNING || perft->at < layer->states.count)
        return perft->status;
    sum[0] = (uint64_t)perft->sum;
    sum[1] = (uint64_t)(perft->sum >> 64);
    rws_empty(&layer->states);
    layer->ways.count = 0;
    perft->layer = !perft->layer;
    perft->at = 0;
    perft->sum = 0;
    return RWS_DONE;
}

RW_EXPORT void rws_perft_delete(rws_perft *perft)
{
    for (int layer = 0; perft != NULL && layer < 2; layer++) {
        rws_discard(&perft->memory, &perft->layers[layer].states);
        rws_drop(&perft->memory, &perft->layers[layer].ways, sizeof(rws_ways));
    }
    if (perft != NULL)
        rws_drop(&perft->memory, &perft->actions.list, sizeof(rw_action));
    free(perft);
}

/* The layer that holds the first state. NULL if there is too little memory, or no such state. */
RW_EXPORT rws_perft *rws_perft_create(uint64_t memory)
{
    rws_perft *perft = calloc(1, sizeof *perft);
    rw_state first;
    if (perft == NULL)
        return NULL;
    perft->memory.most = memory;
    if (rw_first(&first) != RW_RESTS ||
        rws_arrive(perft, &perft->layers[0], &first, 1) != RWS_RUNNING) {
        rws_perft_delete(perft);
        return NULL;
    }
    perft->sum = 0;
    return perft;
}
