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
class Was(Node):
    """``was E``: with the state as it was where somebody decided last."""

    arg: Expression


@dataclass(frozen=True, slots=True)
class Since(Node):
    """``A since B``: at every decision since the last one at which B held, A did."""

    held: Expression
    began: Expression


Operator = Literal["+", "-", "++", "*", "&", "div", "mod"]


@dataclass(frozen=True, slots=True)
class Binary(Node):
    """Arithmetic, set and list operators."""

    op: Operator
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Interval(Node):
    """``lo..hi``."""

    lo: Expression
    hi: Expression


Comparator = Literal["=", "!=", "is", "is not", "<", "<=", ">", ">=", "in", "not in"]


@dataclass(frozen=True, slots=True)
class Comparison(Node):
    op: Comparator
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
class ListComprehension(Node):
    """``[body for name in over if condition]`` over a list."""

    body: Expression
    name: Name
    over: Expression
    condition: Expression | None


@dataclass(frozen=True, slots=True)
class MatchCase(Node):
    """A case: for each subject, the values of which it may have any."""

    patterns: tuple[tuple[Expression, ...], ...]
    body: Expression


@dataclass(frozen=True, slots=True)
class MatchExpression(Node):
    """``match`` with one subject, or a table of values, whose keys are the subjects."""

    subjects: tuple[Expression, ...]
    cases: tuple[MatchCase, ...]
    otherwise: Expression | None


@dataclass(frozen=True, slots=True)
class LetIn(Node):
    """Local names before an expression, in the block of a function."""

    name: Name
    value: Expression
    body: Expression


# What only claims may say, written with a dollar, which no name has; what each of these means is
# described where it is read, in rulewright.dsl.restate.reader.


@dataclass(frozen=True, slots=True)
class Exact(Node):
    """``$word(arguments : type)``: an operation that the language only does unasked."""

    word: str
    args: tuple[Expression, ...]
    type: TypeSyntax | None = None


@dataclass(frozen=True, slots=True)
class ExactNamed(Node):
    """``$word("name", arguments)``: something whose name no expression can say."""

    word: str
    name: str
    args: tuple[Expression, ...] = ()


@dataclass(frozen=True, slots=True)
class ExactMap(Node):
    """``$map(name: type, body)``: the map from every value of the type to the body."""

    name: Name
    type: TypeSyntax
    body: Expression


@dataclass(frozen=True, slots=True)
class ExactExtreme(Node):
    """``$least(x in S if C: E)``: the same as without the dollar, of any scalar ``E``."""

    least: bool
    binder: Binder
    condition: Expression | None
    body: Expression


Expression = (
    Number | Truth | Nothing | Text | Reference | Application | Indexed | FieldAccess | Negative | Was
    | Since | Binary | Interval | Comparison | Logic | Negation | Conditional | Quantified | Those
    | Extreme | Hypothetical | SetLiteral | ListLiteral | ListComprehension | MatchExpression | LetIn
    | Exact | ExactNamed | ExactMap | ExactExtreme
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
    element: TypeSyntax


@dataclass(frozen=True, slots=True)
class BagType(Node):
    element: TypeSyntax
    limit: Expression


@dataclass(frozen=True, slots=True)
class ListType(Node):
    element: TypeSyntax
    limit: Expression


@dataclass(frozen=True, slots=True)
class MapType(Node):
    keys: tuple[TypeSyntax, ...]
    value: TypeSyntax


@dataclass(frozen=True, slots=True)
class KeyType(Node):
    """``$key(T, U)``: the key of a map with several indices."""

    parts: tuple[TypeSyntax, ...]


TypeSyntax = PlainType | OptionType | SetType | BagType | ListType | MapType | KeyType


@dataclass(frozen=True, slots=True)
class Given(Node):
    """``name: type = value``: a name with the value that it has in a claim."""

    name: Name
    type: TypeSyntax
    value: Expression


@dataclass(frozen=True, slots=True)
class ClaimSyntax(Node):
    """An expression, and what the names stand for that nothing in it binds."""

    given: tuple[Given, ...]
    body: Expression


def result_of(node: Expression) -> Expression:
    """What an expression comes to behind its local names: an error in it is told there."""
    while isinstance(node, LetIn):
        node = node.body
    return node
