/* What generated C needs whatever the game is. rw_int is defined before. */

#if defined(__GNUC__) || defined(__clang__)
#define RW_PURE __attribute__((pure, unused))
#else
#error "a compiler that understands GNU C is needed"
#endif

static inline rw_int rw_low(uint64_t mask) { return (rw_int)__builtin_ctzll(mask); }
static inline rw_int rw_count(uint64_t mask) { return (rw_int)__builtin_popcountll(mask); }
static inline rw_int rw_has(uint64_t mask, rw_int i) {
  return i >= 0 && i < 64 && (mask >> i & 1);
}
static inline uint64_t rw_bit(rw_int i, rw_int n) { return i >= 0 && i < n ? 1ULL << i : 0; }

/* Rounding towards minus infinity; b is positive. */
static inline rw_int rw_div(rw_int a, rw_int b) { return a / b - (a % b < 0); }
static inline rw_int rw_mod(rw_int a, rw_int b) { return a % b < 0 ? a % b + b : a % b; }

static inline rw_int rw_known(rw_int value, rw_int none, rw_int lowest) {
  return value == none ? lowest : value;
}
static inline rw_int rw_cut(rw_int i, rw_int n) { return i < 0 ? 0 : i > n ? n : i; }

/* Sets of more than 64 elements: N words of 64 bits. */
#define RW_WORDS(N) _Pragma("GCC unroll 8") for (int k = 0; k < (N); k++)
#define RW_LARGE_SETS(N)                                                                        \
  typedef struct { uint64_t w[N]; } rw_set##N;                                                  \
  static inline rw_set##N rw_or##N(rw_set##N a, rw_set##N b) {                                  \
    RW_WORDS(N) a.w[k] |= b.w[k];                                                               \
    return a;                                                                                   \
  }                                                                                             \
  static inline rw_set##N rw_and##N(rw_set##N a, rw_set##N b) {                                 \
    RW_WORDS(N) a.w[k] &= b.w[k];                                                               \
    return a;                                                                                   \
  }                                                                                             \
  static inline rw_set##N rw_minus##N(rw_set##N a, rw_set##N b) {                               \
    RW_WORDS(N) a.w[k] &= ~b.w[k];                                                              \
    return a;                                                                                   \
  }                                                                                             \
  static inline rw_int rw_some##N(rw_set##N a) {                                                \
    uint64_t any = 0;                                                                           \
    RW_WORDS(N) any |= a.w[k];                                                                  \
    return any != 0;                                                                            \
  }                                                                                             \
  static inline rw_int rw_same##N(rw_set##N a, rw_set##N b) {                                   \
    uint64_t other = 0;                                                                         \
    RW_WORDS(N) other |= a.w[k] ^ b.w[k];                                                       \
    return other == 0;                                                                          \
  }                                                                                             \
  static inline rw_int rw_count##N(rw_set##N a) {                                               \
    rw_int n = 0;                                                                               \
    RW_WORDS(N) n += rw_count(a.w[k]);                                                          \
    return n;                                                                                   \
  }                                                                                             \
  static inline rw_int rw_has##N(rw_set##N a, rw_int i) {                                       \
    return i >= 0 && i < 64 * (N) && (a.w[i >> 6] >> (i & 63) & 1);                             \
  }                                                                                             \
  static inline rw_set##N rw_bit##N(rw_int i, rw_int n) {                                       \
    rw_set##N a = {{0}};                                                                        \
    if (i >= 0 && i < n) a.w[i >> 6] = 1ULL << (i & 63);                                        \
    return a;                                                                                   \
  }                                                                                             \
  static inline int rw_next##N(const rw_set##N *a, int i) {                                     \
    for (; i < 64 * (N); i = (i | 63) + 1) {                                                    \
      uint64_t rest = a->w[i >> 6] >> (i & 63);                                                 \
      if (rest) return i + (int)__builtin_ctzll(rest);                                          \
    }                                                                                           \
    return -1;                                                                                  \
  }                                                                                             \
  static inline rw_int rw_beyond##N(rw_set##N a, rw_int n) { return rw_next##N(&a, (int)n) >= 0; }

/* Blocks return the block to go on with or, below zero, at which node play rests. */
#define RW_STOP(node) (-1 - (node))
#define RW_FAULT(node) (-1 - RW_NODES - (node))
/* How a move ends: it comes to rest, it never does, or it takes too many passes of loops. */
enum { RW_RESTS = 0, RW_RUNS_ON = 1, RW_TOO_LONG = 2 };
