"""Answers that a prover gives to what search and random play left open."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from typing import TypeVar

from rulewright.dsl.ir.program import Check, Program
from rulewright.engines.game import Game

from ...effort.proving import JUDGING
from ...kernel.certificate import Certificate
from ...kernel.check import Accepted, Rejected
from ...kernel.check import check as check_certificate
from ...limits import Deadline, OutOfTime
from ...plays.play import ReplayError
from ...properties.registry import kind_of
from ...properties.target import DeadlockTarget, DivergenceTarget, StateTarget, StepTarget, Target
from ...properties.witness import Witness, replay
from ...results.check_result import CheckResult
from ...results.verdict import Bounded, Explained, Proved, Reached, Refuted, Unanswerable, Unknown
from ...solvers.installed import first
from ...solvers.solver import Sat, Solver, SolverLimit, Undecided, Unsat
from ..provers import CandidateWitness, GaveUp, Guess, NotWithin, Prover
from .claims import look_at_claims
from .explicit import found

S = TypeVar("S", bound=Hashable)

QUESTION = SolverLimit.steady(JUDGING.question)
"""What the solver may take for one question of the kernel, if the deadline is not nearer."""

MORE = "raise --effort"


def provable(check: Check, number: int) -> Target | None:
    """What a prover's play for a check must show; None for kinds that provers are not asked."""
    target = kind_of(check).target(number)
    asked = StateTarget | StepTarget | DeadlockTarget | DivergenceTarget
    return target if isinstance(target, asked) else None


def ticking(deadline: Deadline) -> Callable[[], None]:
    """What raises OutOfTime when the deadline has passed."""

    def tick() -> None:
        if deadline.passed():
            raise OutOfTime("the time is up")

    return tick


def look_for_proof(
    game: Game[S], number: int, prover: Prover, units: int, deadline: Deadline,
    known: Sequence[Certificate] = (),
) -> CheckResult:  # fmt: skip
    """Ask the prover for a certificate, and the kernel whether it is one. Raises OutOfTime."""
    check = game.program.checks[number]
    if provable(check, number) is None:
        return CheckResult(check, Unknown(Unanswerable()))
    reply = prover.induction(game.program, number, units, ticking(deadline), known)
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


def look_for_play(
    game: Game[S], number: int, prover: Prover, units: int, deadline: Deadline,
    known: Sequence[Certificate] = (),
) -> CheckResult:  # fmt: skip
    """Ask the prover for a play, and replay it. Raises OutOfTime."""
    check = game.program.checks[number]
    target = provable(check, number)
    if target is None:
        return CheckResult(check, Unknown(Unanswerable()))
    reply = prover.bounded(game.program, number, units, ticking(deadline))
    match reply:
        case CandidateWitness(actions, shortest):
            try:
                return _shown(check, replay(game, actions, target), shortest=shortest)
            except ReplayError as error:
                why = f"a prover's play could not be replayed: {error}"
                return CheckResult(check, Unknown(Explained(why)))
        case NotWithin(decisions):
            return CheckResult(check, Bounded(decisions))
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


def shorten(
    game: Game[S], number: int, answer: CheckResult, prover: Prover, units: int,
    deadline: Deadline,
) -> CheckResult:  # fmt: skip
    """The answer with a shorter witness, if the prover finds one, else as it was.

    What is said of its length is left out if the prover knows that no play is shorter. Raises
    OutOfTime.
    """
    target = provable(answer.check, number)
    if target is None or not isinstance(answer.verdict, Reached | Refuted):
        return answer
    reply = prover.bounded(game.program, number, units, ticking(deadline))
    length = len(answer.verdict.witness)
    match reply:
        case NotWithin(decisions) if decisions >= length - 1:
            return replace(answer, note="")
        case CandidateWitness(actions, True) if len(actions) == length:
            return replace(answer, note="")
        case _:
            pass
    if not isinstance(reply, CandidateWitness) or len(reply.actions) >= length:
        return answer
    try:
        witness = replay(game, reply.actions, target)
    except ReplayError:
        return answer
    return _shown(answer.check, witness, shortest=reply.shortest)


def _shown(check: Check, witness: Witness, *, shortest: bool) -> CheckResult:
    """What a prover's play shows, and whether there may be a shorter one."""
    note = "" if shortest else "found by a solver; there may be a shorter one"
    return CheckResult(check, found(check, witness), note)
