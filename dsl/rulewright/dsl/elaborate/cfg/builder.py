"""The control-flow graph while it is being built, and its final, numbered form."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

from ...ir import code as x
from ...ir.choices import choices_of
from ...ir.code import (
    Block,
    Branch,
    Each,
    Goto,
    Let,
    Require,
    Stmt,
    Stop,
    Store,
    Terminator,
    When,
)  # fmt: skip
from ...ir.loops import following
from ...ir.program import Chance, Decision, End, Fault, Node, Seen, Variable
from ...ir.types import Type, default
from ...ir.unknown import refuse
from ...span import Span


@dataclass(slots=True)
class OpenBlock:
    """A block that is being filled."""

    name: str
    body: list[Stmt] = field(default_factory=list)
    terminator: Terminator | None = None


@dataclass(slots=True)
class CfgBuilder:
    """Blocks and nodes under construction; statements go to the innermost open list."""

    taken: set[str]
    blocks: list[OpenBlock] = field(default_factory=list)
    nodes: list[Node | None] = field(default_factory=list)
    frames: dict[str, Variable] = field(default_factory=dict)
    changing: set[str] = field(default_factory=set)
    trial: dict[str, Variable] = field(default_factory=dict)
    """Variables that only what is under 'after' sets and reads; functions may, too."""
    stored: list[str] = field(default_factory=list)
    """The variables that statements store to, in the order in which they were written."""
    here: int = -1
    _lists: list[list[Stmt]] = field(default_factory=list)
    _known: dict[tuple[object, ...], int] = field(default_factory=dict)
    """The ends and faults that there are already."""
    _copies: dict[str, int] = field(default_factory=dict)
    """The last number that was tried behind a name; all lower ones are taken."""

    # Blocks

    def block(self, name: str) -> int:
        """A new, empty block."""
        self.blocks.append(OpenBlock(name))
        return len(self.blocks) - 1

    def enter(self, block: int) -> None:
        """Go on writing in ``block``."""
        self.here = block

    def dead(self, name: str) -> None:
        """Go on writing where nothing leads: the code is checked and thrown away."""
        self.here = self.block(name)

    @property
    def open(self) -> bool:
        """Whether the present block still lacks its end and can be reached from somewhere."""
        return self.blocks[self.here].terminator is None

    def emit(self, statement: Stmt) -> None:
        if isinstance(statement, Store):
            self.stored.append(statement.var)
        (self._lists[-1] if self._lists else self.blocks[self.here].body).append(statement)

    def collected(self, write: Callable[[], object]) -> tuple[Stmt, ...]:
        """What ``write`` emits, in a separate list instead of in the present block."""
        self._lists.append([])
        try:
            write()
        finally:
            body = tuple(self._lists.pop())
        return body

    @property
    def collecting(self) -> bool:
        """Whether statements go to an inner list."""
        return bool(self._lists)

    def end_block(self, terminator: Terminator) -> None:
        assert not self._lists, "control cannot leave a nested list"
        if self.blocks[self.here].terminator is None:
            self.blocks[self.here].terminator = terminator

    def goto(self, block: int, turn: bool = False) -> None:
        self.end_block(Goto(block, turn))

    def branch(self, condition: x.Expr, then: int, otherwise: int) -> None:
        if isinstance(condition, x.Const):
            self.goto(then if condition.value else otherwise)
        else:
            self.end_block(Branch(condition, then, otherwise))

    # Nodes

    def node(self) -> int:
        """A number for a node whose content follows."""
        self.nodes.append(None)
        return len(self.nodes) - 1

    def fault(
        self, message: str, clauses: tuple[str, ...], span: Span, declared: bool = False,
        value: str = "",
    ) -> int:  # fmt: skip
        """The node of a fault: one for each place in the text, however often it is inlined.

        Its ``value`` is reported only if it is the same each time.
        """
        fault = Fault(message, clauses, span, declared)
        number = self._once(("fault", fault), replace(fault, value=value))
        known = self.nodes[number]
        if isinstance(known, Fault) and known.value != value:
            self.nodes[number] = fault
        return number

    def finish(self, end: End) -> int:
        """The node of an end of play: one for each place in the text that reads the same variables."""
        return self._once(("end", end), end)

    def _once(self, key: tuple[object, ...], node: Node) -> int:
        if key not in self._known:
            self.nodes.append(node)
            self._known[key] = len(self.nodes) - 1
        return self._known[key]

    # Variables

    def frame(self, name: str, t: Type, seen: Seen = "all", span: Span | None = None) -> x.Var:
        """A new variable for a parameter, a loop or a local of a procedure."""
        unique, n = name, self._copies.get(name, 1)
        while unique in self.taken:
            n += 1
            unique = f"{name}_{n}"
        self._copies[name] = n
        self.taken.add(unique)
        self.frames[unique] = Variable(unique, t, default(t), "frame", seen, span)
        return x.Var(unique, t)

    def store(self, var: x.Var, value: x.Expr) -> None:
        """Set a frame variable; the value fits."""
        self.emit(Store(var.name, None, value, None))


@dataclass(frozen=True, slots=True)
class Cfg:
    """The reachable part, numbered without gaps."""

    blocks: tuple[Block, ...]
    nodes: tuple[Node, ...]
    entry: int


def number(graph: CfgBuilder, entry: int) -> Cfg:
    """Keep the blocks and nodes that can be reached from ``entry``."""
    blocks = [_finished(b) for b in graph.blocks]
    return _compact(blocks, graph.nodes, entry)


def retarget_blocks(program: Cfg) -> Cfg:
    """The same after blocks became unreachable: numbered without gaps again."""
    return _compact(list(program.blocks), program.nodes, program.entry)


def _finished(block: OpenBlock) -> Block:
    """A block without an end is unreachable: it may end anywhere."""
    return Block(block.name, tuple(block.body), block.terminator or Goto(0))


def _compact(blocks: list[Block], nodes: Sequence[Node | None], entry: int) -> Cfg:
    reached, stops = _reached(blocks, nodes, entry)
    block_number = {old: new for new, old in enumerate(reached)}
    in_order = sorted(stops)
    node_number = {old: new for new, old in enumerate(in_order)}
    finished = []
    for old in reached:
        block = blocks[old]
        body = tuple(_renumbered(s, node_number) for s in block.body)
        end = _retarget(block.terminator, block_number, node_number)
        finished.append(Block(block.name, body, end))
    return Cfg(
        tuple(finished),
        tuple(_node(nodes[old], block_number) for old in in_order),
        block_number[entry],
    )


def _reached(
    blocks: Sequence[Block], nodes: Sequence[Node | None], entry: int
) -> tuple[list[int], set[int]]:
    found: list[int] = []
    stops: set[int] = set()
    waiting = deque([entry])
    seen = {entry}
    while waiting:
        current = waiting.popleft()
        found.append(current)
        block = blocks[current]
        stops.update(_faults(block.body))
        targets = list(following(block))
        if isinstance(block.terminator, Stop):
            stops.add(block.terminator.node)
            node = nodes[block.terminator.node]
            targets += [] if node is None else (choice.block for choice in choices_of(node))
        for target in targets:
            if target not in seen:
                seen.add(target)
                waiting.append(target)
    return found, stops


def _faults(body: Iterable[Stmt]) -> set[int]:
    found: set[int] = set()
    for statement in body:
        match statement:
            case Store(_, _, _, int(fault)) | Require(_, fault):
                found.add(fault)
            case When(_, then, otherwise):
                found |= _faults(then) | _faults(otherwise)
            case Each(_, _, inner):
                found |= _faults(inner)
            case Store() | Let():
                pass
            case _:
                refuse(statement)
    return found


def _renumbered(statement: Stmt, number: dict[int, int]) -> Stmt:
    match statement:
        case Store(_, _, _, int(fault)) | Require(_, fault):
            return replace(statement, fault=number[fault])
        case When(condition, then, otherwise):
            return When(
                condition,
                tuple(_renumbered(s, number) for s in then),
                tuple(_renumbered(s, number) for s in otherwise),
            )
        case Each(local, over, body):
            return Each(local, over, tuple(_renumbered(s, number) for s in body))
        case Store() | Let():
            return statement
        case _:
            refuse(statement)


def _retarget(end: Terminator, blocks: dict[int, int], nodes: dict[int, int]) -> Terminator:
    match end:
        case Goto(target, turn):
            return Goto(blocks[target], turn)
        case Branch(condition, then, otherwise):
            return Branch(condition, blocks[then], blocks[otherwise])
        case Stop(node):
            return Stop(nodes[node])
        case _:
            refuse(end)


def _node(node: Node | None, blocks: dict[int, int]) -> Node:
    assert node is not None, "a node was never filled"
    match node:
        case Decision():
            choices = tuple(replace(c, block=blocks[c.block]) for c in node.choices)
            return replace(node, choices=choices)
        case Chance():
            return replace(node, block=blocks[node.block])
        case End() | Fault():
            return node
        case _:
            refuse(node)
