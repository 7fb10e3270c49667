"""The way from a kept certificate to the kernel."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TypeVar

from rulewright.engines.game import Game

from ..effort.proving import JUDGING
from ..kernel.certificate import Certificate
from ..kernel.check import Accepted, Rejected
from ..limits import Budget
from ..portfolio.methods.proof import accept
from ..results.check_result import CheckResult
from ..results.verdict import Explained, Proved, Unknown
from ..solvers.installed import first
from ..solvers.remembering import remembering

S = TypeVar("S", bound=Hashable)


def kernel(game: Game[S], check: int, certificate: Certificate) -> CheckResult:
    """A proof of the check if the kernel accepts the certificate, else the reason why it does not.

    The solver is not asked again what it has answered on this machine before.
    """
    question = game.program.checks[check]
    solver = remembering(first())
    match accept(game.program, check, certificate, Budget(JUDGING.certificate).start(), solver):
        case Accepted() as accepted:
            return CheckResult(question, Proved(accepted, ()))
        case Rejected(why):
            return CheckResult(
                question, Unknown(Explained(f"the kernel did not accept a proof: {why}"))
            )
