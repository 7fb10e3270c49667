"""From a variant's parts to the names of its world."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from itertools import product
from pathlib import Path
from typing import TypeVarTuple

from ..boards.board import Table
from ..boards.build import MAKERS, build
from ..boards.error import BoardError
from ..diagnostics import Diagnostic, near
from ..inputs.cards import COPIES, NAME, Cards, CardsError, cards_of, is_path, read_cards
from ..ir import code as x
from ..ir import fold
from ..ir.program import Seen, Variable
from ..ir.types import Enum, Int, List, Map, Record, Scalar, Type, default, owners, size
from ..span import Span
from ..syntax import expressions as e
from ..syntax import parts as p
from ..syntax.node import Name
from .earlier import declare_earlier
from .expressions.elaborator import ExpressionElaborator
from .histories import declare_history
from .symbols.report import ElaborationError
from .symbols.scope import Scope
from .symbols.symbol_table import BUILTINS, SymbolTable
from .symbols.tables import rows_of
from .symbols.variants import Variant

MAX_SUPPLY = 1_000_000

Given = TypeVarTuple("Given")

_ORDER = (
    p.ShapePart, p.TablePart, p.EnumPart, p.PlayersPart, p.BoardPart, p.CardsPart, p.RecordPart, p.FunctionPart,
    p.ProcedurePart, p.SupplyPart, p.StatePart,
    p.HistoryPart,
)  # fmt: skip


class Declarations:
    """Fills a world, one kind of part after the other, so that the file's order is free."""

    def __init__(
        self, world: SymbolTable, expressions: ExpressionElaborator, places: Mapping[str, Span]
    ) -> None:
        self.world = world
        self.places = places
        self.expressions = expressions
        self.report = world.report
        self.bad_cards = False
        self.bad_number = False
        self.bad_shape = False
        """A board that was chosen for this instance cannot be: what follows from that is noise."""

    def declare(
        self, variant: Variant, parameters: Mapping[str, int], readings: Mapping[str, str]
    ) -> None:
        """Declare every part; each that is wrong is reported and left out.

        ``readings`` names the option of a reading, or the shape of a board. Raises ElaborationError
        for a file of cards with something wrong in it: what it should declare is used all over.
        """
        for part in variant.parts:
            if isinstance(part, p.ParameterPart):
                self._guarded(self._parameter, part, parameters)
            elif isinstance(part, p.ReadingPart):
                self._guarded(self._reading, part, readings)
        if self.bad_number:  # all that is wrong elsewhere may follow from it
            raise ElaborationError
        for part in variant.parts:
            if isinstance(part, p.BoardPart | p.CardsPart) and part.name.text in readings:
                self.world.chosen_shapes[part.name.text] = readings[part.name.text]
        for kind in _ORDER:
            if self.bad_cards or self.bad_shape:
                raise ElaborationError
            for part in variant.parts:
                if isinstance(part, kind):
                    self._guarded(self._part, part)
        declare_earlier(self.world, variant.parts)
        self._labels_are_free()

    def _part(self, part: p.Part) -> None:
        match part:
            case p.ShapePart():
                self._shape(part)
            case p.EnumPart():
                self._enum(part)
            case p.PlayersPart():
                self._players(part)
            case p.TablePart():
                self._claim(part)
                self.world.rows[part.name.text] = part
            case p.CardsPart():
                self._cards(part)
            case p.BoardPart():
                try:
                    self._board(part)
                except ElaborationError:
                    self.bad_shape = True  # its types are used all over
                    raise
            case p.RecordPart():
                self._record(part)
            case p.FunctionPart():
                self._function(part)
            case p.ProcedurePart():
                self._procedure(part)
            case p.SupplyPart():
                self._supply(part)
            case p.StatePart():
                self._state(part)
            case p.HistoryPart():
                declare_history(self.expressions, part)

    def _guarded(self, method: Callable[[*Given], None], *args: *Given) -> None:
        try:
            method(*args)
        except ElaborationError:
            self.report.failed |= {a.name.text for a in args if isinstance(a, p.Part)}

    def _claim(self, part: p.Part) -> None:
        self.world.claim(part.name.text, part.name.span)
        if part.name.text in BUILTINS:
            self.report.add(
                "E114", part.name.span, f"{part.name.text} is a function of the language"
            )

    def _labels_are_free(self) -> None:
        world = self.world
        for name in (*world.variables, *world.function_parts, *world.procedures, *world.types):
            if name in world.labels:
                enum = world.labels[name][0].name
                text = (
                    f"the name {name} is used twice in this variant: it is also a value of {enum}"
                )
                span = world.span(name)
                self.report.add("E110", span, text)

    def _parameter(self, part: p.ParameterPart, given: Mapping[str, int]) -> None:
        self._claim(part)
        lo = self.expressions.constant(part.lo, Scope())
        hi = self.expressions.constant(part.hi, Scope())
        value = self.expressions.constant(part.value, Scope())
        if not lo <= value <= hi:
            self.report.fail("E229", part.value.span, f"the value {value} is outside {lo}..{hi}")
        value = given.get(part.name.text, value)
        if not lo <= value <= hi:
            self.bad_number = True
            text = f"{part.name.text} = {value} is outside {lo}..{hi}"
            self.report.fail("E229", self.places.get(part.name.text, part.name.span), text)
        self.world.constants[part.name.text] = fold.number(value)

    def _reading(self, part: p.ReadingPart, given: Mapping[str, str]) -> None:
        self._claim(part)
        labels = tuple(o.name.text for o in part.options)
        if len(labels) < 2:
            self.report.add("E521", part.name.span, "a reading has at least two options")
        for option in part.options:
            if labels.count(option.name.text) > 1:
                self.report.add(
                    "E111", option.name.span, f"the option {option.name.text} stands here twice"
                )
        defaults = [o.name.text for o in part.options if o.default]
        if len(defaults) != 1:
            text = f"one option is the default, here {len(defaults)} are"
            self.report.add("E522", part.name.span, text)
        chosen = given.get(part.name.text, defaults[0] if defaults else labels[0])
        if chosen not in labels:
            text = f"the reading {part.name.text} has no option {chosen}"
            self.report.fail("E523", part.name.span, text, near(chosen, labels))
        enum = Enum(part.name.text, labels)
        name, value = part.name.text, labels.index(chosen)
        self.world.readings[name] = x.Const(value, enum)
        self.world.add_enum(enum)
        if name in self.world.symbolic_readings:
            self.world.variables[name] = Variable(name, enum, value, "state", "none")

    def _type(self, name: str, t: Scalar) -> None:
        self.world.types[name] = t
        if isinstance(t, Enum):
            self.world.add_enum(t)

    def _values(self, part: p.EnumPart | p.PlayersPart) -> tuple[str, ...]:
        """The labels; the first may be another enumeration, whose labels then come first."""
        labels: list[str] = []
        for i, value in enumerate(part.values):
            known = self.world.types.get(value.text)
            if i == 0 and isinstance(known, Enum):
                labels.extend(known.labels)
            elif value.text in labels:
                self.report.add("E111", value.span, f"the value {value.text} stands here twice")
            else:
                labels.append(value.text)
        return tuple(labels)

    def _enum(self, part: p.EnumPart) -> None:
        self._claim(part)
        first = part.values[0].text
        if first == "Player" and "Player" not in self.world.types:
            self._pending_enum(part)
            return
        self._type(part.name.text, Enum(part.name.text, self._values(part)))

    def _pending_enum(self, part: p.EnumPart) -> None:
        self.world.pending.append(part)

    def _players(self, part: p.PlayersPart) -> None:
        self.world.claim("Player", part.name.span)
        if part.alias is not None:
            known = self.world.types.get(part.alias.text)
            if not isinstance(known, Enum):
                hint = near(part.alias.text, self.world.types)
                text = f"there is no enumeration {part.alias.text}"
                self.report.fail("E107", part.alias.span, text, hint)
            enum = known
        else:
            enum = Enum("Player", self._values(part)[: self._number_of_players(part)])
        self._type("Player", enum)
        self.world.players = enum
        for pending in self.world.pending:
            t = Enum(pending.name.text, self._values(pending))
            self._type(pending.name.text, t)
        self.world.pending.clear()

    def _number_of_players(self, part: p.PlayersPart) -> int:
        """How many play; all that have a name, where nothing is said."""
        if part.number is None:
            return len(part.values)
        most = self.expressions.constant(part.number.hi, Scope())
        least = self.expressions.constant(part.number.lo, Scope())
        if least < 1 or most > len(part.values):
            text = f"{least}..{most} players, with names for 1 to {len(part.values)}"
            self.report.fail("E512", part.number.hi.span, text)
        chosen = self.world.constants[part.name.text].value
        assert isinstance(chosen, int)
        return chosen

    def _board(self, part: p.BoardPart) -> None:
        self._claim(part)
        positional: list[int | str] = []
        named: dict[str, int] = {}
        for argument in self._board_arguments(part):
            value = self._board_value(argument.value)
            if argument.name is None:
                positional.append(value)
            elif isinstance(value, int):
                named[argument.name.text] = value
            else:
                self.report.fail("E412", argument.span, f"{argument.name.text} must be a number")
        try:
            board = build(part.name.text, part.kind.text, positional, named)
        except BoardError as error:
            self.report.fail("E411", part.kind.span, str(error))
        self.world.boards.append(board)
        if board.centre is not None:
            self.world.claim("centre", part.name.span)
            self.world.constants["centre"] = x.Const(board.centre, board.place)
        for t in board.types():
            assert isinstance(t, Enum)
            self.world.claim(t.name, part.name.span)
            self._type(t.name, t)
        for table in board.tables:
            self.world.claim(table.name, part.name.span)

    def _cards(self, part: p.CardsPart) -> None:
        self._claim(part)
        columns = self._columns(part)
        for column in part.columns:
            if column.name.text in self.world.variables or column.name.text in {NAME, COPIES}:
                self.report.fail("E705", column.name.span, f"{column.name.text} is there already")
        cards = self._read(part, columns)
        enum = Enum(part.name.text, cards.names)
        self._type(part.name.text, enum)
        number = Int(0, max(cards.copies))
        self.world.card_tables.append(Table(COPIES, (enum,), number, cards.copies))
        for name, t in columns.items():
            assert not isinstance(t, Map | List), "read_cards refuses such columns"
            self.world.card_tables.append(Table(name, (enum,), t, cards.columns[name]))

    def _read(self, part: p.CardsPart, columns: Mapping[str, Type]) -> Cards:
        """The cards of the table that was chosen, or of the file."""
        rows = self.world.rows.get(self.world.chosen_shapes.get(part.name.text, ""))
        if rows is not None:
            try:
                if rows.of.text != part.name.text:
                    text = f"this is a table of {rows.of.text}, not of {part.name.text}"
                    raise CardsError([Diagnostic("E704", rows.of.span, text)])
                return cards_of(rows_of(rows, columns), columns, rows.name.span)
            except CardsError as error:
                self.bad_cards = True
                self.report.diagnostics.extend(error.diagnostics)
                raise ElaborationError from None
        path, within = self._card_file(part)
        try:
            return read_cards(path, columns, within)
        except CardsError as error:
            self.bad_cards = True
            if error.unreadable:
                beside = (p for p in path.parent.glob("*") if p.suffix == path.suffix)
                near_by = sorted(p.name for p in beside if p != path)
                hint = near(path.name, near_by) or "it stands beside the ruleset"
                self.report.add("E701", part.span, error.unreadable, hint)
            self.report.diagnostics.extend(error.diagnostics)
            self.report.sources[str(path)] = error.text
            raise ElaborationError from None

    def _columns(self, part: p.CardsPart) -> dict[str, Type]:
        """The types of the columns; quiet about a type that a bad file should have declared."""
        before = len(self.report.diagnostics)
        try:
            return {c.name.text: self.expressions.types.read(c.type, Scope()) for c in part.columns}
        except ElaborationError:
            if self.bad_cards:
                del self.report.diagnostics[before:]
            raise

    def _card_file(self, part: p.CardsPart) -> tuple[Path, Path | None]:
        """The file beside the ruleset, or the one that an instance or a user chose instead.

        And the folder that it may not lead out of, where a user has not named it by its path.
        """
        folder = Path(part.name.span.file).parent
        chosen = self.world.chosen_shapes.get(part.name.text)
        if chosen is None:
            if Path(part.file).name != part.file:
                text = "the cards stand beside the ruleset: give the file's name alone"
                self.report.fail("E703", part.span, text)
            return folder / part.file, folder
        if is_path(chosen):
            return Path(chosen), None
        for ending in (".csv", ".toml"):
            if os.path.isfile(folder / f"{chosen}{ending}"):
                return folder / f"{chosen}{ending}", folder
        self.report.fail(
            "E702", part.name.span, f"there is no {chosen}.csv and no {chosen}.toml",
            near(chosen, [t.name.text for t in self.world.rows.values()]),
        )  # fmt: skip

    def _shape(self, part: p.ShapePart) -> None:
        self._claim(part)
        self.world.shapes[part.name.text] = part

    def _board_arguments(self, part: p.BoardPart) -> tuple[p.BoardArgument, ...]:
        """What stands between the brackets, or the shape that it names or an instance chose."""
        name = self.world.chosen_shapes.get(part.name.text)
        first = part.arguments[0].value if part.arguments else None
        if name is None and isinstance(first, e.Reference):
            name = first.name if first.name in self.world.shapes else None
        if name is None:
            return part.arguments
        shape = self.world.shapes.get(name)
        if shape is not None and shape.kind.text in MAKERS:
            if shape.kind.text != part.kind.text:
                text = f"{name} is the shape of a {shape.kind.text} board, not of a {part.kind.text} board"
                self.report.fail("E414", part.name.span, text)
            return shape.arguments
        if shape is not None:
            return (_argument(e.Reference(shape.kind.text, span=shape.kind.span)), *shape.arguments)
        kind = "picture" if "#" in name else "tiles"
        if kind == "tiles" and "," not in name:
            hint = near(name, self.world.shapes)
            self.report.fail("E413", part.name.span, f"there is no shape {name}", hint)
        span = part.name.span
        return (_argument(e.Reference(kind, span=span)), _argument(e.Text(name, span=span)))

    def _board_value(self, node: e.Expression) -> int | str:
        """A number, a text, or a bare word (the name of a shape)."""
        if isinstance(node, e.Text):
            return node.value
        if isinstance(node, e.Reference) and node.name not in self.world.constants:
            return node.name
        return self.expressions.constant(node, Scope())

    def _record(self, part: p.RecordPart) -> None:
        self._claim(part)
        fields: list[tuple[str, Scalar]] = []
        for field in part.fields:
            if field.name.text in dict(fields):
                self.report.add(
                    "E111", field.name.span, f"the field {field.name.text} stands here twice"
                )
            fields.append((field.name.text, self.expressions.types.scalar(field.type, Scope())))
        record = Record(part.name.text, tuple(fields))
        if size(record) > 4096:
            self.report.fail(
                "E224", part.name.span, f"this record has {size(record)} values; at most 4096"
            )
        self._type(part.name.text, record)

    def _function(self, part: p.FunctionPart) -> None:
        self._claim(part)
        self.world.function_parts[part.name.text] = part

    def _procedure(self, part: p.ProcedurePart) -> None:
        self._claim(part)
        self.world.procedures[part.name.text] = part

    def _supply(self, part: p.SupplyPart) -> None:
        self._claim(part)
        keys = [self.expressions.types.scalar(k.type, Scope()) for k in part.keys]
        counts = [
            self._count(part, dict(zip(part.keys, values, strict=True)))
            for values in product(*(fold.constants(t) for t in keys))
        ]
        left = Int(0, max(counts))
        t: Type = left
        initial: int | tuple[int, ...] = counts[0]
        if keys:
            t, initial = Map(self.expressions.types.key(keys), left), tuple(counts)
        name = part.name.text
        self.world.variables[name] = Variable(
            name, t, initial, "supply", self._visible(part, t), part.name.span
        )
        self.world.supplies[name] = part

    def _count(self, part: p.SupplyPart, keys: Mapping[p.SupplyKey, x.Const]) -> int:
        """How many components of these keys there are."""
        scope = Scope(constant=True)
        for key, value in keys.items():
            if key.name is not None:
                scope = scope.bind(key.name, value)
        count = self.expressions.constant(part.count, scope)
        if not 0 <= count <= MAX_SUPPLY:
            self.report.fail(
                "E230", part.count.span, f"a supply holds 0 to {MAX_SUPPLY} components"
            )
        return count

    def _state(self, part: p.StatePart) -> None:
        self._claim(part)
        t = self.expressions.types.read(part.type, Scope())
        name = part.name.text
        seen = self._visible(part, t)
        inner = t.value if isinstance(t, Map) else t
        value = self.expressions.of_type(part.initial, Scope(), inner)
        start = default(t)
        if isinstance(value, x.Const):
            start = (value.value,) * size(t.key) if isinstance(t, Map) else value.value
        else:
            self.world.initial.append((name, value))
        self.world.variables[name] = Variable(name, t, start, "state", seen, part.name.span)

    def _visible(self, part: p.StatePart | p.SupplyPart, t: Type) -> Seen:
        seen = self._seen(part.seen)
        if seen == "owner" and owners(t) != self.world.players:
            self.report.fail(
                "E422", part.name.span, "only a map from players is seen by its owners"
            )
        return seen

    def _seen(self, word: Name | None) -> Seen:
        match word.text if word is not None else "all":
            case "all":
                return "all"
            case "owner":
                return "owner"
            case "none":
                return "none"
        assert word is not None
        self.report.fail("E421", word.span, "a state is seen by all, by owner or by none")


def _argument(value: e.Expression) -> p.BoardArgument:
    return p.BoardArgument(name=None, value=value, span=value.span)
