/* What a comparison needs of a game, beyond what every game offers: beginnings with other values
 * than the program's own, and steps that are known to be legal. An action is a row of numbers, as
 * in api.c. */

/* Play from `initial` to the first rest; 0 where the rules run on. */
RW_EXPORT int rwp_first(const void *initial, void *out)
{
    rw_state start = rw_at(initial), to;
    rw_draft draft;
    int block = RW_ENTRY;
    rw_draft_of(&start, &draft);
    memcpy(&draft.t, &rw_initial_scratch, sizeof draft.t);
    if (rw_end(&draft, &block, &start, &to) != RW_RESTS)
        return 0;
    memcpy(out, &to, sizeof to);
    return 1;
}

RW_EXPORT int32_t rwp_node(const void *state)
{
    rw_state s = rw_at(state);
    return rw_node(&s);
}

/* 0 where the rules run on after this legal action. */
RW_EXPORT int rwp_step(const void *state, const int32_t *row, void *out)
{
    rw_state s = rw_at(state), to;
    rw_action a = rw_row(row);
    int turns, block;
    if (rw_step_at(&s, &a, &to, &turns, &block) != RW_RESTS)
        return 0;
    memcpy(out, &to, sizeof to);
    return 1;
}

RW_EXPORT int64_t rwp_weight(const void *state, const int32_t *row)
{
    rw_state s = rw_at(state);
    rw_action a = rw_row(row);
    return rw_weight(&s, &a);
}
