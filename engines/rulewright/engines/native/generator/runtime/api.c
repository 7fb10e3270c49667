/* What is the same for every game: running blocks until play rests. */

/* After so many passes of loops a move is watched: it may go round for ever. */
enum { RW_WATCHED = RW_MOVE_LIMIT < 64 ? RW_MOVE_LIMIT : 64 };

/* Blocks until play rests: the code of that rest; RW_ROUND where the same draft comes again at the
   head of a loop, by Brent's method (An improved Monte Carlo factorization algorithm, BIT 20,
   1980); RW_OVER_LIMIT after too many passes of loops. *block is then where. */
#define RW_ROUND (-2 - 2 * RW_NODES)
#define RW_OVER_LIMIT (-3 - 2 * RW_NODES)
static int rw_run(rw_draft *d, int *block) {
  rw_draft mark;
  int marked = -1;
  for (int64_t passes = 0, renew = RW_WATCHED;;) {
    if (rw_heads[*block]) {
      passes++;
      if (*block == marked && memcmp(&d->s, &mark.s, sizeof mark.s) == 0 &&
          memcmp(&d->t, &mark.t, sizeof mark.t) == 0)
        return RW_ROUND;
      if (passes > RW_MOVE_LIMIT) return RW_OVER_LIMIT;
      if (passes == renew) {
        memcpy(&mark, d, sizeof mark);
        marked = *block;
        renew *= 2;
      }
    }
    int next = rw_go(d, *block);
    if (next < 0) return next;
    *block = next;
  }
}

/* A fault leaves everything as it was before. */
static int rw_end(rw_draft *d, int *block, const rw_state *before, rw_state *to) {
  int code = rw_run(d, block);
  if (code == RW_ROUND) return RW_RUNS_ON;
  if (code == RW_OVER_LIMIT) return RW_TOO_LONG;
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
