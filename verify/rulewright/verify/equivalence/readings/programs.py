"""The programs of a ruleset's games, and two of them side by side, on the engine that is worthwhile."""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal, TypeVar

from rulewright.dsl.diagnostics import RulesetError
from rulewright.dsl.instantiate import program_family
from rulewright.dsl.ir.program import Program
from rulewright.dsl.ruleset import Ruleset
from rulewright.engines.common.move_limit import MOVE_LIMIT
from rulewright.engines.game import EngineUnavailable
from rulewright.engines.native.generator.code import tell_python_serves
from rulewright.engines.python.game import PythonGame

from ...effort.comparing import CACHING, PAIRING
from ...execution.interruption import ending_in_time
from ...limits import Deadline, OutOfTime
from ...stategraph.graph import OutOfMemory
from ..canonical import CanonicalLine, canonical
from ..product import Product, PythonProduct
from .family import groups
from .questions import GameRef, extent

if TYPE_CHECKING:
    from ..native.build import CompiledGame, StartedGame

K = TypeVar("K")
T = TypeVar("T")

EngineChoice = Literal["auto", "python", "native"]


@dataclass(frozen=True, slots=True)
class OptionRef:
    """A game in which ``reading`` is set to ``option``, unless it is empty."""

    game_ref: GameRef
    reading: str = ""
    option: str = ""

    @property
    def base(self) -> GameRef:
        """The game without any reading that is changed in it."""
        return replace(self.game_ref, others=())

    @property
    def readings(self) -> dict[str, str]:
        """The readings that are set differently from the base."""
        changed = {self.reading: self.option} if self.reading else {}
        return dict(self.game_ref.others) | changed


@dataclass(frozen=True, slots=True)
class FamilyRef:
    """A game in which readings are state."""

    game_ref: GameRef
    states: frozenset[str]


class Programs:
    """The programs and games of a ruleset; the most recently used are cached.

    ``asked`` are the readings that are compared. ``memory``: how many bytes a comparison in C may take.
    ``move_limit``: how many passes of loops a move may take. With the engine ``native`` its methods raise
    EngineUnavailable and OutOfMemory if a game cannot be compiled or compared in C.
    """

    def __init__(
        self, ruleset: Ruleset, asked: Set[str] = frozenset(), engine: EngineChoice = "auto",
        memory: int = PAIRING.memory, move_limit: int = MOVE_LIMIT,
    ) -> None:  # fmt: skip
        self.move_limit = move_limit
        """The most passes of loops in one move."""
        self._ruleset = ruleset
        self._asked = asked
        self._engine = engine
        self._memory = memory
        self._plain: dict[GameRef, Program] = {}
        self._changed: dict[OptionRef, Program] = {}
        self._lines: dict[OptionRef, tuple[CanonicalLine, ...]] = {}
        self._games: dict[OptionRef, PythonGame] = {}
        self._compiled: dict[OptionRef | FamilyRef, CompiledGame] = {}
        self._groups: dict[tuple[str, ...], tuple[frozenset[str], ...]] = {}
        self._not_held: set[FamilyRef] = set()

    def by_extent(self, game_refs: Sequence[GameRef], deadline: Deadline) -> list[GameRef]:
        """The games, small ones first, then those whose programs were not made before the ``deadline``;
        variants without an instance, which are large, last."""
        extents: dict[GameRef, int] = {}
        named = [game_ref for game_ref in game_refs if game_ref.instance]
        with suppress(OutOfTime), ending_in_time(deadline):
            for game_ref in named:
                if deadline.passed():
                    break
                extents[game_ref] = extent(self._as_it_is(game_ref))
        unknown = max(extents.values(), default=0) + 1
        named.sort(key=lambda game_ref: extents.get(game_ref, unknown))
        return named + [game_ref for game_ref in game_refs if not game_ref.instance]

    def with_option(self, game_ref: GameRef, reading: str, option: str) -> OptionRef:
        """A game with an option, which it may already have."""
        if dict(self._as_it_is(game_ref).instance.readings).get(reading) == option:
            return OptionRef(game_ref)
        return OptionRef(game_ref, reading, option)

    def same(self, first: OptionRef, second: OptionRef) -> bool:
        """Whether the programs differ in nothing but names, texts and order."""
        return self._written(first) == self._written(second)

    def product(self, first: OptionRef, second: OptionRef, *, alone: bool = False) -> Product:
        """Both games side by side.

        If worthwhile, in a program that holds all options of the readings in question; its result is then
        unconfirmed. Not with ``alone``.
        """
        if self._engine != "python" and not self._small(first):
            try:
                return self._native(first, second, alone=alone)
            except (EngineUnavailable, OutOfMemory) as reason:
                if self._engine == "native":
                    raise
                tell_python_serves(reason)
        return PythonProduct((self._game(first), self._game(second)))

    def holds(self, first: OptionRef, second: OptionRef) -> bool:
        """Whether one program in C would hold both games."""
        if self._engine == "python" or self._small(first):
            return False
        return self._family(first, second) is not None

    def _small(self, ref: OptionRef) -> bool:
        return self._engine == "auto" and len(self._as_it_is(ref.base).blocks) < CACHING.small

    def _native(self, first: OptionRef, second: OptionRef, *, alone: bool) -> Product:
        from ..native.product import NativeProduct

        in_one = None if alone else self._in_one(first, second)
        one, two = in_one or (self._in_c(first).begin({}), self._in_c(second).begin({}))
        return NativeProduct(
            one, two, lambda: (self._game(first), self._game(second)), self._memory,
            unconfirmed=in_one is not None,
        )  # fmt: skip

    def _in_one(
        self, first: OptionRef, second: OptionRef
    ) -> tuple[StartedGame, StartedGame] | None:
        """Both games as initial states of one program, if one holds them."""
        family = self._family(first, second)
        if family is None:
            return None
        try:
            compiled = self._in_c(family)
        except (RulesetError, EngineUnavailable):
            self._not_held.add(family)
            return None
        return compiled.begin(first.readings), compiled.begin(second.readings)

    def _family(self, first: OptionRef, second: OptionRef) -> FamilyRef | None:
        """The parts of a program that holds both games, if there can be one."""
        program = self._as_it_is(first.base)
        changed = first.readings.keys() | second.readings.keys()
        names = {part.name.text for part in self._ruleset.readings(first.base.variant)}
        states = names & self._asked if changed <= self._asked else names
        asked = tuple(name for name, _ in program.instance.readings if name in states)
        if asked not in self._groups:
            self._groups[asked] = groups(self._ruleset, program, asked)
        held = (FamilyRef(first.base, group) for group in self._groups[asked] if changed <= group)
        return next((h for h in held if h not in self._not_held), None)

    def _in_c(self, ref: OptionRef | FamilyRef) -> CompiledGame:
        from ..native.build import compile_game

        def make() -> CompiledGame:
            if isinstance(ref, OptionRef):
                return compile_game(self._program(ref), self.move_limit)
            program = program_family(self._ruleset, self._as_it_is(ref.game_ref), ref.states)
            return compile_game(program, self.move_limit)

        return _cached(self._compiled, ref, make, CACHING.compiled)

    def _game(self, ref: OptionRef) -> PythonGame:
        def make() -> PythonGame:
            return PythonGame(self._program(ref), self.move_limit)

        return _cached(self._games, ref, make, CACHING.programs)

    def _written(self, ref: OptionRef) -> tuple[CanonicalLine, ...]:
        return _cached(self._lines, ref, lambda: canonical(self._program(ref)), CACHING.programs)

    def _program(self, ref: OptionRef) -> Program:
        if not ref.reading:
            return self._as_it_is(ref.game_ref)
        changed = {ref.reading: ref.option}
        return _cached(
            self._changed,
            ref,
            lambda: ref.game_ref.program(self._ruleset, **changed),
            CACHING.programs,
        )

    def _as_it_is(self, game_ref: GameRef) -> Program:
        if game_ref not in self._plain:
            self._plain[game_ref] = game_ref.program(self._ruleset)
        return self._plain[game_ref]


def _cached(cache: dict[K, T], key: K, make: Callable[[], T], most: int) -> T:
    """The cached value, or a new one; the least recently used makes room."""
    found = cache.pop(key) if key in cache else make()
    cache[key] = found
    while len(cache) > most:
        del cache[next(iter(cache))]
    return found
