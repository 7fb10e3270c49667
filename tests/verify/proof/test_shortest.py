"""A play is called the shortest only where it is known that no shorter one exists."""

from __future__ import annotations

from textwrap import indent

import pytest

from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.ir.program import Program
from rulewright.dsl.load import load_text
from rulewright.engines.python.game import PythonGame
from rulewright.verify.limits import Budget
from rulewright.verify.portfolio.portfolio import answer_checks
from rulewright.verify.portfolio.provers import SmtProver
from rulewright.verify.proof.bmc import Proposal, Search
from rulewright.verify.proof.obligations import target_of


def ruleset(setup: str = "", first: str = "nothing") -> Program:
    """A game with a play of two moves, and another way before it."""
    text = (
        'ruleset sample "A sample"\n  players A, B\n  state bad: Bool = no\n'
        "  state n: 0..1 = 0\n  check good: never bad\n  play\n"
        f"{indent(setup, '    ')}\n    repeat\n      choose A\n        first\n"
        f"{indent(first, '          ')}\n        second when n = 0\n          n := 1\n"
        "        third when n = 1\n          bad := yes\n"
    )
    return instantiate(load_text(text, "sample.rules"))


LONG = "repeat 70 times\n  n := (n + 1) mod 2\nbad := yes"
"""One move that is followed further by search than by a formula."""


def found(program: Program) -> Proposal:
    target = target_of(program.checks[0])
    assert target is not None
    reply = Search(program, target, 100_000_000).run()
    assert isinstance(reply, Proposal)
    return reply


def test_a_play_without_a_shorter_way_is_the_shortest() -> None:
    witness = found(ruleset())
    assert (len(witness.actions), witness.shortest) == (2, True)


@pytest.mark.thorough
def test_a_move_that_is_not_followed_to_its_end_may_be_a_shorter_way() -> None:
    witness = found(ruleset(first=LONG))
    assert (len(witness.actions), witness.shortest) == (2, False)


@pytest.mark.heavy
def test_the_answer_says_so() -> None:
    for first, note in (("nothing", ""), (LONG, "there may be a shorter one")):
        game = PythonGame(ruleset(first=first))
        answer = answer_checks(game, Budget(states=1), plays=0, prover=SmtProver()).answers[0]
        assert answer.verdict.kind == "refuted"
        assert note in answer.note
        assert bool(note) == bool(answer.note)
