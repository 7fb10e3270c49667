"""What provers say, search kept off, against all positions of the second meaning."""

from __future__ import annotations

from typing import Any

from tests.oracles.language import Graph

from rulewright.dsl.ir.program import Program
from rulewright.verify.limits import Budget
from rulewright.verify.portfolio.methods.proof import look_for_proof
from rulewright.verify.portfolio.methods.provable import provable
from rulewright.verify.portfolio.provers import CandidateWitness, NotWithin, SmtProver
from rulewright.verify.results.verdict import Proved

from .searches import verdicts


def no_false_proof(graph: Graph, game: Any, units: int) -> int:
    """Ask for a proof of each check that some play contradicts; how many there are.

    Asserts that nothing is proved.
    """
    asked = 0
    program: Program = game.program
    for number, (check, mine) in enumerate(
        zip(program.checks, verdicts(graph, program), strict=True)
    ):
        if mine.length is not None and provable(check, number) is not None:
            asked += 1
            answer = look_for_proof(game, number, SmtProver(), units, Budget().start())
            proved = isinstance(answer.verdict, Proved)
            assert not proved, ("false proof", check.name, mine, answer.verdict)
    return asked


def no_wrong_bound(graph: Graph, program: Program, units: int) -> list[str]:
    """Ask for shortest plays where there are plays; the checks for which one was found.

    Asserts that they are shortest.
    """
    found = []
    for number, (check, mine) in enumerate(
        zip(program.checks, verdicts(graph, program), strict=True)
    ):
        if mine.length is None or provable(check, number) is None:
            continue  # What no play shows is looked for without end.
        match SmtProver().bounded(program, number, units, lambda: None):
            case CandidateWitness(actions, shortest):
                found.append(check.name)
                right = len(actions) == mine.length if shortest else len(actions) >= mine.length
                assert right, ("not shortest", check.name, actions, mine)
            case NotWithin(decisions):
                assert mine.length > decisions, ("overlooked", check.name, mine, decisions)
    return found
