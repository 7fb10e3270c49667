"""Kept proofs go to the kernel; what it does not accept is looked for again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import pytest
from tests.shipped import ruleset, shipped
from tests.verify.conftest import NIM

from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.ir.program import Decision
from rulewright.dsl.load import load_text
from rulewright.engines.game import Game
from rulewright.engines.python.game import PythonGame
from rulewright.verify.answers.certificates import Certificates
from rulewright.verify.answers.judge import kernel
from rulewright.verify.answers.kept import (
    KeptAnswer,
    KeptCertificate,
    KeptGame,
    KeptOpen,
    KeptPlay,
    KeptSearch,
)
from rulewright.verify.answers.recheck import (
    CUT_OFF,
    Judge,
    Recheck,
    RecheckedGame,
    RecheckResults,
    looked_at_again,
    still_shown,
)
from rulewright.verify.effort.proving import PROVING
from rulewright.verify.effort.schedule import EffortLevel
from rulewright.verify.execution.workers import Job, Serial
from rulewright.verify.explicit.searcher import PythonSearcher, Searcher
from rulewright.verify.kernel.certificate import Certificate, Claim, CutNode
from rulewright.verify.limits import Budget
from rulewright.verify.portfolio.portfolio import answer_checks
from rulewright.verify.portfolio.provers import Guess, Prover, SmtProver
from rulewright.verify.portfolio.tools import Tools
from rulewright.verify.results.check_result import CheckResult
from rulewright.verify.results.verdict import ASK_AGAIN, RAISE_BUDGET, Explained, Proved, Unknown


@cache
def circle() -> PythonGame:
    return PythonGame(shipped("circle", "small"))


@cache
def its_certificates() -> Certificates:
    return Certificates(ruleset("circle"), circle().program)


@cache
def its_lines() -> tuple[str, ...]:
    """A certificate of ``conserved``, as it is kept."""
    of = circle().program
    conserved = next(c.property for c in of.checks if c.name == "conserved")
    decisions = (CutNode(i) for i, node in enumerate(of.nodes) if isinstance(node, Decision))
    claims = tuple((point, (Claim(conserved),)) for point in decisions)
    return its_certificates().lines(Certificate("conserved", claims=claims))


@cache
def its_proof() -> Proved:
    """A search that is over proves what the fake kernel below is asked to accept."""
    searched = answer_checks(circle(), Budget(), only=frozenset({"conserved"})).answers
    return next(a.verdict for a in searched if isinstance(a.verdict, Proved))


@dataclass
class Kernel:
    """Accepts what says as much as the good certificate, and counts how often it is asked."""

    asked: int = 0

    def __call__(self, game: Game[Any], number: int, certificate: Certificate) -> CheckResult:
        self.asked += 1
        check = game.program.checks[number]
        if its_certificates().lines(certificate) == its_lines():
            return CheckResult(check, its_proof())
        return CheckResult(check, Unknown(Explained("a claim does not hold")))


@dataclass(frozen=True, slots=True)
class Effort:
    """How to look for what is not kept: as for :func:`answer_checks`.

    ``again``: questions that were left open at these levels are looked at again.
    """

    budget: Budget
    only: frozenset[str] | None = None
    seed: int = 0
    plays: int = PROVING.plays
    searcher: Searcher | None = None
    prover: Prover | None = None
    again: frozenset[EffortLevel | None] = CUT_OFF


def answer_game(
    game: Game[Any], kept: KeptGame, certificates: Certificates, judge: Judge, effort: Effort,
    changed: tuple[str, ...] = (),
) -> RecheckedGame:  # fmt: skip
    """The answers to the checks of one game, first from what is kept; all in this process."""
    tools = Tools(game, effort.searcher or PythonSearcher(), seed=effort.seed)
    recheck = Recheck(tools, kept, certificates, judge, effort.only, changed, again=effort.again)
    recheck.take([_done(job) for job in recheck.jobs()])
    if recheck.missing is None:
        return recheck.rechecked(None)
    names = frozenset(game.program.checks[n].name for n in recheck.missing)
    return recheck.rechecked(
        answer_checks(
            game, effort.budget, only=names, seed=effort.seed, plays=effort.plays,
            searcher=effort.searcher, prover=effort.prover,
        )
    )  # fmt: skip


def _done(job: Job) -> RecheckResults:
    found = job.work(*job.arguments, lambda count, what: None)
    assert isinstance(found, RecheckResults)
    return found


def look(
    answers: dict[str, KeptAnswer], effort: Effort, *changed: str
) -> tuple[RecheckedGame, Kernel]:
    judge = Kernel()
    kept = KeptGame(answers)
    return answer_game(circle(), kept, its_certificates(), judge, effort, changed), judge


SHORT = Effort(Budget(states=5), only=frozenset({"conserved"}), plays=0)


def kept(*lines: str) -> dict[str, KeptAnswer]:
    return {"conserved": KeptAnswer("proved", KeptCertificate(lines))}


def test_an_accepted_certificate_is_a_proof_and_nothing_is_searched() -> None:
    looked, kernel = look(kept(*its_lines()), SHORT)
    (answer,) = looked.report.answers
    assert (answer.verdict, kernel.asked) == (its_proof(), 1)
    assert looked.report.coverage is None
    assert (looked.changes, looked.held, looked.unkept) == ((), {"conserved"}, frozenset())


TAMPERED: dict[str, Callable[[tuple[str, ...]], tuple[str, ...]]] = {
    "a claim left out": lambda lines: lines[:1],
    "a claim that says less": lambda lines: (*lines[:-1], lines[-1].replace("= 4", "<= 5")),
    "a claim that says more": lambda lines: (*lines[:-1], "  no"),
    "another place": lambda lines: ("at end win", *lines[1:]),
    "no such place": lambda lines: ("at the moon", *lines[1:]),
    "no such variable": lambda lines: ("follows moon", *lines),
    "nothing": lambda lines: (),
    "no claim at all": lambda lines: (*lines[:-1], "  token[Life"),
    "a lemma": lambda lines: (*lines, "by ends"),
    "less is followed": lambda lines: ("follows gone", *lines),
}


@pytest.mark.parametrize("tampered", TAMPERED.values(), ids=TAMPERED.keys())
def test_a_certificate_that_was_tampered_with_proves_nothing(
    tampered: Callable[[tuple[str, ...]], tuple[str, ...]],
) -> None:
    lines = tampered(its_lines())
    assert lines != its_lines()
    looked, _ = look(kept(*lines), SHORT)
    (answer,) = looked.report.answers
    assert not isinstance(answer.verdict, Proved)
    (change,) = looked.changes
    assert change.was == "proved by induction"
    assert change.why
    assert looked.held == frozenset()


@pytest.mark.thorough
def test_what_the_kernel_accepted_again_is_there_for_other_questions() -> None:
    rules = load_text(NIM, "nim.rules")
    program = instantiate(rules)
    guessed = SmtProver().induction(program, 0, 10**7, lambda: None, ())
    assert isinstance(guessed, Guess)
    certificates = Certificates(rules, program)
    lines = certificates.lines(guessed.certificate)
    for kept_lines, accepted in ((lines, [lines]), (("at the moon", "  yes"), [])):
        answers = {"ends": KeptAnswer("proved", KeptCertificate(kept_lines))}
        recheck = Recheck(Tools(PythonGame(program)), KeptGame(answers), certificates, kernel)
        recheck.take([job.work(*job.arguments, lambda count, what: None) for job in recheck.jobs()])
        assert [certificates.lines(proof) for proof in recheck.accepted] == accepted


@pytest.mark.parametrize(("interrupted", "advice"), [(False, RAISE_BUDGET), (True, ASK_AGAIN)])
def test_what_was_not_looked_at_again_says_what_would_help(interrupted: bool, advice: str) -> None:
    about = KeptGame(kept(*its_lines()))
    recheck = Recheck(
        Tools(circle()), about, its_certificates(), Kernel(), frozenset({"conserved"})
    )
    recheck.take([None for _ in recheck.jobs()], interrupted=interrupted)
    (answer,) = recheck.rechecked(None).report.answers
    assert isinstance(answer.verdict, Unknown)
    assert answer.verdict.advice == advice


def test_what_is_lost_is_looked_for_again_and_the_change_says_why() -> None:
    looked, _ = look(kept("at the moon", "  yes"), replace(SHORT, budget=Budget()), "[turn]")
    (answer,) = looked.report.answers
    assert answer.verdict == its_proof()
    (change,) = looked.changes
    assert "no place called 'the moon'" in change.why
    assert change.sentence.endswith("; between the two, [turn] changed")
    assert "is still, but not as it was kept" in change.sentence


def test_a_certificate_under_the_name_of_another_check_proves_nothing() -> None:
    answers = {"excluded": KeptAnswer("proved", KeptCertificate(its_lines()))}
    looked, kernel = look(answers, replace(SHORT, only=frozenset({"excluded"})))
    assert not isinstance(looked.report.answers[0].verdict, Proved) or kernel.asked == 1


@pytest.mark.thorough
def test_an_open_answer_is_looked_at_again_only_if_something_changed_or_more_is_to_be_done() -> (
    None
):
    answers = {"conserved": KeptAnswer("open", KeptOpen("nothing within 2 decisions", "normal"))}
    looked, _ = look(answers, SHORT)
    (answer,) = looked.report.answers
    assert isinstance(answer.verdict, Unknown)
    assert "nothing found within 2 decisions" in answer.verdict.why
    assert looked.report.coverage is None
    whole = replace(SHORT, budget=Budget())
    assert look(answers, whole, "[turn]")[0].report.answers[0].verdict == its_proof()
    assert isinstance(look(answers, whole)[0].report.answers[0].verdict, Unknown)
    assert (
        look(answers, replace(whole, again=looked_at_again("thorough")))[0]
        .report.answers[0]
        .verdict
        == its_proof()
    )
    same = replace(whole, again=looked_at_again("normal"))
    assert isinstance(look(answers, same)[0].report.answers[0].verdict, Unknown)
    cut_off = {"conserved": KeptAnswer("open", KeptOpen("nothing within 2 decisions"))}
    assert look(cut_off, whole)[0].report.answers[0].verdict == its_proof()
    since = {"conserved": replace(answers["conserved"], since=("[turn]",))}
    looked, _ = look(since, whole)
    assert looked.report.answers[0].verdict == its_proof()
    assert [c.was for c in looked.changes] == ["open"]


@pytest.mark.thorough
def test_a_search_is_done_again_as_far_as_it_went_and_not_as_long() -> None:
    answers = {"conserved": KeptAnswer("proved", KeptSearch(873, 2317))}
    no_time = replace(SHORT, budget=Budget(seconds=0.0))
    looked, kernel = look(answers, no_time)
    assert (looked.report.answers[0].verdict, kernel.asked) == (its_proof(), 0)
    assert looked.changes == ()


@pytest.mark.slow
def test_a_game_that_grew_out_of_its_search_is_open() -> None:
    box = shipped("circle", "box")
    of_box = Certificates(ruleset("circle"), box)
    answers = {"conserved": KeptAnswer("proved", KeptSearch(2, 2))}
    looked = answer_game(PythonGame(box), KeptGame(answers), of_box, Kernel(), SHORT)
    assert not isinstance(looked.report.answers[0].verdict, Proved)
    assert "there are more than 10,004 positions" in looked.changes[0].why


@pytest.mark.heavy
def test_nothing_is_said_to_hold_for_ever_of_a_play_that_much_may_follow() -> None:
    """Whoever writes the file must not be able to keep the tool busy for ever either."""
    box = shipped("circle", "box")
    answers = {"dead_round": KeptAnswer("reached", KeptPlay(()))}
    looked = answer_game(
        PythonGame(box), KeptGame(answers), Certificates(ruleset("circle"), box), Kernel(),
        Effort(Budget(states=5), only=frozenset({"dead_round"}), plays=0),
    )  # fmt: skip
    assert "positions follow it" in looked.changes[0].why


def still(answers: dict[str, KeptAnswer], asked: frozenset[str]) -> frozenset[str]:
    tools, kept = Tools(circle()), KeptGame(answers)
    return still_shown(tools, kept, asked, its_certificates(), Kernel(), Serial(), Budget().start())


def test_what_is_still_shown_is_told_apart_from_what_is_not() -> None:
    answers = {
        "conserved": KeptAnswer("proved", KeptCertificate(its_lines())),
        "excluded": KeptAnswer("proved", KeptCertificate(("at the moon", "  yes"))),
        "ends": KeptAnswer("open", KeptOpen("nothing")),
        "dead_round": KeptAnswer(
            "reached", KeptPlay((("Life", "rotate a"), ("Death", "rotate a")))
        ),
    }
    asked = frozenset({"conserved", "excluded", "ends", "dead_round"})
    shown = still(answers, asked)
    assert shown == {"conserved", "dead_round"}
    assert still(answers, frozenset({"ends"})) == frozenset()
