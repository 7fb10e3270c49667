"""Which moves stand for each clause, and which of those the plays of an overview never make."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rulewright.dsl.ir.program import Chance, Decision, Program

from ..plays.play import Play
from .summary.overview import Overview

Doing = tuple[int, int]
"""The number of a node, and of one of its options; 0 for a roll."""


def doings(program: Program) -> Iterator[tuple[Doing, str, tuple[str, ...]]]:
    """Each option and roll, with its name and clauses: its decision's if it has none."""
    for number, node in enumerate(program.nodes):
        if isinstance(node, Decision):
            for option, choice in enumerate(node.choices):
                yield (number, option), choice.title or choice.name, choice.clauses or node.clauses
        elif isinstance(node, Chance):
            yield (number, 0), node.name, node.clauses


def not_exercised(overview: Overview) -> Mapping[str, tuple[str, ...]]:
    """For each clause the names of its options and rolls that occur in no play here, if there are any.

    This is about these plays only: in others they may occur.
    """
    programs = [result.selected.program for result in overview.results]
    found = overview.each
    shown = [s.play for f in found for o in f.occurrences for s in o.plays]
    done = {pair for play in shown for pair in _done(play)}
    never: dict[str, dict[str, None]] = {}
    for program in programs:
        for _, name, clauses in doings(program):
            for clause in clauses:
                if (clause, name) not in done:
                    never.setdefault(clause, {})[name] = None
    return {clause: tuple(names) for clause, names in never.items()}


def _done(play: Play) -> Iterator[tuple[str, str]]:
    """The clauses of the moves of a play, each with the name of its option or roll."""
    known = {doing: (name, clauses) for doing, name, clauses in doings(play.program)}
    for position, move in zip(play.positions, play.moves, strict=False):
        name, clauses = known[position.node, move.action.choice]
        yield from ((clause, name) for clause in clauses)
