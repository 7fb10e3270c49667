"""The solver at the seam: what it finds is replayed, what it proves agrees with the search."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.load import load
from rulewright.engines.python.game import PythonGame
from rulewright.verify.limits import Budget
from rulewright.verify.portfolio.portfolio import answer_checks
from rulewright.verify.portfolio.provers import GaveUp, Guess, SmtProver
from rulewright.verify.results.verdict import Proved, Reached


@pytest.mark.thorough
def test_the_solver_answers_what_the_search_left_open(nim: Path) -> None:
    game = PythonGame(instantiate(load(nim), parameters={"heap": 2}))
    searched = answer_checks(game, Budget())
    # One state is no search, and no play is played: only the solver is left.
    solved = answer_checks(game, Budget(states=1), plays=0, prover=SmtProver())
    names = [answer.check.name for answer in solved.answers]
    assert names == ["ends", "bob", "ann"]
    assert [a.holds for a in searched.answers] == [a.holds for a in solved.answers]
    bob = solved.answers[1].verdict
    assert isinstance(bob, Reached)
    assert [move.text for move in bob.witness.play.moves] == ["take_some 1", "take_some 1"]


@pytest.mark.heavy
def test_the_solver_proves(nim: Path) -> None:
    game = PythonGame(instantiate(load(nim), parameters={"heap": 1}))
    solved = answer_checks(game, Budget(states=1), plays=0, prover=SmtProver())
    bob = solved.answers[1]
    assert isinstance(bob.verdict, Proved)
    assert bob.holds is False


@pytest.mark.thorough
def test_that_plays_end_is_proved_and_not_looked_for(nim: Path) -> None:
    program = instantiate(load(nim))
    assert isinstance(SmtProver().induction(program, 0, 10**7, lambda: None, ()), Guess)
    assert isinstance(SmtProver().bounded(program, 0, 10**6, lambda: None), GaveUp)
