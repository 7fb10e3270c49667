"""What of a run is kept, and what stays as it was kept before."""

from __future__ import annotations

import pytest
from tests.shipped import ruleset, shipped
from tests.verify.kernel.certified import certificate, decides, program

from rulewright.verify.answers.certificates import Certificates
from rulewright.verify.answers.keep import kept_game, unwritable
from rulewright.verify.answers.kept import KeptAnswer, KeptGame, KeptOpen
from rulewright.verify.kernel.check import Accepted, check
from rulewright.verify.results.attempt import Attempt
from rulewright.verify.results.check_result import CheckResult, InstanceResult
from rulewright.verify.results.verdict import Bounded, Explained, Proved, Sampled, Verdict

OPEN = KeptAnswer("open", KeptOpen("nothing within 2 decisions", "normal"))


def kept(verdict: Verdict, *attempts: Attempt, before: KeptAnswer | None = None) -> KeptAnswer:
    """What is kept of an answer that was found with thorough effort."""
    of = shipped("pig", "small")
    name = of.checks[0].name
    answer = CheckResult(of.checks[0], verdict, attempts=attempts)
    game = KeptGame({name: before} if before else {})
    held = [name] if before else []
    report = InstanceResult(of.instance, (answer,), (), None)
    certificates = Certificates(ruleset("pig"), of)
    return kept_game(report, game, held, certificates, [name], "thorough").answers[name]


def attempt(*, cut: bool) -> Attempt:
    return Attempt("bounded search", "10 units of the solver", "nothing", cut)


def test_an_open_answer_says_with_which_effort_it_was_left_open() -> None:
    assert kept(Bounded(4), attempt(cut=False)).evidence == KeptOpen(
        "nothing within 4 decisions", "thorough"
    )
    assert kept(Bounded(4), attempt(cut=True)).evidence == KeptOpen("nothing within 4 decisions")


def test_an_open_answer_that_was_looked_at_again_says_how_far() -> None:
    again = kept(Bounded(4), attempt(cut=False), before=OPEN)
    assert again.evidence == KeptOpen("nothing within 4 decisions", "thorough")
    assert kept(Bounded(2), before=OPEN) == OPEN


@pytest.mark.parametrize("verdict", [Bounded(1), Bounded(4_000), Sampled(1), Sampled(20_000)])
def test_how_far_it_was_taken_is_known_from_what_is_kept(verdict: Bounded | Sampled) -> None:
    open_ = kept(verdict, attempt(cut=False)).evidence
    assert isinstance(open_, KeptOpen)
    assert open_.came_to == verdict


def test_what_is_kept_in_other_words_is_told_as_it_stands() -> None:
    for words in ("nothing within 2 decisions, or so", "nothing in a few random plays", "no"):
        assert KeptOpen(words).came_to == Explained(words)


def test_a_proof_of_which_nothing_is_kept_is_named() -> None:
    of = program("choose A\n  on\n    n := 1\ndraw", "c: always not bad")
    accepted = check(of, 0, certificate(of, ["c"]), decides)
    assert isinstance(accepted, Accepted)
    proved = CheckResult(of.checks[0], Proved(accepted, ()))
    report = InstanceResult(of.instance, (proved,), (), None)
    assert unwritable(report, KeptGame()) == ("c",)
    assert unwritable(report, KeptGame({"c": OPEN})) == ()
