"""What a piece of the IR reads: variables (also through the functions it calls) and locals."""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir.code import Each, Let, Require, Stmt, Store, When
from rulewright.dsl.ir.program import Program
from rulewright.dsl.ir.unknown import refuse
from rulewright.dsl.ir.walk import children, walk

NODE = "@node"
"""Stands among the variables for the node of the resting state, which checks may ask for.

No variable of a ruleset can have this name.
"""


class Uses:
    """Answers for one program; the reads of its functions are found once."""

    def __init__(self, program: Program) -> None:
        self._order = {v.name: i for i, v in enumerate(program.variables)} | {NODE: -1}
        self._bodies = {f.name: f.body for f in program.functions}
        self._found: dict[str, frozenset[str]] = {}

    def variables(self, *roots: x.Expr | Stmt) -> tuple[str, ...]:
        """Every variable that the roots read or store, in the program's order."""
        return tuple(sorted(self._reads(*roots), key=self._order.__getitem__))

    def _reads(self, *roots: x.Expr | Stmt) -> frozenset[str]:
        found = set[str]()
        called = set[str]()
        for node in walk(*roots):
            match node:
                case x.Var(name):
                    found.add(name)
                case Store(name):
                    found.add(name)
                case x.Call(name):
                    called.add(name)
                case x.At():
                    found.add(NODE)
                case _:
                    pass
        return frozenset(found).union(*(self._of_function(f) for f in called))

    def _of_function(self, name: str) -> frozenset[str]:
        if name not in self._found:
            self._found[name] = self._reads(self._bodies[name])
        return self._found[name]


def free_locals(root: x.Expr) -> tuple[x.Local, ...]:
    """The locals that ``root`` reads and does not bind itself, by name."""
    return tuple(sorted(_free(root), key=lambda local: local.name))


def _free(e: x.Expr | Stmt) -> frozenset[x.Local]:
    match e:
        case x.Local():
            return frozenset((e,))
        case x.Quantifier(_, var, over, where, body):
            return _free(over) | _bound(var, (where, body))
        case x.Filter(var, over, inner) | x.Best(var, over, inner):
            return _free(over) | _bound(var, (inner,))
        case x.MapOf(var, body):
            return _bound(var, (body,))
        case x.After(body, result):
            return _free_in(body, _free(result))
        case _:
            return _any(children(e))


def _any(parts: Iterable[x.Expr | Stmt]) -> frozenset[x.Local]:
    return frozenset[x.Local]().union(*map(_free, parts))


def _bound(var: x.Local, inside: Iterable[x.Expr | None]) -> frozenset[x.Local]:
    return _without(_any(e for e in inside if e is not None), var)


def _without(found: frozenset[x.Local], var: x.Local) -> frozenset[x.Local]:
    return frozenset(local for local in found if local.name != var.name)


def _free_in(body: tuple[Stmt, ...], rest: frozenset[x.Local]) -> frozenset[x.Local]:
    """The free locals of a statement list followed by code that reads ``rest``."""
    for stmt in reversed(body):
        match stmt:
            case Let(local, value):
                rest = _without(rest, local) | _free(value)
            case Each(local, over, inner):
                rest |= _free(over) | _without(_free_in(inner, frozenset()), local)
            case When(condition, then, otherwise):
                rest |= _free(condition) | _free_in(then, frozenset())
                rest |= _free_in(otherwise, frozenset())
            case Store() | Require():
                rest |= _any(children(stmt))
            case _:
                refuse(stmt)
    return rest
