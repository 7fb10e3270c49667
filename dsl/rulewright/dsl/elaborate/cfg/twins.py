"""Nodes that are the same but for the names of their frame variables become one.

A procedure is inlined wherever it is performed, so the same decision may stand in a program more than
once. Two nodes are the same if the same is asked of the same player, and each answer leads through the
same statements to nodes that are the same again, whatever the frame variables and locals are called:
a bisimulation up to a renaming, found by assuming that it holds and looking for what contradicts it
(Hopcroft and Karp, A linear algorithm for testing equivalence of finite automata, 1971). Citations
count: what is said at the table of two places of the text stays apart.

Whoever stops at the one stops at the other instead, after what is live there has been copied into the
variables that the other reads.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cache
from typing import TypeVar, get_args

from ...ir import expr as x
from ...ir.program import Chance, Decision, End, Fault, Node, Parameter, Variable
from ...ir.stmt import Block, Branch, Each, Goto, Let, Require, Stmt, Stop, Store, When
from ...ir.types import Type
from .builder import Cfg, retarget_blocks
from .liveness import Liveness

K = TypeVar("K")

MOST_TRIED = 8
"""With so many nodes of one kind that are not the same a node is compared at most."""

_PARTS = (*get_args(x.Expr), *get_args(Stmt))


def merged(
    program: Cfg, twins: Mapping[int, Twin], frames: Mapping[str, Variable],
    fresh: Callable[[str, Type], x.Local],
) -> Cfg:  # fmt: skip
    """The same flow, in which nothing stops at a node that has a twin.

    ``fresh`` makes a new local. Nodes that differ before may be the same afterwards.
    """
    if not twins:
        return program
    blocks = tuple(_to_twin(block, twins, frames, fresh) for block in program.blocks)
    return retarget_blocks(replace(program, blocks=blocks))


@dataclass(frozen=True, slots=True)
class Twin:
    """The node to stop at instead, and the variables that receive the values of others."""

    node: int
    copies: tuple[tuple[str, str], ...]


def twins_in(program: Cfg, live: Liveness, frames: Mapping[str, Variable]) -> dict[int, Twin]:
    """For nodes that are the same as another, that one; it has none itself."""
    asking = [n for n, node in enumerate(program.nodes) if isinstance(node, Decision | Chance)]
    alike = _classes(program, frames, asking)
    found: dict[int, Twin] = {}
    for numbers in alike:
        first: list[int] = []
        for number in numbers:
            for other in first[:MOST_TRIED]:
                names = _Comparison(program, live, frames).names(other, number)
                if names is not None:
                    copies = tuple((to, source) for to, source in names.items() if to != source)
                    found[number] = Twin(other, copies)
                    break
            else:
                first.append(number)
    return found


def _to_twin(
    block: Block, twins: Mapping[int, Twin], frames: Mapping[str, Variable],
    fresh: Callable[[str, Type], x.Local],
) -> Block:  # fmt: skip
    end = block.terminator
    if not isinstance(end, Stop) or end.node not in twins:
        return block
    twin = twins[end.node]
    written = {to for to, _ in twin.copies}
    body = list(block.body)
    values: dict[str, x.Expr] = {}
    for _, source in twin.copies:
        values[source] = x.Var(source, frames[source].type)
        if source in written:
            kept = fresh(source, frames[source].type)
            body.append(Let(kept, values[source]))
            values[source] = kept
    body += [Store(to, None, values[source], None) for to, source in twin.copies]
    return replace(block, body=tuple(body), terminator=Stop(twin.node))


# Nodes that may be the same: alike but for all names


def _classes(
    program: Cfg, frames: Mapping[str, Variable], asking: Sequence[int]
) -> list[list[int]]:
    """The nodes in groups of several that no test without names tells apart."""
    shapes = _Shapes(frames)
    node_class = _numbered(shapes.node(node) for node in program.nodes)
    if max(_sizes(node_class[n] for n in asking), default=0) < 2:
        return []
    block_class = _numbered(shapes.block(block) for block in program.blocks)
    count = 0
    while count != (count := len({*block_class}) + len({*node_class})):
        nodes = [
            (node_class[i], *(block_class[b] for b in _targets(node)))
            for i, node in enumerate(program.nodes)
        ]
        blocks = [
            (block_class[i], *_behind(block, block_class, node_class))
            for i, block in enumerate(program.blocks)
        ]
        node_class, block_class = _numbered(nodes), _numbered(blocks)
    groups: defaultdict[int, list[int]] = defaultdict(list)
    for number in asking:
        groups[node_class[number]].append(number)
    return [numbers for numbers in groups.values() if len(numbers) > 1]


def _sizes(classes: Iterable[int]) -> Iterable[int]:
    counts: defaultdict[int, int] = defaultdict(int)
    for c in classes:
        counts[c] += 1
    return counts.values()


def _numbered(keys: Iterable[K]) -> list[int]:
    """Equal keys get equal numbers."""
    numbers: dict[K, int] = {}
    return [numbers.setdefault(key, len(numbers)) for key in keys]


def _targets(node: Node) -> tuple[int, ...]:
    match node:
        case Decision():
            return tuple(choice.block for choice in node.choices)
        case Chance():
            return (node.block,)
        case _:
            return ()


def _behind(block: Block, blocks: Sequence[int], nodes: Sequence[int]) -> tuple[int, ...]:
    match block.terminator:
        case Goto(target):
            return (blocks[target],)
        case Branch(_, then, otherwise):
            return blocks[then], blocks[otherwise]
        case Stop(node):
            return (nodes[node],)


class _Shapes:
    """What is left of the parts of a program without the names of frame variables and locals."""

    def __init__(self, frames: Mapping[str, Variable]) -> None:
        self._frames = frames

    def block(self, block: Block) -> object:
        end = block.terminator
        match end:
            case Goto(_, turn):
                return self._part(block.body), "goto", turn
            case Branch(condition):
                return self._part(block.body), "branch", self._part(condition)
            case Stop():
                return self._part(block.body), "stop"

    def node(self, node: Node) -> object:
        match node:
            case Decision(_, player, choices, secret, clauses):
                offered = (
                    (c.name, c.clauses, self._parameters(c.parameters), self._part(c.guard))
                    for c in choices
                )
                return "decision", self._part(player), secret, clauses, *offered
            case Chance(name, parameter, weight, _, clauses):
                rolled = self._parameters((parameter,))
                return "chance", name, clauses, rolled, self._part(weight)
            case End(_, kind, winners, scores, clauses, span):
                return "end", span, kind, clauses, self._part(winners), self._part(scores)
            case Fault(message, clauses, _, declared):
                return "fault", message, clauses, declared

    def _parameters(self, parameters: Iterable[Parameter]) -> object:
        return tuple((p.type, self._part(p.over)) for p in parameters)

    def _part(self, part: object) -> object:
        match part:
            case x.Const(value, t):
                return value, t
            case x.Local(_, t):
                return "local", t
            case x.Var(name, t) if name in self._frames:
                return "frame", t
            case Store(name, key, value, fault):
                to = "frame" if name in self._frames else name
                return "store", to, self._part(key), self._part(value), fault
            case tuple():
                return tuple(self._part(p) for p in part)
            case _ if isinstance(part, _PARTS):
                kind: type = type(part)
                return kind.__name__, *(self._part(getattr(part, s)) for s in _slots(kind))
            case _:
                return part  # a type, a word or a number


@cache
def _slots(kind: type) -> tuple[str, ...]:
    return tuple(f.name for f in fields(kind))


# Whether two nodes are the same


class _DifferentError(Exception):
    """The two nodes are not the same."""


@dataclass(slots=True)
class _Names:
    """What frame variables are called on both sides, at one point.

    ``one`` maps what was stored since the two nodes to its name on the other side, None if the
    other side does not have it any more; ``two`` the other way round. What is in neither still has
    the value that it had at the nodes.
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


class _Comparison:
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
        """Compare two places, if that was not done with the same names before."""
        live = self._live.nodes if is_node else self._live.blocks
        one = {v: w for v, w in names.one.items() if v in live[a]}
        two = {w: v for w, v in names.two.items() if w in live[b]}
        key = (is_node, a, b, frozenset(one.items()), frozenset(two.items()))
        if key in self._seen:
            return
        self._seen.add(key)
        if a == b and self._alike(live[a], _Names(one, two)):
            return
        self._waiting.append((is_node, a, b, _Names(one, two)))

    def _alike(self, live: frozenset[str], names: _Names) -> bool:
        """Whether all variables that are live at a place are called alike on both sides."""
        if any(self._known(v, names) not in (v, "") for v in live):
            return False
        for v in live:
            self._variable(v, v, names)
        return True

    def _known(self, a: str, names: _Names) -> str | None:
        """What ``a`` is called on the other side: empty if it may still be called anything."""
        if a in names.one:
            return names.one[a]
        if a in self._one:
            return self._one[a]
        return "" if a not in names.two and a not in self._two else None

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
        """Compare statements; ``names`` are then those behind them."""
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
        """Any number of passes: what is called alike before each of them and behind the last."""
        while True:
            before = names.copy()
            after = names.copy()
            self._statements(body, inner, after)
            self._join(names, after)
            if (names.one, names.two) == (before.one, before.two):
                return

    def _join(self, names: _Names, other: _Names) -> None:
        """Leave in ``names`` what is called alike on two ways that meet."""
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
        """What ``v`` is called on the other side: as one wishes, if nothing is known of both."""
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
        """Compare expressions, or what stands in a field of them."""
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
            case _ if isinstance(one, _PARTS) and type(one) is type(two):
                self._binders(one, two)
                kind: type = type(one)
                for slot in _slots(kind):
                    if slot not in ("var", "local"):
                        self._part(getattr(one, slot), getattr(two, slot), names)
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
