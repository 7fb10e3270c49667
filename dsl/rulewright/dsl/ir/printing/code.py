"""Expressions and statements of the IR as text.

Everything that has parts is in brackets, so that no reader needs to know operator precedence.
Variables of the program are written bare, locals as ``%name``, named constants as ``@name`` and
operations of the IR as ``#name(…)``; a number after ``!`` is the fault that may happen. An
expression is followed by its type, ``(e : T)``, unless its parts imply it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .. import code as x
from ..code import Each, Let, Require, Stmt, Store, When
from ..types import Set, show, show_value
from .inferable import inferable

Labels = Mapping[x.Const, str]


def show_expr(node: x.Expr, labels: Labels | None = None) -> str:
    """``node`` on one line. ``labels`` distinguishes named constants with the same name.

    Raises TypeError for anything that is not an expression.
    """
    return _Printer(labels or {}).expr(node)


def show_stmt(node: Stmt, labels: Labels | None = None) -> str:
    """``node`` on as many lines as it needs, without a line break at the end.

    Raises TypeError for anything that is not a statement.
    """
    return "\n".join(_Printer(labels or {}).lines(node))


class _Printer:
    def __init__(self, labels: Labels) -> None:
        self._labels = labels

    # Statements

    def lines(self, node: Stmt) -> list[str]:
        if isinstance(node, When):
            start = [f"if {self.expr(node.condition)}", *self._indented(node.then)]
            return [*start, "else", *self._indented(node.otherwise)] if node.otherwise else start
        if isinstance(node, Each):
            return [f"for {self._binder(node.local, node.over)}", *self._indented(node.body)]
        return [self._inline(node)]

    def _indented(self, body: Sequence[Stmt]) -> list[str]:
        return [f"  {line}" for node in body for line in self.lines(node)] or ["  nothing"]

    def _inline(self, node: Stmt) -> str:
        match node:
            case Store(var, key, value, fault):
                place = var if key is None else f"{var}[{self.expr(key)}]"
                return f"{place} := {self.expr(value)}{'' if fault is None else f' !{fault}'}"
            case Let(local, value):
                return f"let {_declared(local)} = {self.expr(value)}"
            case Require(condition, fault):
                return f"require {self.expr(condition)} !{fault}"
            case When(condition, then, otherwise):
                rest = f" else {self._braced(otherwise)}" if otherwise else ""
                return f"if {self.expr(condition)} {self._braced(then)}{rest}"
            case Each(local, over, body):
                return f"for {self._binder(local, over)} {self._braced(body)}"
            case _:
                raise TypeError(f"this is no statement of the IR: {node!r}")

    def _braced(self, body: Sequence[Stmt]) -> str:
        return f"{{{'; '.join(map(self._inline, body))}}}"

    # Expressions

    def expr(self, node: x.Expr) -> str:
        text = self._text(node)
        return text if inferable(node) else f"({text} : {show(node.type)})"

    def _text(self, node: x.Expr) -> str:
        match node:
            case x.Const(value, type_, name):
                return f"@{self._labels.get(node, name)}" if name else show_value(type_, value)
            case x.Local(name, _):
                return f"%{name}"
            case x.Var(name, _):
                return name
            case x.Call(function, args, _):
                return f"{function}({self._all(args)})"
            case x.If(condition, then, otherwise, _):
                parts = (self.expr(e) for e in (condition, then, otherwise))
                return "(if {} then {} else {})".format(*parts)
            case x.Field(record, name, _):
                return f"{self.expr(record)}.{name}"
            case x.Convert(arg, type_):
                return f"({self.expr(arg)} as {show(type_)})"
            case x.Unwrap(arg, _):
                return f"{self.expr(arg)}!"
            case x.After(body, result, _):
                return f"(after {self._braced(body)}: {self.expr(result)})"
            case x.Not() | x.And() | x.Or() | x.Compare() | x.Arith() | x.In() | x.Combine():
                return self._operator(node)
            case x.Quantifier() | x.Filter() | x.Best() | x.MapOf():
                return self._binding(node)
            case _:
                return self._operation(node)

    def _operator(self, node: x.Not | x.And | x.Or | x.Compare | x.Arith | x.In | x.Combine) -> str:
        match node:
            case x.Not(arg):
                return f"(not {self.expr(arg)})"
            case x.And(args):
                return f"({' and '.join(map(self.expr, args)) or 'and'})"
            case x.Or(args):
                return f"({' or '.join(map(self.expr, args)) or 'or'})"
            case x.In(element, set_):
                return f"({self.expr(element)} in {self.expr(set_)})"
            case x.Compare(op, left, right) | x.Arith(op, left, right) | x.Combine(op, left, right):
                return f"({self.expr(left)} {op} {self.expr(right)})"

    def _binding(self, node: x.Quantifier | x.Filter | x.Best | x.MapOf) -> str:
        match node:
            case x.Quantifier(kind, var, over, where, body, _):
                condition = "" if where is None else f" where {self.expr(where)}"
                rest = "" if body is None else f": {self.expr(body)}"
                return f"({kind} {self._binder(var, over)}{condition}{rest})"
            case x.Filter(var, over, where, _):
                return f"{{{self._binder(var, over)} where {self.expr(where)}}}"
            case x.Best(var, over, key, most, _):
                word = "most" if most else "least"
                return f"{{{self._binder(var, over)} with {word} {self.expr(key)}}}"
            case x.MapOf(var, body, _):
                return f"{{{_declared(var)} -> {self.expr(body)}}}"

    def _operation(self, node: x.Expr) -> str:
        match node:
            case x.SetOf(items, _):
                return f"{{{self._all(items)}}}"
            case x.ListOf(items, _):
                return f"[{self._all(items)}]"
            case x.Make(fields, _):
                return f"<{self._all(fields)}>"
            case x.Lookup(map_, key, _):
                return f"{self.expr(map_)}[{self.expr(key)}]"
            case x.Concat(left, right, _):
                return f"({self.expr(left)} ++ {self.expr(right)})"
            case x.Size(of, _):
                return f"#size({self.expr(of)})"
            case x.Permute(map_, by, _):
                return f"#permute({self._all((map_, by))})"
            case x.Reach(start, within, neighbours, _):
                return f"#reach({self._all((start, within, neighbours))})"
            case x.Distance(source, target, within, neighbours, _):
                return f"#distance({self._all((source, target, within, neighbours))})"
            case x.Item(list_, index, back, _):
                return f"#{'item_from_end' if back else 'item'}({self._all((list_, index))})"
            case x.Slice(list_, start, stop, _):
                return f"#slice({self._all((list_, start, stop))})"
            case x.At(nodes, _):
                return f"#at({', '.join(map(str, nodes))})"
            case _:
                raise TypeError(f"this is no expression of the IR: {node!r}")

    def _all(self, nodes: Sequence[x.Expr]) -> str:
        return ", ".join(map(self.expr, nodes))

    def _binder(self, local: x.Local, over: x.Expr) -> str:
        """``%c in over``, with the type if it is not that of the elements."""
        known = isinstance(over.type, Set) and local.type == over.type.element
        return f"{f'%{local.name}' if known else _declared(local)} in {self.expr(over)}"


def _declared(local: x.Local) -> str:
    return f"%{local.name}: {show(local.type)}"
