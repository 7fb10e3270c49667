"""The findings of ``verify``, in the order in which a reader should see them."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ..answers.changes import Change
from ..properties.witness import Witness
from ..results.check_result import CheckResult, Defect, InstanceResult
from ..results.verdict import Reached, Refuted, counted, describe
from .subject import Selected


@dataclass(frozen=True, slots=True)
class Results:
    """The report on a game; ``judged`` tells of each answer whether it is as expected.

    ``changes``: what is not as it was kept. ``held``: the checks whose answer is.
    """

    selected: Selected
    report: InstanceResult
    judged: tuple[bool | None, ...]
    changes: tuple[Change, ...] = ()
    held: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Finding:
    """Something with a play that shows it. ``rank`` orders: what was not expected comes first."""

    rank: int
    selected: Selected
    name: str
    sentence: str
    witness: Witness
    verdict: str


def interesting(results: Sequence[Results]) -> list[Finding]:
    """The findings, the shortest for each check of a ruleset; all others come after these.

    What nobody asked for and what was not expected comes first, then what the author knew to
    fail; of the rest, what takes longest to reach is the least obvious. Rulesets take turns.
    """
    found = [finding for result in results for finding in _findings(result)]
    found.sort(key=lambda f: (f.rank, len(f.witness)))
    first: dict[tuple[str, str, bool], Finding] = {}
    for finding in found:
        ruleset = finding.selected.program.instance.ruleset
        first.setdefault((ruleset, finding.name or finding.sentence, finding.rank < 2), finding)
    chosen = sorted(first.values(), key=lambda f: (f.rank, -len(f.witness)))
    shown: Counter[str] = Counter()
    turns: list[tuple[int, Finding]] = []
    for finding in chosen:
        ruleset = finding.selected.program.instance.ruleset
        turns.append((shown[ruleset], finding))
        shown[ruleset] += 1
    turns.sort(key=lambda turn: turn[0])
    return [f for _, f in turns] + [finding for finding in found if finding not in chosen]


def _findings(result: Results) -> Iterable[Finding]:
    for defect in result.report.defects:
        yield Finding(0, result.selected, "", defect_sentence(defect), defect.witness, "refuted")
    for answer, judged in zip(result.report.answers, result.judged, strict=True):
        if isinstance(answer.verdict, Refuted | Reached):
            rank = 1 if judged is False else 2 if not answer.check.expected else 3
            witness, kind = answer.verdict.witness, answer.verdict.kind
            yield Finding(
                rank, result.selected, answer.check.name, _sentence(answer), witness, kind
            )


def defect_sentence(defect: Defect) -> str:
    clauses = "".join(f" [{clause}]" for clause in defect.clauses)
    return f"{defect.message}{clauses}, after {counted(len(defect.witness), 'move')}"


def _sentence(answer: CheckResult) -> str:
    question = answer.check.question or answer.check.text
    said = f"{answer.check.name}: {question}" if question else answer.check.name
    return f"{said} — {describe(answer.verdict)}" + (f" ({answer.note})" if answer.note else "")


def again(selected: Selected, *names: str) -> str:
    """The command that asks for these checks of a game once more; without a name, for all."""
    words = ["rulewright", "verify", _path(selected), *selected.options]
    return shlex.join(words + [word for name in names if name for word in ("--check", name)])


def _path(selected: Selected) -> str:
    from rulewright.dsl.inputs.locate import rulesets

    return selected.path.stem if selected.path in rulesets() else str(selected.path)
