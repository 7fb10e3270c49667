"""Proofs: a prover guesses a certificate, and the kernel judges whether it is one."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import replace
from functools import partial
from typing import ClassVar, TypeVar

from rulewright.dsl.ir.program import Program
from rulewright.engines.game import Game

from ...effort.proving import JUDGING
from ...kernel.certificate import Certificate
from ...kernel.check import Accepted, Rejected
from ...kernel.check import check as check_certificate
from ...limits import Deadline
from ...progress import Tell
from ...results.attempt import Way
from ...results.check_result import CheckResult
from ...results.verdict import Explained, Proved, Unanswerable, Unknown
from ...solvers.installed import first
from ...solvers.solver import Sat, Solver, SolverLimit, Undecided, Unsat
from ..method import Finds, Method
from ..provers import GaveUp, Guess, Prover
from ..task import Task, TaskOutcome
from ..tools import Tools
from .claims import look_at_claims
from .provable import MORE, SOLVER_UNITS, one_by_one, provable, ticking

S = TypeVar("S", bound=Hashable)

QUESTION = SolverLimit.steady(JUDGING.question)
"""What the solver may take for one question of the kernel, if the deadline is not nearer."""


class ProofSearch(Method):
    """Answers one question for plays of any length."""

    way: ClassVar[Way] = "proof"
    finds: ClassVar[Finds] = "proofs"
    unit = SOLVER_UNITS
    may_fail = True

    def perform(self, tools: Tools[S], task: Task, deadline: Deadline, tell: Tell) -> TaskOutcome:
        """Look for a proof of each of the task's questions."""
        return one_by_one(tools, task, deadline, partial(look_for_proof, again=task.again))


def look_for_proof(
    game: Game[S], number: int, prover: Prover, units: int, deadline: Deadline,
    known: Sequence[Certificate] = (), *, again: bool = False,
) -> CheckResult:  # fmt: skip
    """Ask the prover for a certificate, and the kernel whether it is one. Raises OutOfTime.

    ``again``: it was asked before, with fewer ``known`` proofs and as many units.
    """
    check = game.program.checks[number]
    if provable(check, number) is None:
        return CheckResult(check, Unknown(Unanswerable()))
    reply = prover.induction(game.program, number, units, ticking(deadline), known, again)
    match reply:
        case Guess(certificate):
            match accept(game.program, number, certificate, deadline):
                case Accepted() as accepted:
                    look_at_claims(game.program, certificate)
                    return CheckResult(check, Proved(accepted, ()))
                case Rejected(reason):
                    why = f"the kernel did not accept a proof: {reason}"
                    return CheckResult(check, Unknown(Explained(why)))
        case GaveUp(reason):
            return CheckResult(check, Unknown(Explained(reason), MORE))


def accept(
    program: Program, number: int, certificate: Certificate, deadline: Deadline,
    solver: Solver | None = None,
) -> Accepted | Rejected:  # fmt: skip
    """What the kernel says of a certificate, asking the solver (or the first) until the deadline."""
    solver = solver or first()

    def decides(script: str) -> bool | None:
        left = deadline.left()
        seconds = QUESTION.seconds if left is None else min(left, QUESTION.seconds)
        match solver.check(script, replace(QUESTION, seconds=seconds)):
            case Unsat():
                return True
            case Sat():
                return False
            case Undecided():
                return None

    def tick() -> None:
        if deadline.passed():
            raise TimeoutError

    try:
        return check_certificate(program, number, certificate, decides, tick)
    except TimeoutError:
        return Rejected("the time was up", certain=False)
