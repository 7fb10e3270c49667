/* Variations of a play that shows a difference, for a shorter one; what is tried is said in
 * ../product.py. */

enum { RWL_WIDEST = 8 }; /* so many moves are left out at a time */

typedef struct {
    rwl_pairs *pairs;
    uint64_t random;
    rwl_play best, tried;
    int table; /* what lies on the table counts, too */
} rwl_variation;

/* One variation: some moves left out, no more random ones in their place, then what of the rest is
 * possible. 1 if it shows the difference and is no longer, 0 if not, -1 without memory. */
static int rwl_vary_once(rwl_variation *v)
{
    rwl_pairs *pairs = v->pairs;
    const int64_t n = v->best.n, width = pairs->width;
    const int64_t from = rwl_below(&v->random, n), left = n - from;
    const int64_t out = 1 + rwl_below(&v->random, left < RWL_WIDEST ? left : RWL_WIDEST);
    int64_t in = rwl_below(&v->random, out + 1), next = 0;
    rw_state pair, to;
    rwl_first(pairs, &pair);
    v->tried.n = 0;
    for (;;) {
        int alike = rwl_alike(pairs, &pair);
        if (alike == RWL_STARVED)
            return -1;
        if (alike == RWL_DIFFER || (v->table && rwl_tables_differ(pairs, &pair)))
            return 1;
        if (v->tried.n >= n || pairs->options[0].n == 0)
            return 0;
        int64_t i = -1;
        if (next == from && in > 0) {
            in--;
            i = rwl_below(&v->random, pairs->options[0].n);
        } else {
            if (next == from)
                next += out;
            while (i < 0 && next < n)
                i = rwl_find(pairs, v->best.keys + next++ * width);
        }
        if (i < 0)
            return 0;
        if (!rwl_append(&v->tried, rwl_key(pairs, i), width))
            return -1;
        if (!rwl_after(pairs, &pair, i, &to))
            return 0;
        pair = to;
    }
}

/* So many variations; how many moves the best play has then, or -1 without memory. */
RWL_EXPORT int64_t rwl_vary(rwl_variation *v, int64_t tries)
{
    for (; tries > 0 && v->best.n > 0; tries--) {
        int shown = rwl_vary_once(v);
        if (shown < 0 || (shown && !rwl_copy(&v->best, &v->tried, v->pairs->width)))
            return -1;
    }
    return v->best.n;
}

RWL_EXPORT const void *rwl_variation_keys(const rwl_variation *v)
{
    return v->best.keys;
}

RWL_EXPORT void rwl_variation_delete(rwl_variation *v)
{
    if (v == NULL)
        return;
    free(v->best.keys);
    free(v->tried.keys);
    free(v);
}

/* Variations of a play of `n` moves that shows a difference. NULL if there is too little memory. */
RWL_EXPORT rwl_variation *rwl_variation_create(
    rwl_pairs *pairs, const int32_t *keys, int64_t n, uint64_t seed, int table)
{
    rwl_variation *v = calloc(1, sizeof *v);
    if (v == NULL)
        return NULL;
    v->pairs = pairs;
    v->random = seed;
    v->table = table;
    for (int64_t i = 0; i < n; i++)
        if (!rwl_append(&v->best, keys + i * pairs->width, pairs->width)) {
            rwl_variation_delete(v);
            return NULL;
        }
    return v;
}
