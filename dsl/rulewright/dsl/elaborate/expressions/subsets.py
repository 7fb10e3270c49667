"""Sets as scalars, for sets of sets: for each value, whether it is in the set."""

from __future__ import annotations

from ...ir import code as x
from ...ir import fold
from ...ir.types import Record, Set, members, scalar_values
from .elaborator import ExpressionElaborator
from .names.lets import given


def packed(expressions: ExpressionElaborator, value: x.Expr, t: Record) -> x.Expr:
    """A set as a scalar: its value is the same number."""
    element = members(t)
    assert element is not None
    assert value.type == Set(element)
    if isinstance(value, x.Const):
        return x.Const(value.value, t)
    things = [x.Const(v, element) for v in reversed(scalar_values(element))]

    def body(values: tuple[x.Expr, ...]) -> x.Expr:
        return fold.make([fold.in_(thing, values[0]) for thing in things], t)

    return given(expressions, "set", (value,), body)


def unpacked(expressions: ExpressionElaborator, value: x.Expr) -> x.Expr:
    """The set that a scalar stands for."""
    t, element = value.type, members(value.type)
    assert isinstance(t, Record)
    assert element is not None
    whole = Set(element)
    if isinstance(value, x.Const):
        return x.Const(value.value, whole)
    things = list(zip(t.fields, reversed(scalar_values(element)), strict=True))

    def body(values: tuple[x.Expr, ...]) -> x.Expr:
        nothing: x.Expr = fold.empty_set(element)
        parts = [
            fold.if_(
                fold.field(values[0], name),
                fold.set_of([x.Const(v, element)], whole),
                nothing,
                whole,
            )
            for (name, _), v in things
        ]
        whole_set: x.Expr = nothing
        for part in reversed(parts):
            whole_set = fold.combine("union", whole_set, part)
        return whole_set

    return given(expressions, "set", (value,), body)
