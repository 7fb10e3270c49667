/* What is the same for every game: running blocks until play rests. */

enum { RW_PATIENCE = 4096, RW_MOST_BLOCKS = 1 << 26 };

/* Blocks until play rests: the code of that rest, or RW_NOWHERE where the same draft comes again
   (or very many blocks ran); *block is then where. */
#define RW_NOWHERE (-2 - 2 * RW_NODES)
static int rw_run(rw_draft *d, int *block) {
  for (int n = 0; n < RW_PATIENCE; n++) {
    int next = rw_go(d, *block);
    if (next < 0) return next;
    *block = next;
  }
  rw_draft mark = *d;
  int marked = *block;
  for (int n = 1, renew = 1; n < RW_MOST_BLOCKS; n++) {
    int next = rw_go(d, *block);
    if (next < 0) return next;
    *block = next;
    if (next == marked && memcmp(&d->s, &mark.s, sizeof mark.s) == 0 &&
        memcmp(&d->t, &mark.t, sizeof mark.t) == 0)
      return RW_NOWHERE;
    if (n == renew) {
      mark = *d;
      marked = next;
      renew *= 2;
    }
  }
  return RW_NOWHERE;
}

/* A fault leaves everything as it was before. */
static int rw_end(rw_draft *d, int *block, const rw_state *before, rw_state *to) {
  int code = rw_run(d, block);
  if (code == RW_NOWHERE) return RW_RUNS_ON;
  int node = RW_STOP(0) - code;
  if (node >= RW_NODES) {
    int32_t turns = d->turns;
    node -= RW_NODES;
    rw_draft_of(before, d);
    d->turns = turns;
  }
  rw_rest(d, node, to);
  return RW_RESTS;
}

static int rw_first_at(rw_state *out, int *block) {
  rw_draft d;
  rw_draft_of(&rw_initial, &d);
  memcpy(&d.t, &rw_initial_scratch, sizeof d.t);
  *block = RW_ENTRY;
  return rw_end(&d, block, &rw_initial, out);
}

static int rw_step_at(const rw_state *from, const rw_action *a, rw_state *to, int *turns,
                      int *block) {
  rw_draft d;
  rw_draft_of(from, &d);
  *block = rw_begin(&d, a);
  if (*block < 0) return RW_RUNS_ON;
  int end = rw_end(&d, block, from, to);
  *turns = d.turns;
  return end;
}

static int rw_first(rw_state *out) {
  int block;
  return rw_first_at(out, &block);
}
static int rw_node(const rw_state *s) { return s->node; }
static int rw_over(const rw_state *s) { return rw_ends[s->node]; }
static int rw_step(const rw_state *from, const rw_action *a, rw_state *to, int *turns) {
  int block;
  return rw_step_at(from, a, to, turns, &block);
}
