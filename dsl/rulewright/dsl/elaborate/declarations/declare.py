"""From a variant's parts to the names of its world."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import product
from typing import TypeVarTuple

from ...diagnostics import near
from ...ir import code as x
from ...ir import fold
from ...ir.program import Seen, Variable
from ...ir.types import Enum, Int, Map, Record, Scalar, Type, default, owners, size
from ...span import Span
from ...syntax import parts as p
from ...syntax.node import Name
from ..expressions.elaborator import ExpressionElaborator
from ..expressions.names.tabulated import initial
from ..symbols.report import ElaborationError
from ..symbols.scope import Scope
from ..symbols.symbol_table import SymbolTable
from ..symbols.variants import Variant
from .boards import Boards
from .cards import CardTables
from .earlier import declare_earlier
from .histories import declare_history

MAX_SUPPLY = 1_000_000

Arguments = TypeVarTuple("Arguments")

_ORDER = (
    p.ShapePart, p.TablePart, p.EnumPart, p.PlayersPart, p.BoardPart, p.CardsPart, p.RecordPart, p.FunctionPart,
    p.ProcedurePart, p.SupplyPart, p.StatePart,
    p.HistoryPart,
)  # fmt: skip


class Declarations:
    """Fills a world, one kind of part after another, so that the file's order is free."""

    def __init__(
        self, world: SymbolTable, expressions: ExpressionElaborator, places: Mapping[str, Span]
    ) -> None:
        self.world = world
        self.places = places
        self.expressions = expressions
        self.report = world.report
        self._boards = Boards(expressions)
        self._cards = CardTables(expressions)
        self.bad_number = False
        self.bad_shape = False
        """A board that was chosen for this instance cannot be built: errors that follow from that
        are noise."""

    def declare(
        self, variant: Variant, parameters: Mapping[str, int], readings: Mapping[str, str]
    ) -> None:
        """Declare every part; each wrong one is reported and left out.

        ``readings`` names the option of a reading, or the shape of a board. Raises ElaborationError
        for a file of cards with something wrong in it, since its declarations are used everywhere.
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
            if self._cards.failed or self.bad_shape:
                raise ElaborationError
            for part in variant.parts:
                if isinstance(part, kind):
                    self._guarded(self._part, part)
        declare_earlier(self.world, variant.parts)
        self._labels_are_free()

    def _part(self, part: p.Part) -> None:
        match part:
            case p.ShapePart():
                try:
                    self._boards.shape(part)
                except ElaborationError:
                    self.bad_shape = True
                    raise
            case p.EnumPart():
                self._enum(part)
            case p.PlayersPart():
                self._players(part)
            case p.TablePart():
                self.world.claim_part(part)
                self.world.rows[part.name.text] = part
            case p.CardsPart():
                self._cards.declare(part)
            case p.BoardPart():
                try:
                    self._boards.board(part)
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

    def _guarded(self, method: Callable[[*Arguments], None], *args: *Arguments) -> None:
        try:
            method(*args)
        except ElaborationError:
            self.report.failed |= {a.name.text for a in args if isinstance(a, p.Part)}

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
        self.world.claim_part(part)
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
        name = part.name.text
        self.world.constants[name] = fold.number(value)
        if name in self.world.held:
            self.world.variables[name] = Variable(name, Int(lo, hi), value, "state", "none")

    def _reading(self, part: p.ReadingPart, given: Mapping[str, str]) -> None:
        self.world.claim_part(part)
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
            hint = "write 'default' at the end of the one that is played if nobody says otherwise"
            self.report.add("E522", part.name.span, text, hint)
        chosen = given.get(part.name.text, defaults[0] if defaults else labels[0])
        if chosen not in labels:
            text = f"the reading {part.name.text} has no option {chosen}"
            self.report.fail("E523", part.name.span, text, near(chosen, labels))
        enum = Enum(part.name.text, labels)
        name, value = part.name.text, labels.index(chosen)
        self.world.readings[name] = x.Const(value, enum)
        self.world.add_enum(enum)
        if name in self.world.held:
            self.world.variables[name] = Variable(name, enum, value, "state", "none")

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
        self.world.claim_part(part)
        first = part.values[0].text
        if first == "Player" and "Player" not in self.world.types:
            self._pending_enum(part)
            return
        self.world.add_type(part.name.text, Enum(part.name.text, self._values(part)))

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
        self.world.add_type("Player", enum)
        self.world.players = enum
        for pending in self.world.pending:
            t = Enum(pending.name.text, self._values(pending))
            self.world.add_type(pending.name.text, t)
        self.world.pending.clear()

    def _number_of_players(self, part: p.PlayersPart) -> int:
        """How many play; by default all that have a name."""
        if part.number is None:
            return len(part.values)
        most = self.expressions.constant(part.number.hi, Scope())
        least = self.expressions.constant(part.number.lo, Scope())
        if least < 1 or most > len(part.values):
            text = f"{least}..{most} players, with names for 1 to {len(part.values)}"
            self.report.fail("E512", part.number.hi.span, text)
        if part.name.text in self.world.held:
            text = "how many play must be known before play begins"
            self.report.fail("E223", part.name.span, text)
        number = self.world.constants.get(part.name.text)
        if number is None:  # already reported
            raise ElaborationError
        chosen = number.value
        assert isinstance(chosen, int)
        self.world.not_playing = frozenset(name.text for name in part.values[chosen:])
        return chosen

    def _record(self, part: p.RecordPart) -> None:
        self.world.claim_part(part)
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
        self.world.add_type(part.name.text, record)

    def _function(self, part: p.FunctionPart) -> None:
        self.world.claim_part(part)
        self.world.function_parts[part.name.text] = part

    def _procedure(self, part: p.ProcedurePart) -> None:
        self.world.claim_part(part)
        self.world.procedures[part.name.text] = part

    def _supply(self, part: p.SupplyPart) -> None:
        self.world.claim_part(part)
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
            name, t, initial, "supply", self._visible(part, t), part.name.span, part.title
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
        self.world.claim_part(part)
        t = self.expressions.types.read(part.type, Scope())
        name = part.name.text
        seen = self._visible(part, t)
        value = initial(self.expressions, part.initial, Scope(), t)
        start = default(t)
        if not isinstance(value, x.Const):
            self.world.initial.append((name, value))
        elif isinstance(t, Map) and not isinstance(value.type, Map):
            start = (value.value,) * size(t.key)
        else:
            start = value.value
        self.world.variables[name] = Variable(
            name, t, start, "state", seen, part.name.span, part.title
        )

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
