"""Boards, worked out from the language reference: graphs, squares and wheels.

Boards of hexagons are taken over from the tool, as data.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tests.oracles.language.values import Enum, Label, Value

from rulewright.dsl.boards.build import build
from rulewright.dsl.ir import types as ty


@dataclass(frozen=True)
class Board:
    """``groups``: what the elements of each group type stand for. ``tables``: constant functions.

    ``turned``: for each group that turns, whence what stands on a place comes after one step.
    """

    place: Enum
    enums: tuple[Enum, ...]
    groups: Mapping[str, Mapping[str, frozenset[Value]]]
    tables: Mapping[str, Mapping[Value, Value]]
    near: str
    turned: Mapping[str, Mapping[Value, Value]] = field(default_factory=dict)
    centre: Label | None = None


def make(name: str, kind: str, positional: Sequence[int | str], named: Mapping[str, int]) -> Board:
    """The board of a declaration."""
    if kind == "graph":
        return _graph(str(positional[0]))
    if kind == "polar":
        rings, segments = (int(p) for p in positional)
        return _polar(rings, segments)
    if kind == "square":
        columns, rows = (int(p) for p in positional)
        return _square(columns, rows, named.get("line"))
    return _taken_over(name, kind, positional, named)


def _graph(edges: str) -> Board:
    pairs = [word.split("-") for word in edges.split()]
    names = tuple(dict.fromkeys(end for pair in pairs for end in pair))
    place = Enum("Place", names)
    near: dict[Value, set[Value]] = {Label(n, place): set() for n in names}
    for pair in pairs:
        if len(pair) == 2:
            a, b = (Label(end, place) for end in pair)
            near[a].add(b)
            near[b].add(a)
    return Board(place, (), {}, {"near": {k: frozenset(v) for k, v in near.items()}}, "near")


def _letter(n: int) -> str:
    return "abcdefghijklmnopqrstuvwxyz"[n]


def _polar(rings: int, segments: int) -> Board:
    names = [[f"{_letter(r)}{s + 1}" for s in range(segments)] for r in range(rings)]
    cell = Enum("Cell", tuple(n for row in names for n in row))
    ring = Enum("Ring", tuple(_letter(r) for r in range(rings)))
    segment = Enum("Segment", tuple(f"s{s + 1}" for s in range(segments)))
    at = [[Label(n, cell) for n in row] for row in names]
    touching: dict[Value, Value] = {}
    turned: dict[str, Mapping[Value, Value]] = {}
    in_ring: dict[Value, Value] = {}
    in_segment: dict[Value, Value] = {}
    for r in range(rings):
        for s in range(segments):
            beside = {at[r][(s + d) % segments] for d in (1, -1)} - {at[r][s]}
            across = {at[q][s] for q in (r - 1, r + 1) if 0 <= q < rings}
            touching[at[r][s]] = frozenset(beside | across)
            in_ring[at[r][s]] = Label(ring.labels[r], ring)
            in_segment[at[r][s]] = Label(segment.labels[s], segment)
        turned[ring.labels[r]] = {at[r][s]: at[r][s - 1] for s in range(segments)}
    groups = {
        "Ring": {ring.labels[r]: frozenset(at[r]) for r in range(rings)},
        "Segment": {
            segment.labels[s]: frozenset(at[r][s] for r in range(rings)) for s in range(segments)
        },
    }
    tables = {"touching": touching, "ring": in_ring, "segment": in_segment}
    return Board(cell, (ring, segment), groups, tables, "touching", turned)


_DIRECTIONS = {
    "north": (0, 1), "northeast": (1, 1), "east": (1, 0), "southeast": (1, -1),
    "south": (0, -1), "southwest": (-1, -1), "west": (-1, 0), "northwest": (-1, 1),
}  # fmt: skip


def _square(columns: int, rows: int, line: int | None) -> Board:
    spots = [(x, y) for y in range(rows) for x in range(columns)]
    name = {(x, y): f"{_letter(x)}{y + 1}" for x, y in spots}
    square = Enum("Square", tuple(name[s] for s in spots))
    row = Enum("Row", tuple(f"r{y + 1}" for y in range(rows)))
    column = Enum("Column", tuple(_letter(x) for x in range(columns)))
    direction = Enum("Direction", tuple(_DIRECTIONS))
    at = {s: Label(name[s], square) for s in spots}

    def ray(x: int, y: int, d: str) -> list[tuple[int, int]]:
        dx, dy = _DIRECTIONS[d]
        found = []
        while (x + dx, y + dy) in at:
            x, y = x + dx, y + dy
            found.append((x, y))
        return found

    tables: dict[str, dict[Value, Value]] = {
        n: {} for n in ("near", "around", "row", "column", "step", "ray")
    }
    lines: dict[str, frozenset[Value]] = {}
    for x, y in spots:
        here = at[x, y]
        first = {d: ray(x, y, d)[:1] for d in _DIRECTIONS}
        tables["around"][here] = frozenset(at[s] for way in first.values() for s in way)
        sides = [first[d] for d in ("north", "east", "south", "west")]
        tables["near"][here] = frozenset(at[s] for way in sides for s in way)
        tables["row"][here] = Label(row.labels[y], row)
        tables["column"][here] = Label(column.labels[x], column)
        for d in _DIRECTIONS:
            key = (here, Label(d, direction))
            tables["step"][key] = at[first[d][0]] if first[d] else None
            tables["ray"][key] = frozenset(at[s] for s in ray(x, y, d))
        for d in ("north", "northeast", "east", "southeast"):
            run = [(x, y), *ray(x, y, d)[: (line or 1) - 1]]
            if line is not None and len(run) == line:
                label = f"{name[x, y]}_{name[run[-1]]}"
                lines.setdefault(label, frozenset(at[s] for s in run))
    groups = {
        "Row": {row.labels[y]: frozenset(at[x, y] for x in range(columns)) for y in range(rows)},
        "Column": {
            column.labels[x]: frozenset(at[x, y] for y in range(rows)) for x in range(columns)
        },
    }
    enums = [row, column, direction]
    if line is not None:
        groups["Line"] = lines
        enums.append(Enum("Line", tuple(lines)))
    return Board(square, tuple(enums), groups, tables, "near")


def _taken_over(
    name: str, kind: str, positional: Sequence[int | str], named: Mapping[str, int]
) -> Board:
    made = build(name, kind, positional, named)
    enums = {t.name: Enum(t.name, t.labels) for t in made.types() if isinstance(t, ty.Enum)}
    place = enums[made.place.name]
    places = [Label(text, place) for text in place.labels]

    def value(v: object, t: ty.Type) -> Value:
        return own_value(v, t, enums)

    tables: dict[str, dict[Value, Value]] = {}
    for table in made.tables:
        keys: list[Value] = [()]
        for t in table.keys:
            lo, hi = ty.bounds(t)
            keys = [(*k, value(v, t)) for k in keys for v in range(lo, hi + 1)]
        if len(table.keys) == 1:
            keys = [k[0] for k in keys]
        tables[table.name] = {
            k: value(v, table.type) for k, v in zip(keys, table.values, strict=True)
        }
    groups = {
        g.enum.name: {
            label: frozenset(p for i, p in enumerate(places) if mask >> i & 1)
            for label, mask in zip(g.enum.labels, g.members, strict=True)
        }
        for g in made.groups
    }
    centre = None if made.centre is None else places[made.centre]
    others = tuple(e for e in enums.values() if e != place)
    return Board(place, others, groups, tables, made.near, {}, centre)


def own_value(v: object, t: ty.Type, enums: Mapping[str, Enum]) -> Value:
    """A value in the tool's representation as one of ours."""
    assert isinstance(v, int | tuple)
    match t:
        case ty.Bool():
            return bool(v)
        case ty.Enum(name, labels):
            assert isinstance(v, int)
            return Label(labels[v], enums[name])
        case ty.Option(inner):
            return None if v == ty.none_of(t) else own_value(v, inner, enums)
        case ty.Set(element):
            lo, hi = ty.bounds(element)
            assert isinstance(v, int)
            return frozenset(
                own_value(lo + i, element, enums) for i in range(hi - lo + 1) if v >> i & 1
            )
        case ty.List(element, _):
            assert isinstance(v, tuple)
            return tuple(own_value(item, element, enums) for item in v)
        case ty.Record(_, fields):
            assert isinstance(v, int)
            parts = zip(fields, ty.strides(t), strict=True)
            return tuple(
                own_value(ty.lowest(f) + v // step % ty.size(f), f, enums) for (_, f), step in parts
            )
        case _:
            return v
