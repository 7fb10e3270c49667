"""How far a position is from the goal of a question: a number that is 0 where the goal is reached.

The branch distance of search-based testing (Korel 1990; Tracey, Clark, Mander, McDermid 1998): for
a comparison the amount by which it fails, for an ``and`` the sum, for an ``or`` the minimum.
Conditions without such a measure are 0 or 1. Play guided by it reaches places that random play
hardly ever reaches.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir import types as ty
from rulewright.dsl.ir.program import Function, Program

from ..effort.playing import DISTANCES
from ..properties.registry import kind_of
from ..properties.target import StateTarget
from .cells import cell_of

ZERO, ONE = x.Const(0, ty.Int(0, 0)), x.Const(1, ty.Int(1, 1))


@dataclass(frozen=True, slots=True)
class Measured:
    """A program whose first strategies say how far a position is from the goals of checks.

    First those of the checks ``led``, then those of ``flat`` ones, whose goal a position either is
    or is not; then ``cell``, and after it the ``owned`` ones of the ruleset.
    """

    program: Program
    led: tuple[int, ...]
    flat: tuple[int, ...]
    cell: int
    owned: int

    @property
    def measures(self) -> dict[int, int]:
        """The number of the strategy of each check."""
        return {check: strategy for strategy, check in enumerate((*self.led, *self.flat))}


def measured(program: Program, checks: Sequence[int]) -> Measured:
    """The program with a strategy for each check that asks for a position."""
    distances = _Distances(program)
    steep: list[tuple[int, Function]] = []
    flat: list[tuple[int, Function]] = []
    who = x.Local("player.", program.players)
    for number in checks:
        check = program.checks[number]
        target = kind_of(check).target(number, 0)
        if not isinstance(target, StateTarget):
            continue
        body = distances.of(check.property, target.holds)
        strategy = Function(f"distance {check.name}", (who,), body.type, body)
        (steep if _high(body) > 1 else flat).append((number, strategy))
    body = cell_of(program)
    made = [
        *(strategy for _, strategy in (*steep, *flat)),
        Function("cell", (who,), body.type, body),
    ]
    return Measured(
        replace(
            program,
            functions=(*program.functions, *distances.made),
            strategies=(*made, *program.strategies),
        ),
        led=tuple(number for number, _ in steep),
        flat=tuple(number for number, _ in flat),
        cell=len(made) - 1,
        owned=len(program.strategies),
    )


@dataclass(slots=True)
class _Distances:
    """Distances of one program's expressions; ``made``: those of its functions, callees first."""

    program: Program
    made: list[Function] = field(default_factory=list)
    _known: dict[tuple[str, bool], Function] = field(default_factory=dict)

    def of(self, e: x.Expr, holds: bool) -> x.Expr:
        """How far it is from holding, or from not holding: never below 0."""
        match e:
            case x.Const(value):
                return ZERO if bool(value) == holds else ONE
            case x.Not(arg):
                return self.of(arg, not holds)
            case x.And(args) | x.Or(args):
                parts = [self.of(arg, holds) for arg in args]
                return _sum(parts) if isinstance(e, x.And) == holds else _least(parts)
            case x.If(condition, then, otherwise):
                one, other = self.of(then, holds), self.of(otherwise, holds)
                return x.If(condition, one, other, ty.Int(0, max(_high(one), _high(other))))
            case x.Call(name, args):
                function = self._function(name, holds)
                return x.Call(function.name, args, function.type)
            case x.Quantifier("all" | "some", _, _, _, body) if body is not None:
                return self._quantifier(e, body, holds)
            case x.Compare(op, left, right):
                found = _compared(op, left, right, holds) or _set_apart(op, left, right, holds)
                return found or _truth(e, holds)
            case _:
                return _truth(e, holds)

    def _quantifier(self, e: x.Quantifier, body: x.Expr, holds: bool) -> x.Expr:
        inner = self.of(body, holds)
        element = ty.scalar(e.var.type)
        if (e.kind == "all") == holds:
            t = ty.Int(0, ty.size(element) * _high(inner))
            return x.Quantifier("sum", e.var, e.over, e.where, inner, t)
        if not ty.size(element):
            return ONE
        if not isinstance(e.over, x.Const) and ty.size(element) > DISTANCES.elements:
            return _nearest_of(e, inner)
        # An element may still become one of those that count.
        there = [] if isinstance(e.over, x.Const) else [self.of(x.In(e.var, e.over), True)]
        if e.where is not None:
            there.append(self.of(e.where, True))
        inner = _sum([*there, inner])
        over = e.over if isinstance(e.over, x.Const) and e.over.value else x.every(element)
        least = x.Quantifier("min", e.var, over, None, inner, ty.Option(_int(inner)))
        return x.Unwrap(least, _int(inner))

    def _function(self, name: str, holds: bool) -> Function:
        if (name, holds) not in self._known:
            function = next(f for f in self.program.functions if f.name == name)
            body = self.of(function.body, holds)
            label = f"distance {name} {'yes' if holds else 'no'}"
            made = Function(label, function.params, body.type, body)
            self._known[name, holds] = made
            self.made.append(made)
        return self._known[name, holds]


def _nearest_of(e: x.Quantifier, inner: x.Expr) -> x.Expr:
    """The least over the elements that count now; one more than the maximum if there is none."""
    far = _high(inner) + 1
    near = x.Arith("-", x.Const(far, ty.Int(far, far)), inner, ty.Int(0, far))
    most = x.Quantifier("max", e.var, e.over, e.where, near, ty.Option(ty.Int(0, far)))
    return x.Arith(
        "-", x.Const(far, ty.Int(far, far)), x.Unwrap(most, ty.Int(0, far)), ty.Int(0, far)
    )


def _compared(op: str, left: x.Expr, right: x.Expr, holds: bool) -> x.Expr | None:
    """By how much two numbers miss the comparison; None for anything but numbers."""
    if not (isinstance(left.type, ty.Int) and isinstance(right.type, ty.Int)):
        return None
    match op, holds:
        case ("==", True) | ("!=", False):
            return _max(_minus(left, right), _minus(right, left))
        case "<=", True:
            return _max(_minus(left, right), ZERO)
        case "<", True:
            return _max(_plus(_minus(left, right), ONE), ZERO)
        case "<=", False:
            return _max(_plus(_minus(right, left), ONE), ZERO)
        case "<", False:
            return _max(_minus(right, left), ZERO)
        case _:
            return None


def _set_apart(op: str, left: x.Expr, right: x.Expr, holds: bool) -> x.Expr | None:
    """In how many elements two sets differ, or how many are missing; None for other questions."""
    if not isinstance(left.type, ty.Set) or op == "<" or (op == "!=") == holds:
        return None
    of = left.type
    missing = x.Combine("difference", left, right, of)
    if op != "<=" and right != x.Const(0, of):
        missing = x.Combine("union", missing, x.Combine("difference", right, left, of), of)
    return x.Size(missing, ty.Int(0, ty.size(of.element)))


def _truth(e: x.Expr, holds: bool) -> x.Expr:
    one, other = (ZERO, ONE) if holds else (ONE, ZERO)
    return x.If(e, one, other, ty.Int(0, 1))


def _sum(parts: Sequence[x.Expr]) -> x.Expr:
    total: x.Expr = ZERO
    for part in parts:
        if part != ZERO:
            total = part if total == ZERO else _plus(total, part)
    return total


def _least(parts: Sequence[x.Expr]) -> x.Expr:
    """The least of some numbers: by a loop over them, so that each occurs once."""
    if not parts or ZERO in parts:
        return ZERO if parts else ONE
    which = x.Local("which.", ty.Int(0, len(parts) - 1))
    high = max(map(_high, parts))
    chosen = parts[-1]
    for number, part in reversed(list(enumerate(parts[:-1]))):
        same = x.Compare("==", which, x.Const(number, ty.Int(number, number)))
        chosen = x.If(same, part, chosen, ty.Int(0, high))
    t = ty.Int(0, high)
    least = x.Quantifier("min", which, x.every(ty.scalar(which.type)), None, chosen, ty.Option(t))
    return x.Unwrap(least, t)


def _max(left: x.Expr, right: x.Expr) -> x.Expr:
    a, b = _int(left), _int(right)
    t = ty.Int(max(a.lo, b.lo), max(a.hi, b.hi))
    return x.If(x.Compare("<=", left, right), right, left, t)


def _plus(left: x.Expr, right: x.Expr) -> x.Expr:
    a, b = _int(left), _int(right)
    return x.Arith("+", left, right, ty.Int(a.lo + b.lo, a.hi + b.hi))


def _minus(left: x.Expr, right: x.Expr) -> x.Expr:
    a, b = _int(left), _int(right)
    return x.Arith("-", left, right, ty.Int(a.lo - b.hi, a.hi - b.lo))


def _int(e: x.Expr) -> ty.Int:
    assert isinstance(e.type, ty.Int)
    return e.type


def _high(e: x.Expr) -> int:
    return _int(e).hi
