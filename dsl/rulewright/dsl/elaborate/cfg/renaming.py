"""Whether two nodes are the same up to the names of frame variables and locals.

This is assumed, and a contradiction is looked for: along everything that can be done from both
nodes, side by side, the same must be asked, read and stored, in variables whose names correspond
one to one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import get_args

from ...ir import code as x
from ...ir.code import Branch, Each, Goto, Let, Require, Stmt, Stop, Store, When
from ...ir.program import Chance, Decision, End, Parameter, Variable
from ...node_fields import named_fields
from .builder import Cfg
from .liveness import Liveness

PARTS: frozenset[type] = frozenset((*get_args(x.Expr), *get_args(Stmt)))
"""The classes of which expressions and statements are made."""


class _DifferentError(Exception):
    """The two nodes are not the same."""


@dataclass(slots=True)
class _Names:
    """The names of frame variables on both sides, at one point.

    ``one`` maps what was stored since the two nodes to its name on the other side, None if the
    other side does not have it any more; ``two`` is the inverse. What is in neither still has the
    value that it had at the nodes.
    """

    one: dict[str, str | None] = field(default_factory=dict)
    two: dict[str, str | None] = field(default_factory=dict)

    def copy(self) -> _Names:
        return _Names(dict(self.one), dict(self.two))

    def store(self, a: str, b: str) -> None:
        """Both variables have just received the same value."""
        before, behind = self.one.get(a), self.two.get(b)
        if before is not None:
            self.two[before] = None
        if behind is not None:
            self.one[behind] = None
        self.one[a], self.two[b] = b, a


class RenamingSearch:
    """One attempt to show that two nodes are the same."""

    def __init__(self, program: Cfg, live: Liveness, frames: Mapping[str, Variable]) -> None:
        self._program = program
        self._live = live
        self._frames = frames
        self._one: dict[str, str] = {}
        self._two: dict[str, str] = {}
        self._locals: dict[str, str] = {}
        self._seen: set[tuple[object, ...]] = set()
        self._waiting: list[tuple[bool, int, int, _Names]] = []

    def names(self, one: int, two: int) -> dict[str, str] | None:
        """For each variable that is live at the first node, the one of the second; or None."""
        try:
            self._go(True, one, two, _Names())
            while self._waiting:
                is_node, a, b, names = self._waiting.pop()
                if is_node:
                    self._nodes(a, b, names)
                else:
                    self._blocks(a, b, names)
        except _DifferentError:
            return None
        if self._live.nodes[one] - self._one.keys() or self._live.nodes[two] - self._two.keys():
            return None
        return {a: self._one[a] for a in sorted(self._live.nodes[one])}

    def _go(self, is_node: bool, a: int, b: int, names: _Names) -> None:
        """Compare two places, unless that was done with the same names before."""
        live = self._live.nodes if is_node else self._live.blocks
        one = {v: w for v, w in names.one.items() if v in live[a]}
        two = {w: v for w, v in names.two.items() if w in live[b]}
        key = (is_node, a, b, frozenset(one.items()), frozenset(two.items()))
        if key in self._seen:
            return
        self._seen.add(key)
        if a == b:  # What is read from there on is read on both sides, by the same names.
            for v in live[a]:
                self._variable(v, v, _Names(one, two))
        else:
            self._waiting.append((is_node, a, b, _Names(one, two)))

    def _nodes(self, a: int, b: int, names: _Names) -> None:
        match self._program.nodes[a], self._program.nodes[b]:
            case Decision() as one, Decision() as two:
                self._same((one.secret, one.clauses), (two.secret, two.clauses))
                self._same([c.name for c in one.choices], [c.name for c in two.choices])
                self._same([c.clauses for c in one.choices], [c.clauses for c in two.choices])
                self._part(one.player, two.player, names)
                for first, second in zip(one.choices, two.choices, strict=True):
                    self._parameters(first.parameters, second.parameters, names)
                    self._part(first.guard, second.guard, names)
                    after = self._chosen(first.parameters, second.parameters, names)
                    self._go(False, first.block, second.block, after)
            case Chance() as one, Chance() as two:
                self._same((one.name, one.clauses), (two.name, two.clauses))
                self._parameters((one.parameter,), (two.parameter,), names)
                self._part(one.weight, two.weight, names)
                after = self._chosen((one.parameter,), (two.parameter,), names)
                self._go(False, one.block, two.block, after)
            case End() as one, End() as two:
                self._same((one.span, one.kind, one.clauses), (two.span, two.kind, two.clauses))
                self._part(one.winners, two.winners, names)
                self._part(one.scores, two.scores, names)
            case one, two:
                self._same(one, two)

    def _parameters(
        self, one: Sequence[Parameter], two: Sequence[Parameter], names: _Names
    ) -> None:
        self._same(len(one), len(two))
        for p, q in zip(one, two, strict=True):
            self._part(p.over, q.over, names)
            self._bind(x.Local(p.name, p.type), x.Local(q.name, q.type))

    def _chosen(self, one: Sequence[Parameter], two: Sequence[Parameter], names: _Names) -> _Names:
        after = names.copy()
        for p, q in zip(one, two, strict=True):
            self._stored(p.variable, q.variable, after)
        return after

    def _blocks(self, a: int, b: int, names: _Names) -> None:
        one, two = self._program.blocks[a], self._program.blocks[b]
        self._statements(one.body, two.body, names)
        match one.terminator, two.terminator:
            case Goto(target, turn), Goto(other, also):
                self._same(turn, also)
                self._go(False, target, other, names)
            case Branch(condition, then, otherwise), Branch(test, yes, no):
                self._part(condition, test, names)
                self._go(False, then, yes, names)
                self._go(False, otherwise, no, names)
            case Stop(node), Stop(other):
                self._go(True, node, other, names)
            case _:
                raise _DifferentError

    def _statements(self, one: Sequence[Stmt], two: Sequence[Stmt], names: _Names) -> None:
        """Compare statements; ``names`` are then those after them."""
        self._same(len(one), len(two))
        for a, b in zip(one, two, strict=True):
            self._statement(a, b, names)

    def _statement(self, one: Stmt, two: Stmt, names: _Names) -> None:
        match one, two:
            case Store(a, None, value, fault), Store(b, None, other, same):
                self._same(fault, same)
                self._part(value, other, names)
                self._stored(a, b, names)
            case Store(a, key, value, fault), Store(b, place, other, same):
                self._same(fault, same)
                self._part(key, place, names)
                self._part(value, other, names)
                self._variable(a, b, names)
            case Let(local, value), Let(name, other):
                self._part(value, other, names)
                self._bind(local, name)
            case When(condition, then, otherwise), When(test, yes, no):
                self._part(condition, test, names)
                other_names = names.copy()
                self._statements(then, yes, names)
                self._statements(otherwise, no, other_names)
                self._join(names, other_names)
            case Each(local, over, body), Each(name, other, inner):
                self._part(over, other, names)
                self._bind(local, name)
                self._loop(body, inner, names)
            case Require(condition, fault), Require(test, same):
                self._same(fault, same)
                self._part(condition, test, names)
            case _:
                raise _DifferentError

    def _loop(self, body: Sequence[Stmt], inner: Sequence[Stmt], names: _Names) -> None:
        """Any number of passes: which names correspond before each of them and after the last."""
        while True:
            before = names.copy()
            after = names.copy()
            self._statements(body, inner, after)
            self._join(names, after)
            if (names.one, names.two) == (before.one, before.two):
                return

    def _join(self, names: _Names, other: _Names) -> None:
        """Leave in ``names`` the correspondences common to two ways that meet."""
        one: dict[str, str | None] = {}
        two: dict[str, str | None] = dict.fromkeys(names.two.keys() | other.two.keys())
        for v in sorted(names.one.keys() | other.one.keys()):
            here = self._called(v, names, other.one.get(v))
            there = self._called(v, other, names.one.get(v))
            one[v] = here if here == there else None
        for v, w in one.items():
            if w is not None:
                two[w] = v
        names.one, names.two = one, two

    def _called(self, v: str, names: _Names, wish: str | None) -> str | None:
        """The name of ``v`` on the other side: ``wish``, if nothing is known of either."""
        if v in names.one:
            return names.one[v]
        name = self._one.get(v, None if wish in self._two else wish)
        if name is None or name in names.two:
            return None
        self._variable(v, name, names)
        return name

    def _stored(self, a: str, b: str, names: _Names) -> None:
        if a not in self._frames or b not in self._frames:
            self._same(a, b)
            return
        self._like(a, b)
        names.store(a, b)

    def _like(self, a: str, b: str) -> None:
        one, two = self._frames[a], self._frames[b]
        self._same((one.type, one.seen), (two.type, two.seen))

    def _variable(self, a: str, b: str, names: _Names) -> None:
        """Both sides read a variable."""
        if a not in self._frames or b not in self._frames:
            self._same(a, b)
            return
        if a in names.one or b in names.two:
            self._same((names.one.get(a), names.two.get(b)), (b, a))
            return
        self._like(a, b)
        if self._one.setdefault(a, b) != b or self._two.setdefault(b, a) != a:
            raise _DifferentError

    def _bind(self, one: x.Local, two: x.Local) -> None:
        self._same(one.type, two.type)
        self._locals[one.name] = two.name

    def _part(self, one: object, two: object, names: _Names) -> None:
        """Compare expressions, or the values of their fields."""
        match one, two:
            case x.Var(a, t), x.Var(b, u):
                self._same(t, u)
                self._variable(a, b, names)
            case x.Local(a, t), x.Local(b, u):
                self._same((self._locals.get(a, a), t), (b, u))
            case x.Const(value, t), x.Const(other, u):
                self._same((value, t), (other, u))
            case x.After(body, result), x.After(inner, other):
                inside = names.copy()
                self._statements(body, inner, inside)
                self._part(result, other, inside)
            case tuple(), tuple():
                self._same(len(one), len(two))
                for a, b in zip(one, two, strict=True):
                    self._part(a, b, names)
            case _ if type(one) in PARTS and type(one) is type(two):
                self._binders(one, two)
                theirs = named_fields(two)
                for slot, ours in named_fields(one).items():
                    if slot not in ("var", "local"):
                        self._part(ours, theirs[slot], names)
            case _:
                self._same(one, two)

    def _binders(self, one: object, two: object) -> None:
        match one, two:
            case (
                (x.Quantifier() | x.Filter() | x.Best() | x.MapOf()),
                (x.Quantifier() | x.Filter() | x.Best() | x.MapOf()),
            ):
                self._bind(one.var, two.var)
            case _:
                pass

    @staticmethod
    def _same(one: object, two: object) -> None:
        if one != two:
            raise _DifferentError
