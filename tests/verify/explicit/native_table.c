/* A game given as tables, written by hand against the seam between games and searches: state s
 * has the actions 0, 1, ... up to its number of moves. The tables are filled in from outside. */

#include <stdint.h>
#include <string.h>

#define RW_MAX_ARGS 1
#define RW_NODES 3
#define RW_CHECKS 6
#if defined(_WIN32)
#define RW_EXPORT __declspec(dllexport)
#else
#define RW_EXPORT __attribute__((visibility("default")))
#endif
#define MOST 4096
#define WIDE 3

typedef struct {
    uint16_t at;
    uint8_t turned; /* a byte that is never set, and one that makes the size odd */
} rw_state;
typedef struct { int32_t choice; int32_t args[RW_MAX_ARGS]; } rw_action;
enum { RW_RESTS = 0, RW_RUNS_ON = 1, RW_TOO_LONG = 2 };

RW_EXPORT struct table {
    int32_t count[MOST], target[MOST][WIDE], turns[MOST][WIDE]; /* target -1: runs on, -2: too long */
    int32_t node[MOST], winners[MOST], decides[MOST];
    int32_t holds[RW_CHECKS][3][MOST]; /* for nobody, for player 0, for player 1 */
} rw_table;

static int rw_first(rw_state *out) { memset(out, 0, sizeof *out); return RW_RESTS; }
static int rw_node(const rw_state *s) { return rw_table.node[s->at]; }
static int rw_over(const rw_state *s) { return rw_table.node[s->at] != 0; }
static uint64_t rw_winners(const rw_state *s) { return (uint64_t)rw_table.winners[s->at]; }
static int rw_decides(const rw_state *s) { return rw_over(s) ? -2 : rw_table.decides[s->at]; }
static int rw_step(const rw_state *from, const rw_action *a, rw_state *to, int *turns)
{
    int32_t target = rw_table.target[from->at][a->args[0]];
    if (target < 0)
        return target == -1 ? RW_RUNS_ON : RW_TOO_LONG;
    memset(to, 0, sizeof *to);
    to->at = (uint16_t)target;
    *turns = rw_table.turns[from->at][a->args[0]];
    return RW_RESTS;
}
typedef int (*rw_visit)(void *context, const rw_action *a);
static void rw_legal(const rw_state *s, rw_visit visit, void *context)
{
    for (int32_t n = 0; !rw_over(s) && n < rw_table.count[s->at]; n++) {
        rw_action action = {0, {n}};
        if (visit(context, &action))
            return;
    }
}
static int rw_holds(int check, const rw_state *s, int player)
{
    return rw_table.holds[check][player + 1][s->at];
}
