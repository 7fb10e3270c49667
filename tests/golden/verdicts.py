"""Verdicts of the shipped games with a fixed effort: what a change of form must not change.

Run ``python -m tests.golden.verdicts`` to write them anew after a change that is meant.
"""

from __future__ import annotations

import json
from pathlib import Path

from tests.shipped import instances, shipped

from rulewright.dsl.inputs.locate import rulesets
from rulewright.dsl.ir.program import Program
from rulewright.engines.python.game import PythonGame
from rulewright.verify.limits import Budget
from rulewright.verify.portfolio.portfolio import answer_checks
from rulewright.verify.properties.witness import Witness
from rulewright.verify.results.check_result import InstanceResult
from rulewright.verify.results.verdict import Bounded, Proved, Reached, Refuted, Sampled, Verdict

FILE = Path(__file__).parent / "verdicts.json"
STATES = 150
"""So many states are searched; no clock has a say."""
PLAYS = 1
"""So many random plays look at what that leaves open."""


def names() -> tuple[str, ...]:
    """The shipped rulesets."""
    return tuple(path.stem for path in rulesets())


def chosen(name: str) -> list[str]:
    """Up to eight instances of a ruleset, spread over all there are."""
    found = [instance for ruleset, instance in instances() if ruleset == name]
    return found[:: -(-len(found) // 8)]


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


def read() -> dict[str, dict[str, dict[str, object]]]:
    """The verdicts that were written."""
    found: dict[str, dict[str, dict[str, object]]] = json.loads(FILE.read_text("utf-8"))
    return found


if __name__ == "__main__":
    found = {
        name: {instance: verdict(shipped(name, instance)) for instance in chosen(name)}
        for name in names()
    }
    FILE.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", "utf-8")
