"""Questions and solvers that are not what they should be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from rulewright.verify.solvers.solver import Result, SolverLimit, Unsat


@dataclass(frozen=True)
class Asked:
    """A question that nobody's proof rests on."""

    title: str
    script: str = "(set-logic QF_UFBV)\n(assert false)\n(check-sat)\n"
    shows: str = "nothing"


@dataclass
class Fake:
    """Says what it was told to say, in turn, and counts."""

    name: str
    says: Sequence[Result] = (Unsat(),)
    heard: list[tuple[str, SolverLimit]] = field(default_factory=list)

    def check(self, script: str, limit: SolverLimit) -> Result:
        """The next of its answers; the first again after the last."""
        self.heard.append((script, limit))
        return self.says[(len(self.heard) - 1) % len(self.says)]
