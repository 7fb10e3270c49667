"""The names of one game: which parts count, and what they declare."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from rulewright.dsl.inputs.cards import read_cards
from rulewright.dsl.ir import types as ty
from rulewright.dsl.span import Span
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.syntax import parts as p

from .boards import Board, make, own_value
from .free import walk
from .values import (
    Enum,
    Label,
    ListOf,
    MapOf,
    Maybe,
    Range,
    Record,
    SetOf,
    Truth,
    Type,
    Value,
    resting,
)  # fmt: skip


def parts_of(ruleset: p.Ruleset, variant: str) -> list[p.Part]:
    """The parts of a variant: its own, and those of its parents that it does not replace."""
    declared = {q.name.text: q for q in ruleset.parts if isinstance(q, p.VariantPart)}
    effective = {
        (type(q), q.name.text): q
        for q in ruleset.parts
        if not isinstance(q, p.VariantPart | p.InstancePart)
    }
    done: list[str] = []

    def lay(name: str) -> None:
        if name not in declared or name in done:
            return
        for parent in declared[name].parents:
            lay(parent.text)
        done.append(name)
        for part in declared[name].parts:
            match part:
                case p.WithoutPart():
                    dropped = {n.text for n in part.names}
                    for key in [k for k in effective if k[1] in dropped]:
                        del effective[key]
                case p.ExpectationPart():
                    for kind in (p.CheckPart, p.AgreePart):
                        old = effective.get((kind, part.name.text))
                        if isinstance(old, p.CheckPart | p.AgreePart):
                            effective[kind, part.name.text] = replace(old, fails=part.fails)
                case _:
                    effective[type(part), part.name.text] = part

    lay(variant)
    return list(effective.values())


Keys = tuple[tuple[str, Type], ...]


@dataclass
class World:
    """Everything that has a name outside of procedures."""

    types: dict[str, Type] = field(default_factory=dict)
    labels: dict[str, list[Enum]] = field(default_factory=dict)
    constants: dict[str, Value] = field(default_factory=dict)
    functions: dict[str, p.FunctionPart] = field(default_factory=dict)
    procedures: dict[str, p.ProcedurePart] = field(default_factory=dict)
    variables: dict[str, Type] = field(default_factory=dict)
    initial: dict[str, Value] = field(default_factory=dict)
    """The values before play; those of ``pending`` are worked out when play begins."""
    pending: list[tuple[str, e.Expression]] = field(default_factory=list)
    earlier: set[str] = field(default_factory=set)
    """The states that are looked back at."""
    since: dict[Span, str] = field(default_factory=dict)
    """What is called what each ``since`` said where somebody decided last."""
    past: list[e.Since] = field(default_factory=list)
    kept_for: Mapping[str, Keys] = field(default_factory=dict)
    """The local names below each ``since``, with their types, if there are any."""
    supplies: set[str] = field(default_factory=set)
    histories: dict[str, tuple[int, tuple[str, ...]]] = field(default_factory=dict)
    """How many positions each holds, and of which states."""
    seen: dict[str, str] = field(default_factory=dict)
    boards: list[Board] = field(default_factory=list)
    tables: dict[str, list[Mapping[Value, Value]]] = field(default_factory=dict)
    checks: list[p.CheckPart | p.AgreePart] = field(default_factory=list)
    strategies: list[p.StrategyPart] = field(default_factory=list)
    players: Enum = field(default_factory=lambda: Enum("Player", ()))

    def add(self, t: Enum, name: str | None = None) -> None:
        """Make an enumeration and its values known."""
        if name is not None:
            self.types[name] = t
        for text in t.labels:
            known = self.labels.setdefault(text, [])
            if t not in known:
                known.append(t)

    def group(self, value: Value) -> frozenset[Value] | None:
        """The places that an element of a board stands for."""
        if isinstance(value, Label):
            for board in self.boards:
                members = board.groups.get(value.enum.name)
                if members is not None and value in members:
                    return members[value]
        return None

    def label(self, text: str) -> Label:
        """The value of that name: of the enumeration with the fewest values, if others extend it."""
        return Label(text, min(self.labels[text], key=lambda t: len(t.labels)))

    def type_of(self, node: e.TypeSyntax) -> Type:
        """The type that the syntax names."""
        match node:
            case e.PlainType(e.Interval(lo, hi)):
                return Range(self.number(lo), self.number(hi))
            case e.PlainType(e.Reference(name)):
                return Truth() if name == "Bool" else self.types[name]
            case e.OptionType(inner):
                return Maybe(self.type_of(inner))
            case e.SetType(element):
                return SetOf(self.type_of(element))
            case e.BagType(element, limit):
                return MapOf((self.type_of(element),), Range(0, self.number(limit)))
            case e.ListType(element, limit):
                return ListOf(self.type_of(element), self.number(limit))
            case e.MapType(keys, value):
                return MapOf(tuple(self.type_of(k) for k in keys), self.type_of(value))
        raise TypeError(f"unknown type {node!r}")

    def number(self, node: e.Expression) -> int:
        """A number that is known before play."""
        from .expressions import Expressions
        from .scope import Scope

        value = Expressions(self).value(node, Scope({}, {}))
        assert isinstance(value, int)
        return value


def _begins(span: Span) -> tuple[int, int]:
    return span.line, span.column


def _ends(span: Span) -> tuple[int, int]:
    return span.end_line, span.end_column


_ORDER: tuple[Any, ...] = (
    p.ParameterPart, p.ReadingPart, p.ShapePart, p.EnumPart, p.PlayersPart, p.BoardPart,
    p.CardsPart, p.RecordPart, p.FunctionPart, p.ProcedurePart, p.SupplyPart, p.StatePart,
    p.HistoryPart,
    (p.CheckPart, p.AgreePart), p.StrategyPart,
)  # fmt: skip


def declare(
    ruleset: p.Ruleset, variant: str, parameters: Mapping[str, int], chosen: Mapping[str, str],
    kept_for: Mapping[str, Keys],
) -> World:  # fmt: skip
    """The world of a game. ``chosen``: the options of readings, shapes of boards, tables of cards.

    ``kept_for``: the local names below each ``since``, which this interpreter does not work out.
    """
    world = World(kept_for=kept_for)
    return _Declaring(world, parameters, chosen, parts_of(ruleset, variant)).world


class _Declaring:
    def __init__(
        self, world: World, parameters: Mapping[str, int], chosen: Mapping[str, str],
        parts: list[p.Part],
    ) -> None:  # fmt: skip
        self.world, self.parameters, self.chosen = world, parameters, chosen
        self.shapes: dict[str, p.ShapePart] = {}
        self.written = {part.name.text: part for part in parts if isinstance(part, p.TablePart)}
        self.waiting: list[p.EnumPart] = []
        for part in parts:
            if isinstance(part, p.PlayersPart) and part.number is not None:
                self._part(part.number)
        for kind in _ORDER:
            for part in parts:
                if isinstance(part, kind):
                    self._part(part)
        looking = (p.FunctionPart, p.ProcedurePart, p.CheckPart, p.AgreePart, p.StrategyPart)
        for part in parts:
            if isinstance(part, looking):
                for node in walk(part):
                    if isinstance(node, e.Was):
                        self._look_back(node.arg, set())
        in_text = [n for q in parts if isinstance(q, looking) for n in walk(q)]
        world.past = [n for n in in_text if isinstance(n, e.Since)]
        world.past.sort(key=lambda n: (_begins(n.span), [-k for k in _ends(n.span)]))
        for number, node in enumerate(world.past, 1):
            name = world.since[node.span] = f"since.{number}"
            keys = tuple(t for _, t in world.kept_for.get(name, ()))
            world.variables[name] = t = MapOf(keys, Truth()) if keys else Truth()
            world.initial[name] = resting(t)
            world.seen[name] = "all" if self._open(node, set()) else "none"
        for name in world.earlier:
            world.variables[f"was.{name}"] = world.variables[name]
            world.seen[f"was.{name}"] = world.seen[name]

    def _open(self, node: object, known: set[str]) -> bool:
        """Whether all players see every state that a node mentions, in functions too."""
        world = self.world
        for one in walk(node):
            name = one.name if isinstance(one, e.Reference) else None
            name = one.name.text if isinstance(one, e.Application) else name
            if name is None or name in known:
                continue
            known.add(name)
            of = world.histories[name][1] if name in world.histories else (name,)
            if any(world.seen.get(n, "all") != "all" for n in of):
                return False
            inside = [q[name].body for q in (world.functions, world.procedures) if name in q]
            if not self._open(tuple(inside), known):
                return False
        return True

    def _look_back(self, node: object, known: set[str]) -> None:
        """The states below a node, and in the functions that are used there."""
        world = self.world
        for one in walk(node):
            name = one.name if isinstance(one, e.Reference) else None
            name = one.name.text if isinstance(one, e.Application) else name
            if name in world.variables and name not in world.histories:
                world.earlier.add(name)
            if name in world.functions and name not in known:
                known.add(name)
                self._look_back(world.functions[name].body, known)

    def _part(self, part: p.Part) -> None:
        world, name = self.world, part.name.text
        match part:
            case p.ParameterPart():
                world.constants[name] = self.parameters.get(name, world.number(part.value))
            case p.ReadingPart():
                t = Enum(name, tuple(o.name.text for o in part.options))
                default = next(o.name.text for o in part.options if o.default)
                world.constants[name] = Label(self.chosen.get(name, default), t)
                world.add(t)
            case p.ShapePart():
                self.shapes[name] = part
            case p.EnumPart():
                if part.values[0].text == "Player" and "Player" not in world.types:
                    self.waiting.append(part)
                else:
                    world.add(Enum(name, self._labels(part)), name)
            case p.PlayersPart():
                if part.alias is not None:
                    t = world.types[part.alias.text]
                    assert isinstance(t, Enum)
                    world.players = world.types["Player"] = t
                else:
                    seats = self._labels(part)
                    if part.number is not None:
                        seats = seats[: world.constants["players"]]
                    world.players = Enum("Player", seats)
                    world.add(world.players, "Player")
                for later in self.waiting:
                    world.add(Enum(later.name.text, self._labels(later)), later.name.text)
            case p.BoardPart():
                self._board(part)
            case p.CardsPart():
                self._cards(part)
            case p.RecordPart():
                fields = tuple((f.name.text, world.type_of(f.type)) for f in part.fields)
                world.types[name] = Record(name, fields)
            case p.FunctionPart():
                world.functions[name] = part
            case p.ProcedurePart():
                world.procedures[name] = part
            case p.SupplyPart():
                self._supply(part)
            case p.StatePart():
                self._state(part)
            case p.HistoryPart():
                self._history(part)
            case p.CheckPart() | p.AgreePart():
                world.checks.append(part)
            case p.StrategyPart():
                world.strategies.append(part)

    def _labels(self, part: p.EnumPart | p.PlayersPart) -> tuple[str, ...]:
        first = self.world.types.get(part.values[0].text)
        labels = [v.text for v in part.values]
        return (*first.labels, *labels[1:]) if isinstance(first, Enum) else tuple(labels)

    def _board(self, part: p.BoardPart) -> None:
        arguments = part.arguments
        first = arguments[0].value if arguments else None
        shape = self.chosen.get(part.name.text)
        if shape is None and isinstance(first, e.Reference) and first.name in self.shapes:
            shape = first.name
        positional: list[int | str] = []
        if shape is not None:
            written = self.shapes[shape]
            arguments = written.arguments
            if written.kind.text not in {"square", "polar", "graph", "hex"}:
                positional = [written.kind.text]  # one of the shapes of hexagonal boards
        named: dict[str, int] = {}
        for argument in arguments:
            match argument.value:
                case e.Text(text):
                    value: int | str = text
                case e.Reference(text) if text not in self.world.constants:
                    value = text
                case node:
                    value = self.world.number(node)
            if argument.name is None:
                positional.append(value)
            else:
                assert isinstance(value, int)
                named[argument.name.text] = value
        board = make(part.name.text, part.kind.text, positional, named)
        self.world.boards.append(board)
        for t in (board.place, *board.enums):
            self.world.add(t, t.name)
        for name, table in board.tables.items():
            self.world.tables.setdefault(name, []).append(table)
        if board.centre is not None:
            self.world.constants["centre"] = board.centre

    def _cards(self, part: p.CardsPart) -> None:
        """A table of cards; columns of anything but numbers and names are taken over as data."""
        folder = Path(part.name.span.file).parent
        path = folder / part.file
        if part.name.text in self.chosen:
            path = folder / f"{self.chosen[part.name.text]}.csv"
        world = self.world
        types = {c.name.text: world.type_of(c.type) for c in part.columns}
        written = self.written.get(self.chosen.get(part.name.text, ""))
        if written is not None:
            t = Enum(part.name.text, tuple(row.name.text for row in written.rows))
            said = [{c.name.text: c.text for c in row.cells} for row in written.rows]
            columns = {n: [self._cell(row.get(n, ""), u) for row in said] for n, u in types.items()}
            copies = [int(row.get("copies") or 1) for row in said]
        elif path.suffix == ".csv" and all(isinstance(t, Range) for t in types.values()):
            with path.open(encoding="utf-8", newline="") as stream:
                rows = list(csv.DictReader(stream))
            t = Enum(part.name.text, tuple(row["name"].strip() for row in rows))
            columns = {n: [int(row[n]) for row in rows] for n in types}
            copies = [int(row.get("copies") or 1) for row in rows]
        else:
            read = read_cards(path, {n: theirs(t) for n, t in types.items()})
            t = Enum(part.name.text, read.names)
            enums = {u.name: u for known in world.labels.values() for u in known}
            columns = {
                n: [own_value(v, theirs(types[n]), enums) for v in values]
                for n, values in read.columns.items()
            }
            copies = list(read.copies)
        world.add(t, part.name.text)
        for column, values in {"copies": copies, **columns}.items():
            table = dict(zip((Label(x, t) for x in t.labels), values, strict=True))
            world.tables.setdefault(column, []).append(table)

    def _cell(self, text: str, t: Type) -> Value:
        """What a cell of a table in the ruleset says."""
        match t:
            case Truth():
                return text == "yes"
            case Range():
                return int(text)
            case Enum():
                return Label(text, t)
            case Maybe(inner):
                return None if text in {"", "none"} else self._cell(text, inner)
            case SetOf(element):
                return frozenset(self._cell(word, element) for word in text.split())
        raise TypeError(f"no cell is of {t!r}")

    def _supply(self, part: p.SupplyPart) -> None:
        from .expressions import Expressions
        from .scope import Scope
        from .values import Map, keys_of

        world, name = self.world, part.name.text
        keys = tuple(world.type_of(k.type) for k in part.keys)
        counts: dict[Value, int] = {}
        for key in keys_of(MapOf(keys, Truth())) if keys else [()]:
            given = key if len(keys) != 1 else (key,)
            assert isinstance(given, tuple)
            named = {
                k.name.text: v for k, v in zip(part.keys, given, strict=True) if k.name is not None
            }
            count = Expressions(world).value(part.count, Scope(named, {}))
            assert isinstance(count, int)
            counts[key] = count
        left = Range(0, max(counts.values()))
        world.variables[name] = MapOf(keys, left) if keys else left
        world.initial[name] = Map(counts, len(keys)) if keys else counts[()]
        world.supplies.add(name)
        world.seen[name] = part.seen.text if part.seen else "all"

    def _state(self, part: p.StatePart) -> None:
        world, name = self.world, part.name.text
        world.variables[name] = world.type_of(part.type)
        world.seen[name] = part.seen.text if part.seen else "all"
        world.pending.append((name, part.initial))

    def _history(self, part: p.HistoryPart) -> None:
        world, name, limit = self.world, part.name.text, self.world.number(part.limit)
        world.histories[name] = (limit, tuple(of.text for of in part.of))
        world.variables[name], world.seen[name] = Range(0, limit), "all"
        for of in part.of:
            t, inside = world.variables[of.text], f"{name}.{of.text}"
            keys = t.keys if isinstance(t, MapOf) else ()
            held = t.value if isinstance(t, MapOf) else t
            world.variables[inside] = MapOf((Range(0, limit - 1), *keys), held)
            world.seen[inside] = "all" if world.seen[of.text] == "all" else "none"
        for added in (name, *(f"{name}.{of.text}" for of in part.of)):
            world.initial[added] = resting(world.variables[added])


def _inside(t: Type) -> ty.Scalar:
    """The same where a set is an element, a key or a field."""
    return ty.subsets(_inside(t.element)) if isinstance(t, SetOf) else ty.scalar(theirs(t))


def theirs(t: Type) -> ty.Type:
    """A type of ours as one of the tool's."""
    match t:
        case Truth():
            return ty.Bool()
        case Range(lo, hi):
            return ty.Int(lo, hi)
        case Enum(name, labels):
            return ty.Enum(name, labels)
        case Maybe(inner):
            return ty.optional(theirs(inner))
        case Record(name, fields):
            return ty.Record(name, tuple((n, _inside(f)) for n, f in fields))
        case SetOf(element):
            return ty.Set(_inside(element))
        case ListOf(element, limit):
            return ty.List(_inside(element), limit)
        case MapOf(keys, value):
            parts = tuple(_inside(k) for k in keys)
            key = (
                parts[0]
                if len(parts) == 1
                else ty.Record("", tuple((f"_{i}", k) for i, k in enumerate(parts)))
            )
            inner_type = theirs(value)
            assert not isinstance(inner_type, ty.Map)
            return ty.Map(key, inner_type)


def ours(t: ty.Type) -> Type:
    """A type of the tool's as one of ours."""
    match t:
        case ty.Bool():
            return Truth()
        case ty.Int(lo, hi):
            return Range(lo, hi)
        case ty.Enum(name, labels):
            return Enum(name, labels)
        case ty.Option(inner):
            return Maybe(ours(inner))
        case ty.Record(of=element) if element is not None:
            return SetOf(ours(element))
        case ty.Record(name, fields):
            return Record(name, tuple((n, ours(f)) for n, f in fields))
    raise TypeError(f"{t} is no key")


def their_value(value: Value, t: ty.Type) -> ty.Value:
    """A value of ours in the tool's representation."""
    from .values import Map

    match t:
        case ty.Bool():
            return bool(value)
        case ty.Int():
            assert isinstance(value, int)
            return int(value)
        case ty.Enum(_, labels):
            assert isinstance(value, Label)
            return labels.index(str(value))
        case ty.Option(inner):
            return ty.none_of(t) if value is None else int(their_value(value, inner))
        case ty.Record(of=element) if element is not None:
            return their_value(value, ty.Set(element))
        case ty.Record(_, fields):
            assert isinstance(value, tuple)
            parts = zip(value, fields, ty.strides(t), strict=True)
            return sum((int(their_value(v, f)) - ty.lowest(f)) * step for v, (_, f), step in parts)
        case ty.Set(element):
            assert isinstance(value, frozenset)
            lo = ty.lowest(element)
            return sum(1 << int(their_value(v, element)) - lo for v in value)
        case ty.List(element, _):
            assert isinstance(value, tuple)
            return tuple(their_value(v, element) for v in value)
        case ty.Map(key, inner_type):
            assert isinstance(value, Map)
            held = {int(their_value(k, key)): value[k] for k in value.keys()}  # noqa: SIM118
            return tuple(their_value(held[k], inner_type) for k in sorted(held))
