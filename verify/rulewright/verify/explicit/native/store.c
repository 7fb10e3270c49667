/* Memory that is counted, and sets of states: each state once, numbered in the order of entry.
 *
 * What follows the generated text of a game is compiled with it as one file. Nothing here ends
 * the process when memory is short: every function that needs some says whether it got it. */

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define RWS_BLOCK 1024 /* states in a block; blocks stay where they are */

typedef struct {
    uint64_t used, most; /* in bytes */
} rws_memory;

/* Change the size of a piece of memory. NULL, and the old piece as it was, if there is too little. */
static void *rws_resize(rws_memory *memory, void *old, uint64_t from, uint64_t to)
{
    if (to > from && to - from > memory->most - memory->used)
        return NULL;
    if (to > SIZE_MAX)
        return NULL;
    void *piece = realloc(old, (size_t)to);
    if (piece != NULL)
        memory->used = memory->used - from + to;
    return piece;
}

static void rws_free(rws_memory *memory, void *piece, uint64_t size)
{
    free(piece);
    if (piece != NULL)
        memory->used -= size;
}

/* An array that grows: items of one size, `count` of them in use. */
typedef struct {
    char *items;
    uint64_t count, room;
} rws_array;

/* Make room for one more item of `size` bytes. 0 if there is too little memory. */
static int rws_room(rws_memory *memory, rws_array *array, uint64_t size)
{
    if (array->count < array->room)
        return 1;
    uint64_t more = array->room < 64 ? 64 : array->room + array->room / 2;
    char *items = rws_resize(memory, array->items, array->room * size, more * size);
    if (items == NULL)
        return 0;
    array->items = items;
    array->room = more;
    return 1;
}

static void rws_drop(rws_memory *memory, rws_array *array, uint64_t size)
{
    rws_free(memory, array->items, array->room * size);
    memset(array, 0, sizeof *array);
}

/* Open addressing with linear probing. A slot holds 32 bits of the hash, from which its place is
 * worked out when the table grows, above the number of the state plus one; 0 is an empty slot. */
typedef struct {
    rws_array blocks; /* rw_state * */
    uint64_t *slots;
    uint64_t size; /* of slots: 0 or a power of two */
    uint32_t count;
} rws_set;

static inline rw_state *rws_at(const rws_set *set, uint32_t number)
{
    return ((rw_state **)set->blocks.items)[number / RWS_BLOCK] + number % RWS_BLOCK;
}

static inline uint64_t rws_mix(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * UINT64_C(0x9E3779B97F4A7C15);
    return hash ^ hash >> 29;
}

static inline uint32_t rws_hash(const rw_state *state)
{
    const unsigned char *bytes = (const unsigned char *)state;
    uint64_t hash = sizeof(rw_state), word;
    size_t at = 0;
    for (; at + 8 <= sizeof(rw_state); at += 8) {
        memcpy(&word, bytes + at, 8);
        hash = rws_mix(hash, word);
    }
    if (at < sizeof(rw_state)) {
        word = 0;
        memcpy(&word, bytes + at, sizeof(rw_state) - at);
        hash = rws_mix(hash, word);
    }
    return (uint32_t)(rws_mix(hash, 0) >> 32);
}

static int rws_grow(rws_memory *memory, rws_set *set)
{
    uint64_t size = set->size ? 2 * set->size : 64;
    if (size > memory->most / 8 || 8 * size > memory->most - memory->used)
        return 0;
    uint64_t *slots = calloc((size_t)size, 8);
    if (slots == NULL)
        return 0;
    memory->used += 8 * size;
    for (uint64_t old = 0; old < set->size; old++) {
        if (set->slots[old] == 0)
            continue;
        uint64_t place = set->slots[old] >> 32 & (size - 1);
        while (slots[place] != 0)
            place = (place + 1) & (size - 1);
        slots[place] = set->slots[old];
    }
    rws_free(memory, set->slots, 8 * set->size);
    set->slots = slots;
    set->size = size;
    return 1;
}

/* The slot of a state: where it stands, or where it would. There is always an empty one. */
static inline uint64_t rws_slot(const rws_set *set, const rw_state *state, uint32_t hash)
{
    uint64_t place = hash & (set->size - 1);
    for (uint64_t slot; (slot = set->slots[place]) != 0; place = (place + 1) & (set->size - 1))
        if (slot >> 32 == hash &&
            memcmp(rws_at(set, (uint32_t)slot - 1), state, sizeof *state) == 0)
            break;
    return place;
}

enum { RWS_NO_ROOM = -1, RWS_KNOWN = 0, RWS_NEW = 1, RWS_TOO_MANY = 2 };

/* Enter a state, unless that would make more than `most`; `number` becomes its number. */
static int rws_enter(
    rws_memory *memory, rws_set *set, const rw_state *state, uint32_t most, uint32_t *number)
{
    if (((uint64_t)set->count + 1) * 4 > set->size * 3 && !rws_grow(memory, set))
        return RWS_NO_ROOM;
    uint32_t hash = rws_hash(state);
    uint64_t place = rws_slot(set, state, hash);
    if (set->slots[place] != 0) {
        *number = (uint32_t)set->slots[place] - 1;
        return RWS_KNOWN;
    }
    if (set->count >= most)
        return RWS_TOO_MANY;
    if (set->count / RWS_BLOCK == set->blocks.count) {
        if (!rws_room(memory, &set->blocks, sizeof(rw_state *)))
            return RWS_NO_ROOM;
        rw_state *block = rws_resize(memory, NULL, 0, RWS_BLOCK * sizeof(rw_state));
        if (block == NULL)
            return RWS_NO_ROOM;
        ((rw_state **)set->blocks.items)[set->blocks.count++] = block;
    }
    *number = set->count++;
    memcpy(rws_at(set, *number), state, sizeof *state);
    set->slots[place] = (uint64_t)hash << 32 | set->count;
    return RWS_NEW;
}

/* Forget all states and keep the memory. From the first slot of each state on, slots are emptied
 * up to the next empty one: whatever stands in between goes, too, and so no state is missed. */
static void rws_empty(rws_set *set)
{
    for (uint32_t number = 0; number < set->count; number++) {
        uint64_t place = rws_hash(rws_at(set, number)) & (set->size - 1);
        for (; set->slots[place] != 0; place = (place + 1) & (set->size - 1))
            set->slots[place] = 0;
    }
    set->count = 0;
}

static void rws_discard(rws_memory *memory, rws_set *set)
{
    for (uint64_t block = 0; block < set->blocks.count; block++)
        rws_free(memory, ((rw_state **)set->blocks.items)[block], RWS_BLOCK * sizeof(rw_state));
    rws_drop(memory, &set->blocks, sizeof(rw_state *));
    rws_free(memory, set->slots, 8 * set->size);
    memset(set, 0, sizeof *set);
}
