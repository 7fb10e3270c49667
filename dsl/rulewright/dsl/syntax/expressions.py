"""Syntax tree: expressions and types, as written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from .node import Name, Node


@dataclass(frozen=True, slots=True)
class Number(Node):
    value: int


@dataclass(frozen=True, slots=True)
class Truth(Node):
    value: bool


@dataclass(frozen=True, slots=True)
class Nothing(Node):
    """``none``."""


@dataclass(frozen=True, slots=True)
class Text(Node):
    """A string; only as an argument of a board."""

    value: str


@dataclass(frozen=True, slots=True)
class Reference(Node):
    name: str


@dataclass(frozen=True, slots=True)
class Application(Node):
    """``name(args)``, perhaps with ``via relation``."""

    name: Name
    args: tuple[Expression, ...]
    via: Name | None


@dataclass(frozen=True, slots=True)
class Indexed(Node):
    base: Expression
    keys: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class FieldAccess(Node):
    base: Expression
    name: Name


@dataclass(frozen=True, slots=True)
class Negative(Node):
    arg: Expression


@dataclass(frozen=True, slots=True)
class Binary(Node):
    """Arithmetic, set and list operators."""

    op: Literal["+", "-", "++", "*", "&", "div", "mod"]
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Interval(Node):
    """``lo..hi``."""

    lo: Expression
    hi: Expression


@dataclass(frozen=True, slots=True)
class Comparison(Node):
    op: Literal["=", "!=", "is", "is not", "<", "<=", ">", ">=", "in", "not in"]
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Logic(Node):
    op: Literal["and", "or"]
    args: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Negation(Node):
    arg: Expression


@dataclass(frozen=True, slots=True)
class Conditional(Node):
    condition: Expression
    then: Expression
    otherwise: Expression


@dataclass(frozen=True, slots=True)
class Binder(Node):
    names: tuple[Name, ...]
    over: Expression


QuantifierKind = Literal["some", "all", "no", "count", "sum", "union", "least", "greatest"]


@dataclass(frozen=True, slots=True)
class Quantified(Node):
    kind: QuantifierKind
    binders: tuple[Binder, ...]
    condition: Expression | None
    body: Expression


@dataclass(frozen=True, slots=True)
class Those(Node):
    name: Name
    over: Expression
    where: Expression


@dataclass(frozen=True, slots=True)
class Extreme(Node):
    """``those x in S if C with most E``."""

    name: Name
    over: Expression
    condition: Expression | None
    most: bool
    key: Expression


@dataclass(frozen=True, slots=True)
class Hypothetical(Node):
    """``after procedure(args): E``."""

    call: Application
    body: Expression


@dataclass(frozen=True, slots=True)
class SetLiteral(Node):
    items: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class ListLiteral(Node):
    items: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class ListOf(Node):
    """``[body for name in over if condition]`` over a list."""

    body: Expression
    name: Name
    over: Expression
    condition: Expression | None


@dataclass(frozen=True, slots=True)
class MatchCase(Node):
    patterns: tuple[Expression, ...]
    body: Expression


@dataclass(frozen=True, slots=True)
class MatchExpression(Node):
    subject: Expression
    cases: tuple[MatchCase, ...]
    otherwise: Expression | None


@dataclass(frozen=True, slots=True)
class LetIn(Node):
    """Local names before an expression, in the block of a function."""

    name: Name
    value: Expression
    body: Expression


Expression = (
    Number | Truth | Nothing | Text | Reference | Application | Indexed | FieldAccess | Negative
    | Binary | Interval | Comparison | Logic | Negation | Conditional | Quantified | Those
    | Extreme | Hypothetical | SetLiteral | ListLiteral | ListOf | MatchExpression | LetIn
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class PlainType(Node):
    """A type's name or ``lo..hi``."""

    expression: Expression


@dataclass(frozen=True, slots=True)
class OptionType(Node):
    inner: PlainType


@dataclass(frozen=True, slots=True)
class SetType(Node):
    element: PlainType | OptionType


@dataclass(frozen=True, slots=True)
class BagType(Node):
    element: PlainType | OptionType
    limit: Expression


@dataclass(frozen=True, slots=True)
class ListType(Node):
    element: PlainType | OptionType
    limit: Expression


@dataclass(frozen=True, slots=True)
class MapType(Node):
    keys: tuple[TypeSyntax, ...]
    value: TypeSyntax


TypeSyntax = PlainType | OptionType | SetType | BagType | ListType | MapType
