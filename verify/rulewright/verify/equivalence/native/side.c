/* What a comparison needs of a game, beyond what every game offers: beginnings with other values
 * than the program's own, and steps that are known to be legal. An action is a row of numbers, as
 * in api.c. */

/* Play from `initial` to the first rest: how that move ends, see runtime.h. */
RW_EXPORT int rwp_first(const void *initial, void *out)
{
    rw_state start = rw_at(initial), to;
    rw_draft draft;
    int block = RW_ENTRY;
    rw_draft_of(&start, &draft);
    memcpy(&draft.t, &rw_initial_scratch, sizeof draft.t);
    int end = rw_end(&draft, &block, &start, &to);
    if (end == RW_RESTS)
        memcpy(out, &to, sizeof to);
    return end;
}

RW_EXPORT int32_t rwp_node(const void *state)
{
    rw_state s = rw_at(state);
    return rw_node(&s);
}

/* How the move after this legal action ends, see runtime.h. */
RW_EXPORT int rwp_step(const void *state, const int32_t *row, void *out)
{
    rw_state s = rw_at(state), to;
    rw_action a = rw_row(row);
    int turns, block;
    int end = rw_step_at(&s, &a, &to, &turns, &block);
    if (end == RW_RESTS)
        memcpy(out, &to, sizeof to);
    return end;
}

RW_EXPORT int64_t rwp_weight(const void *state, const int32_t *row)
{
    rw_state s = rw_at(state);
    rw_action a = rw_row(row);
    return rw_weight(&s, &a);
}
