"""What provers say, search kept off, against all positions of the second meaning."""

from __future__ import annotations

from typing import Any

from tests.oracles.language import Graph, Verdict

from rulewright.dsl.ir.program import Program
from rulewright.verify.portfolio.provers import Found, Never, NotWithin, SmtProver

from .searches import verdicts


def no_false_proof(graph: Graph, program: Program, seconds: float, only: Any = None) -> list[str]:
    """Ask the prover about each check; what was proved. Asserts that no play shows otherwise."""
    proved = []
    for number, (check, mine) in enumerate(
        zip(program.checks, verdicts(graph, program), strict=True)
    ):
        if only is not None and check.name not in only:
            continue
        if check.kind in {"ends", "forever"}:
            continue
        reply = SmtProver().induction(program, number, seconds)
        if isinstance(reply, Never):
            proved.append(check.name)
            assert mine.length is None, ("false proof", check.name, mine, reply.reasons)
    return proved


def no_wrong_bound(graph: Graph, program: Program, seconds: float) -> list[str]:
    """Ask for shortest plays; the checks for which one was found. Asserts that they are shortest."""
    found = []
    for number, (check, mine) in enumerate(
        zip(program.checks, verdicts(graph, program), strict=True)
    ):
        if check.kind in {"ends", "forever"}:
            continue
        match SmtProver().bounded(program, number, seconds):
            case Found(actions):
                found.append(check.name)
                assert len(actions) == mine.length, ("not shortest", check.name, actions, mine)
            case NotWithin(decisions, whole):
                _nothing_within(check.name, mine, decisions, whole)
    return found


def _nothing_within(name: str, mine: Verdict, decisions: int, whole: bool) -> None:
    if mine.length is not None:
        assert not whole, ("overlooked", name, mine)
        assert mine.length > decisions, ("overlooked", name, mine, decisions)
