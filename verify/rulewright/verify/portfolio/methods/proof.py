"""Answers that a prover gives to what search and random play left open."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from typing import TypeVar

from rulewright.dsl.ir.program import Check, Program
from rulewright.engines.game import Game

from ...kernel.certificate import Certificate
from ...kernel.check import Accepted, Rejected
from ...kernel.check import check as check_certificate
from ...limits import Budget, Deadline
from ...plays.play import ReplayError
from ...properties.registry import kind_of
from ...properties.target import DeadlockTarget, DivergenceTarget, StateTarget, StepTarget, Target
from ...properties.witness import Witness, replay
from ...results.check_result import CheckResult
from ...results.verdict import Bounded, Proved, Reached, Refuted, Unknown, Verdict
from ...solvers.installed import first
from ...solvers.solver import Sat, SolverLimit, Undecided, Unsat
from ..provers import Found, GaveUp, Guess, NotWithin, Prover
from .claims import look_at_claims
from .explicit import found

S = TypeVar("S", bound=Hashable)

QUESTION = SolverLimit.steady(60.0)
"""What the solver may take for one question of the kernel, if the deadline is not nearer."""

Reply = Guess | Found | NotWithin | GaveUp


def provable(check: Check, number: int) -> Target | None:
    """What a prover's play for a check must show; None for kinds that provers are not asked."""
    target = kind_of(check).target(number)
    asked = StateTarget | StepTarget | DeadlockTarget | DivergenceTarget
    return target if isinstance(target, asked) else None


def prove(
    game: Game[S], number: int, prover: Prover, seconds: float, *, plays: bool = True
) -> CheckResult:
    """Ask the prover: first for what the author expects, then for the opposite.

    Without ``plays`` it is asked for a proof by induction alone.
    """
    check = game.program.checks[number]
    target = provable(check, number)
    if target is None:
        return CheckResult(check, Unknown("no prover answers such a question"))
    asks = [prover.induction, prover.bounded] if plays else [prover.induction]
    if (kind_of(check).seeks == "witness") == check.expected:
        asks.reverse()
    why: list[str] = []
    best: Verdict | None = None
    deadline = Budget(seconds).start()
    for done, ask in enumerate(asks):
        reply: Reply = ask(game.program, number, (deadline.left() or 0.0) / (len(asks) - done))
        match reply:
            case Guess(certificate):
                match accept(game.program, number, certificate, deadline):
                    case Accepted() as accepted:
                        look_at_claims(game.program, certificate)
                        return CheckResult(check, Proved(accepted, ()))
                    case Rejected(reason):
                        why.append(f"the kernel did not accept a proof: {reason}")
            case Found(actions, shortest):
                try:
                    return _shown(check, replay(game, actions, target), shortest=shortest)
                except ReplayError as error:
                    why.append(f"a prover's play could not be replayed: {error}")
            case NotWithin(decisions):
                best = Bounded(decisions)
            case GaveUp(reason):
                why.append(reason)
    return CheckResult(check, best or Unknown("; ".join(why), "raise --budget"))


def accept(
    program: Program, number: int, certificate: Certificate, deadline: Deadline
) -> Accepted | Rejected:
    """What the kernel says of a certificate, asking the solver until the deadline."""
    solver = first()

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
    game: Game[S], number: int, answer: CheckResult, prover: Prover, seconds: float
) -> CheckResult:
    """The answer with a shorter witness, if the prover finds one, else as it was.

    What is said of its length is left out if the prover knows that no play is shorter.
    """
    target = provable(answer.check, number)
    if target is None or not isinstance(answer.verdict, Reached | Refuted):
        return answer
    reply = prover.bounded(game.program, number, seconds)
    length = len(answer.verdict.witness)
    match reply:
        case NotWithin(decisions) if decisions >= length - 1:
            return replace(answer, note="")
        case Found(actions, True) if len(actions) == length:
            return replace(answer, note="")
        case _:
            pass
    if not isinstance(reply, Found) or len(reply.actions) >= length:
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
