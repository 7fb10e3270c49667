"""Which frame variables can still be read at each node.

A backward data-flow analysis of strongly live variables (Aho, Lam, Sethi, Ullman: Compilers, 9.2.5;
Nielson, Nielson, Hankin: Principles of Program Analysis, 2.1 and exercise 2.4): a read that only
serves to store in a variable that nothing reads does not count. What is dead at a node is reset to
its default there, so that equal positions are equal states; a variable that is live at no node is
scratch and not part of the state. Statements that only store dead values are left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ...ir import code as x
from ...ir.choices import choices_of
from ...ir.code import Block, Branch, Each, Goto, Let, Require, Stmt, Stop, Store, When
from ...ir.loops import following
from ...ir.program import Chance, Decision, End, Fault, Node
from ...ir.unknown import refuse
from ...ir.walk import children, walk
from .builder import Cfg

LiveVariables = frozenset[str]
NOTHING: LiveVariables = frozenset()


@dataclass(frozen=True, slots=True)
class Liveness:
    """The frame variables that may be read from the start of each block, and at each node."""

    blocks: tuple[LiveVariables, ...]
    nodes: tuple[LiveVariables, ...]


def liveness(program: Cfg, frames: FrameReads) -> Liveness:
    """What may be read of ``frames``."""
    return _Analysis(program, frames).run()


def without_dead_stores(program: Cfg, frames: FrameReads) -> Cfg:
    """The same flow without stores to frame variables that nothing reads."""
    analysis = _Analysis(program, frames)
    found = analysis.run()
    blocks = []
    for block in program.blocks:
        body = _needed(
            block.body, analysis.behind(block, found.blocks, found.nodes), analysis.frames
        )
        end = block.terminator
        read = frames.locals(end.condition) if isinstance(end, Branch) else frozenset[str]()
        live_body = _with_read_locals(body, read, frames)
        blocks.append(Block(block.name, live_body, block.terminator))
    return replace(program, blocks=tuple(blocks))


class _Analysis:
    def __init__(self, program: Cfg, frames: FrameReads) -> None:
        self._program = program
        self.frames = frames

    def run(self) -> Liveness:
        blocks, nodes = self._program.blocks, self._program.nodes
        at_block: list[LiveVariables] = [NOTHING] * len(blocks)
        at_node: list[LiveVariables] = [NOTHING] * len(nodes)
        before = _sources(blocks, nodes)
        waiting = dict.fromkeys(range(len(blocks)))
        for i, node in enumerate(nodes):
            at_node[i] = self._at(node, at_block)
        while waiting:
            i, _ = waiting.popitem()
            live = _before(blocks[i].body, self.behind(blocks[i], at_block, at_node), self.frames)
            if live == at_block[i]:
                continue
            at_block[i] = live
            for source in before.blocks[i]:
                waiting[source] = None
            for number in before.nodes[i]:
                now = self._at(nodes[number], at_block)
                if now != at_node[number]:
                    at_node[number] = now
                    waiting |= dict.fromkeys(before.stops[number])
        return Liveness(tuple(at_block), tuple(at_node))

    def behind(
        self, block: Block, at_block: Sequence[LiveVariables], at_node: Sequence[LiveVariables]
    ) -> LiveVariables:
        """What may be read after the statements of a block."""
        end = block.terminator
        match end:
            case Goto(target):
                return at_block[target]
            case Branch(condition, then, otherwise):
                return self.frames.read(condition) | at_block[then] | at_block[otherwise]
            case Stop(node):
                return at_node[node]
            case _:
                refuse(end)

    def _at(self, node: Node, at_block: Sequence[LiveVariables]) -> LiveVariables:
        match node:
            case Decision(_, player, choices):
                live = self.frames.read(player)
                for choice in choices:
                    live |= self.frames.read(choice.guard, *(p.over for p in choice.parameters))
                    live |= at_block[choice.block] - {p.variable for p in choice.parameters}
                return live
            case Chance(_, parameter, weight, block):
                return self.frames.read(parameter.over, weight) | at_block[block] - {
                    parameter.variable
                }
            case End(_, _, winners, scores):
                return self.frames.read(winners, *([] if scores is None else [scores]))
            case Fault():
                return NOTHING
            case _:
                refuse(node)


@dataclass(frozen=True, slots=True)
class _Sources:
    """For each block, the blocks and nodes that lead there; for each node, the blocks."""

    blocks: Sequence[Sequence[int]]
    nodes: Sequence[Sequence[int]]
    stops: Sequence[Sequence[int]]


def _sources(blocks: Sequence[Block], nodes: Sequence[Node]) -> _Sources:
    into, from_nodes = ([list[int]() for _ in blocks] for _ in range(2))
    stops = [list[int]() for _ in nodes]
    for i, block in enumerate(blocks):
        for target in following(block):
            into[target].append(i)
        if isinstance(block.terminator, Stop):
            stops[block.terminator.node].append(i)
    for i, node in enumerate(nodes):
        for choice in choices_of(node):
            from_nodes[choice.block].append(i)
    return _Sources(into, from_nodes, stops)


class FrameReads:
    """The frame variables, and which of them each expression reads, looked up once.

    Passes over one flow share it, as they leave most expressions unchanged.
    """

    def __init__(self, names: LiveVariables) -> None:
        self.names = names
        self._read: dict[int, tuple[x.Expr, LiveVariables]] = {}  # by identity: hashing is slow
        self._locals: dict[int, tuple[x.Expr | Stmt, LiveVariables]] = {}

    def read(self, *roots: x.Expr) -> LiveVariables:
        """Those that expressions read; under ``after``, those not set there before."""
        live = NOTHING
        for root in roots:
            known = self._read.get(id(root))
            if known is None:
                known = self._read[id(root)] = root, self._in(root)
            live |= known[1]
        return live

    def locals(self, root: x.Expr | Stmt) -> frozenset[str]:
        """The locals that an expression or statement reads or binds."""
        known = self._locals.get(id(root))
        if known is None:
            names = frozenset(n.name for n in walk(root) if isinstance(n, x.Local))
            known = self._locals[id(root)] = root, names
        return known[1]

    def _in(self, root: x.Expr) -> LiveVariables:
        found = set[str]()
        stack: list[x.Expr | Stmt] = [root]
        while stack:
            node = stack.pop()
            if isinstance(node, x.Var):
                found.add(node.name)
            elif isinstance(node, x.After):
                found |= _before(node.body, self.read(node.result), self)
            else:
                stack += children(node)
        return self.names & found


def _before(body: Sequence[Stmt], live: LiveVariables, frames: FrameReads) -> LiveVariables:
    """What may be read before statements after which ``live`` may be read."""
    for statement in reversed(body):
        match statement:
            case Store(var, key, value, fault):
                if var in frames.names and var not in live and fault is None:
                    continue
                if key is None:
                    live -= {var}
                    live |= frames.read(value)
                else:
                    live |= frames.read(key, value)
            case Let(_, value):
                live |= frames.read(value)
            case When(condition, then, otherwise):
                live = _before(then, live, frames) | _before(otherwise, live, frames)
                live |= frames.read(condition)
            case Each(_, over, inner):
                live = _round(inner, live, frames) | frames.read(over)
            case Require(condition, _):
                live |= frames.read(condition)
            case _:
                refuse(statement)
    return live


def _round(body: Sequence[Stmt], live: LiveVariables, frames: FrameReads) -> LiveVariables:
    """What may be read before any number of passes."""
    while True:
        before = live | _before(body, live, frames)
        if before == live:
            return live
        live = before


def _needed(body: Sequence[Stmt], live: LiveVariables, frames: FrameReads) -> tuple[Stmt, ...]:
    """The statements without those that only store values that are dead afterwards."""
    live_body: list[Stmt] = []
    for statement in reversed(body):
        needed: Stmt | None = statement
        match statement:
            case Store(var, _, _, None) if var in frames.names and var not in live:
                needed = None
            case When(condition, then, otherwise):
                parts = _needed(then, live, frames), _needed(otherwise, live, frames)
                needed = When(condition, *parts) if any(parts) else None
            case Each(local, over, inner):
                rest = _needed(inner, _round(inner, live, frames), frames)
                needed = Each(local, over, rest) if rest else None
            case Store() | Let() | Require():
                pass
            case _:
                refuse(statement)
        if needed is not None:
            live = _before((needed,), live, frames)
            live_body.append(needed)
    return tuple(reversed(live_body))


def _with_read_locals(
    body: Sequence[Stmt], read: frozenset[str], frames: FrameReads
) -> tuple[Stmt, ...]:
    """The statements without locals that nothing reads; ``read`` are read afterwards."""
    live_body: list[Stmt] = []
    for statement in reversed(body):
        needed = statement
        match statement:
            case Let(local) if local.name not in read:
                continue
            case When(condition, then, otherwise):
                parts = (_with_read_locals(b, read, frames) for b in (then, otherwise))
                needed = When(condition, *parts)
            case Each(local, over, inner):
                needed = Each(local, over, _with_read_locals(inner, read, frames))
            case Store() | Let() | Require():
                pass
            case _:
                refuse(statement)
        read |= frames.locals(needed)
        live_body.append(needed)
    return tuple(reversed(live_body))
