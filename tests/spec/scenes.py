"""Scenes: a shipped game that begins in the position a test needs, and goes on by its own rules."""

from __future__ import annotations

from dataclasses import replace
from textwrap import dedent, indent
from typing import Any

from tests.shipped import ruleset

from rulewright.dsl.elaborate.symbols.report import DiagnosticSink
from rulewright.dsl.elaborate.symbols.variants import variants
from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.parsing.parse import parse
from rulewright.dsl.ruleset import Ruleset
from rulewright.engines.python.game import PythonGame


def scene(name: str, variant: str, play: str, **settings: Any) -> PythonGame:
    """The game of a variant whose ``play`` is replaced by these statements."""
    head = f'ruleset scene "Scene"\n  variant scene: {variant}\n    play by [scene]\n'
    (added,) = parse(head + indent(dedent(play).strip("\n"), " " * 6) + "\n", "scene").parts
    whole, report = ruleset(name).tree, DiagnosticSink()
    tree = replace(whole, parts=(*whole.parts, added))
    with_scene = Ruleset(tree, variants(tree, report), None)
    assert not report.diagnostics
    return PythonGame(instantiate(with_scene, variant="scene", **settings))


def legal(game: PythonGame, state: Any) -> list[str]:
    """The legal actions, as text."""
    return [game.text(state, action) for action in game.legal(state)]


def follow(game: PythonGame, *moves: str) -> Any:
    """The position after these moves, each told by its text."""
    state = game.new()
    for move in moves:
        actions = {game.text(state, action): action for action in game.legal(state)}
        assert move in actions, (move, sorted(actions))
        state = game.apply(state, actions[move])
    return state


def outcome(game: PythonGame, *moves: str) -> str | None:
    """How play is over after these moves, None if it is not."""
    found = game.outcome(follow(game, *moves))
    return found.label if found else None


def ends(game: PythonGame) -> set[str]:
    """How a scene can end, whatever is chosen."""
    over = [game.outcome(state) for state in positions(game)]
    return {outcome.label for outcome in over if outcome is not None}


def positions(game: PythonGame) -> set[Any]:
    """All positions of a scene."""
    seen, waiting = {game.new()}, [game.new()]
    while waiting:
        state = waiting.pop()
        after = {game.apply(state, action) for action in game.legal(state)} - seen
        seen |= after
        waiting += after
    return seen


def ever(game: PythonGame, check: str) -> bool:
    """Whether some position of a scene answers a check: what is always so is not, all else is."""
    number, asked = next((n, c) for n, c in enumerate(game.program.checks) if c.name == check)
    return any(
        game.holds(number, state, None) is (asked.kind != "always") for state in positions(game)
    )


def asked(name: str, variant: str, play: str, **settings: Any) -> dict[str, bool]:
    """Whether what each check asks about is so in the first position of a scene."""
    game = scene(name, variant, play, **settings)
    return {
        check.name: game.holds(number, game.new(), None)
        for number, check in enumerate(game.program.checks)
        if check.player is None
    }
