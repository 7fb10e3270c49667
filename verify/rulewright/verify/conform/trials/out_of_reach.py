"""Branches and options to which no play comes, by proof: what is left when a suite has been made."""

from __future__ import annotations

from collections.abc import Collection

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir.program import Decision, Program
from rulewright.dsl.ir.types import Bool
from rulewright.dsl.ruleset import Ruleset
from rulewright.engines.game import EndlessLoop, LongMove
from rulewright.engines.python.game import PythonGame

from ...effort.answering import NOTICING_ALWAYS
from ...effort.conforming import COVERING
from ...limits import Deadline, OutOfTime
from ...portfolio.methods.proof import look_for_proof
from ...portfolio.provers import SmtProver
from ...progress import TellText
from ...properties.asked_of_programs import Copies, asking_never, at
from ...results.verdict import Proved
from .branches import option_name
from .compiled_plays import watching
from .coverage import Goal


def out_of_reach(
    ruleset: Ruleset, program: Program, left: Collection[Goal], deadline: Deadline, tell: TellText
) -> frozenset[Goal]:
    """Those of these branches and options for which the kernel accepted a certificate that no play takes
    them.

    Each is asked about in a program that records whether it was taken. The effort is small: nothing is
    known of one that is not returned. After proofs that came to nothing, for programs of
    ``COVERING.proof_blocks`` blocks together, no further one is begun.
    """
    found: set[Goal] = set()
    blocks = COVERING.proof_blocks
    for goal in sorted(left):
        tell(
            f"a suite is made: what no play took is proved to be out of reach, {len(found)} so far"
        )
        if blocks <= 0 or deadline.passed():
            break
        question = _question(ruleset, program, goal)
        if question is None:
            continue
        if _proved(question, deadline):
            found.add(goal)
        else:
            blocks -= len(question.blocks)
    return frozenset(found)


def _question(ruleset: Ruleset, program: Program, goal: Goal) -> Program | None:
    """The program with the one question whether a branch is never taken, or an option never legal."""
    if goal[0] == "option":
        copies = Copies()
        there = [
            (number, copies.some(choice, lambda guard: guard))
            for number, node in enumerate(program.nodes)
            if isinstance(node, Decision)
            for choice in node.choices
            if option_name(node, choice) == goal[1]
        ]
        return asking_never(program, at(there)) if there else None
    marks, marked = watching(ruleset, program, {goal})
    return asking_never(marked, x.Var(marks[goal], Bool())) if goal in marks else None


def _proved(question: Program, deadline: Deadline) -> bool:
    try:
        answer = look_for_proof(PythonGame(question), 0, SmtProver(), _units(question), deadline)
    except (EndlessLoop, LongMove, OutOfTime):
        return False
    return isinstance(answer.verdict, Proved)


def _units(question: Program) -> int:
    """The most units with which findings that no check asks for are proved: more take seconds for a
    small program."""
    each = NOTICING_ALWAYS.all_blocks // max(1, len(question.blocks))
    return max(NOTICING_ALWAYS.least, min(NOTICING_ALWAYS.most, each))
