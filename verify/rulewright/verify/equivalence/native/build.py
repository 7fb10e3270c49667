"""From two programs to their comparison in C."""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from rulewright.dsl.ir.program import Chance, Decision, End, Node, Program
from rulewright.dsl.ir.types import Enum
from rulewright.engines.codegen.choices import choices_of, parameters_of
from rulewright.engines.native.cache import compiled
from rulewright.engines.native.code import Unavailable
from rulewright.engines.native.library import OPTIMISED, OPTIONS, Library
from rulewright.engines.native.library import build as build_game
from rulewright.engines.native.states import NODE

from ...explicit.native.functions import typed
from ..observation import shared
from .functions import MOST_PLAYERS, SIDE, SOURCES, TYPES, Side, head

ROUND = 64
"""Sizes of pairs are rounded up to multiples of this, so that few libraries are needed."""

OPEN, SECRET, CHANCE = -1, -2, -3
"""Kinds of nodes that are no ends; see pairs.c."""

Name = tuple[str, int]
"""What a choice is called, and how many arguments it has."""

_FUNCTIONS = {
    **{name: f"rwx_{name}" for name in ("decides", "legal", "winners", "scores")},
    **{name: f"rwp_{name}" for name in ("node", "step", "weight")},
}


@dataclass(frozen=True, slots=True)
class Compiled:
    """A program that was compiled to be compared."""

    program: Program
    library: Library

    def begin(self, readings: Mapping[str, str]) -> Begun:
        """A game of the program, whose readings in ``readings`` are state; see `program_family`."""
        states, values = self.library.states, []
        assert readings.keys() <= {v.name for v in self.program.variables}, "a reading is no state"
        for variable in self.program.variables:
            if variable.kind == "scratch":
                continue
            chosen = readings.get(variable.name)
            if chosen is None:
                values.append(variable.initial)
            else:
                assert isinstance(variable.type, Enum)
                values.append(variable.type.labels.index(chosen))
        first = ctypes.create_string_buffer(states.size)
        rests = self.library.handle.rwp_first(states.pack(0, tuple(values)), first)
        return Begun(self, first if rests else None)


@dataclass(frozen=True, slots=True)
class Begun:
    """A game that begins in a state, None where its rules run on at once."""

    game: Compiled
    start: ctypes.Array[ctypes.c_char] | None


def compile_game(program: Program) -> Compiled:
    """A program in C, quickly and without what is no rule of it.

    Raises Unavailable where this cannot be done.
    """
    rules = replace(program, checks=(), strategies=())
    library = build_game(rules, (SIDE,), passing=True)
    library.handle.rwp_first.argtypes = [ctypes.c_char_p, ctypes.c_void_p]
    return Compiled(program, library)


class Names:
    """Numbers for the names and the ends that two programs share."""

    def __init__(self) -> None:
        self.names: dict[Name, int] = {}
        self.ends: dict[str, int] = {}

    def choices(self, node: Node) -> list[int]:
        """The numbers of the choices of a node. Raises Unavailable if two are called the same."""
        found = []
        for choice in choices_of(node):
            name = "" if isinstance(choice, Chance) else choice.name
            key = (name, len(parameters_of(choice)))
            found.append(self.names.setdefault(key, len(self.names)))
        if len(set(found)) < len(found):
            raise Unavailable("two choices of one decision have the same name")
        return found

    def kind(self, node: Node) -> int:
        """What sort of node it is: the number of an end, or one of the kinds above."""
        match node:
            case Decision(secret=secret):
                return SECRET if secret else OPEN
            case Chance():
                return CHANCE
            case End(kind=kind):
                return self.ends.setdefault(kind, len(self.ends))
            case _:
                return self.ends.setdefault(f"fault: {node.message}", len(self.ends))


@dataclass(frozen=True, slots=True)
class Tables:
    """What C reads of one program while it compares: it must live as long as that."""

    side: Side
    kept: tuple[object, ...]
    choices: int
    """How many choices all nodes have together."""


def tables(begun: Begun, names: Names) -> Tables:
    """A game as pairs.c wants it."""
    game = begun.game
    kinds, starts, numbers = array("i"), array("i"), array("i")
    for node in game.program.nodes:
        kinds.append(names.kind(node))
        starts.append(len(numbers))
        numbers.extend(names.choices(node))
    choices = len(numbers)
    numbers.append(0)  # never empty
    side = Side()
    for field, function in _FUNCTIONS.items():
        pointer = ctypes.cast(getattr(game.library.handle, function), ctypes.c_void_p)
        setattr(side, field, pointer.value)
    side.start = None if begun.start is None else ctypes.addressof(begun.start)
    side.size = game.library.states.size
    side.row = game.library.handle.rwx_most_arguments() + 1
    for field, values in (("kinds", kinds), ("starts", starts), ("names", numbers)):
        setattr(side, field, values.buffer_info()[0])
    return Tables(side, (kinds, starts, numbers, begun), choices)


def pieces(one: Compiled, two: Compiled) -> array[int]:
    """Where what lies on both tables stands: places in both states, and sizes, in bytes."""
    found = array("q")
    names = set(shared(one.program, two.program))
    other = dict(_places(two))
    for name, (offset, size) in _places(one):
        if name in names:
            found.extend((offset, other[name][0], size))
    return found


def _places(game: Compiled) -> Iterable[tuple[str, tuple[int, int]]]:
    """Each variable that is kept: where it stands in a state, and how many bytes it takes."""
    for place in game.library.states.places:
        if place.index != NODE:
            name = game.program.variables[place.index].name
            yield name, (place.offset, place.shape.bytes)


def comparison(one: Compiled, two: Compiled) -> ctypes.CDLL:
    """The functions that compare two games. Raises Unavailable."""
    players = one.program.players
    if players != two.program.players or len(players.labels) > MOST_PLAYERS:
        raise Unavailable("other players, or too many of them")
    size = one.library.states.size + two.library.states.size + 2
    return _functions(-(-size // ROUND) * ROUND)


@lru_cache(maxsize=64)
def _functions(size: int) -> ctypes.CDLL:
    """The functions for pairs of so many bytes."""
    text = "\n\n".join((head(size), *(Path(p).read_text(encoding="utf-8") for p in SOURCES)))
    with compiled(text, [*OPTIONS, OPTIMISED]) as path:
        try:
            return typed(ctypes.CDLL(str(path)), TYPES)
        except (OSError, AttributeError) as error:
            raise Unavailable(f"what the compiler made cannot be loaded: {error}") from None
