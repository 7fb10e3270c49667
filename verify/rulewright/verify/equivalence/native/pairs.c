/* Pairs of positions of two games, and what tells the games apart there; as in pair.py.
 *
 * `rw_state` is a pair here: the bytes of both states, one byte each that says whether the rules
 * run on for ever there, and zeros. The games are functions of two other libraries. */

/* How a move of a game ends: as in the engine's runtime.h. */
enum { RWL_RESTS = 0, RWL_RUNS_ON = 1, RWL_TOO_LONG = 2 };

typedef struct {
    const void *start; /* the first state, or NULL where the rules run on at once */
    int (*decides)(const void *state);
    int64_t (*legal)(const void *state, int32_t *rows, int64_t room);
    int32_t (*node)(const void *state);
    int (*step)(const void *state, const int32_t *row, void *to);
    int64_t (*weight)(const void *state, const int32_t *row);
    uint64_t (*winners)(const void *state);
    int (*scores)(const void *state, int64_t *scores);
    int64_t size;          /* of a state, in bytes */
    int64_t row;           /* of an action, in numbers */
    const int32_t *kinds;  /* of each node: the number of its end, or one of these: */
    const int32_t *starts; /* of each node: where its choices' names begin */
    const int32_t *names;  /* of each choice: the number of its name, which both games share */
    const int64_t *bases;  /* of each choice and argument: words[base + value] is the number of
                            * what the value is called, which both games share; or this: */
    const int32_t *words;
} rwl_side;

#define RWL_NO_ARGUMENT INT64_MIN

enum { RWL_OPEN = -1, RWL_SECRET = -2, RWL_CHANCE = -3 };

/* A piece of both states that lies on the table, and is to be equal. */
typedef struct {
    int64_t one, two, size;
} rwl_piece;

typedef struct {
    int32_t *rows; /* one for each legal action, as the game writes them */
    int32_t *keys; /* the same, each `width` numbers: the choice's name and its arguments */
    int32_t *order;
    int64_t n, room;
} rwl_options;

typedef struct {
    rwl_side sides[2];
    int64_t players, width; /* width: of a key */
    const rwl_piece *observable_slices;
    int64_t n_pieces;
    rwl_options options[2];
    int starved; /* there was too little memory for a list of options */
} rwl_pairs;

static const unsigned char *rwl_state(const rwl_pairs *pairs, const rw_state *pair, int side)
{
    return pair->bytes + (side ? pairs->sides[0].size : 0);
}

static int rwl_runs_on(const rwl_pairs *pairs, const rw_state *pair, int side)
{
    return pair->bytes[pairs->sides[0].size + pairs->sides[1].size + side];
}

static void rwl_set_runs_on(const rwl_pairs *pairs, rw_state *pair, int side)
{
    pair->bytes[pairs->sides[0].size + pairs->sides[1].size + side] = 1;
}

static void rwl_first(const rwl_pairs *pairs, rw_state *pair)
{
    memset(pair, 0, sizeof *pair);
    for (int side = 0; side < 2; side++)
        if (pairs->sides[side].start == NULL)
            rwl_set_runs_on(pairs, pair, side);
        else
            memcpy((void *)rwl_state(pairs, pair, side), pairs->sides[side].start,
                   (size_t)pairs->sides[side].size);
}

static int rwl_grow(rwl_pairs *pairs, rwl_options *list, int64_t room)
{
    int64_t row = pairs->sides[0].row > pairs->sides[1].row ? pairs->sides[0].row
                                                            : pairs->sides[1].row;
    free(list->rows);
    free(list->keys);
    free(list->order);
    list->rows = malloc((size_t)(room * row) * 4);
    list->keys = malloc((size_t)(room * pairs->width) * 4);
    list->order = malloc((size_t)room * 4);
    list->room = list->rows && list->keys && list->order ? room : 0;
    return list->room > 0;
}

/* The legal actions of one side, with their keys, in the game's order. */
static int rwl_list(rwl_pairs *pairs, const rw_state *pair, int side)
{
    const rwl_side *game = pairs->sides + side;
    rwl_options *list = pairs->options + side;
    const unsigned char *state = rwl_state(pairs, pair, side);
    list->n = game->legal(state, list->rows, list->room);
    if (list->n > list->room) {
        if (!rwl_grow(pairs, list, 2 * list->n)) {
            pairs->starved = 1;
            return 0;
        }
        list->n = game->legal(state, list->rows, list->room);
    }
    const int64_t start = game->starts[game->node(state)];
    for (int64_t i = 0; i < list->n; i++) {
        const int32_t *row = list->rows + i * game->row;
        int32_t *key = list->keys + i * pairs->width;
        const int64_t *bases = game->bases + (start + row[0]) * (game->row - 1);
        memset(key, 0, (size_t)pairs->width * 4);
        key[0] = game->names[start + row[0]];
        for (int64_t at = 1; at < game->row && bases[at - 1] != RWL_NO_ARGUMENT; at++)
            key[at] = game->words[bases[at - 1] + row[at]];
        list->order[i] = (int32_t)i;
    }
    return 1;
}

static int rwl_key_order(const rwl_pairs *pairs, const int32_t *one, const int32_t *two)
{
    for (int64_t i = 0; i < pairs->width; i++)
        if (one[i] != two[i])
            return one[i] < two[i] ? -1 : 1;
    return 0;
}

/* The order by keys, by binary insertion: lists are nearly always sorted already. */
static void rwl_sort(const rwl_pairs *pairs, rwl_options *list)
{
    for (int64_t i = 1; i < list->n; i++) {
        int32_t moved = list->order[i];
        const int32_t *key = list->keys + moved * pairs->width;
        int64_t lo = 0, hi = i;
        while (lo < hi) {
            int64_t mid = (lo + hi) / 2;
            if (rwl_key_order(pairs, list->keys + list->order[mid] * pairs->width, key) <= 0)
                lo = mid + 1;
            else
                hi = mid;
        }
        memmove(list->order + lo + 1, list->order + lo, (size_t)(i - lo) * 4);
        list->order[lo] = moved;
    }
}

/* Whether the options are the same ones; then option i of the first is order[i] of the second. */
static int rwl_same_options(rwl_pairs *pairs)
{
    rwl_options *one = pairs->options, *two = pairs->options + 1;
    if (one->n != two->n)
        return 0;
    if (memcmp(one->keys, two->keys, (size_t)(one->n * pairs->width) * 4) == 0)
        return 1;
    rwl_sort(pairs, one);
    rwl_sort(pairs, two);
    for (int64_t i = 0; i < one->n; i++)
        if (rwl_key_order(pairs, one->keys + one->order[i] * pairs->width,
                          two->keys + two->order[i] * pairs->width) != 0)
            return 0;
    /* from rank to rank: the second's order by the first's number */
    int32_t *ranks = malloc((size_t)(one->n > 0 ? one->n : 1) * 4);
    if (ranks == NULL) {
        pairs->starved = 1;
        return 0;
    }
    for (int64_t i = 0; i < one->n; i++)
        ranks[one->order[i]] = two->order[i];
    memcpy(two->order, ranks, (size_t)one->n * 4);
    free(ranks);
    return 1;
}

enum { RWL_DIFFER = 0, RWL_ALIKE = 1, RWL_STARVED = 2 };

static int rwl_ends_alike(const rwl_pairs *pairs, const rw_state *pair)
{
    int64_t scores[2][RWL_PLAYERS];
    uint64_t winners[2];
    int ranked[2];
    for (int side = 0; side < 2; side++) {
        const unsigned char *state = rwl_state(pairs, pair, side);
        winners[side] = pairs->sides[side].winners(state);
        memset(scores[side], 0, sizeof scores[side]);
        ranked[side] = pairs->sides[side].scores(state, scores[side]) != 0;
    }
    return winners[0] == winners[1] && ranked[0] == ranked[1] &&
           (!ranked[0] ||
            memcmp(scores[0], scores[1], (size_t)pairs->players * sizeof **scores) == 0);
}

/* The greatest common divisor of the weights of all options of one side. */
static int64_t rwl_common(const rwl_pairs *pairs, int side, const unsigned char *state)
{
    const rwl_side *game = pairs->sides + side;
    int64_t common = 0;
    for (int64_t i = 0; i < pairs->options[side].n && common != 1; i++) {
        int64_t weight = game->weight(state, pairs->options[side].rows + i * game->row);
        while (weight != 0) {
            int64_t rest = common % weight;
            common = weight;
            weight = rest;
        }
    }
    return common;
}

/* Whether chance takes the options, which are the same ones, with the same probabilities. */
static int rwl_same_chances(const rwl_pairs *pairs, const unsigned char *a, const unsigned char *b)
{
    const rwl_side *one = pairs->sides, *two = pairs->sides + 1;
    int64_t ours = rwl_common(pairs, 0, a), theirs = rwl_common(pairs, 1, b);
    for (int64_t i = 0; i < pairs->options[0].n; i++) {
        const int32_t *left = pairs->options[0].rows + i * one->row;
        const int32_t *right = pairs->options[1].rows + pairs->options[1].order[i] * two->row;
        if (one->weight(a, left) / ours != two->weight(b, right) / theirs)
            return 0;
    }
    return 1;
}

/* Whether the rules are alike in a pair; the options are listed then. */
static int rwl_alike(rwl_pairs *pairs, const rw_state *pair)
{
    pairs->options[0].n = pairs->options[1].n = 0;
    int runs_on = rwl_runs_on(pairs, pair, 0);
    if (runs_on || rwl_runs_on(pairs, pair, 1))
        return runs_on && rwl_runs_on(pairs, pair, 1) ? RWL_ALIKE : RWL_DIFFER;
    const rwl_side *one = pairs->sides, *two = pairs->sides + 1;
    const unsigned char *a = rwl_state(pairs, pair, 0), *b = rwl_state(pairs, pair, 1);
    int32_t kind = one->kinds[one->node(a)], other = two->kinds[two->node(b)];
    if (kind >= 0 || other >= 0)
        return kind == other && rwl_ends_alike(pairs, pair) ? RWL_ALIKE : RWL_DIFFER;
    if (one->decides(a) != two->decides(b))
        return RWL_DIFFER;
    if (!rwl_list(pairs, pair, 0) || !rwl_list(pairs, pair, 1))
        return RWL_STARVED;
    if (!rwl_same_options(pairs))
        return pairs->starved ? RWL_STARVED : RWL_DIFFER;
    if (kind == RWL_CHANCE && !rwl_same_chances(pairs, a, b))
        return RWL_DIFFER;
    if (kind != other && pairs->options[0].n > 0) /* one of them is secret */
        return RWL_DIFFER;
    return RWL_ALIKE;
}

/* Whether something else lies on the one table than on the other. */
static int rwl_tables_differ(const rwl_pairs *pairs, const rw_state *pair)
{
    if (rwl_runs_on(pairs, pair, 0) || rwl_runs_on(pairs, pair, 1))
        return 0;
    for (int64_t i = 0; i < pairs->n_pieces; i++) {
        const rwl_piece *piece = pairs->observable_slices + i;
        if (memcmp(rwl_state(pairs, pair, 0) + piece->one,
                   rwl_state(pairs, pair, 1) + piece->two, (size_t)piece->size) != 0)
            return 1;
    }
    return 0;
}

/* The pair after option i of those that are listed; 0 where a move is longer than the limit. */
static int rwl_after(const rwl_pairs *pairs, const rw_state *pair, int64_t i, rw_state *to)
{
    int64_t at[2] = {i, pairs->options[1].order[i]};
    memset(to, 0, sizeof *to);
    for (int side = 0; side < 2; side++) {
        const rwl_side *game = pairs->sides + side;
        const int32_t *row = pairs->options[side].rows + at[side] * game->row;
        unsigned char *out = (unsigned char *)rwl_state(pairs, to, side);
        int end = game->step(rwl_state(pairs, pair, side), row, out);
        if (end == RWL_TOO_LONG)
            return 0;
        if (end == RWL_RUNS_ON) {
            memset(out, 0, (size_t)game->size);
            rwl_set_runs_on(pairs, to, side);
        }
    }
    return 1;
}

static const int32_t *rwl_key(const rwl_pairs *pairs, int64_t i)
{
    return pairs->options[0].keys + i * pairs->width;
}

/* The number of the option with this key among those that are listed, or -1. */
static int64_t rwl_find(const rwl_pairs *pairs, const int32_t *key)
{
    for (int64_t i = 0; i < pairs->options[0].n; i++)
        if (rwl_key_order(pairs, rwl_key(pairs, i), key) == 0)
            return i;
    return -1;
}

/* After how many of these moves the games first differ; with `table`, what lies there counts,
 * too. -1 if they do not, or if a move cannot be made. */
RWL_EXPORT int64_t rwl_follow(rwl_pairs *pairs, const int32_t *keys, int64_t n, int table)
{
    rw_state pair, to;
    rwl_first(pairs, &pair);
    for (int64_t move = 0;; move++) {
        int alike = rwl_alike(pairs, &pair);
        if (alike != RWL_ALIKE)
            return alike == RWL_DIFFER ? move : -1;
        if (table && rwl_tables_differ(pairs, &pair))
            return move;
        int64_t i = move < n ? rwl_find(pairs, keys + move * pairs->width) : -1;
        if (i < 0)
            return -1;
        if (!rwl_after(pairs, &pair, i, &to))
            return -1;
        pair = to;
    }
}

RWL_EXPORT void rwl_pairs_delete(rwl_pairs *pairs)
{
    for (int side = 0; pairs != NULL && side < 2; side++) {
        free(pairs->options[side].rows);
        free(pairs->options[side].keys);
        free(pairs->options[side].order);
    }
    free(pairs);
}

RWL_EXPORT rwl_pairs *rwl_pairs_create(
    const rwl_side *one, const rwl_side *two, int64_t players, int64_t width,
    const rwl_piece *observable_slices, int64_t n_pieces)
{
    rwl_pairs *pairs = calloc(1, sizeof *pairs);
    if (pairs == NULL)
        return NULL;
    pairs->sides[0] = *one;
    pairs->sides[1] = *two;
    pairs->players = players;
    pairs->width = width;
    pairs->observable_slices = observable_slices;
    pairs->n_pieces = n_pieces;
    if (!rwl_grow(pairs, pairs->options, 64) || !rwl_grow(pairs, pairs->options + 1, 64)) {
        rwl_pairs_delete(pairs);
        return NULL;
    }
    return pairs;
}
