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

/* --- random plays ------------------------------------------------------------------------- */

static uint64_t rw_random(uint64_t *luck) { /* SplitMix64 */
  uint64_t z = (*luck += 0x9e3779b97f4a7c15ULL);
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ z >> 27) * 0x94d049bb133111ebULL;
  return z ^ z >> 31;
}

/* A number below n, each as likely as the others; n is not 0. */
static uint64_t rw_below(uint64_t *luck, uint64_t n) {
  uint64_t rest = (0 - n) % n, z; /* 2^64 mod n */
  do z = rw_random(luck);
  while (z < rest);
  return z % n;
}

typedef struct {
  rw_action *items;
  int64_t n, room;
  int full;
} rw_actions;

static int rw_append(void *context, const rw_action *a) {
  rw_actions *list = context;
  if (list->n == list->room) {
    int64_t room = list->room ? 2 * list->room : 64;
    rw_action *more = realloc(list->items, (size_t)room * sizeof *more);
    if (!more) {
      list->full = 1;
      return 1;
    }
    list->items = more;
    list->room = room;
  }
  list->items[list->n++] = *a;
  return 0;
}

static int64_t rw_choose(const rw_state *s, const rw_actions *list, uint64_t *luck) {
  if (rw_decides(s) != -1) return (int64_t)rw_below(luck, (uint64_t)list->n);
  uint64_t sum = 0;
  for (int64_t i = 0; i < list->n; i++) sum += (uint64_t)rw_weight(s, &list->items[i]);
  uint64_t at = rw_below(luck, sum);
  for (int64_t i = 0; i < list->n; i++) {
    uint64_t weight = (uint64_t)rw_weight(s, &list->items[i]);
    if (at < weight) return i;
    at -= weight;
  }
  return list->n - 1;
}

/* n random plays of at most so many decisions each. Every player chooses evenly, chance by its
   weights. ends[i] counts the plays whose last state rests at node i. The sum of all decisions, or,
   below 0, how a move ended that does not rest (*block is then where), or that memory is short. */
enum { RW_NO_ROOM = -3 };
RW_EXPORT int64_t rwx_playouts(uint64_t seed, int64_t n, int64_t limit, uint64_t *ends, void *last,
                               int *block) {
  rw_actions list = {0, 0, 0, 0};
  int64_t sum = 0;
  rw_state s, first;
  int end = rw_first_at(&first, block);
  if (end != RW_RESTS) return -end;
  for (int64_t play = 0; play < n; play++) {
    uint64_t luck = seed;
    luck = rw_random(&luck) + (uint64_t)play * 0xd1342543de82ef95ULL;
    s = first;
    for (int64_t moves = 0; moves < limit; moves++) {
      list.n = 0;
      rw_legal(&s, rw_append, &list);
      if (list.full) {
        free(list.items);
        return RW_NO_ROOM;
      }
      if (!list.n) break;
      int turns;
      rw_state to;
      end = rw_step_at(&s, &list.items[rw_choose(&s, &list, &luck)], &to, &turns, block);
      if (end != RW_RESTS) {
        free(list.items);
        return -end;
      }
      s = to;
      sum++;
    }
    ends[rw_node(&s)]++;
  }
  memcpy(last, &s, sizeof s);
  free(list.items);
  return sum;
}
