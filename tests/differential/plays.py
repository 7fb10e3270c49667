"""The second meaning and an engine side by side, decision by decision."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.oracles.language import CHANCE as ITS_CHANCE
from tests.oracles.language import Endless, Fault, Oracle, Position
from tests.oracles.language.world.representation import ours, their_value

from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.ir.names import source_name
from rulewright.dsl.ir.program import Fault as FaultNode
from rulewright.dsl.ir.program import Program
from rulewright.dsl.ir.types import Map
from rulewright.dsl.load import load_text
from rulewright.dsl.ruleset import Ruleset
from rulewright.engines.game import CHANCE, EndlessLoop
from rulewright.engines.python.game import PythonGame


def oracle_of(ruleset: Ruleset, program: Program) -> Oracle:
    """The game that a program is of, by its second meaning."""
    named = program.instance
    met = (v.name for v in program.variables if v.name.startswith("since."))
    kept_for = dict.fromkeys(met, ()) | {
        f.name.removeprefix("said."): tuple((source_name(q.name), ours(q.type)) for q in f.params)
        for f in program.functions
        if f.name.startswith("said.")
    }
    parameters, readings = dict(named.parameters), dict(named.readings)
    return Oracle(ruleset.tree, named.variant, parameters, readings, kept_for)


def same_plays_of(text: str, seeds: int, limit: int) -> None:
    """Load a ruleset, and play at random on its second meaning and on the Python engine, once for each seed."""
    ruleset = load_text(text, "played.rules")
    program = instantiate(ruleset)
    oracle = oracle_of(ruleset, program)
    for seed in range(seeds):
        same_play(oracle, PythonGame(program), seed, limit)


def same_play(oracle: Oracle, game: Any, seed: int, limit: int) -> int:
    """Play at random on both; how many actions there were. Asserts that nothing differs."""
    random = Random(seed)
    position, state = oracle.new()[0], game.new()
    for played in range(limit):
        same_position(oracle, position, game, state)
        actions = oracle.legal(position)
        if not actions:
            return played
        choice = random.randrange(len(actions))
        stepped = same_step(oracle, position, game, state, choice)
        if stepped is None:
            return played
        position, state = stepped
    return limit


def same_step(
    oracle: Oracle, position: Position, game: Any, state: Any, choice: int
) -> tuple[Position, Any] | None:
    """Take the legal action of a number on both; None if the rules run on after it."""
    action, other = oracle.legal(position)[choice], game.legal(state)[choice]
    try:
        after, turns = oracle.step(position, action)
    except Endless:
        try:
            game.step(state, other)
        except EndlessLoop:
            return None
        raise
    done = game.step(state, other)
    assert done.turns == turns, ("whole turns", done.turns, turns)
    return after, done.state


def same_position(oracle: Oracle, position: Position, game: Any, state: Any) -> None:
    """Assert that both say the same of a position, all that can be asked."""
    program: Program = game.program
    players = program.players.labels
    decides = game.decides(state)
    theirs = None if decides is None else ITS_CHANCE if decides == CHANCE else players[decides]
    assert oracle.decides(position) == theirs, ("who decides", oracle.decides(position), theirs)
    _same_variables(oracle, position, game, state)
    _same_end(oracle, position, game, state)
    shown = [game.text(state, a) for a in game.legal(state)]
    mine = oracle.legal(position)
    assert [a.text for a in mine] == shown, ("legal", [a.text for a in mine], shown)
    if decides == CHANCE:
        weights = [game.weight(state, a) for a in game.legal(state)]
        assert [oracle.weight(position, a) for a in mine] == weights
    for number, check in enumerate(program.checks):
        if check.kind not in {"ends", "acts"}:
            asked = [None] if check.player is None else range(len(players))
            for p in asked:
                name = None if p is None else players[p]
                here = oracle.holds(number, position, name)
                assert here == game.holds(number, state, p), ("check", check.name, name, here)
    for number in range(len(program.strategies)):
        for p, name in enumerate(players):
            worth = oracle.worth(number, position, name)
            assert worth == game.strategy_value(number, state, p), ("strategy", number, name, worth)


def _same_variables(oracle: Oracle, position: Position, game: Any, state: Any) -> None:
    program: Program = game.program
    values = position.variables
    declared = [v for v in program.variables if v.kind in {"state", "supply"}]
    for v in declared:
        mine = their_value(values[v.name], v.type)
        assert mine == game.value(state, v.name), (v.name, mine, game.value(state, v.name))
    for p, name in enumerate(program.players.labels):
        theirs, seen = game.view(state, p), oracle.sees(position, name)
        for v in declared:
            mine = _seen_value(v.type, values[v.name], seen[v.name])
            assert mine == theirs[v.name], ("view", name, v.name, mine, theirs[v.name])


def _seen_value(t: Any, value: Any, seen: Any) -> Any:
    """What is seen of a variable: all, nothing (None), or the entries that are True."""
    if seen is True:
        return their_value(value, t)
    if seen is False:
        return None
    assert isinstance(t, Map)
    entries = their_value(value, t)
    return tuple(e if s else None for e, s in zip(entries, seen, strict=True))


def _same_end(oracle: Oracle, position: Position, game: Any, state: Any) -> None:
    program: Program = game.program
    theirs, mine = game.outcome(state), oracle.outcome(position)
    assert (theirs is None) == (mine is None), ("over", theirs, mine)
    if theirs is None or mine is None:
        return
    winners = tuple(program.players.labels[w] for w in theirs.winners)
    assert (theirs.kind, winners, theirs.scores) == (mine.kind, mine.winners, mine.scores)
    if isinstance(position.end, Fault):
        node = program.nodes[game.node(state)]
        assert isinstance(node, FaultNode)
        assert node.span is not None
        there = Fault.at(node.span, node.declared)
        assert there == position.end, ("fault", there, position.end)
