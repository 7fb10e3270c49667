"""Verdicts and proofs of the shipped games with a fixed effort: what a change of form must not change.

Run ``python -m tests.golden.verdicts`` to write them anew after a change that is meant.
"""

from __future__ import annotations

import json
from pathlib import Path

from tests.shipped import instances, shipped

from rulewright.dsl.ir.program import Program
from rulewright.engines.python.game import PythonGame
from rulewright.verify.effort.schedule import Round, Schedule
from rulewright.verify.limits import Budget
from rulewright.verify.portfolio.portfolio import answer_checks
from rulewright.verify.portfolio.provers import SmtProver
from rulewright.verify.properties.witness import Witness
from rulewright.verify.results.check_result import InstanceResult
from rulewright.verify.results.verdict import Bounded, Proved, Reached, Refuted, Sampled, Verdict

FILE = Path(__file__).parent / "verdicts.json"
PROOFS = Path(__file__).parent / "proofs.json"
STATES = 150
"""So many states are searched; no clock has a say."""
PLAYS = 1
"""So many random plays look at what that leaves open."""


PROVING = Schedule((Round(proof=1_000_000),))
"""What the prover gets for each question, in units of the solver: the same on every machine."""
PROVED = (
    ("breakthrough", "small"), ("connectfour", "small"), ("hex", "small"), ("hex", "three"), ("pig", "small"),
    ("tictactoe", "box"),
)  # fmt: skip
"""Proofs are looked for in these."""
DEAR = {"arktia", "petite-mort", "run-run-run"}
"""To make one of these games takes as long as all else: up to eight of each, spread over all there are."""


def chosen() -> list[tuple[str, str]]:
    """The instances whose verdicts are written."""
    found = []
    for name in dict.fromkeys(name for name, _ in instances()):
        some = [(other, instance) for other, instance in instances() if other == name]
        found += some[:: -(-len(some) // 8)] if name in DEAR else some
    return found


def proofs(program: Program) -> dict[str, str]:
    """What the prover, and then the kernel, says of each question of an instance."""
    game = PythonGame(program)
    report = answer_checks(game, Budget(), schedule=PROVING, prover=SmtProver(), seed=1)
    return {answer.check.name: _verdict(answer.verdict) for answer in report.answers}


def verdict(program: Program) -> dict[str, object]:
    """What comes of an instance."""
    budget = Budget(states=STATES)
    return _summary(answer_checks(PythonGame(program), budget, plays=PLAYS, seed=1))


def _summary(report: InstanceResult) -> dict[str, object]:
    coverage = report.coverage
    return {
        "searched": [coverage.states, coverage.transitions, coverage.depth],
        "ends": dict(sorted(coverage.terminal.items())),
        "checks": {answer.check.name: _verdict(answer.verdict) for answer in report.answers},
        "unasked": {defect.message: len(defect.witness) for defect in report.defects},
    }


def _verdict(verdict: Verdict) -> str:
    match verdict:
        case Proved():
            return f"proved by {verdict.method}"
        case Reached(witness) | Refuted(witness):
            return f"{verdict.kind} in {len(witness)}: {_last(witness)}"
        case Bounded(number) | Sampled(number):
            return f"{verdict.kind} {number}"
        case _:
            return verdict.kind


def _last(witness: Witness) -> str:
    return witness.play.moves[-1].text if witness.play.moves else "-"


def read(file: Path) -> dict[str, dict[str, object]]:
    """What was written of each instance: verdicts, or proofs."""
    found: dict[str, dict[str, object]] = json.loads(file.read_text("utf-8"))
    return found


if __name__ == "__main__":
    for file, cases, made in ((FILE, chosen(), verdict), (PROOFS, PROVED, proofs)):
        found: dict[str, dict[str, object]] = {}
        for name, instance in cases:
            found.setdefault(name, {})[instance] = made(shipped(name, instance))
        file.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", "utf-8")
