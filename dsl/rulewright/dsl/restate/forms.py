"""How expressions of the IR may be written: for each a few forms, the most natural one first.

A form is syntax with holes, ``$0``, ``$1``, …, for the parts of the expression. Whether it really
means the expression is not known here: :mod:`.writer` elaborates it and compares.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import get_args

from ..elaborate.expressions.coercions import NONE
from ..elaborate.symbols.scope import Scope
from ..ir import code as x
from ..ir import fold
from ..ir.names import source_name
from ..ir.types import (
    Bool,
    Enum,
    Int,
    List,
    Option,
    Record,
    Set,
    Type,
    bounds,
    show,
    size,
)  # fmt: skip
from ..ir.walk import free_locals, substituted, walk
from ..syntax import expressions as e
from .pieces import (
    NOWHERE,
    SyntaxTemplate,
    call,
    compare,
    constant_fields,
    exact,
    hole,
    named,
    number_syntax,
    speakable,
    type_syntax,
    written,
)
from .plain_forms import (
    binders,
    comparison,
    extreme,
    interval,
    key_parts,
    membership,
    of_list,
    part_of_map,
    relations,
)
from .reader import ClaimExpressions

_LONGEST = 200
"""A set or list of more elements is not written out."""


class Forms:
    """The forms of expressions about one program."""

    def __init__(self, reader: ClaimExpressions) -> None:
        self.reader = reader
        self.world = reader.world
        self._lifted = {name: label for label, name in reader.lifted.items()}
        self._labels = {number: label for label, number in reader.labels.items()}
        tables = [t.name for b in self.world.boards for t in b.tables]
        self._taken = {
            *self.world.labels, *self.world.types, *self.world.variables, *self.world.constants,
            *self.world.readings, *self.world.function_parts, *self.world.procedures, *tables,
            *(t.name for t in self.world.card_tables),
        }  # fmt: skip

    def fresh(self, local: x.Local, scope: Scope, *inside: x.Expr) -> str:
        """A name for a local that has no other meaning in its scope."""
        used = {n for n in walk(*inside) if isinstance(n, x.Local | x.Var)}
        here = {name for name, meaning in scope.names.items() if meaning in used}
        base = source_name(local.name)
        base = base if speakable(base) else "x"
        name, number = base, 1
        while name in self._taken or name in here or not speakable(name):
            number += 1
            name = f"{base}_{number}"
        return name

    def of(self, node: x.Expr, scope: Scope) -> Iterator[SyntaxTemplate]:
        """The forms of an expression where these names are known."""
        if not isinstance(node, x.Const | x.Var):
            for name, meaning in scope.names.items():
                if meaning == node:
                    yield SyntaxTemplate(e.Reference(name, span=NOWHERE))
        match node:
            case x.Const():
                yield from self._constant(node)
            case x.Var(name):
                reference = e.Reference(name, span=NOWHERE)
                yield SyntaxTemplate(reference) if speakable(name) else self._exactly("var", name)
            case x.Call(name, args):
                yield from self._call(name, args)
            case x.Not() | x.And() | x.Or() | x.Compare() | x.In():
                yield from self._truth(node, scope)
            case x.Quantifier() | x.Filter() | x.Best() | x.MapOf():
                yield from self._binding(node, scope)
            case x.Lookup():
                yield from self._lookup(node)
            case x.After() | x.Permute():
                yield from self._part(node)
            case _:
                yield from self._other(node)

    # Constants

    def _constant(self, node: x.Const) -> Iterator[SyntaxTemplate]:
        value, t = node.value, node.type
        match t, value:
            case Bool(), bool():
                yield SyntaxTemplate(e.Truth(value, span=NOWHERE))
            case Int(), int():
                yield SyntaxTemplate(number_syntax(value))
            case Enum(_, labels), int() if speakable(labels[value]):
                yield SyntaxTemplate(e.Reference(labels[value], span=NOWHERE))
            case Option(), _ if node == NONE:
                yield SyntaxTemplate(e.Nothing(span=NOWHERE))
            case Record(name, _), int() if name and speakable(name):
                parts = constant_fields(node)
                yield SyntaxTemplate(call(name, len(parts)), parts)
            case Set(), int():
                yield from self._constant_set(t, value)
            case List(element, _), tuple() if len(value) <= _LONGEST:
                items = tuple(x.Const(v, element) for v in value)
                yield SyntaxTemplate(
                    e.ListLiteral(tuple(map(hole, range(len(items)))), span=NOWHERE), items
                )
        syntax = type_syntax(t, self.world)
        if syntax is not None:
            yield SyntaxTemplate(e.Exact("const", (written(value),), syntax, span=NOWHERE))

    def _constant_set(self, t: Set, members: int) -> Iterator[SyntaxTemplate]:
        whole = (1 << size(t.element)) - 1
        if members == whole and isinstance(t.element, Int):
            lo, hi = bounds(t.element)
            yield SyntaxTemplate(e.Interval(number_syntax(lo), number_syntax(hi), span=NOWHERE))
        elif members == whole and speakable(show(t.element)):
            yield SyntaxTemplate(e.Reference(show(t.element), span=NOWHERE))
        elif members == 0:
            yield SyntaxTemplate(e.SetLiteral((), span=NOWHERE))
        left = whole & ~members
        if members and 0 < left.bit_count() < min(members.bit_count(), _LONGEST):
            pair = x.Const(whole, t), x.Const(left, t)
            yield SyntaxTemplate(e.Binary("-", hole(0), hole(1), span=NOWHERE), pair)
        if members and members.bit_count() <= _LONGEST:
            items = tuple(fold.constants(t.element, members))
            yield SyntaxTemplate(
                e.SetLiteral(tuple(map(hole, range(len(items)))), span=NOWHERE), items
            )

    # Names

    def _exactly(self, word: str, name: str, *args: x.Expr) -> SyntaxTemplate:
        given = tuple(map(hole, range(len(args))))
        return SyntaxTemplate(e.ExactNamed(word, name, given, span=NOWHERE), args)

    def _call(self, name: str, args: tuple[x.Expr, ...]) -> Iterator[SyntaxTemplate]:
        if name in self._lifted:
            yield self._exactly("call", self._lifted[name], *args)
        elif args:
            yield SyntaxTemplate(call(name, len(args)), args)
        else:
            yield SyntaxTemplate(e.Reference(name, span=NOWHERE))

    def _part(self, node: x.Expr) -> Iterator[SyntaxTemplate]:
        """A look-ahead, where the program has the same one with other names."""
        free = free_locals(node)
        for name, part in self.reader.ahead.items():
            own = free_locals(part)
            same = [a.type for a in own] == [b.type for b in free]
            if same and _alike(substituted(part, dict(zip(own, free, strict=True))), node):
                yield replace(self._exactly("of", name, *free), same=True)

    # Truth

    def _truth(self, node: x.Expr, scope: Scope) -> Iterator[SyntaxTemplate]:
        match node:
            case x.Not(x.Quantifier("some") as inner):
                yield from self._quantifier(inner, scope, "no")
                yield SyntaxTemplate(e.Negation(hole(0), span=NOWHERE), (inner,))
            case x.Not(x.In(element, set_)):
                yield from membership("not in", element, set_)
            case x.Not(arg):
                yield SyntaxTemplate(e.Negation(hole(0), span=NOWHERE), (arg,))
            case x.In(element, set_):
                yield from membership("in", element, set_)
            case x.Compare(op, left, right):
                yield from comparison(op, left, right)
            case x.And(args) | x.Or(args):
                yield from self._idioms(node, args)
                word = e.Logic(
                    "and" if isinstance(node, x.And) else "or",
                    tuple(map(hole, range(len(args)))), span=NOWHERE,
                )  # fmt: skip
                if len(args) > 1:
                    yield SyntaxTemplate(word, args)
                elif args:
                    yield SyntaxTemplate(hole(0), args, same=True)
                else:
                    yield SyntaxTemplate(e.Truth(isinstance(node, x.And), span=NOWHERE), same=True)

    def _idioms(self, node: x.And | x.Or, args: tuple[x.Expr, ...]) -> Iterator[SyntaxTemplate]:
        """Several conditions that have a single word."""
        match node, args:
            case x.Or(), (x.Compare("==", within, x.Const(0, Set())), x.Compare("==", reach, _)):
                if isinstance(reach, x.Reach):
                    for via in relations(reach.neighbours):
                        names = (*binders(reach.start), *binders(reach.neighbours))
                        yield SyntaxTemplate(call("connected", 1, via), (within,), names)
            case x.And(), (x.Compare("!=", left, x.Const()), x.Compare("==", x.Unwrap(arg), right)):
                if arg == left:
                    yield SyntaxTemplate(compare("=", hole(0), hole(1)), (left, right))
            case _:
                pass
        yield from self._outcomes(node)

    def _outcomes(self, node: x.Expr) -> Iterator[SyntaxTemplate]:
        """``won(p)``, ``drawn``, ``lost`` and ``over``."""
        for word in ("drawn", "lost", "over"):
            yield SyntaxTemplate(e.Reference(word, span=NOWHERE))
        for label in self.world.players.labels if isinstance(node, x.At) else ():
            winner = e.Reference(label, span=NOWHERE)
            yield SyntaxTemplate(e.Application(named("won"), (winner,), None, span=NOWHERE))
        match node:
            case x.And((x.At(), x.In(player, _))) | x.Or((x.And((x.At(), x.In(player, _))), *_)):
                yield SyntaxTemplate(call("won", 1), (player,))

    # What binds a name

    def _binding(
        self, node: x.Quantifier | x.Filter | x.Best | x.MapOf, scope: Scope
    ) -> Iterator[SyntaxTemplate]:  # fmt: skip
        match node:
            case x.Quantifier():
                yield from self._quantifier(node, scope, "")
            case x.Filter(var, over, where):
                name = named(self.fresh(var, scope, where))
                yield from interval(node)
                yield SyntaxTemplate(
                    e.Those(name, hole(0), hole(1), span=NOWHERE), (over, where), (var,)
                )
            case x.Best(var, over, key, most):
                name = named(self.fresh(var, scope, key))
                syntax = e.Extreme(name, hole(0), None, most, hole(1), span=NOWHERE)
                yield SyntaxTemplate(syntax, (over, key), (var,))
            case x.MapOf(var, body, t):
                yield from part_of_map(node)
                of = type_syntax(t.key, self.world)
                if of is not None:
                    name = named(self.fresh(var, scope, body))
                    yield SyntaxTemplate(
                        e.ExactMap(name, of, hole(0), span=NOWHERE), (body,), (var,)
                    )

    def _quantifier(self, node: x.Quantifier, scope: Scope, word: str) -> Iterator[SyntaxTemplate]:
        parts = [p for p in (node.where, node.body) if p is not None]
        name = named(self.fresh(node.var, scope, *parts))
        if node.kind in {"min", "max"} and not (node.body and isinstance(node.body.type, Int)):
            yield from extreme(node, name)
            return
        word = word or {"min": "least", "max": "greatest"}.get(node.kind, node.kind)
        for over, family in self._families(node.over):
            binder = e.Binder((name,), over, span=NOWHERE)
            condition: e.Expression | None = hole(1) if node.where and node.body else None
            body: e.Expression = hole(len(parts)) if parts else e.Truth(True, span=NOWHERE)
            kind = next(k for k in _KINDS if k == word)
            syntax = e.Quantified(kind, (binder,), condition, body, span=NOWHERE)
            names = () if family is node.over else binders(node.over)
            yield SyntaxTemplate(syntax, (family, *parts), (*names, node.var))

    def _families(self, over: x.Expr) -> Iterator[tuple[e.Expression, x.Expr]]:
        """What a variable that ranges over a set may range over: components, items, the set itself."""
        match over:
            case x.Filter(_, within, x.Compare("==", x.Quantifier("min", _, x.Reach() as reach))):
                for via in relations(reach.neighbours):
                    yield call("components", 1, via), within
            case x.Filter(_, _, x.Compare("<", _, x.Size(of))) if isinstance(of.type, List):
                yield hole(0), of
        yield hole(0), over

    # Tables, lists, records

    def _lookup(self, node: x.Lookup) -> Iterator[SyntaxTemplate]:
        table, key = node.map, node.key
        if isinstance(table, x.Const):
            keys = key_parts(key)
            if speakable(table.name) and self.world.table(table.name) is not None:
                yield SyntaxTemplate(call(table.name, len(keys)), keys)
            for word in ("next", "previous", "number"):
                if table.name.startswith(f"{word} "):
                    yield SyntaxTemplate(call(word, 1), (key,))
            yield SyntaxTemplate(exact("set", 1), (key,))
        if isinstance(table, x.MapOf) and isinstance(key, x.Local | x.Const):
            yield SyntaxTemplate(hole(0), (substituted(table.body, {table.var: key}),), same=True)
        keys = key.fields if isinstance(key, x.Make) else key_parts(key)
        holes = tuple(hole(i) for i in range(1, len(keys) + 1))
        yield SyntaxTemplate(e.Indexed(hole(0), holes, span=NOWHERE), (table, *keys))
        if len(keys) > 1:
            yield SyntaxTemplate(e.Indexed(hole(0), (hole(1),), span=NOWHERE), (table, key))
        yield SyntaxTemplate(exact("entry", 2), (table, key))

    def _other(self, node: x.Expr) -> Iterator[SyntaxTemplate]:
        match node:
            case x.Arith(op, left, right):
                yield SyntaxTemplate(e.Binary(op, hole(0), hole(1), span=NOWHERE), (left, right))
            case x.Combine(op, left, right):
                word = _SETS[op]
                yield SyntaxTemplate(e.Binary(word, hole(0), hole(1), span=NOWHERE), (left, right))
            case x.If(condition, then, otherwise):
                syntax = e.Conditional(hole(0), hole(1), hole(2), span=NOWHERE)
                yield SyntaxTemplate(syntax, (condition, then, otherwise))
            case x.SetOf(items):
                holes = tuple(map(hole, range(len(items))))
                yield SyntaxTemplate(e.SetLiteral(holes, span=NOWHERE), items)
            case x.Size(of):
                yield SyntaxTemplate(call("size", 1), (of,))
            case x.Reach(start, within, neighbours):
                for via in relations(neighbours):
                    yield SyntaxTemplate(
                        call("group", 2, via), (start, within), binders(neighbours)
                    )
            case x.Distance(source, target, within, neighbours):
                for via in relations(neighbours):
                    yield SyntaxTemplate(
                        call("distance", 3, via), (source, target, within), binders(neighbours)
                    )
            case x.Field(record, name) if speakable(name):
                yield SyntaxTemplate(e.FieldAccess(hole(0), named(name), span=NOWHERE), (record,))
            case x.Make(fields, t):
                if t.name and speakable(t.name):
                    yield SyntaxTemplate(call(t.name, len(fields)), fields)
                yield from self._typed("make", fields, t)
            case x.Convert(arg, t):
                yield from self._typed("as", (arg,), t)
            case x.Unwrap(arg):
                yield SyntaxTemplate(hole(0), (arg,))
                yield SyntaxTemplate(exact("value", 1), (arg,))
            case x.At(nodes):
                yield from self._outcomes(node)
                labels = [self._labels[n] for n in nodes]
                each = tuple(e.ExactNamed("at", label, span=NOWHERE) for label in labels)
                several = len(each) > 1
                either = e.Logic("or", each, span=NOWHERE)
                yield SyntaxTemplate(either if several else each[0], same=several)
            case _:
                yield from of_list(node)

    def _typed(self, word: str, args: tuple[x.Expr, ...], t: Type) -> Iterator[SyntaxTemplate]:
        syntax = type_syntax(t, self.world)
        if syntax is not None:
            yield SyntaxTemplate(exact(word, len(args), syntax), args)


_KINDS: tuple[e.QuantifierKind, ...] = get_args(e.QuantifierKind)
_SETS: dict[str, e.Operator] = {"union": "+", "difference": "-", "intersection": "&"}


def _alike(part: x.Expr, node: x.Expr) -> bool:
    """Whether two expressions are equal up to the names of what they bind."""
    if part == node:
        return True
    ours, theirs = (
        tuple(dict.fromkeys(n for n in walk(e) if isinstance(n, x.Local))) for e in (part, node)
    )
    if len(ours) != len(theirs):
        return False
    names = dict(zip(ours, theirs, strict=True))
    if any(names[local] != local for local in free_locals(part) if local in names):
        return False
    return substituted(part, names) == node
