"""What a condition tells of options and numbers where it holds.

An option that is known to be present, or a number that is not 0, may be used where none, or 0, is
not allowed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import get_args

from ...ir import code as x
from ...ir import fold
from ...ir.types import Bool, Int, List, Option, Set, none_of, size
from ...ir.walk import bound_locals, substituted, walk


def present(condition: x.Expr) -> list[x.Expr]:
    """The options that cannot be none, and the numbers that cannot be 0, where ``condition`` holds."""
    number = _not_zero(condition) or _not_empty(condition)
    if number is not None:
        return [number]
    rule = _rule(condition)
    if rule is not None:
        return [rule]
    match condition:
        case x.And(args):
            return [e for a in args for e in present(a)]
        case x.Not(x.Or(args)):
            return [e for a in args for e in present(x.Not(a))]
        case x.Or(args):
            return _in_each([present(a) for a in args])
        case x.Not(x.And(args)):
            return _in_each([present(x.Not(a)) for a in args])
        case x.Compare("!=", left, right) | x.Not(x.Compare("==", left, right)):
            return [a for a, b in ((left, right), (right, left)) if _none(b)]
        case x.Compare("==", left, right) | x.Not(x.Compare("!=", left, right)):
            return [a for a, b in ((left, right), (right, left)) if _option_of_value(a, b)]
        case _:
            return []


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


def _by_rule(option: x.Expr, rule: x.Quantifier) -> bool:
    """Whether what is known of each of some values, of which there is at least one, implies that an
    option is present."""
    assert rule.body is not None
    bound = bound_locals(option) | bound_locals(rule.body)
    parts = [n for n in walk(option) if isinstance(n, get_args(x.Expr))]
    ones = [part for part in parts if _one_of(part, rule) and bound.isdisjoint(walk(part))]
    for one in ones if rule.var in parts else (*ones, rule.var):
        said = present(substituted(rule.body, {rule.var: one}))
        if is_there(option, frozenset(said)):
            return True
    return False


def _one_of(part: x.Expr, rule: x.Quantifier) -> bool:
    """Whether a rule applies to the value of an expression."""
    return part.type == rule.var.type and fold.in_(part, rule.over) == x.YES


def tells(condition: x.Expr) -> bool:
    """Whether something is known where ``condition`` holds, or where it does not."""
    ways = (condition, fold.not_(condition))
    return any(present(way) or absent(way) or next(either(way), None) for way in ways)


def _in_each(ways: list[list[x.Expr]]) -> list[x.Expr]:
    """What all of several ways tell."""
    first, *others = ways
    return [e for e in first if all(e in other for other in others)]


def _not_zero(condition: x.Expr) -> x.Expr | None:
    """The number that is not 0 where a comparison with a constant holds."""
    match condition:
        case x.Not(x.Compare("<=", left, x.Const(int(k)))) if k >= 0:
            return _counted(left)
        case x.Not(x.Compare("<", left, x.Const(int(k)))) if k >= 1:
            return _counted(left)
        case x.Not(x.Compare("==", left, right)) | x.Compare("!=", left, right):
            pairs = ((left, right), (right, left))
            return next(
                (_counted(a) for a, b in pairs if isinstance(b, x.Const) and b.value == 0), None
            )
        case x.Compare("<", x.Const(int(k)), right) if k >= 0:
            return _counted(right)
        case x.Compare("<=", x.Const(int(k)), right) if k >= 1:
            return _counted(right)
        case x.Compare("==", left, right) | x.Not(x.Compare("!=", left, right)):
            pairs = ((left, right), (right, left))
            return next(
                (_counted(a) for a, b in pairs if isinstance(b, x.Const) and b.value != 0), None
            )
    return None


def _not_empty(condition: x.Expr) -> x.Expr | None:
    """The size of the set or list that is not empty because something is in it, or it is not the
    empty one."""
    match condition:
        case x.In(_, of) | x.Quantifier("some", _, of) if not isinstance(of, x.Const):
            return sized(of)
        case x.Compare("!=", left, right) | x.Not(x.Compare("==", left, right)):
            pairs = ((left, right), (right, left))
            return next(
                (sized(a) for a, b in pairs if isinstance(b, x.Const) and not b.value), None
            )
    return None


def sized(value: x.Expr) -> x.Expr | None:
    """The size of a set or a list; None for anything else."""
    match value.type:
        case List(_, limit):
            return x.Size(value, Int(0, limit))
        case Set(element):
            return x.Size(value, Int(0, size(element)))
    return None


def _counted(value: x.Expr) -> x.Expr | None:
    return value if isinstance(value.type, Int) and not isinstance(value, x.Const) else None


def _option_of_value(a: x.Expr, b: x.Expr) -> bool:
    """Whether ``a`` is an option and ``b``, as an option, cannot be none."""
    return isinstance(a.type, Option) and has_value(b)


def is_there(option: x.Expr, known: frozenset[x.Expr]) -> bool:
    """Whether an option cannot be none, by its form or by what is known.

    A list that is not empty has a first and a last item, and a set that is not empty has a least.
    """
    if option in known or has_value(option):
        return True
    match option:
        case x.Item(of, x.Const(0), _):
            return sized(of) in known
        case x.Quantifier("min" | "max", _, over, None | x.YES) if sized(over) in known:
            return True
    return any(
        _by_rule(option, rule)
        for rule in known
        if isinstance(rule, x.Quantifier) and rule.kind == "all"
    )


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
        if any(present(way) for way in ways):
            yield ways


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
