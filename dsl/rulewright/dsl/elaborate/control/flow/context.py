"""The context of a statement in the flow."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace

from ....ir import code as x
from ....syntax import expressions as e
from ....syntax.free import free_names
from ....syntax.node import Name
from ...symbols.scope import Meaning, Scope


@dataclass(frozen=True, slots=True)
class Loop:
    """The innermost loop: where ``leave`` and ``next`` go, and what is known at each ``leave``."""

    leave: int
    next: int
    left: list[Context] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class ReturnTarget:
    """Where ``return`` goes, and the variable that receives the value, if any."""

    block: int
    result: x.Var | None


@dataclass(frozen=True, slots=True)
class Context:
    """The names in scope, the enclosing loop and procedure, and the clauses that are cited.

    ``calls``: the procedures being inlined, outermost first. ``straight``: inside code that may not
    contain decisions, where locals need no variable. ``hypothetical``: under ``after``. ``ended``:
    control does not get here: play has ended, or control went to the end of a loop or a procedure.
    """

    scope: Scope
    title: str
    loop: Loop | None = None
    result: ReturnTarget | None = None
    clauses: tuple[str, ...] = ()
    calls: tuple[str, ...] = ()
    straight: bool = False
    hypothetical: bool = False
    ended: bool = False
    number: tuple[str, int] | None = None
    """In a copy of a procedure that performs itself: the decreasing number, and its value."""
    dead: bool = False
    """Control never gets here in this copy, because of its constants."""
    way: x.Var | None = None
    """Under ``after``: the destination of control, see :mod:`.trials`."""

    def tests_number(self, test: e.Expression) -> bool:
        """Whether a test is about the decreasing number: what it rules out is not part of the copy."""
        return self.number is not None and self.number[0] in free_names(test)

    def bind(self, name: str | Name, meaning: Meaning) -> Context:
        return self._with(self.scope.bind(name, meaning))

    def assume(self, condition: x.Expr) -> Context:
        """The context in which the condition was true."""
        return self._with(self.scope.assume(condition))

    def among(self, element: x.Expr, of: x.Expr) -> Context:
        """The context in which an element is in a set."""
        return self._with(self.scope.among(element, of))

    def know(self, options: Collection[x.Expr]) -> Context:
        """The context in which these options, too, are not none."""
        return self._with(self.scope.know(options))

    def same(self, name: x.Expr, value: x.Expr) -> Context:
        """The context in which a name stands for this value."""
        return self._with(self.scope.same(name, value))

    def doubt(self) -> Context:
        """The context after a test that is wrong."""
        return self._with(replace(self.scope, doubtful=True))

    def forget(self, stored: Collection[str]) -> Context:
        """What is still known after something was stored to these variables."""
        return self._with(self.scope.forget(stored))

    def _with(self, scope: Scope) -> Context:
        return self if scope is self.scope else replace(self, scope=scope)

    def citing(self, clauses: tuple[str, ...]) -> Context:
        """The context in which these clauses are cited."""
        return self if clauses == self.clauses else replace(self, clauses=clauses)

    def after(self, ways: Sequence[Context]) -> Context:
        """The context where several ways join: what is known at the end of each is known."""
        open_ways = [way.scope for way in ways if not way.ended]
        scope = self.scope.meet(open_ways or [way.scope for way in ways])
        return replace(self, scope=scope, ended=not open_ways)
