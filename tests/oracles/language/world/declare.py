"""What the parts of a ruleset declare, one kind of part after the other."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.oracles.language.expressions.expressions import Expressions
from tests.oracles.language.free import walk
from tests.oracles.language.scope import Scope
from tests.oracles.language.values import (
    Enum,
    Label,
    Map,
    MapOf,
    Maybe,
    Range,
    Record,
    SetOf,
    Truth,
    Type,
    Value,
    keys_of,
    resting,
)  # fmt: skip
from tests.oracles.language.world.boards import make, own_value
from tests.oracles.language.world.effective import parts_of
from tests.oracles.language.world.representation import theirs
from tests.oracles.language.world.world import Keys, World

from rulewright.dsl.inputs.cards import read_cards
from rulewright.dsl.span import Span
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.syntax import parts as p


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
    ruleset: p.RulesetSyntax, variant: str, parameters: Mapping[str, int], chosen: Mapping[str, str],
    kept_for: Mapping[str, Keys] | None,
) -> World:  # fmt: skip
    """The world of a game. ``chosen``: the options of readings, shapes of boards, tables of cards.

    ``kept_for``: the local names below each ``since`` that play may come to, which this interpreter does not
    work out; None: play may come to all, and there are no such names.
    """
    world = _Declaring(
        World(kept_for=kept_for or {}), parameters, chosen, parts_of(ruleset, variant)
    ).world
    if kept_for is not None:
        world.past = [n for n in world.past if world.since[n.span] in kept_for]
    return world


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
                        number = world.constants["players"]
                        seats, world.absent = seats[:number], seats[number:]
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
