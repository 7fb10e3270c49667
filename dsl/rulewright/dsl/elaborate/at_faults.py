"""What looks back in a check, where play stops at a fault: the move was taken back, its decision stands.

At a fault every variable is as it was before the move, also those that keep what `was` and `since` said at
the decision before. But the last decision is that whose move was taken back, so what they say there is what
is stored if somebody decides in this very position.
"""

from __future__ import annotations

from dataclasses import replace

from ..ir import code as x
from ..ir import fold
from ..ir.names import source_name
from ..ir.program import Fault
from ..ir.walk import bound_locals, calls, reads, substituted
from .cfg.builder import Cfg
from .expressions.elaborator import ExpressionElaborator
from .expressions.names.since import stores_on_deciding


def taken_back(flow: Cfg) -> tuple[int, ...]:
    """The faults that take back the move. Play that only runs out of statements, or into a gap, stops
    at a node of its own with what was done."""
    last = (block.terminator for block in flow.blocks)
    stops = {stop.node for stop in last if isinstance(stop, x.Stop)}
    faults = (i for i, node in enumerate(flow.nodes) if isinstance(node, Fault))
    return tuple(i for i in faults if i not in stops)


class AtFaults:
    """Conditions on resting positions, in which what looks back is right at faults as well."""

    def __init__(self, expressions: ExpressionElaborator, faults: tuple[int, ...]) -> None:
        self._expressions, self._functions = expressions, expressions.world.functions
        self._faults = x.At(faults)
        self._past = frozenset(store.var for store in stores_on_deciding(expressions))

    def __call__(self, condition: x.Expr) -> x.Expr:
        """The same at every position that is no fault; ``condition`` is Bool."""
        if not self._faults.nodes or not self._looks_back(condition, set()):
            return condition
        match condition:
            case x.Not(arg):
                return fold.not_(self(arg))
            case x.And(args):
                return fold.and_([self(a) for a in args])
            case x.Or(args):
                return fold.or_([self(a) for a in args])
            case _:
                stores = stores_on_deciding(self._expressions)
                fresh = tuple(replace(s, value=self._with_own_names(s.value)) for s in stores)
                there = x.After(fresh, self._with_own_names(condition))
                return fold.if_(self._faults, there, condition, condition.type)

    def _looks_back(self, e: x.Expr, known: set[str]) -> bool:
        """Whether it reads what is kept, itself or by functions other than those known."""
        if not self._past.isdisjoint(reads(e)):
            return True
        for name in calls(e) - known:
            known.add(name)
            function = self._functions[name]
            if function is not None and self._looks_back(function.body, known):
                return True
        return False

    def _with_own_names(self, e: x.Expr) -> x.Expr:
        """The same with other names for what it binds: no two binders of a program have the same."""
        return substituted(
            e, {n: self._expressions.local(source_name(n.name), n.type) for n in bound_locals(e)}
        )
