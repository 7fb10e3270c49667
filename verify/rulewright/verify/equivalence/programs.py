"""The programs of a ruleset's games, and two of them side by side, on the engine that pays."""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal, TypeVar

from rulewright.dsl.diagnostics import RulesetError
from rulewright.dsl.instantiate import program_family
from rulewright.dsl.ir.program import Program
from rulewright.dsl.ruleset import Ruleset
from rulewright.engines.game import MOVE_LIMIT, EngineUnavailable
from rulewright.engines.native.code import tell_python_serves
from rulewright.engines.python.game import PythonGame

from ..stategraph.graph import OutOfMemory
from .canonical import Line, canonical
from .family import groups
from .product import PythonTandem, Tandem
from .questions import Place, extent

if TYPE_CHECKING:
    from .native.build import Begun, Compiled

K = TypeVar("K")
T = TypeVar("T")

Engine = Literal["auto", "python", "native"]

KEPT = 64
"""How many programs, and how many games, are kept for another turn."""

COMPILED = 192
"""How many compiled games are kept: they are what takes longest to make."""

SMALL = 10
"""Programs with fewer blocks are compared in Python: they are made and played sooner than C is
compiled."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A game of a place; ``reading`` is set to ``option`` there, unless it is empty."""

    place: Place
    reading: str = ""
    option: str = ""

    @property
    def base(self) -> Place:
        """The place without any reading that is changed there."""
        return replace(self.place, others=())

    @property
    def readings(self) -> dict[str, str]:
        """The readings that are set otherwise than in the base."""
        changed = {self.reading: self.option} if self.reading else {}
        return dict(self.place.others) | changed


@dataclass(frozen=True, slots=True)
class Holding:
    """A game of a place in which readings are state."""

    place: Place
    states: frozenset[str]


class Programs:
    """The programs and games of a ruleset; those that were asked for last are kept.

    ``asked`` are the readings that are compared. ``memory``: how many bytes a comparison in C may
    take. ``move_limit``: how many passes of loops a move may take. With the engine ``native`` its
    methods raise EngineUnavailable and OutOfMemory where a game cannot be compiled or compared in C.
    """

    def __init__(
        self, ruleset: Ruleset, asked: Set[str] = frozenset(), engine: Engine = "auto",
        memory: int = 2**31, move_limit: int = MOVE_LIMIT,
    ) -> None:  # fmt: skip
        self.move_limit = move_limit
        """So many passes of loops may a move take."""
        self._ruleset = ruleset
        self._asked = asked
        self._engine = engine
        self._memory = memory
        self._plain: dict[Place, Program] = {}
        self._changed: dict[Wanted, Program] = {}
        self._lines: dict[Wanted, tuple[Line, ...]] = {}
        self._games: dict[Wanted, PythonGame] = {}
        self._compiled: dict[Wanted | Holding, Compiled] = {}
        self._groups: dict[tuple[str, ...], tuple[frozenset[str], ...]] = {}
        self._not_held: set[Holding] = set()

    def by_extent(self, places: Sequence[Place]) -> list[Place]:
        """The places, small games first; variants without an instance, which are large, last."""
        named = [place for place in places if place.instance]
        named.sort(key=lambda place: extent(self._as_it_is(place)))
        return named + [place for place in places if not place.instance]

    def wanted(self, place: Place, reading: str, option: str) -> Wanted:
        """The game of a place with an option, which it may have anyway."""
        if dict(self._as_it_is(place).instance.readings).get(reading) == option:
            return Wanted(place)
        return Wanted(place, reading, option)

    def same(self, first: Wanted, second: Wanted) -> bool:
        """Whether the programs differ in nothing but names, texts and order."""
        return self._written(first) == self._written(second)

    def tandem(self, first: Wanted, second: Wanted, *, alone: bool = False) -> Tandem:
        """Both games side by side.

        If it pays, in a program that holds all options of the readings that are asked about; what
        it says is provisional then. Not with ``alone``.
        """
        if self._engine != "python" and not self._small(first):
            try:
                return self._native(first, second, alone=alone)
            except (EngineUnavailable, OutOfMemory) as reason:
                if self._engine == "native":
                    raise
                tell_python_serves(reason)
        return PythonTandem((self._game(first), self._game(second)))

    def holds(self, first: Wanted, second: Wanted) -> bool:
        """Whether one program in C would hold both games."""
        if self._engine == "python" or self._small(first):
            return False
        return self._holding(first, second) is not None

    def _small(self, wanted: Wanted) -> bool:
        return self._engine == "auto" and len(self._as_it_is(wanted.base).blocks) < SMALL

    def _native(self, first: Wanted, second: Wanted, *, alone: bool) -> Tandem:
        from .native.product import NativeTandem

        in_one = None if alone else self._in_one(first, second)
        one, two = in_one or (self._in_c(first).begin({}), self._in_c(second).begin({}))
        return NativeTandem(one, two, lambda: (self._game(first), self._game(second)), self._memory)

    def _in_one(self, first: Wanted, second: Wanted) -> tuple[Begun, Begun] | None:
        """Both games as beginnings of one program, if there is one that holds them."""
        holding = self._holding(first, second)
        if holding is None:
            return None
        try:
            compiled = self._in_c(holding)
        except (RulesetError, EngineUnavailable):
            self._not_held.add(holding)
            return None
        return compiled.begin(first.readings), compiled.begin(second.readings)

    def _holding(self, first: Wanted, second: Wanted) -> Holding | None:
        """What a program that holds both games is made of, if there can be one."""
        program = self._as_it_is(first.base)
        changed = first.readings.keys() | second.readings.keys()
        names = {part.name.text for part in self._ruleset.readings(first.base.variant)}
        wanted = names & self._asked if changed <= self._asked else names
        asked = tuple(name for name, _ in program.instance.readings if name in wanted)
        if asked not in self._groups:
            self._groups[asked] = groups(self._ruleset, program, asked)
        held = (Holding(first.base, group) for group in self._groups[asked] if changed <= group)
        return next((h for h in held if h not in self._not_held), None)

    def _in_c(self, wanted: Wanted | Holding) -> Compiled:
        from .native.build import compile_game

        def make() -> Compiled:
            if isinstance(wanted, Wanted):
                return compile_game(self._program(wanted), self.move_limit)
            program = program_family(self._ruleset, self._as_it_is(wanted.place), wanted.states)
            return compile_game(program, self.move_limit)

        return _kept(self._compiled, wanted, make, COMPILED)

    def _game(self, wanted: Wanted) -> PythonGame:
        def make() -> PythonGame:
            return PythonGame(self._program(wanted), self.move_limit)

        return _kept(self._games, wanted, make, KEPT)

    def _written(self, wanted: Wanted) -> tuple[Line, ...]:
        return _kept(self._lines, wanted, lambda: canonical(self._program(wanted)), KEPT)

    def _program(self, wanted: Wanted) -> Program:
        if not wanted.reading:
            return self._as_it_is(wanted.place)
        changed = {wanted.reading: wanted.option}
        return _kept(
            self._changed, wanted, lambda: wanted.place.program(self._ruleset, **changed), KEPT
        )

    def _as_it_is(self, place: Place) -> Program:
        if place not in self._plain:
            self._plain[place] = place.program(self._ruleset)
        return self._plain[place]


def _kept(kept: dict[K, T], wanted: K, make: Callable[[], T], most: int) -> T:
    """What is kept, or made now; what was not asked for for the longest time makes room."""
    found = kept.pop(wanted) if wanted in kept else make()
    kept[wanted] = found
    while len(kept) > most:
        del kept[next(iter(kept))]
    return found
