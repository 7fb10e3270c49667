"""Which variables a question is about, and which others influence them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from rulewright.dsl.ir import types as ty
from rulewright.dsl.ir.code import Branch, Each, Expr, Let, Require, Stmt, Store, When
from rulewright.dsl.ir.program import Chance, Decision, Program
from rulewright.dsl.ir.unknown import refuse
from rulewright.dsl.ir.walk import stores, walk

from ...symbolic.analysis.analysis import Analysis


def cone_of(analysis: Analysis, variables: Iterable[str]) -> frozenset[str]:
    """The variables, and every scalar that belongs to a procedure."""
    own = (v.name for v in analysis.program.variables if not v.declared and ty.is_scalar(v.type))
    return frozenset(own).union(variables)


def fed(analysis: Analysis, variables: Collection[str]) -> frozenset[str]:
    """The variables, and for those of them that belong to procedures what they are computed from; also the
    sets of procedures through which loops go that store to the variables.

    The search ends at lasting variables: a procedure works with what it has computed (who is best of those
    who are richest), whatever the state was from which it computed that.
    """
    own = {v.name for v in analysis.program.variables if not v.declared}
    values: dict[str, set[str]] = {}
    found = set(variables)
    for block in analysis.program.blocks:
        for part in walk(*block.body):
            if isinstance(part, Store) and part.var in own:
                values.setdefault(part.var, set()).update(analysis.reads(part.value))
            if isinstance(part, Each) and stores(part).intersection(variables):
                found |= analysis.reads(part.over) & own
    waiting = found & own
    while waiting:
        more = values.get(waiting.pop(), set()) & own - found
        found |= more
        waiting |= more
    return frozenset(found)


def widened(analysis: Analysis, cone: frozenset[str]) -> frozenset[str]:
    """The cone, and what is read to decide whether, where and what is stored to it."""
    program = analysis.program
    found = set(cone)
    deciding = _blocks_that_lead_to(program, cone)
    for number, block in enumerate(program.blocks):
        for expression in _relevant(block.body, cone):
            found |= analysis.reads(expression)
        if number in deciding and isinstance(block.terminator, Branch):
            found |= analysis.reads(block.terminator.condition)
    for node in program.nodes:
        if isinstance(node, Decision):
            for choice in node.choices:
                if choice.block in deciding:
                    found |= analysis.reads(choice.guard)
        elif isinstance(node, Chance) and node.block in deciding:
            found |= analysis.reads(node.weight)
    return frozenset(found)


def _blocks_that_lead_to(program: Program, cone: frozenset[str]) -> frozenset[int]:
    """The blocks that store to a state or supply of the cone, and those just before one."""
    remembered = {v.name for v in program.variables if v.declared} & cone
    storing = {i for i, b in enumerate(program.blocks) if stores(*b.body) & remembered}
    before = {
        i
        for i, b in enumerate(program.blocks)
        if isinstance(b.terminator, Branch)
        and storing & {b.terminator.then, b.terminator.otherwise}
    }
    return frozenset(storing | before)


def _relevant(body: Iterable[Stmt], cone: frozenset[str]) -> Iterator[Expr]:
    """The values, keys and conditions of the statements that store to the cone."""
    for stmt in body:
        if not stores(stmt) & cone:
            continue
        match stmt:
            case Store(_, key, value, _):
                yield value
                if key is not None:
                    yield key
            case When(condition, then, otherwise):
                yield condition
                yield from _relevant((*then, *otherwise), cone)
            case Each(_, over, inner):
                yield over
                yield from _relevant(inner, cone)
            case Require(condition, _):
                yield condition
            case Let():
                pass
            case _:
                refuse(stmt)
