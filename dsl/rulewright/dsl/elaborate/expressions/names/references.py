"""What names, applications and indices stand for."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ....diagnostics import Edit, Hint, near
from ....ir import code as x
from ....ir import fold
from ....ir.types import Enum, List, Map, Option, Record, Scalar, Set, Type, size
from ....span import Span
from ....syntax import expressions as e
from ....syntax.node import Name
from ...symbols.report import ElaborationError
from ...symbols.scope import ERROR_TYPE, Again, Domain, Scope
from ...symbols.symbol_table import BUILTINS, SymbolTable
from ...symbols.uses import PossibleNames
from ..coercions import describe, without_arguments, wrong_number
from ..elaborator import ExpressionElaborator
from . import builtins
from .falling import FUNCTION
from .functions import constant_call, copied, defined_function
from .tabulated import as_map


def reference(
    expressions: ExpressionElaborator,
    node: e.Reference,
    name: str,
    scope: Scope,
    expected: Type | None,
) -> x.Expr | Domain:
    world = expressions.world
    if name in scope.names:
        local = scope.names[name]
        if local is ERROR_TYPE:
            raise ElaborationError
        if name in scope.introduced:
            t = None if isinstance(local, Domain) else local.type
            expressions.report.use("local", name, node.span, scope.introduced[name], t)
        return local
    value = _declared(world, name)
    if value is not None:
        expressions.report.use("global", name, node.span, value=value.type)
        return value
    if name in world.function_parts:
        function = defined_function(expressions, name, node.span)
        if isinstance(expected, Map):
            found = as_map(expressions, name, expected, node.span, scope)
            if found is not None:
                expressions.report.use("global", name, node.span, value=function.type)
                return found
        if function.params:
            text = wrong_number(name, len(function.params), 0)
            expressions.report.fail("E251", node.span, text, without_arguments(name))
        call = x.Call(name, (), function.type)
        expressions.report.use("global", name, node.span, value=function.type)
        return (constant_call(expressions, name, ()) if scope.constant else None) or call
    if name in world.labels:
        return _label(expressions, node.span, name, expected)
    if name in world.types:
        expressions.report.use("global", name, node.span)
        return x.every(world.types[name])
    if name in BUILTINS:
        return builtins.apply(
            expressions, e.Application(_name(node), (), None, span=node.span), scope
        )
    if name in world.procedures:
        expressions.report.fail("E115", node.span, f"{name} is a procedure and has no value here")
    expressions.report.asked[name] = PossibleNames(scope, world.values(), expected)
    hint = world.unknown(name, scope.names, expected) or _values_of(
        _enum_in(expected) or _places(world, name)
    )
    if scope.constant or name in expressions.report.numbers:
        expressions.report.numbers.add(name)
        there = () if scope.constant else (*scope.names, *world.variables)
        known = near(name, (*world.constants, *there))
        hint = known or f"declare it: param {name}: LOWEST..HIGHEST = VALUE by [clause]"
    expressions.report.missing(name, "E101", node.span, f"there is no {name} here", hint)


def _declared(world: SymbolTable, name: str) -> x.Expr | None:
    """A state, a parameter or a reading."""
    if name in world.variables:
        return x.Var(name, world.variables[name].type)
    return world.constants.get(name) or world.readings.get(name)


def _label(
    expressions: ExpressionElaborator, span: Span, name: str, expected: Type | None
) -> x.Expr:
    candidates = expressions.world.labels[name]
    enum = _enum_in(expected)
    chosen = next((c for c in candidates if c == enum), None)
    least = min(candidates, key=lambda c: len(c.labels))
    if chosen is None and all(c.labels[: len(least.labels)] == least.labels for c in candidates):
        chosen = least  # the others begin with it: a value of it is a value of them
    if chosen is None and len(candidates) > 1:
        shown = " or ".join(c.name for c in candidates)
        expressions.report.fail("E113", span, f"{name} is ambiguous here: a value of {shown}")
    enum = chosen or candidates[0]
    if enum.name in expressions.world.readings:
        expressions.report.used_options.add((enum.name, name))
    own = [c for c in candidates if enum.labels[: len(c.labels)] == c.labels]
    owner = min(own, key=lambda c: len(c.labels)).name
    expressions.report.use("value", name, span, owner, enum)
    return x.Const(enum.labels.index(name), enum)


def is_label(expressions: ExpressionElaborator, node: e.Expression, scope: Scope) -> bool:
    """Whether the expression is the bare name of a value, which a type may disambiguate."""
    if not isinstance(node, e.Reference) or node.name in scope.names:
        return False
    world = expressions.world
    taken = (world.variables, world.constants, world.readings, world.function_parts)
    return node.name in world.labels and not any(node.name in t for t in taken)


def knows(expressions: ExpressionElaborator, name: str) -> bool:
    """Whether there is a function, or a record to be made, of that name."""
    world = expressions.world
    if isinstance(world.types.get(name), Record):
        return True
    return name in world.function_parts or name in BUILTINS or world.table(name) is not None


def application(
    expressions: ExpressionElaborator, node: e.Application, scope: Scope
) -> x.Expr | Domain:
    name = node.name.text
    if scope.again is not None and scope.again.name == name:
        return _again(expressions, node, scope.again, scope)
    if name in expressions.world.function_parts:
        function = defined_function(expressions, name, node.name.span)
        expressions.report.use("global", name, node.name.span, value=function.type)
        args = _arguments(expressions, node, [p.type for p in function.params], scope)
        if scope.constant:
            return constant_call(expressions, name, args) or x.Call(name, args, function.type)
        return x.Call(name, args, function.type)
    if isinstance(expressions.world.types.get(name), Record):
        expressions.report.use("global", name, node.name.span)
        return _constructed(expressions, node, scope)
    table = expressions.world.table(name)
    if table is not None:
        expressions.report.use("global", name, node.name.span, value=table.type)
        return _table(expressions, node, scope)
    if name in BUILTINS:
        return builtins.apply(expressions, node, scope)
    if name in expressions.world.procedures:
        text = f"{name} is a procedure: it is performed as a statement"
        gives = expressions.world.procedures[name].result is not None
        hint = f"its result gets a name first: let r = {name}(…)" if gives else ""
        expressions.report.fail("E115", node.name.span, text, hint)
    expressions.report.asked[name] = PossibleNames(scope, expressions.world.values(), None)
    hint = _used_otherwise(expressions, name, scope) or expressions.world.unknown(name, scope.names)
    expressions.report.fail("E103", node.name.span, f"there is no function {name}", hint)


def _used_otherwise(expressions: ExpressionElaborator, name: str, scope: Scope) -> str:
    """How something that is not a function is used; empty if there is nothing of that name."""
    value = scope.names.get(name) or expressions.world.values().get(name)
    if not isinstance(value, x.Expr):
        return ""
    if isinstance(value.type, Map):
        return f"{name} is a map: write {name}[…]"
    if isinstance(value.type, List):
        return f"{name} is a list: write item({name}, …)"
    return f"{name} is {describe(value.type)}: it stands without parentheses"


def _again(
    expressions: ExpressionElaborator, node: e.Application, again: Again, scope: Scope
) -> x.Expr:
    """The function whose copy is being made, for a smaller value of the decreasing number."""
    name, report = again.name, expressions.report
    part = expressions.world.function_parts[name]
    report.use("global", name, node.name.span)
    types = [expressions.types.read(q.type, Scope()) for q in part.params]
    if len(node.args) != len(types):
        text = wrong_number(name, len(types), len(node.args))
        report.fail("E251", node.span, text)
    number, k = node.args[again.place], again.number
    value = FUNCTION.sunk(expressions, name, k, again.value, number, scope)
    if value < again.lowest:
        FUNCTION.too_low(expressions, name, k, again.value, value, number.span)
    sunk = x.Const(value, types[again.place])
    args = tuple(
        sunk if place == again.place else expressions.of_type(a, scope, t)
        for place, (a, t) in enumerate(zip(node.args, types, strict=True))
    )
    if scope.constant and (constant := constant_call(expressions, name, args)) is not None:
        return constant
    others = (*args[: again.place], *args[again.place + 1 :])
    return copied(expressions, name, value, others)


def _constructed(expressions: ExpressionElaborator, node: e.Application, scope: Scope) -> x.Expr:
    """``Muglu(p, k)``: a record of its fields' values."""
    record = expressions.world.types[node.name.text]
    assert isinstance(record, Record)
    return fold.make(_arguments(expressions, node, [t for _, t in record.fields], scope), record)


def _arguments(
    expressions: ExpressionElaborator, node: e.Application, expected: Sequence[Type], scope: Scope
) -> tuple[x.Expr, ...]:
    if node.via is not None:
        expressions.report.fail(
            "E252", node.via.span, "'via' goes with connected, group and distance"
        )
    if len(node.args) != len(expected):
        text = wrong_number(node.name.text, len(expected), len(node.args))
        expressions.report.fail("E251", node.span, text)
    pairs = zip(node.args, expected, strict=True)
    return tuple(expressions.of_type(a, scope, t) for a, t in pairs)


def _table(expressions: ExpressionElaborator, node: e.Application, scope: Scope) -> x.Expr:
    several = expressions.world.tables(node.name.text)
    table = several[0]
    if len(several) > 1 and node.args:
        first = expressions.elaborate(node.args[0], scope).type
        table = next((t for t in several if t.keys[0] == first), table)
    keys = _arguments(expressions, node, table.keys, scope)
    key_type, key = key_of(expressions, table.keys, keys)
    return fold.lookup(x.Const(table.values, Map(key_type, table.type), table.name), key)


def indexed(
    expressions: ExpressionElaborator,
    base: e.Expression,
    keys: tuple[e.Expression, ...],
    span: Span,
    scope: Scope,
) -> x.Expr:
    map_ = expressions.elaborate(base, scope)
    if not isinstance(map_.type, Map):
        expressions.report.fail("E209", base.span, f"{describe(map_.type)} has no entries")
    rest = rest_of_key(map_.type, len(keys))
    if rest is not None:
        return _part_of(expressions, map_, rest, first_keys(expressions, map_.type, keys, scope))
    return fold.lookup(map_, map_key(expressions, map_.type, keys, span, scope))


def rest_of_key(t: Map, given: int) -> Map | None:
    """The map that remains of ``t`` if only the first keys are given; None if all are."""
    if not isinstance(t.key, Record) or t.key.name or not 0 < given < len(t.key.fields):
        return None
    fields = t.key.fields[given:]
    return Map(fields[0][1] if len(fields) == 1 else Record("", fields), t.value)


def first_keys(
    expressions: ExpressionElaborator, t: Map, keys: tuple[e.Expression, ...], scope: Scope
) -> tuple[x.Expr, ...]:
    """The first of several keys."""
    assert isinstance(t.key, Record)
    kinds = [kind for _, kind in t.key.fields]
    return tuple(expressions.of_type(k, scope, kind) for k, kind in zip(keys, kinds, strict=False))


def fields_of(record: x.Expr) -> list[x.Expr]:
    """All fields of a record."""
    assert isinstance(record.type, Record)
    return [fold.field(record, name) for name, _ in record.type.fields]


def _part_of(
    expressions: ExpressionElaborator, map_: x.Expr, rest: Map, first: tuple[x.Expr, ...]
) -> x.Expr:
    """One owner's part of a map with several keys."""
    assert isinstance(map_.type, Map)
    assert isinstance(map_.type.key, Record)
    local = expressions.local("k", rest.key)
    more = [local] if len(map_.type.key.fields) == len(first) + 1 else fields_of(local)
    key = fold.make([*first, *more], map_.type.key)
    return x.MapOf(local, fold.lookup(map_, key), rest)


def map_key(
    expressions: ExpressionElaborator,
    t: Map,
    keys: tuple[e.Expression, ...],
    span: Span,
    scope: Scope,
) -> x.Expr:
    """The key that the indices between brackets make: one, or the fields of a record."""
    parts = t.key if isinstance(t.key, Record) and t.key.of is None else None
    several = parts is not None and (parts.name == "" or len(keys) > 1)
    types = [f for _, f in t.key.fields] if isinstance(t.key, Record) and several else [t.key]
    if len(keys) != len(types):
        expressions.report.fail(
            "E210",
            span,
            f"expected {len(types)} key{'' if len(types) == 1 else 's'} in the brackets, not {len(keys)}",
        )
    given = [expressions.of_type(k, scope, u) for k, u in zip(keys, types, strict=True)]
    if isinstance(t.key, Record) and several:
        return fold.make(given, t.key)
    return given[0]


def key_of(
    expressions: ExpressionElaborator, types: Sequence[Scalar], keys: Sequence[x.Expr]
) -> tuple[Scalar, x.Expr]:
    """One key for several indices: a record without a name."""
    if len(types) == 1:
        return types[0], keys[0]
    record = Record("", tuple((f"_{i}", t) for i, t in enumerate(types)))
    return record, fold.make(keys, record)


def _name(node: e.Reference) -> Name:
    return Name(node.name, span=node.span)


_MANY = 40
"""The most values of a type listed in a hint."""
_A_FEW = 9
"""The most from which one may be chosen in an editor."""


_PLACE = re.compile(r"[a-z]{1,2}\d{1,2}")


def _places(world: SymbolTable, name: str) -> Enum | None:
    """The places of a board whose names resemble this one, such as c7."""
    boards = (b.place for b in world.boards if all(map(_PLACE.fullmatch, b.place.labels)))
    return next(boards, None) if _PLACE.fullmatch(name) else None


def _values_of(t: Enum | None) -> str:
    """The values of a type: the names of a board's places cannot be guessed."""
    if t is None:
        return ""
    more = " …" if size(t) > _MANY else ""
    few = t.labels[:_MANY]
    edits = map(Edit, few if size(t) <= _A_FEW else ())
    return Hint(f"of {t.name} there are {' '.join(few)}{more}", *edits)


def _enum_in(t: Type | None) -> Enum | None:
    match t:
        case Enum():
            return t
        case Option(inner) if isinstance(inner, Enum):
            return inner
        case Set(inner) | List(inner, _):
            return _enum_in(inner)
        case _:
            return None
