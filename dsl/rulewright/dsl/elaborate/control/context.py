"""Where in the flow a statement stands."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ...ir import code as x
from ...ir.walk import calls, reads
from ..symbols.scope import Meaning, Scope


@dataclass(frozen=True, slots=True)
class Loop:
    """The innermost loop: where ``leave`` and ``next`` go."""

    leave: int
    next: int


@dataclass(frozen=True, slots=True)
class Return:
    """Where ``return`` goes, and the variable that receives the value, if any."""

    block: int
    result: x.Var | None


@dataclass(frozen=True, slots=True)
class Context:
    """The names in scope, the enclosing loop and procedure, and the clauses that are cited.

    ``calls``: the procedures being inlined, outermost first. ``straight``: inside code that may not
    contain decisions, where locals need no variable. ``hypothetical``: under ``after``.
    """

    scope: Scope
    title: str
    loop: Loop | None = None
    result: Return | None = None
    clauses: tuple[str, ...] = ()
    calls: tuple[str, ...] = ()
    straight: bool = False
    hypothetical: bool = False

    def bind(self, name: str, meaning: Meaning) -> Context:
        return replace(self, scope=self.scope.bind(name, meaning))

    def assume(self, condition: x.Expr) -> Context:
        """Where the condition was true, for what no statement can change."""
        return replace(self, scope=lasting(self.scope.assume(condition)))


def lasting(scope: Scope) -> Scope:
    """The scope without what is known of variables that statements may change."""
    if not scope.present:
        return scope
    frames = {m.name for m in scope.names.values() if isinstance(m, x.Var)} - scope.changing
    remaining = frozenset(p for p in scope.present if not calls(p) and reads(p) <= frames)
    return replace(scope, present=remaining)
