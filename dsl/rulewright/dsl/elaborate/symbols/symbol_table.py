"""The names of one instance: types, constants, readings, variables, functions, procedures."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

from ...boards.board import Board, BoardTable, Group
from ...diagnostics import Edit, Hint, near
from ...ir import code as x
from ...ir.names import is_made
from ...ir.program import Function, Variable
from ...ir.types import Enum, Option, Scalar, Type
from ...span import Span
from ...syntax import parts as p
from .report import DiagnosticSink
from .sinking import uses_itself


@dataclass(frozen=True, slots=True)
class History:
    """Positions that are recorded, from number 0 on; the variable ``name`` says how many.

    ``entries``: for each state whose values are recorded, the map that holds them; the number of
    the position is the first part of its key.
    """

    name: str
    limit: int
    entries: tuple[tuple[Variable, Variable], ...]

    @property
    def variables(self) -> tuple[str, ...]:
        """All its variables."""
        return (self.name, *(where.name for _, where in self.entries))


@dataclass(frozen=True, slots=True)
class Past:
    """The present value of one `since`, and the variable that holds its value at the last decision.

    ``entry``: for one with local names, what stands in ``now`` for a key of the map that the
    variable is.
    """

    variable: Variable
    now: x.Expr
    entry: x.Local | None


Keys = tuple[tuple[str, Scalar], ...]
"""The local names that stand below a `since`, with the types of their values."""


@dataclass(slots=True)
class SymbolTable:
    """Everything that has a name outside procedures. Filled in by the declarations.

    ``functions`` grows as functions are first used: their result types come from their bodies. The
    readings and parameters in ``held`` are variables, too; see :mod:`rulewright.dsl.instantiate`.
    """

    report: DiagnosticSink
    held: Collection[str] = ()
    types: dict[str, Scalar] = field(default_factory=dict)
    labels: dict[str, list[Enum]] = field(default_factory=dict)
    constants: dict[str, x.Const] = field(default_factory=dict)
    readings: dict[str, x.Const] = field(default_factory=dict)
    variables: dict[str, Variable] = field(default_factory=dict)
    function_parts: dict[str, p.FunctionPart] = field(default_factory=dict)
    functions: dict[str, Function | None] = field(default_factory=dict)
    copies: dict[tuple[str, int], Function | x.Const] = field(default_factory=dict)
    """Functions that use themselves: their copies for each value of the decreasing number."""
    broken: set[str] = field(default_factory=set)
    procedures: dict[str, p.ProcedurePart] = field(default_factory=dict)
    boards: list[Board] = field(default_factory=list)
    shapes: dict[str, p.ShapePart] = field(default_factory=dict)
    rows: dict[str, p.TablePart] = field(default_factory=dict)
    card_tables: list[BoardTable] = field(default_factory=list)
    chosen_shapes: dict[str, str] = field(default_factory=dict)
    histories: dict[str, History] = field(default_factory=dict)
    earlier: dict[str, Variable] = field(default_factory=dict)
    """For each state that `was` looks back at, the variable with its value at the last decision."""
    awaited: dict[Span, str] = field(default_factory=dict)
    """The name of the variable of each `since`, by its place."""
    looking: set[Span] = field(default_factory=set)
    """Those that are being elaborated: one that occurs again uses itself."""
    since_of: Mapping[Span, Keys] = field(default_factory=dict)
    """The local names of each `since` that has some: found in the previous elaboration."""
    since_met: dict[Span, Keys] = field(default_factory=dict)
    """Those whose local names, or their types, differ from that."""
    past: dict[Span, Past | None] = field(default_factory=dict)
    """Each known `since`, inner ones before outer ones; None for a wrong one."""
    supplies: dict[str, p.SupplyPart] = field(default_factory=dict)
    flows: list[tuple[str, str]] = field(default_factory=list)
    initial: list[tuple[str, x.Expr]] = field(default_factory=list)
    not_playing: frozenset[str] = frozenset()
    """Players who have a name in the text, but do not play in this game."""
    players: Enum = field(default_factory=lambda: Enum("Player", ()))
    pending: list[p.EnumPart] = field(default_factory=list)
    _taken: dict[str, Span] = field(default_factory=dict)
    _brought: dict[str, str] = field(default_factory=dict)
    """The names that come with a board, and the board's name."""
    _never_values: set[str] = field(default_factory=set)
    """The names of checks and strategies, which cannot occur in an expression."""
    _by_itself: dict[str, bool] = field(default_factory=dict)

    @property
    def named_variables(self) -> list[Variable]:
        """The variables that rulesets name: not recorded positions or earlier values."""
        return [v for v in self.variables.values() if not is_made(v.name)]

    def uses_itself(self, part: p.FunctionPart | p.ProcedurePart) -> bool:
        """Whether a function or a procedure is named in its own text."""
        name = part.name.text
        if name not in self._by_itself:
            self._by_itself[name] = uses_itself(name, part.body)
        return self._by_itself[name]

    def claim(self, name: str, span: Span, board: str = "") -> None:
        """Take a name, which may come with a board; a second claim is an error."""
        first, last = sorted((self._taken.get(name, span), span))
        if board:
            self._brought[name] = board
        if name in self._taken:
            text = f"the name {name} is used twice in this variant"
            if name in self._brought:
                text = f"{text}: the board {self._brought[name]} has its own {name}"
            self.report.add(
                "E110", last, text, f"first in line {first.line}" if first != last else ""
            )
        self._taken[name] = first
        self.report.claims.setdefault(name, set()).add(span)

    def claim_outside(self, part: p.CheckPart | p.AgreePart | p.StrategyPart) -> None:
        """Take the name of a part that is not part of the game, and cannot occur in an expression."""
        self.claim(part.name.text, part.name.span)
        self._never_values.add(part.name.text)

    def claim_part(self, part: p.Part) -> None:
        """Take the name of a part, which no function of the language may have."""
        name = part.name.text
        self.claim(name, part.name.span)
        if name in BUILTINS:
            hint = f"call it something else, such as the_{name}"
            self.report.add("E114", part.name.span, f"{name} is a function of the language", hint)

    def span(self, name: str) -> Span:
        """Where a claimed name was declared."""
        return self._taken[name]

    def add_type(self, name: str, t: Scalar) -> None:
        """Name a type; the values of an enumeration become names, too."""
        self.types[name] = t
        if isinstance(t, Enum):
            self.add_enum(t)

    def add_enum(self, enum: Enum) -> None:
        """Make an enumeration's values known as names."""
        for label in enum.labels:
            known = self.labels.setdefault(label, [])
            if enum not in known:
                known.append(enum)

    def groups(self) -> Iterable[tuple[Board, Group]]:
        return ((board, group) for board in self.boards for group in board.groups)

    def group(self, t: Type) -> tuple[Board, Group] | None:
        """The board and the group whose elements have type ``t``."""
        return next(((b, g) for b, g in self.groups() if g.enum == t), None)

    def board_of(self, place: Type) -> Board | None:
        """The board with places of this type."""
        return next((b for b in self.boards if b.place == place), None)

    def has_order(self, t: Type) -> bool:
        """Whether values of a type have an order: that in which an enumeration is written down.

        Players are in a circle, places lie beside one another, and options of readings are
        alternatives.
        """
        if not isinstance(t, Enum) or t.name == "Player" or t.name in self.readings:
            return False
        return not any(t in board.types() for board in self.boards)

    def table(self, name: str) -> BoardTable | None:
        """A constant function of a board or of cards."""
        return next(iter(self.tables(name)), None)

    def tables(self, name: str) -> list[BoardTable]:
        """The constant functions of this name: several kinds of cards may have the same column."""
        boards = (t for b in self.boards for t in b.tables)
        return [t for t in (*boards, *self.card_tables) if t.name == name]

    def values(self) -> dict[str, x.Expr | None]:
        """Every name that can occur in an expression or a statement, with its value if it is one."""
        taken = (name for name in self._taken if name not in self._never_values)
        found: dict[str, x.Expr | None] = dict.fromkeys((*taken, *BUILTINS))
        for label, enums in self.labels.items():
            found[label] = x.Const(enums[0].labels.index(label), enums[0])
        found |= {name: x.Var(name, v.type) for name, v in self.variables.items()}
        found |= {**self.constants, **self.readings}
        for name, f in self.functions.items():
            if f is not None and name in self.function_parts:
                found[name] = x.Call(name, (), f.type)
        return found

    def unknown(self, name: str, scope_names: Iterable[str], expected: Type | None = None) -> str:
        """A hint with names similar to an unknown one; ``expected``: the type of what should stand there."""
        if name in _ELSEWHERE:
            meant = _ELSEWHERE[name]
            if meant == "{}" and isinstance(expected, Option):
                meant = "none"
            return Hint(f"write {meant!r}", Edit(meant))
        tables = [t.name for b in self.boards for t in b.tables]
        tables += [t.name for t in self.card_tables]
        taken = self._taken.keys() - self._never_values
        known = near(name, {*taken, *self.labels, *tables, *scope_names, *BUILTINS})
        return known or _SAID_OTHERWISE.get(name.lower(), "")


_ELSEWHERE = {
    "true": "yes", "True": "yes", "false": "no", "False": "no", "null": "none", "None": "none",
    "nil": "none", "len": "size", "length": "size", "cardinality": "size", "amount": "size",
    "range": "(1..6)", "opponent": "next", "other_player": "next", "enemy": "next", "succ": "next",
    "pred": "previous", "ord": "number", "index": "number", "value": "number", "rank": "number",
    "top": "last", "head": "first", "neighbours": "near", "neighbors": "near", "adjacent": "near",
    "winner": "won", "wins": "won", "repeated": "remembered", "occurred": "remembered",
    "powerset": "subsets", "minimum": "min", "maximum": "max", "is_draw": "drawn",
    "empty": "{}", "Empty": "{}",
    "ended": "over", "finished": "over", "game_over": "over",
}  # fmt: skip
"""The names for these in other languages."""

_SAID_OTHERWISE = {
    **dict.fromkeys(
        (
            "stuck", "is_stuck", "nobody_stuck", "deadlock", "deadlocked", "stalemate", "can_act",
            "can_move", "no_moves", "no_move", "no_options", "blocked",
        ),
        "ask 'check NAME: someone can always act'; in the rules, write 'otherwise'",
    ),
    **dict.fromkeys(
        ("ends", "end", "terminates", "finishes", "finite"), "ask 'check NAME: every play ends'"
    ),
    **dict.fromkeys(
        ("random", "rand", "randint", "dice", "die", "roll", "chance", "shuffle"),
        "chance decides in a line of its own: roll NAME of 1..6",
    ),
}  # fmt: skip
"""Possible names for what has no name, but is said in another way."""

ARITY = {
    "size": 1, "first": 1, "last": 1, "item": 2, "connected": 1, "components": 1, "group": 2,
    "distance": 3, "next": 1, "previous": 1, "number": 1, "min": 2, "max": 2, "abs": 1,
    "remembered": 1, "subsets": 1, "won": 1, "drawn": 0, "lost": 0, "over": 0,
}  # fmt: skip
"""The functions that are always available, and the number of their arguments."""

OUTCOMES = frozenset({"won", "drawn", "lost", "over"})
"""Those of them that ask how play ended."""

BUILTINS = frozenset(ARITY)
