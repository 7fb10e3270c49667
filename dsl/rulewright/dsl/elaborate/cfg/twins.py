"""Merges nodes that are the same up to the names of their frame variables.

A procedure is inlined wherever it is performed, so the same decision may occur in a program more
than once. Two nodes are the same if the same is asked of the same player, and each answer leads
through the same statements to nodes that are the same again, whatever the frame variables and
locals are called: a bisimulation up to a renaming, found by assuming that it holds and looking for
a contradiction (Hopcroft and Karp, A linear algorithm for testing equivalence of finite automata,
1971). Citations count: two places of the text with different clauses stay apart.

Instead of stopping at the one node, play stops at the other, after what is live has been copied
into the variables that the other reads.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from ...ir import code as x
from ...ir.choices import choices_of
from ...ir.code import Block, Branch, Goto, Let, Stop, Store
from ...ir.loops import following
from ...ir.positions import goes_on
from ...ir.program import Chance, Decision, End, Fault, Node, Parameter, Variable
from ...ir.types import Type
from ...ir.unknown import refuse
from ...node_fields import field_values
from .builder import Cfg, retarget_blocks
from .liveness import Liveness
from .renaming import PARTS, RenamingSearch

K = TypeVar("K")

MOST_TRIED = 8
"""The most nodes of one kind, none the same, with which a node is compared."""


def merged(
    program: Cfg, twins: Mapping[int, Twin], frames: Mapping[str, Variable],
    fresh: Callable[[str, Type], x.Local],
) -> Cfg:  # fmt: skip
    """The same flow, in which nothing stops at a node that has a twin.

    ``fresh`` makes a new local. Nodes that differed before may be the same afterwards.
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


def twins_in(program: Cfg, live: Liveness, shapes: Shapes) -> dict[int, Twin]:
    """For each node that is the same as another, that other one, which has no twin itself."""
    found: dict[int, Twin] = {}
    for numbers in alike_but_for_names(program, shapes):
        first: list[int] = []
        for number in numbers:
            for other in first[:MOST_TRIED]:
                names = RenamingSearch(program, live, shapes.frames).names(other, number)
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
            copy = fresh(source, frames[source].type)
            body.append(Let(copy, values[source]))
            values[source] = copy
    body += [Store(to, None, values[source], None) for to, source in twin.copies]
    return replace(block, body=tuple(body), terminator=Stop(twin.node))


# Nodes that may be the same: alike up to all names


def alike_but_for_names(program: Cfg, shapes: Shapes) -> list[list[int]]:
    """Groups of several decisions and rolls that no test without names tells apart."""
    asking = [n for n, node in enumerate(program.nodes) if goes_on(node)]
    node_class = _numbered(shapes.node(node) for node in program.nodes)
    if max(_sizes(node_class[n] for n in asking), default=0) < 2:
        return []
    block_class = _numbered(shapes.block(block) for block in program.blocks)
    count = 0
    while count != (count := len({*block_class}) + len({*node_class})):
        nodes = [
            (node_class[i], *(block_class[c.block] for c in choices_of(node)))
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


def _behind(block: Block, blocks: Sequence[int], nodes: Sequence[int]) -> tuple[int, ...]:
    end = block.terminator
    if isinstance(end, Stop):
        return (nodes[end.node],)
    return tuple(blocks[target] for target in following(block))


class Shapes:
    """The parts of a program without the names of frame variables and locals.

    Equal shapes of expressions and statements have equal numbers, and each is computed once: passes
    over one flow share them.
    """

    def __init__(self, frames: Mapping[str, Variable]) -> None:
        self.frames = frames
        self._known: dict[int, tuple[object, object]] = {}  # by identity: hashing is slow
        self._numbers: dict[object, int] = {}

    def block(self, block: Block) -> object:
        end = block.terminator
        match end:
            case Goto(_, turn):
                return self._part(block.body), "goto", turn
            case Branch(condition):
                return self._part(block.body), "branch", self._part(condition)
            case Stop():
                return self._part(block.body), "stop"
            case _:
                refuse(end)

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
            case _:
                refuse(node)

    def _parameters(self, parameters: Iterable[Parameter]) -> object:
        return tuple((p.type, self._part(p.over)) for p in parameters)

    def _part(self, part: object) -> object:
        if type(part) is tuple:
            return tuple(map(self._part, part))
        if type(part) not in PARTS:
            return part  # a type, a word or a number
        known = self._known.get(id(part))
        if known is None:
            number = self._numbers.setdefault(self._shape(part), len(self._numbers))
            known = self._known[id(part)] = part, ("part", number)
        return known[1]

    def _shape(self, part: object) -> object:
        match part:
            case x.Const(value, t):
                return value, t
            case x.Local(_, t):
                return "local", t
            case x.Var(name, t) if name in self.frames:
                return "frame", t
            case Store(name, key, value, fault):
                to = "frame" if name in self.frames else name
                return "store", to, self._part(key), self._part(value), fault
            case _:
                return type(part).__name__, *map(self._part, field_values(part))
