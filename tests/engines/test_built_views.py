"""Built engines show each player what they may see, and nothing more: as the interface has it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import pytest
from tests import ir_examples as examples
from tests.engines.engines import NEEDS_COMPILER

from rulewright.dsl.inputs.locate import find
from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.ir.program import Program
from rulewright.dsl.load import load, load_text
from rulewright.engines.native.library import build
from rulewright.engines.python.game import PythonGame, PythonState
from rulewright.engines.python.generator.module import source

PAIRS = """\
ruleset pairs "A hand for each player and colour, and what only some may see"
  players A, B, C
  enum Colour: Red, Blue, Green
  state held: Player, Colour -> set of Colour = {} seen by owner
  state open: Bool = yes
  state secret: 0..300 = 270 seen by none
  play
    repeat
      turns for p in Player
        choose p
          take(c: Colour, s: Colour)
            held[p, c] := {s}
            secret := secret - 1
            open := not open
"""


def pairs() -> Program:
    return instantiate(load_text(PAIRS, "pairs.rules"))


def shipped(name: str, instance: str | None = None) -> Callable[[], Program]:
    return lambda: instantiate(load(find(name), every=False), instance=instance)


GAMES = {
    "hands": examples.hands,
    "pairs": pairs,
    "kuhn": shipped("kuhn_poker"),
    "goofspiel": shipped("goofspiel"),
}


def states(game: PythonGame) -> Iterator[PythonState]:
    random, state = Random(5), game.new()
    for _ in range(12):
        yield state
        legal = game.legal(state)
        if not legal:
            return
        state = game.apply(state, random.choice(legal))


@pytest.mark.parametrize("name", GAMES)
def test_the_python_module(name: str) -> None:
    program = GAMES[name]()
    game, module = PythonGame(program), dict[str, object]()
    exec(compile(source(program), "built.py", "exec"), module)
    view = module["view"]
    assert callable(view)
    hidden = 0
    for state in states(game):
        for player in range(len(program.players.labels)):
            seen = game.view(state, player)
            assert view(state, player) == tuple(seen.values())
            hidden += sum(None in (v if isinstance(v, tuple) else (v,)) for v in seen.values())
    assert hidden


@pytest.mark.thorough
@NEEDS_COMPILER
@pytest.mark.parametrize("name", GAMES)
def test_the_library_of_c(name: str) -> None:
    program = GAMES[name]()
    game, library = PythonGame(program), build(program, passing=True)
    kept = {v.name: i for i, v in enumerate(program.variables) if v.kind != "scratch"}
    nothing = bytes(library.states.size)
    for state in states(game):
        values = tuple(game.value(state, v) for v in kept)
        packed = library.states.pack(game.node(state), values)
        for player in range(len(program.players.labels)):
            view, mask = library.view(packed, player)
            assert view == bytes(a & b for a, b in zip(packed, mask, strict=True))
            for v, seen in game.view(state, player).items():
                found, empty = (library.states.value(data, kept[v]) for data in (view, nothing))
                if isinstance(seen, tuple) and isinstance(found, tuple) and None in seen:
                    assert isinstance(empty, tuple)
                    assert found == tuple(
                        e if s is None else s for s, e in zip(seen, empty, strict=True)
                    )
                else:
                    assert found == (empty if seen is None else seen)
