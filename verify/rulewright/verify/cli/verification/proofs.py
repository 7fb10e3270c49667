"""``--crosscheck`` and ``--proofs``: what the answers by induction rest on, for other solvers."""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from rulewright.dsl.ir.program import Check, Program

from ...findings.collect import Results
from ...kernel.certificate import Certificate
from ...kernel.check import Accepted
from ...kernel.obligations import Obligation, obligations
from ...limits import Budget, Deadline
from ...render.proofs import Proof, as_file
from ...results.verdict import Proved
from ...solvers import installed
from ...solvers.crosscheck import LIMIT, CrossCheck, Disagreement, UnsatisfiableScript, cross_check
from ...solvers.solver import Solver
from ..exits import InputError
from ..terminal.console import Console, write_file
from .proof_files import save_proofs


@dataclass(frozen=True, slots=True)
class Resting:
    """An answer that rests on a certificate."""

    game: str
    program: Program
    check: Check
    certificate: Certificate

    @property
    def proof(self) -> Proof:
        """What its file says of it."""
        return Proof(self.game, self.check.name, self.check.question, self.check.clauses)

    def questions(self) -> Iterator[Obligation]:
        """All questions to the solver, lemmas first."""
        return _questions(self.program, self.certificate)


def resting(result: Results) -> list[Resting]:
    """The answers about a game that rest on certificates."""
    return [
        Resting(
            result.selected.name, result.selected.program, answer.check,
            answer.verdict.evidence.certificate,
        )
        for answer in result.report.answers
        if isinstance(answer.verdict, Proved) and isinstance(answer.verdict.evidence, Accepted)
    ]  # fmt: skip


def _questions(program: Program, certificate: Certificate) -> Iterator[Obligation]:
    for lemma in certificate.lemmas:
        yield from _questions(program, lemma)
    number = [check.name for check in program.checks].index(certificate.check)
    for obligation in obligations(program, number, certificate):
        if not obligation.folded:
            yield obligation


def second_solvers(args: argparse.Namespace) -> tuple[Solver, ...]:
    """The second solvers; none without ``--crosscheck``. Raises InputError if none is installed."""
    if not args.crosscheck:
        return ()
    found = installed.others()
    if not found:
        raise InputError(f"there is no second solver for --crosscheck: {installed.HOW_TO_INSTALL}")
    return found


def check_again(
    results: Sequence[Results],
    solvers: Sequence[Solver],
    args: argparse.Namespace,
    console: Console,
) -> list[CrossCheck]:
    """The results of other solvers for each game; ``--budget`` counts anew. Raises Disagreement."""
    deadline = Budget(args.budget).start()
    return [
        sum(
            (_again(one, solvers, deadline, console) for one in resting(result)),
            start=CrossCheck({}),
        )
        for result in results
    ]


def _again(
    one: Resting, solvers: Sequence[Solver], deadline: Deadline, console: Console
) -> CrossCheck:
    showing = console.progress(f"cross-check of {one.game}, {one.check.name}")

    def shown() -> Iterator[UnsatisfiableScript]:
        for count, question in enumerate(one.questions()):
            showing(count, "questions")
            yield question

    try:
        return cross_check(shown(), solvers, LIMIT, deadline)
    except Disagreement as found:
        raise DisagreementAt(one, found) from found
    finally:
        showing.done()


class DisagreementAt(Exception):  # noqa: N818
    """A disagreement, and the answer that it is about."""

    def __init__(self, one: Resting, found: Disagreement) -> None:
        super().__init__(f"{found} ({one.game}, check {one.check.name})")
        self._file = as_file(one.proof, 1, found.question)

    def tell(self, console: Console) -> None:
        """Report the disagreement, and keep the script for investigation."""
        console.tell(f"rulewright: a fault of the tool or of a solver: {self}")
        with suppress(OSError, InputError):
            kept = Path(tempfile.mkdtemp(prefix="rulewright-")) / "disagreement.smt2"
            write_file(kept, self._file)
            console.tell(f"The script is kept in {kept}")


def save(results: Sequence[Results], folder: Path) -> int:
    """Write the questions of all answers that rest on any. Raises InputError."""
    found = [one for result in results for one in resting(result)]
    return save_proofs(folder, [(one.proof, one.questions()) for one in found])
