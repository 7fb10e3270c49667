"""Syntax tree: expressions and types, as written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from .node import Name, SyntaxNode


@dataclass(frozen=True, slots=True)
class Number(SyntaxNode):
    value: int


@dataclass(frozen=True, slots=True)
class Truth(SyntaxNode):
    value: bool


@dataclass(frozen=True, slots=True)
class Nothing(SyntaxNode):
    """``none``."""


@dataclass(frozen=True, slots=True)
class Text(SyntaxNode):
    """A string; only as an argument of a board."""

    value: str


@dataclass(frozen=True, slots=True)
class Reference(SyntaxNode):
    name: str


@dataclass(frozen=True, slots=True)
class Application(SyntaxNode):
    """``name(args)``, perhaps with ``via relation``."""

    name: Name
    args: tuple[Expression, ...]
    via: Name | None


@dataclass(frozen=True, slots=True)
class Indexed(SyntaxNode):
    base: Expression
    keys: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class FieldAccess(SyntaxNode):
    base: Expression
    name: Name


@dataclass(frozen=True, slots=True)
class Negative(SyntaxNode):
    arg: Expression


@dataclass(frozen=True, slots=True)
class Was(SyntaxNode):
    """``was E``: with the state as it was where somebody decided last."""

    arg: Expression


@dataclass(frozen=True, slots=True)
class Since(SyntaxNode):
    """``A since B``: at every decision since the last one at which B held, A did."""

    held: Expression
    began: Expression


Operator = Literal["+", "-", "++", "*", "&", "div", "mod"]


@dataclass(frozen=True, slots=True)
class Binary(SyntaxNode):
    """Arithmetic, set and list operators."""

    op: Operator
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Interval(SyntaxNode):
    """``lo..hi``."""

    lo: Expression
    hi: Expression


Comparator = Literal["=", "!=", "is", "is not", "<", "<=", ">", ">=", "in", "not in"]


@dataclass(frozen=True, slots=True)
class Comparison(SyntaxNode):
    op: Comparator
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Logic(SyntaxNode):
    op: Literal["and", "or"]
    args: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Negation(SyntaxNode):
    arg: Expression


@dataclass(frozen=True, slots=True)
class Conditional(SyntaxNode):
    condition: Expression
    then: Expression
    otherwise: Expression


@dataclass(frozen=True, slots=True)
class Binder(SyntaxNode):
    names: tuple[Name, ...]
    over: Expression


QuantifierKind = Literal["some", "all", "no", "count", "sum", "union", "least", "greatest"]


@dataclass(frozen=True, slots=True)
class Quantified(SyntaxNode):
    kind: QuantifierKind
    binders: tuple[Binder, ...]
    condition: Expression | None
    body: Expression


@dataclass(frozen=True, slots=True)
class Those(SyntaxNode):
    name: Name
    over: Expression
    where: Expression


@dataclass(frozen=True, slots=True)
class Extreme(SyntaxNode):
    """``those x in S if C with most E``."""

    name: Name
    over: Expression
    condition: Expression | None
    most: bool
    key: Expression


@dataclass(frozen=True, slots=True)
class Hypothetical(SyntaxNode):
    """``after procedure(args): E``."""

    call: Application
    body: Expression


@dataclass(frozen=True, slots=True)
class SetLiteral(SyntaxNode):
    items: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class ListLiteral(SyntaxNode):
    items: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class ListComprehension(SyntaxNode):
    """``[body for name in over if condition]`` over a list."""

    body: Expression
    name: Name
    over: Expression
    condition: Expression | None


@dataclass(frozen=True, slots=True)
class MatchCase(SyntaxNode):
    """A case: for each subject, the values of which it may have any."""

    patterns: tuple[tuple[Expression, ...], ...]
    body: Expression


@dataclass(frozen=True, slots=True)
class MatchExpression(SyntaxNode):
    """``match`` with one subject, or a table of values, whose keys are the subjects."""

    subjects: tuple[Expression, ...]
    cases: tuple[MatchCase, ...]
    otherwise: Expression | None


@dataclass(frozen=True, slots=True)
class LetIn(SyntaxNode):
    """Local names before an expression, in the block of a function."""

    name: Name
    value: Expression
    body: Expression


# Forms that only claims may have, written with a dollar sign, which no name contains; the meaning
# of each is described where it is read, in rulewright.dsl.restate.reader.


@dataclass(frozen=True, slots=True)
class Exact(SyntaxNode):
    """``$word(arguments : type)``: an operation that the language only performs implicitly."""

    word: str
    args: tuple[Expression, ...]
    type: TypeSyntax | None = None


@dataclass(frozen=True, slots=True)
class ExactNamed(SyntaxNode):
    """``$word("name", arguments)``: something whose name no expression can mention."""

    word: str
    name: str
    args: tuple[Expression, ...] = ()


@dataclass(frozen=True, slots=True)
class ExactMap(SyntaxNode):
    """``$map(name: type, body)``: the map from every value of the type to the body."""

    name: Name
    type: TypeSyntax
    body: Expression


@dataclass(frozen=True, slots=True)
class ExactExtreme(SyntaxNode):
    """``$least(x in S if C: E)``: the same as without the dollar, for any scalar ``E``."""

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
class PlainType(SyntaxNode):
    """A type's name or ``lo..hi``."""

    expression: Expression


@dataclass(frozen=True, slots=True)
class OptionType(SyntaxNode):
    inner: PlainType


@dataclass(frozen=True, slots=True)
class SetType(SyntaxNode):
    element: TypeSyntax


@dataclass(frozen=True, slots=True)
class BagType(SyntaxNode):
    element: TypeSyntax
    limit: Expression


@dataclass(frozen=True, slots=True)
class ListType(SyntaxNode):
    element: TypeSyntax
    limit: Expression


@dataclass(frozen=True, slots=True)
class MapType(SyntaxNode):
    keys: tuple[TypeSyntax, ...]
    value: TypeSyntax


@dataclass(frozen=True, slots=True)
class KeyType(SyntaxNode):
    """``$key(T, U)``: the key of a map with several indices."""

    parts: tuple[TypeSyntax, ...]


TypeSyntax = PlainType | OptionType | SetType | BagType | ListType | MapType | KeyType


@dataclass(frozen=True, slots=True)
class Given(SyntaxNode):
    """``name: type = value``: a name with its value in a claim."""

    name: Name
    type: TypeSyntax
    value: Expression


@dataclass(frozen=True, slots=True)
class ClaimSyntax(SyntaxNode):
    """An expression, and the values of its free names."""

    given: tuple[Given, ...]
    body: Expression


def result_of(node: Expression) -> Expression:
    """The expression after the local names: its errors are reported there."""
    while isinstance(node, LetIn):
        node = node.body
    return node
