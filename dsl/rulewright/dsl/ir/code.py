"""Expressions, statements and blocks of the IR.

Expressions are pure, total and typed: every node knows its type. Reading an expression never fails:
what may be missing is an option (see :mod:`rulewright.dsl.ir.types` for the representation of
values). Integers in expressions are exact; a range is only enforced where a value is stored.
Statements are what happens between two decisions. A :class:`Block` is a straight line of them,
without any decision, and a terminator that says where control goes. Decision-free branches and
loops stay inside a block (`When`, `Each`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from .types import Bool, Int, List, Map, Option, Record, Scalar, Set, Type, Value

BOOL = Bool()


@dataclass(frozen=True, slots=True)
class Const:
    """A constant. ``name`` is set for tables of a board, to keep generated code readable."""

    value: Value
    type: Type
    name: str = ""


@dataclass(frozen=True, slots=True)
class Local:
    """A variable bound by an enclosing quantifier, function, option, ``Let`` or ``Each``."""

    name: str
    type: Type

    def __hash__(self) -> int:
        return hash(self.name)  # Those of one name seldom differ, and a type takes long.


@dataclass(frozen=True, slots=True)
class Var:
    """The present value of a variable of the program."""

    name: str
    type: Type

    def __hash__(self) -> int:
        return hash(self.name)


@dataclass(frozen=True, slots=True)
class Call:
    """A function of the program, applied. It may read every variable."""

    function: str
    args: tuple[Expr, ...]
    type: Type


@dataclass(frozen=True, slots=True)
class Not:
    arg: Expr
    type: Bool = BOOL


@dataclass(frozen=True, slots=True)
class And:
    args: tuple[Expr, ...]
    type: Bool = BOOL


@dataclass(frozen=True, slots=True)
class Or:
    args: tuple[Expr, ...]
    type: Bool = BOOL


@dataclass(frozen=True, slots=True)
class Compare:
    """``left op right``. Sets, maps and lists (of equal type): only ``==`` and ``!=``.

    For sets ``<=`` is "is a subset of". Scalars compare by value; an option never equals a value of
    its inner type while it is none.
    """

    op: Literal["==", "!=", "<", "<="]
    left: Expr
    right: Expr
    type: Bool = BOOL


@dataclass(frozen=True, slots=True)
class Arith:
    """Integer arithmetic; ``div`` and ``mod`` round towards minus infinity.

    The divisor of ``div`` and ``mod`` is a positive constant.
    """

    op: Literal["+", "-", "*", "div", "mod"]
    left: Expr
    right: Expr
    type: Int


@dataclass(frozen=True, slots=True)
class If:
    condition: Expr
    then: Expr
    otherwise: Expr
    type: Type


@dataclass(frozen=True, slots=True)
class Quantifier:
    """A fold over the elements of the set ``over`` for which ``where`` holds, in ascending order.

    ``all``/``some`` need a Bool ``body``; ``count`` has no body; ``sum`` an Int body;
    ``min``/``max`` a scalar body and an Option type: none when there is no element.
    """

    kind: Literal["all", "some", "count", "sum", "min", "max"]
    var: Local
    over: Expr
    where: Expr | None
    body: Expr | None
    type: Bool | Int | Option


@dataclass(frozen=True, slots=True)
class Filter:
    """The elements of ``over`` for which ``where`` holds."""

    var: Local
    over: Expr
    where: Expr
    type: Set


@dataclass(frozen=True, slots=True)
class Best:
    """The elements of ``over`` whose ``key`` is greatest (``most``) or least: every tied one."""

    var: Local
    over: Expr
    key: Expr
    most: bool
    type: Set


@dataclass(frozen=True, slots=True)
class SetOf:
    """The set of the given elements."""

    items: tuple[Expr, ...]
    type: Set


@dataclass(frozen=True, slots=True)
class Combine:
    """Union, intersection or difference of two sets of one type."""

    op: Literal["union", "intersection", "difference"]
    left: Expr
    right: Expr
    type: Set


@dataclass(frozen=True, slots=True)
class In:
    element: Expr
    set: Expr
    type: Bool = BOOL


@dataclass(frozen=True, slots=True)
class Size:
    """How many elements a set or a list has."""

    of: Expr
    type: Int


@dataclass(frozen=True, slots=True)
class Lookup:
    """The value of a map at a key. ``key`` is always one of the keys' values."""

    map: Expr
    key: Expr
    type: Type


@dataclass(frozen=True, slots=True)
class MapOf:
    """The map from every value of the key type to ``body``."""

    var: Local
    body: Expr
    type: Map


@dataclass(frozen=True, slots=True)
class Permute:
    """``map`` with its values moved: key ``k`` holds what ``by[k]`` held.

    ``by`` is an expression of type key -> key each of whose possible values is a bijection (it is
    built from constants alone), so the multiset of the map's values never changes.
    """

    map: Expr
    by: Expr
    type: Map


@dataclass(frozen=True, slots=True)
class Reach:
    """The elements of ``within`` that a walk from the element ``start`` can reach.

    Nothing if ``start`` is not within. Every step goes from ``e`` to an element of
    ``neighbours[e]`` that is in ``within``. ``neighbours`` maps each element to a set of elements.
    """

    start: Expr
    within: Expr
    neighbours: Expr
    type: Set


@dataclass(frozen=True, slots=True)
class Distance:
    """The fewest steps from ``source`` to ``target`` inside ``within``; none if there is no walk.

    ``source`` and ``target`` count as within.
    """

    source: Expr
    target: Expr
    within: Expr
    neighbours: Expr
    type: Option


@dataclass(frozen=True, slots=True)
class ListOf:
    items: tuple[Expr, ...]
    type: List


@dataclass(frozen=True, slots=True)
class Concat:
    """One list after another; its limit is the sum of theirs."""

    left: Expr
    right: Expr
    type: List


@dataclass(frozen=True, slots=True)
class Item:
    """The item at a position from 0; from the end if ``back`` (0 is the last). None if missing."""

    list: Expr
    index: Expr
    back: bool
    type: Option


@dataclass(frozen=True, slots=True)
class Slice:
    """The items at the positions ``start <= i < stop``; both are clamped to the list's length."""

    list: Expr
    start: Expr
    stop: Expr
    type: List


@dataclass(frozen=True, slots=True)
class Make:
    """A record of its fields' values, in their order."""

    fields: tuple[Expr, ...]
    type: Record


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a record."""

    record: Expr
    name: str
    type: Scalar


@dataclass(frozen=True, slots=True)
class Convert:
    """A value seen as a value of a larger type, its integer unchanged.

    ``T`` as ``T?`` (but not none), ``a..b`` as a wider range, an enumeration as one that begins
    with its labels.
    """

    arg: Expr
    type: Type


@dataclass(frozen=True, slots=True)
class Unwrap:
    """The value in an option that is known not to be none: the integer unchanged.

    If it is none after all (after a guard that was false), the result is the lowest value.
    """

    arg: Expr
    type: Scalar


@dataclass(frozen=True, slots=True)
class At:
    """Whether play rests at one of these nodes. Only in checks."""

    nodes: tuple[int, ...]
    type: Bool = BOOL


@dataclass(frozen=True, slots=True)
class After:
    """``result`` as it would be after ``body``; the present state does not change.

    If ``body`` runs into a fault, the result is no. ``result`` is Bool.
    """

    body: tuple[Stmt, ...]
    result: Expr
    type: Bool = BOOL


Expr = (
    Const | Local | Var | Call | Not | And | Or | Compare | Arith | If | Quantifier | Filter | Best
    | SetOf | Combine | In | Size | Lookup | MapOf | Permute | Reach | Distance | ListOf | Concat
    | Item | Slice | Make | Field | Convert | Unwrap | At | After
)  # fmt: skip

YES = Const(True, BOOL)
NO = Const(False, BOOL)


def every(t: Scalar) -> Const:
    """The set of all values of ``t``."""
    from .types import show, size

    return Const((1 << size(t)) - 1, Set(t), show(t))


@dataclass(frozen=True, slots=True)
class Store:
    """Assign to a variable, or to one key of a map variable.

    If the value is not one of the variable's (a range is left, a list grows too long), the fault
    number ``fault`` happens. ``fault`` is None where that can be excluded from the types.
    """

    var: str
    key: Expr | None
    value: Expr
    fault: int | None


@dataclass(frozen=True, slots=True)
class Let:
    """Bind a local for the rest of the enclosing statement list."""

    local: Local
    value: Expr


@dataclass(frozen=True, slots=True)
class When:
    """Do one list of statements or the other."""

    condition: Expr
    then: tuple[Stmt, ...]
    otherwise: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True)
class Each:
    """Do ``body`` for every element of a set, ascending; the set is evaluated once, before."""

    local: Local
    over: Expr
    body: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True)
class Require:
    """The fault number ``fault`` happens unless the condition holds."""

    condition: Expr
    fault: int


Stmt = Store | Let | When | Each | Require


@dataclass(frozen=True, slots=True)
class Goto:
    """Continue with a block. ``turn``: a whole turn (one pass of a ``turns`` loop) begins there."""

    block: int
    turn: bool = False


@dataclass(frozen=True, slots=True)
class Branch:
    condition: Expr
    then: int
    otherwise: int


@dataclass(frozen=True, slots=True)
class Stop:
    """Rest at a node: somebody decides, chance decides, or play is over."""

    node: int


Terminator = Goto | Branch | Stop


@dataclass(frozen=True, slots=True)
class Block:
    """Statements and a terminator. ``name`` tells where in the ruleset it comes from.

    Locals bound in a block end with it; whatever lives longer is a variable.
    """

    name: str
    body: tuple[Stmt, ...]
    terminator: Terminator
