"""A position as one player may imagine it: what the player may not see is drawn anew.

Nothing of the result depends on what is hidden from the player, except for two things that players
are assumed to know: how many components of a supply lie in each hidden place, and which components
lie in hidden places altogether (this follows from those in sight, as components do not get lost).
They are shuffled among the hidden places. Every other hidden variable has its initial value.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from random import Random

from rulewright.dsl.ir.program import Program, Supply, Variable
from rulewright.dsl.ir.types import (
    Int,
    List,
    Map,
    Option,
    Record,
    Scalar,
    Type,
    Value,
    lowest,
    size,
)

from .observation import visible

CellValues = dict[str, Value | list[Value]]
"""Values by variable; those of maps as lists, while they are changed."""


@dataclass(frozen=True, slots=True)
class _Entry:
    """Where components lie: entry ``index`` of a variable (the whole if None), or, if ``kinds``
    is not 0, that many numbers from there on, one for each kind, each at most ``most``."""

    variable: str
    index: int | None
    kinds: int = 0
    most: int = 0


@dataclass(frozen=True, slots=True)
class _Pool:
    """The hidden places of one supply; components are written as ``lowest`` + their ordinal, and
    ``none`` where there is none."""

    places: tuple[_Entry, ...]
    lowest: int
    none: int


class Determinizer:
    """What the players of one program may imagine."""

    def __init__(self, program: Program) -> None:
        stored = [v for v in program.variables if v.kind != "scratch"]
        self._hidden: list[dict[Variable, bool | range]] = []
        self._pools: list[tuple[_Pool, ...]] = []
        for player in range(len(program.players.labels)):
            seen = {v: visible(program, v, player) for v in stored}
            hidden: dict[Variable, bool | range] = {
                v: part for v, part in seen.items() if part is not True
            }
            self._hidden.append(hidden)
            pools = (_pool(supply, hidden, program) for supply in program.supplies)
            self._pools.append(tuple(pool for pool in pools if pool is not None))

    def has_hidden(self, player: int) -> bool:
        """Whether there is anything that the player may not see."""
        return bool(self._hidden[player])

    def draw(self, values: Mapping[str, Value], player: int, chance: Random) -> dict[str, Value]:
        """Possible values of the variables that the player does not see completely.

        ``values`` are the actual ones (at least of these variables).
        """
        cells: CellValues = {}
        for v, seen in self._hidden[player].items():
            cells[v.name] = _unseen(v, values[v.name], seen)
        for pool in self._pools[player]:
            _shuffle(pool, values, cells, chance)
        return {name: tuple(v) if isinstance(v, list) else v for name, v in cells.items()}

    def hidden(self, player: int) -> Iterable[str]:
        """The names of the variables that the player does not see completely."""
        return (v.name for v in self._hidden[player])


def _unseen(v: Variable, value: Value, seen: bool | range) -> Value | list[Value]:
    """The initial value, except for the entries that are seen."""
    if not isinstance(v.initial, tuple) or not isinstance(v.type, Map):
        return v.initial
    assert isinstance(value, tuple)
    own = seen if isinstance(seen, range) else range(0)
    return [
        now if i in own else then
        for i, (now, then) in enumerate(zip(value, v.initial, strict=True))
    ]


def _pool(
    supply: Supply, hidden: Mapping[Variable, bool | range], program: Program
) -> _Pool | None:
    """The hidden places of a supply whose components are of different kinds."""
    t = next(v.type for v in program.variables if v.name == supply.variable)
    if not isinstance(t, Map):
        return None
    names = {supply.variable, *supply.places}
    found = [
        place
        for v, seen in hidden.items()
        if v.name in names
        for place in _places(v, t.key)
        if not (isinstance(seen, range) and place.index in seen)
    ]
    low = lowest(t.key)
    return _Pool(tuple(found), low, low + size(t.key)) if found else None


def _places(v: Variable, kind: Scalar) -> Iterator[_Entry]:
    """The places of a variable that components of a kind can lie in."""
    match v.type:
        case Map(key, Int(_, most)) if _parts(key)[-len(_parts(kind)) :] == _parts(kind):
            for start in range(0, size(key), size(kind)):
                yield _Entry(v.name, start, size(kind), most)
        case Map(key, value) if _holds(value, kind):
            for index in range(size(key)):
                yield _Entry(v.name, index)
        case t if _holds(t, kind):
            yield _Entry(v.name, None)


def _holds(t: Type, kind: Scalar) -> bool:
    match t:
        case Option(inner) | List(inner):
            return inner == kind
        case _:
            return t == kind


def _parts(key: Scalar) -> tuple[Scalar, ...]:
    """The keys between the brackets."""
    if isinstance(key, Record) and not key.name:
        return tuple(t for _, t in key.fields)
    return (key,)


def _shuffle(pool: _Pool, values: Mapping[str, Value], cells: CellValues, chance: Random) -> None:
    """Deal the components in the places of a pool to these places again."""
    there = [_lying(place, values[place.variable], pool) for place in pool.places]
    deck = sorted(component for components in there for component in components)
    chance.shuffle(deck)
    dealt = iter(deck)
    for place, components in zip(pool.places, there, strict=True):
        _lay(place, [next(dealt) for _ in components], pool, values, cells)


def _lying(place: _Entry, value: Value, pool: _Pool) -> list[int]:
    """The ordinals of the components in a place."""
    if place.kinds:
        assert isinstance(value, tuple)
        counts = value[place.index : (place.index or 0) + place.kinds]
        return [kind for kind, count in enumerate(counts) for _ in range(_number(count))]
    held = value[place.index] if place.index is not None and isinstance(value, tuple) else value
    if isinstance(held, tuple):
        return [_number(item) - pool.lowest for item in held]
    return [] if held == pool.none else [_number(held) - pool.lowest]


def _lay(
    place: _Entry,
    components: list[int],
    pool: _Pool,
    values: Mapping[str, Value],
    cells: CellValues,
) -> None:
    """Write the components into a place."""
    row = cells[place.variable]
    if place.kinds:
        assert isinstance(row, list)
        start = place.index or 0
        row[start : start + place.kinds] = [
            min(place.most, components.count(kind)) for kind in range(place.kinds)
        ]
        return
    was = values[place.variable]
    held = was[place.index] if place.index is not None and isinstance(was, tuple) else was
    shown = tuple(pool.lowest + component for component in components)
    new: Value = shown if isinstance(held, tuple) else shown[0] if shown else held
    if place.index is None:
        cells[place.variable] = new
    else:
        assert isinstance(row, list)
        row[place.index] = new


def _number(value: Value) -> int:
    assert isinstance(value, int)
    return value
