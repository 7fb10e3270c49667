/* What the outside calls. States come and go as bytes, wherever they lie; an action is a row of
   1 + RW_MAX_ARGS numbers: the choice and its arguments, unused ones 0. */

#if defined(_WIN32)
#define RW_EXPORT __declspec(dllexport)
#else
#define RW_EXPORT __attribute__((visibility("default")))
#endif
enum { RW_ROW = 1 + RW_MAX_ARGS };

static rw_state rw_at(const void *bytes) {
  rw_state s;
  memcpy(&s, bytes, sizeof s);
  return s;
}

static rw_action rw_row(const int32_t *row) {
  rw_action a;
  memcpy(&a, row, sizeof a);
  return a;
}

RW_EXPORT int64_t rwx_state_size(void) { return (int64_t)sizeof(rw_state); }
RW_EXPORT int32_t rwx_most_arguments(void) { return RW_MAX_ARGS; }

/* RW_RESTS, or how the move ends else; *block is then where. */
RW_EXPORT int rwx_first(void *out, int *block) {
  rw_state first;
  int end = rw_first_at(&first, block);
  if (end == RW_RESTS) memcpy(out, &first, sizeof first);
  return end;
}

RW_EXPORT int rwx_decides(const void *state) {
  rw_state s = rw_at(state);
  return rw_decides(&s);
}

RW_EXPORT int rwx_over(const void *state) {
  rw_state s = rw_at(state);
  return rw_over(&s);
}

typedef struct {
  int32_t *out;
  int64_t n, room;
} rw_listing;

static int rw_list(void *context, const rw_action *a) {
  rw_listing *list = context;
  if (list->n < list->room) memcpy(list->out + list->n * RW_ROW, a, sizeof *a);
  list->n++;
  return 0;
}

/* How many legal actions there are; as many of them as there is room for are written. */
RW_EXPORT int64_t rwx_legal(const void *state, int32_t *out, int64_t room) {
  rw_state s = rw_at(state);
  rw_listing list = {out, 0, room};
  rw_legal(&s, rw_list, &list);
  return list.n;
}

static int rw_is_it(void *context, const rw_action *a) {
  rw_action *wanted = context;
  if (memcmp(wanted, a, sizeof *a) != 0) return 0;
  wanted->choice = -1;
  return 1;
}

static int rw_allows(const rw_state *s, const rw_action *a) {
  rw_action wanted = *a;
  if (wanted.choice < 0) return 0;
  rw_legal(s, rw_is_it, &wanted);
  return wanted.choice < 0;
}

/* As rwx_first, or -1 if the action is not legal. */
RW_EXPORT int rwx_step(const void *state, const int32_t *row, void *out, int *turns, int *block) {
  rw_state s = rw_at(state), to;
  rw_action a = rw_row(row);
  if (!rw_allows(&s, &a)) return -1;
  int end = rw_step_at(&s, &a, &to, turns, block);
  if (end == RW_RESTS) memcpy(out, &to, sizeof to);
  return end;
}

typedef struct {
  const rw_state *from;
  int32_t *rows;
  unsigned char *states;
  int64_t n, room;
  int block, end;
} rw_following;

static int rw_follow(void *context, const rw_action *a) {
  rw_following *f = context;
  if (f->n < f->room) {
    int32_t *row = f->rows + f->n * (RW_ROW + 1);
    rw_state to;
    int turns = 0;
    f->end = rw_step_at(f->from, a, &to, &turns, &f->block);
    if (f->end != RW_RESTS) return 1;
    memcpy(row, a, sizeof *a);
    row[RW_ROW] = turns;
    memcpy(f->states + f->n * (int64_t)sizeof to, &to, sizeof to);
  }
  f->n++;
  return 0;
}

/* How many legal actions there are, or, below 0, how the move after one of them ends that does not
   rest. As many as there is room for are written: the rows of the actions, each with the turns
   behind it, and the states. */
RW_EXPORT int64_t rwx_successors(const void *state, int32_t *rows, void *states, int64_t room,
                                 int *block) {
  rw_state s = rw_at(state);
  rw_following f = {&s, rows, states, 0, room, 0, RW_RESTS};
  rw_legal(&s, rw_follow, &f);
  *block = f.block;
  return f.end == RW_RESTS ? f.n : -f.end;
}

RW_EXPORT int rwx_holds(int check, const void *state, int player) {
  rw_state s = rw_at(state);
  return rw_holds(check, &s, player);
}

RW_EXPORT int64_t rwx_strategy_value(int strategy, const void *state, int player) {
  rw_state s = rw_at(state);
  return rw_strategy_value(strategy, &s, player);
}

RW_EXPORT int64_t rwx_weight(const void *state, const int32_t *row) {
  rw_state s = rw_at(state);
  rw_action a = rw_row(row);
  return rw_allows(&s, &a) ? rw_weight(&s, &a) : 0;
}

RW_EXPORT uint64_t rwx_winners(const void *state) {
  rw_state s = rw_at(state);
  return rw_winners(&s);
}

RW_EXPORT int rwx_scores(const void *state, int64_t *out) {
  rw_state s = rw_at(state);
  return rw_scores(&s, out);
}

/* The state as a player may see it: what is hidden is 0, and so is where play rests. A byte of mask
   is 255 where they see it, 0 where they do not. */
RW_EXPORT void rwx_view(const void *state, int player, void *seen, void *mask) {
  const uint8_t *own = rw_seen[player];
  const uint8_t *from = state;
  uint8_t *to = seen;
  for (size_t i = 0; i < sizeof(rw_state); i++) to[i] = from[i] & own[i];
  memcpy(mask, own, sizeof(rw_state));
}
