"""Which clauses the plays of an overview exercise, and which of those that moves stand for they do not."""

from __future__ import annotations

from rulewright.dsl.ir.program import Chance, Decision, Program

from .overview import Overview


def not_exercised(overview: Overview) -> frozenset[str]:
    """The clauses of options, decisions and rolls that no move of any play here cites.

    That says something of these plays alone: in others the clauses may be applied.
    """
    there = {c for r in overview.results for c in _clauses(r.selected.program)}
    return frozenset(there - _cited(overview))


def _cited(overview: Overview) -> set[str]:
    """What the moves cite, of all plays that show something."""
    return {
        clause
        for finding in (*overview.findings, *overview.accepted)
        for occurrence in finding.occurrences
        for shown in occurrence.plays
        for move in shown.play.moves
        for clause in move.clauses
    }


def _clauses(program: Program) -> set[str]:
    """What a move can cite: the clauses of its option, or of its decision where that has none."""
    found: set[str] = set()
    for node in program.nodes:
        if isinstance(node, Decision):
            for choice in node.choices:
                found.update(choice.clauses or node.clauses)
        elif isinstance(node, Chance):
            found.update(node.clauses)
    return found
