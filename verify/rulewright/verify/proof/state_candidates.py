"""Statements that may be invariants: true in every resting state from which play goes on.

None of them is believed before induction has proved it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from rulewright.dsl.ir.expr import Expr

from ..solvers.terms import Term
from ..symbolic.accounts import Account
from ..symbolic.basic_paths import Rest
from ..symbolic.environment import Frame
from ..symbolic.executor import Executor
from ..symbolic.value_counters import Counter
from ..symbolic.values import Bits, Entries, Value


class Candidate(Protocol):
    """``term``: when it is true of a resting state at a node. ``text``: what it says."""

    @property
    def text(self) -> str:
        """What it says, for a report."""

    def term(self, executor: Executor, node: int, rest: Rest) -> Term:
        """Whether it is true there (not whether the state is there)."""


@dataclass(frozen=True, slots=True)
class Conserved:
    """The components of an account are all there."""

    account: Account
    text: str

    def term(self, executor: Executor, node: int, rest: Rest) -> Term:
        """Whether they were at the beginning of the run, and none was lost or won since."""
        drift = executor.v.number(rest.slots[self.account.drift].value)
        right = executor.v.condition(rest.slots[self.account.balanced].value)
        return executor.t.and_((right, executor.n.is_(drift, 0)))


@dataclass(frozen=True, slots=True)
class Holds:
    """An expression is true (or not) at a node; ``node`` None: at every node."""

    node: int | None
    expression: Expr
    wanted: bool
    text: str

    def term(self, executor: Executor, node: int, rest: Rest) -> Term:
        """Whether it is."""
        if self.node not in (None, node):
            return executor.t.true
        found = executor.evaluator.truth(self.expression, Frame(rest.slots, {}, node))
        return found if self.wanted else executor.t.not_(found)


@dataclass(frozen=True, slots=True)
class Absent:
    """At a node, no key of a map variable holds a value."""

    node: int
    counter: Counter
    text: str

    def term(self, executor: Executor, node: int, rest: Rest) -> Term:
        """Whether none does, by the counter."""
        if node != self.node:
            return executor.t.true
        return executor.n.is_(executor.v.number(rest.slots[self.counter.name].value), 0)


@dataclass(frozen=True, slots=True)
class NeverAt:
    """Play never rests at a node."""

    node: int
    text: str

    def term(self, executor: Executor, node: int, rest: Rest) -> Term:
        """False at the node."""
        return executor.t.truth(node != self.node)


@dataclass(frozen=True, slots=True)
class OneOf:
    """At a node, a scalar variable, or every entry of a map of scalars, has one of some values."""

    node: int
    variable: str
    values: frozenset[int]
    text: str

    def term(self, executor: Executor, node: int, rest: Rest) -> Term:
        """Whether it has."""
        if node != self.node:
            return executor.t.true
        value = rest.slots[self.variable].value
        entries = value.values if isinstance(value, Entries) else (value,)
        return executor.t.and_(self._one(executor, entry) for entry in entries)

    def _one(self, executor: Executor, value: Value) -> Term:
        number = executor.v.number(value)
        return executor.t.or_(executor.n.is_(number, v) for v in sorted(self.values))


@dataclass(frozen=True, slots=True)
class Related:
    """At a node, two scalar variables are equal, or unequal, or ascending."""

    node: int
    op: str
    left: str
    right: str
    text: str

    def term(self, executor: Executor, node: int, rest: Rest) -> Term:
        """Whether they are."""
        if node != self.node:
            return executor.t.true
        a, b = (executor.v.number(rest.slots[name].value) for name in (self.left, self.right))
        match self.op:
            case "==":
                return executor.n.equal(a, b)
            case "!=":
                return executor.t.not_(executor.n.equal(a, b))
            case _:
                return executor.t.not_(executor.n.less(b, a))


@dataclass(frozen=True, slots=True)
class Among:
    """At a node, the elements of a set variable are keys at which a map holds a value (or not)."""

    node: int
    set: str
    map: str
    value: int
    wanted: bool
    text: str

    def term(self, executor: Executor, node: int, rest: Rest) -> Term:
        """Whether they all are."""
        if node != self.node:
            return executor.t.true
        members, entries = rest.slots[self.set].value, rest.slots[self.map].value
        assert isinstance(members, Bits)
        assert isinstance(entries, Entries)
        held = [executor.n.is_(executor.v.number(e), self.value) for e in entries.values]
        fine = held if self.wanted else [executor.t.not_(term) for term in held]
        pairs = zip(members.bits, fine, strict=True)
        return executor.t.and_(executor.t.implies(bit, term) for bit, term in pairs)
