"""What a condition tells of options and numbers where it holds.

An option that is known to be present may be used where none is not allowed, and a number that is
known to be in a range where only that range is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import get_args

from ...ir import code as x
from ...ir import fold
from ...ir.types import Bool, Int, List, Option, Set, none_of, size
from ...ir.walk import bound_locals, substituted, walk
from . import ranges

NEVER = x.NO
"""Known where a test of what a copy of a procedure is given has ruled out that copy."""


def present(condition: x.Expr) -> list[x.Expr]:
    """What is known where ``condition`` holds: the options that cannot be none, what comparisons
    tell of numbers, and what holds of each of some values.
    """
    rule = _rule(condition)
    if rule is not None:
        return [rule]
    match condition:
        case x.And(args):
            return [e for a in args for e in present(a)]
        case x.Not(x.Or(args)):
            return [e for a in args for e in present(fold.not_(a))]
        case x.Or(args):
            return ranges.common([present(a) for a in args])
        case x.Not(x.And(args)):
            return ranges.common([present(fold.not_(a)) for a in args])
    said = [*ranges.implied(condition), *_not_empty(condition)]
    match condition:
        case x.Compare("!=", left, right) | x.Not(x.Compare("==", left, right)):
            said += [a for a, b in ((left, right), (right, left)) if _none(b)]
        case x.Compare("==", left, right) | x.Not(x.Compare("!=", left, right)):
            said += [a for a, b in ((left, right), (right, left)) if _option_of_value(a, b)]
        case x.Quantifier("some", var, _, _, x.Compare() as body):  # a number is in a set
            said += [s for s in ranges.implied(body) if var not in walk(s)]
    return said


def _rule(condition: x.Expr) -> x.Quantifier | None:
    """What a condition says of each of some values, if that is informative."""
    match condition:
        case x.Quantifier("all", var, x.Const() as over, None, said) if said is not None:
            pass
        case x.Not(x.Quantifier("some", var, x.Const() as over, None, body)) if body is not None:
            said = fold.not_(body)
        case _:
            return None
    return x.Quantifier("all", var, over, None, said, Bool()) if present(said) else None


def _applied(value: x.Expr, known: Iterable[x.Expr]) -> Iterator[list[x.Expr]]:
    """What each rule that is known of some values, of which there is at least one, says of those that
    occur in an expression."""
    for rule in known:
        if not isinstance(rule, x.Quantifier) or rule.kind != "all":
            continue
        assert rule.body is not None
        bound = bound_locals(value) | bound_locals(rule.body)
        parts = [n for n in walk(value) if isinstance(n, get_args(x.Expr))]
        ones = [part for part in parts if _one_of(part, rule) and bound.isdisjoint(walk(part))]
        for one in ones if rule.var in parts else (*ones, rule.var):
            yield present(substituted(rule.body, {rule.var: one}))


def _one_of(part: x.Expr, rule: x.Quantifier) -> bool:
    """Whether a rule applies to the value of an expression."""
    return part.type == rule.var.type and fold.in_(part, rule.over) == x.YES


def tells(condition: x.Expr) -> bool:
    """Whether something is known where ``condition`` holds, or where it does not."""
    if isinstance(condition, x.Const):
        return False
    ways = (condition, fold.not_(condition))
    return any(present(way) or absent(way) or next(either(way), None) for way in ways)


def _not_empty(condition: x.Expr) -> list[x.Expr]:
    """That a set or a list has a size above 0 because something is in it, or it is not the empty
    one."""
    pairs: list[tuple[x.Expr, x.Expr]]
    match condition:
        case x.In(_, of) | x.Quantifier("some", _, of) if not isinstance(of, x.Const):
            pairs = [(of, x.NO)]
        case x.Compare("!=", left, right) | x.Not(x.Compare("==", left, right)):
            pairs = [(left, right), (right, left)]
        case _:
            return []
    empty = (a for a, b in pairs if isinstance(b, x.Const) and not b.value)
    sizes = (size_of for a in empty if (size_of := sized(a)) is not None)
    return [s for size_of in sizes for s in ranges.within(size_of, Int(1, size_of.type.hi))]


def sized(value: x.Expr) -> x.Size | None:
    """The size of a set or a list; None for anything else."""
    match value.type:
        case List(_, limit):
            return x.Size(value, Int(0, limit))
        case Set(element):
            return x.Size(value, Int(0, size(element)))
    return None


def _option_of_value(a: x.Expr, b: x.Expr) -> bool:
    """Whether ``a`` is an option and ``b``, as an option, cannot be none."""
    return isinstance(a.type, Option) and has_value(b)


def is_there(option: x.Expr, known: frozenset[x.Expr]) -> bool:
    """Whether an option cannot be none, by its form or by what is known.

    A list that is not empty has a first and a last item, and a set that is not empty has a least.
    Where nothing is ever computed, see `NEVER`, a constant may be anything.
    """
    if option in known or has_value(option) or (isinstance(option, x.Const) and NEVER in known):
        return True
    match option:
        case x.Item(of, x.Const(0), _) | x.Quantifier("min" | "max", _, of, None | x.YES):
            number = sized(of)
            if number is not None and range_of(number, known).lo > 0:
                return True
    return any(is_there(option, frozenset(said)) for said in _applied(option, known))


def range_of(number: x.Expr, known: frozenset[x.Expr]) -> Int:
    """The range of a number, by its type and by what is known."""
    found, new = set(known), set(known)
    while new:
        new = {s for said in _applied(number, new) for s in said} - found
        found |= new
    return ranges.range_of(number, found)


def members_are(element: x.Expr, of: x.Expr, gives: Callable[[x.Call], x.Expr]) -> Iterator[x.Expr]:
    """What holds of an element of a set, by the set's definition; ``gives``: a function's result."""
    match of:
        case x.Filter(var, over, where):
            if bound_locals(where).isdisjoint(walk(element)):
                yield substituted(where, {var: element})
            yield from members_are(element, over, gives)
        case x.Best(_, over) | x.Combine("difference", over, _):
            yield from members_are(element, over, gives)
        case x.Combine("intersection", left, right):
            yield from members_are(element, left, gives)
            yield from members_are(element, right, gives)
        case x.Call() if (body := gives(of)) != of:
            yield from members_are(element, body, gives)


def has_value(option: x.Expr) -> bool:
    """Whether an option cannot be none, whatever is known."""
    if isinstance(option, x.Const):
        return not isinstance(option.type, Option) or option.value != none_of(option.type)
    if isinstance(option, x.Quantifier):  # the extreme of a set that is not empty
        all_of_it = option.where is None or option.where == x.YES
        return all_of_it and isinstance(option.over, x.Const) and option.over.value != 0
    return isinstance(option, x.Convert) and not isinstance(option.arg.type, Option)


def absent(condition: x.Expr) -> list[x.Expr]:
    """The options that are none where ``condition`` holds."""
    return [o for part in _parts(condition) if (o := _tested(part)) is not None]


def either(condition: x.Expr) -> Iterator[tuple[x.Expr, ...]]:
    """Conditions of which at least one holds if ``condition`` does; what is none may decide which.

    Two equal options are both present or both none.
    """
    for part in _parts(condition):
        match part:
            case x.Or(args):
                ways = args
            case x.Not(x.And(args)):
                ways = tuple(fold.not_(a) for a in args)
            case x.Compare("==", left, right) if _may_both_be_none(left, right):
                yield (_is_none(left), fold.not_(_is_none(right)))
                yield (fold.not_(_is_none(left)), _is_none(right))
                continue
            case _:
                continue
        if any(present(way) for way in ways) and any(map(_may_fail, ways)):
            yield ways


def _may_fail(condition: x.Expr) -> bool:
    """Whether what is none, or is not, may tell that a condition does not hold."""
    if isinstance(condition, x.Or) or absent(condition):
        return True
    return any(isinstance(said.type, Option) for said in present(condition))


def fails(condition: x.Expr, there: frozenset[x.Expr], none: frozenset[x.Expr]) -> bool:
    """Whether a condition cannot hold if some options are present and others are none."""
    if any(is_there(option, there) for option in absent(condition)):
        return True
    if isinstance(condition, x.Or):
        return all(fails(arg, there, none) for arg in condition.args)
    return any(option in none for option in present(condition))


def _parts(condition: x.Expr) -> Iterator[x.Expr]:
    """Everything that holds together if a condition does."""
    match condition:
        case x.And(args):
            for arg in args:
                yield from _parts(arg)
        case x.Not(x.Or(args)):
            for arg in args:
                yield from _parts(fold.not_(arg))
        case _:
            yield condition


def _tested(condition: x.Expr) -> x.Expr | None:
    """The option that a condition says to be none."""
    match condition:
        case x.Compare("==", left, right) | x.Not(x.Compare("!=", left, right)):
            pass
        case _:
            return None
    return next((a for a, b in ((left, right), (right, left)) if _none(b)), None)


def _none(value: x.Expr) -> bool:
    return (
        isinstance(value, x.Const)
        and isinstance(value.type, Option)
        and value.value == none_of(value.type)
    )


def _may_both_be_none(left: x.Expr, right: x.Expr) -> bool:
    return all(
        isinstance(v.type, Option) and not isinstance(v, x.Const) and not has_value(v)
        for v in (left, right)
    )


def _is_none(option: x.Expr) -> x.Expr:
    assert isinstance(option.type, Option), "only options may be none"
    return fold.compare("==", option, x.Const(none_of(option.type), option.type))
