"""From two programs to their comparison in C."""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from rulewright.dsl.ir.program import Chance, Decision, End, Fault, Node, Program
from rulewright.dsl.ir.types import Enum, Int, Map, Scalar, Type, lowest, scalar, size
from rulewright.dsl.ir.unknown import refuse
from rulewright.engines.common.move_limit import MOVE_LIMIT
from rulewright.engines.game import EngineUnavailable, too_long
from rulewright.engines.native.cache import compiled
from rulewright.engines.native.generator.shapes import shape
from rulewright.engines.native.generator.states import NODE
from rulewright.engines.native.library import OPTIMISED, OPTIONS, TOO_LONG, Library
from rulewright.engines.native.library import build as build_game
from rulewright.engines.native.loading import address, typed

from ..labels import ActionName, Label, labels, offered
from ..observation import stopped, table
from .functions import MOST_PLAYERS, SIDE, SOURCES, TYPES, NativeSide, head

ROUND = 64
"""Sizes of pairs are rounded up to multiples of this, so that few libraries are needed."""

OPEN, SECRET, CHANCE = -1, -2, -3
"""Kinds of nodes that are not ends; see pairs.c."""

NO_ARGUMENT = -(2**63)
"""Placeholder where a choice has fewer arguments than others; see pairs.c."""

MOST_VALUES = 2**16
"""The most values an argument may have, so that each can have a number."""

ChoiceName = tuple[str, int]
"""The name of a choice, and the number of its arguments."""

_FUNCTIONS = {
    **{name: f"rwx_{name}" for name in ("decides", "legal", "winners", "scores")},
    **{name: f"rwp_{name}" for name in ("node", "step", "weight")},
}


@dataclass(frozen=True, slots=True)
class CompiledGame:
    """A program compiled for a comparison."""

    program: Program
    library: Library

    def begin(self, held: Mapping[str, str]) -> StartedGame:
        """A game of the program that holds these readings and parameters as state, with these options
        and values; see `program_family`.

        Raises LongMove.
        """
        states, values = self.library.states, []
        assert held.keys() <= {v.name for v in self.program.variables}, "not held as state"
        for variable in self.program.variables:
            if variable.kind == "scratch":
                continue
            chosen = held.get(variable.name)
            if chosen is None:
                values.append(variable.initial)
            elif isinstance(variable.type, Int):
                values.append(int(chosen))
            else:
                assert isinstance(variable.type, Enum)
                values.append(variable.type.labels.index(chosen))
        first = ctypes.create_string_buffer(states.size)
        end = self.library.handle.rwp_first(states.pack(0, tuple(values)), first)
        if end == TOO_LONG:
            raise too_long(self.library.move_limit, self.program.blocks[self.program.entry].name)
        return StartedGame(self, None if end else first)


@dataclass(frozen=True, slots=True)
class StartedGame:
    """A game that begins in a state, None where its rules run on at once."""

    game: CompiledGame
    start: ctypes.Array[ctypes.c_char] | None


def compile_game(program: Program, move_limit: int = MOVE_LIMIT) -> CompiledGame:
    """A program in C, compiled quickly and without the parts that are not rules.

    Raises EngineUnavailable if this cannot be done.
    """
    rules = replace(program, checks=(), strategies=())
    library = build_game(rules, (SIDE,), passing=True, move_limit=move_limit)
    library.handle.rwp_first.argtypes = [ctypes.c_char_p, ctypes.c_void_p]
    return CompiledGame(program, library)


class ChoiceNumbers:
    """Numbers for the names of options, values and ends, shared by two programs."""

    def __init__(self) -> None:
        self.names: dict[ChoiceName, int] = {}
        self.labels: dict[Label, int] = {}
        self._ends: dict[tuple[str, ...], int] = {}

    def choices(self, node: Node) -> list[int]:
        """The numbers of the choices of a node. Raises EngineUnavailable if two have the same name."""
        found = []
        for name, parameters in offered(node):
            found.append(self.names.setdefault((name, len(parameters)), len(self.names)))
        if len(set(found)) < len(found):
            raise EngineUnavailable("two choices of one decision have the same name")
        return found

    def labelled(self, t: Scalar) -> list[int]:
        """The numbers of the labels of a type's values. Raises EngineUnavailable for too many."""
        if size(t) > MOST_VALUES:
            raise EngineUnavailable("an argument has too many values")
        return [self.labels.setdefault(name, len(self.labels)) for name in labels(t).values()]

    def kind(self, node: Node) -> int:
        """The kind of a node: the number of an end, or one of the kinds above."""
        match node:
            case Decision(secret=secret):
                return SECRET if secret else OPEN
            case Chance():
                return CHANCE
            case End(kind=kind):
                return self._end(kind)
            case Fault():
                return self._end(*stopped(node))
            case _:
                refuse(node)

    def _end(self, *kind: str) -> int:
        return self._ends.setdefault(kind, len(self._ends))

    def row(self, key: ActionName, width: int) -> list[int]:
        """An option as C writes it; -1 stands for a name that does not occur in the programs."""
        name, args = key
        row = [self.names.get((name, len(args)), -1), *(self.labels.get(a, -1) for a in args)]
        return [*row, *(0 for _ in range(width - len(row)))]

    def keys(self, rows: Sequence[int], width: int) -> list[ActionName]:
        """The options that C wrote."""
        names, called = list(self.names), list(self.labels)
        found: list[ActionName] = []
        for at in range(0, len(rows), width):
            name, count = names[rows[at]]
            found.append((name, tuple(called[n] for n in rows[at + 1 : at + 1 + count])))
        return found


@dataclass(frozen=True, slots=True)
class SideTables:
    """What C reads of one program while it compares; it must live as long."""

    side: NativeSide
    owners: tuple[object, ...]
    choices: int
    """The number of choices of all nodes together."""


def side_tables(started: StartedGame, names: ChoiceNumbers) -> SideTables:
    """A game in the form that pairs.c wants. Raises EngineUnavailable."""
    game = started.game
    most = game.library.handle.rwx_most_arguments()
    kinds, starts, numbers = array("i"), array("i"), array("i")
    bases, words = array("q"), array("i")
    begins: dict[Scalar, int] = {}
    for node in game.program.nodes:
        kinds.append(names.kind(node))
        starts.append(len(numbers))
        numbers.extend(names.choices(node))
        for _, parameters in offered(node):
            for t in (scalar(parameter.type) for parameter in parameters):
                if t not in begins:
                    begins[t] = len(words) - lowest(t)
                    words.extend(names.labelled(t))
                bases.append(begins[t])
            bases.extend(NO_ARGUMENT for _ in range(most - len(parameters)))
    choices = len(numbers)
    library = game.library
    given = {"kinds": kinds, "starts": starts, "names": numbers, "bases": bases, "words": words}
    for values in given.values():
        values.append(0)  # never empty
    side = NativeSide(
        start=None if started.start is None else ctypes.addressof(started.start),
        size=library.states.size,
        row=most + 1,
        **{field: address(library.handle, name) for field, name in _FUNCTIONS.items()},
        **{field: values.buffer_info()[0] for field, values in given.items()},
    )
    return SideTables(side, (*given.values(), started), choices)


def observable_slices(one: CompiledGame, two: CompiledGame) -> array[int]:
    """Where the contents of both tables are: offsets in both states, and sizes, in bytes.

    Raises EngineUnavailable if equal bytes may be different values.
    """
    found = array("q")
    what = table(one.program, two.program)
    if what.single:
        raise EngineUnavailable(f"only one game has {what.single[0]}")
    for name, first, second in what.unlike:
        if not _equal_as_bytes(first, second):
            raise EngineUnavailable(f"{name} is of another type")
    names = {*what.alike, *(name for name, _, _ in what.unlike)}
    other = dict(_offsets(two))
    for name, (offset, length) in _offsets(one):
        if name in names:
            found.extend((offset, other[name][0], length))
    return found


def _equal_as_bytes(one: Type, two: Type) -> bool:
    """Whether values of both types have the same label exactly if they are stored as the same bytes."""
    match one, two:
        case Int(), Int():
            return shape(one) == shape(two)
        case Map(key, inner), Map(other, value):
            return key == other and _equal_as_bytes(inner, value)
        case _:
            return one == two


def _offsets(game: CompiledGame) -> Iterable[tuple[str, tuple[int, int]]]:
    """Each stored variable: its offset in a state, and its size in bytes."""
    for place in game.library.states.places:
        if place.index != NODE:
            name = game.program.variables[place.index].name
            yield name, (place.offset, place.shape.bytes)


def comparing_functions(one: CompiledGame, two: CompiledGame) -> ctypes.CDLL:
    """The functions that compare two games. Raises EngineUnavailable."""
    players = one.program.players
    if players != two.program.players or len(players.labels) > MOST_PLAYERS:
        raise EngineUnavailable("other players, or too many of them")
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
            raise EngineUnavailable(f"what the compiler made cannot be loaded: {error}") from None
