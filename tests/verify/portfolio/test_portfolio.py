"""Verdicts on small tables, against answers worked out by hand or by plain recomputation."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.verify.systems import distances, games, out, returns
from tests.verify.table_game import TableGame

from rulewright.dsl.ir.code import YES
from rulewright.dsl.ir.program import Check, Program
from rulewright.engines.game import Action
from rulewright.verify.kernel.certificate import Certificate
from rulewright.verify.kernel.check import Accepted
from rulewright.verify.limits import Budget
from rulewright.verify.plays.play import ReplayError
from rulewright.verify.portfolio.methods.simulation import cut_loops, sample
from rulewright.verify.portfolio.portfolio import answer_checks
from rulewright.verify.portfolio.provers import CandidateWitness, GaveUp, Guess, NotWithin
from rulewright.verify.properties.target import (
    DeadlockTarget,
    FaultTarget,
    LassoTarget,
    StateTarget,
    Target,
)
from rulewright.verify.properties.witness import Witness, replay
from rulewright.verify.results.check_result import (
    CheckResult,
    InstanceResult,
    all_as_expected,
    assess,
    elsewhere,
)
from rulewright.verify.results.verdict import Bounded, Proved, Reached, Refuted, Sampled, Unknown
from rulewright.verify.stategraph.bfs import explore
from rulewright.verify.stategraph.graph import ExhaustiveSearch

Property = Callable[[int, int | None], bool]


def check(name: str, kind: str, *, expected: bool = True) -> Check:
    return Check(name, kind, YES, None, name, expected=expected)


def asking(game: TableGame, *asked: tuple[Check, Property]) -> TableGame:
    return replace(
        game,
        checks=tuple(c for c, _ in asked),
        properties={c.name: property_ for c, property_ in asked},
    )


def verdict_of(game: TableGame, kind: str, good: set[int]) -> CheckResult:
    asked = asking(game, (check("c", kind), lambda s, p: s in good))
    return answer_checks(asked, Budget()).answers[0]


def length(answer: CheckResult) -> int | None:
    return len(answer.verdict.witness) if isinstance(answer.verdict, Reached | Refuted) else None


@pytest.mark.thorough
@given(games(), st.sets(st.integers(0, 7)))
def test_state_checks_against_distances(game: TableGame, good: set[int]) -> None:
    known = distances(game)
    inside = min((d for s, d in known.items() if s in good), default=None)
    outside = min((d for s, d in known.items() if s not in good), default=None)
    for kind, expected in (("never", inside), ("reachable", inside), ("always", outside)):
        answer = verdict_of(game, kind, good)
        assert length(answer) == expected
        assert answer.holds == ((expected is None) != (kind == "reachable"))
        assert (expected is None) == isinstance(answer.verdict, Proved)


@pytest.mark.thorough
@given(games(), st.sets(st.integers(0, 7)))
def test_action_checks_ask_for_the_one_who_acted(game: TableGame, good: set[int]) -> None:
    known = distances(game)
    # In a table, the player who decides is the state's parity; here only O's acts count.
    lengths = [d + 1 for s, d in known.items() if s % 2 for t in out(game, s) if t in good]
    for kind in ("never_by", "some_by"):
        asked = asking(game, (check("c", kind), lambda s, p: p == 1 and s in good))
        answer = answer_checks(asked, Budget()).answers[0]
        assert length(answer) == min(lengths, default=None)


@pytest.mark.thorough
@given(games())
def test_ends_and_acts(game: TableGame) -> None:
    known = distances(game)
    loops = [known[s] + n for s in known if (n := returns(game, s)) is not None]
    stuck = [d for s, d in known.items() if s not in game.ends and not game.moves[s]]
    asked = asking(game, (check("e", "ends"), never), (check("a", "acts"), never))
    ends, acts = answer_checks(asked, Budget()).answers
    assert (length(ends), length(acts)) == (min(loops, default=None), min(stuck, default=None))


def never(state: int, player: int | None) -> bool:
    return False


def test_forever_prefers_play_that_goes_on() -> None:
    # 0 -> 1 (over), 0 -> 2 -> 3 -> 2: from 2 on it holds for ever.
    game = TableGame([[1, 2], [], [3], [2]], {1: "draw"})
    answer = verdict_of(game, "forever", {1, 2, 3})
    assert isinstance(answer.verdict, Reached)
    assert answer.verdict.witness.play.positions[-1].values == {"at": 2}
    only_end = verdict_of(game, "forever", {1, 2})
    assert only_end.holds
    assert "over" in only_end.note
    assert verdict_of(game, "forever", {2}).holds is False


def test_faults_and_stuck_positions_come_without_being_asked() -> None:
    game = TableGame([[1, 2], [], [3], []], {1: "fault: the box is empty"})
    report = answer_checks(game, Budget())
    assert [(t.message, len(t.witness)) for t in report.defects] == [
        ("fault: the box is empty", 1),
        ("play is stuck: no legal option (turn)", 2),
    ]
    assert all_as_expected([report]) is False


def test_a_check_for_stuck_positions_answers_for_them() -> None:
    game = asking(TableGame([[1], []]), (check("a", "acts", expected=False), never))
    report = answer_checks(game, Budget())
    assert report.defects == ()
    assert all_as_expected([report]) is True


@pytest.mark.thorough
def test_an_unfinished_search_is_bounded_by_its_whole_layers() -> None:
    line = TableGame([[1, 1], [2], [3], [4], [0]])
    asked = asking(line, (check("n", "never"), lambda s, p: s == 4))
    report = answer_checks(asked, Budget(states=3))
    verdict = report.answers[0].verdict
    # States 0, 1 and 2 are known, 2 is not expanded. Random play then finds the fifth.
    assert isinstance(verdict, Refuted)
    safe = asking(line, (check("n", "never"), never))
    verdict = answer_checks(safe, Budget(states=3), plays=3).answers[0].verdict
    assert verdict == Bounded(2)


def test_whether_the_last_seen_states_are_stuck_is_not_known() -> None:
    line = TableGame([[1], [2], [3], [4], []])
    asked = asking(line, (check("a", "acts"), never))
    # States 0 to 3 are seen, 3 is not expanded: plays of up to two moves are never stuck.
    assert answer_checks(asked, Budget(states=4), plays=0).answers[0].verdict == Bounded(2)


def test_no_time_is_no_proof() -> None:
    asked = asking(TableGame([[1], [0]]), (check("n", "never"), never), (check("e", "ends"), never))
    report = answer_checks(asked, Budget(seconds=0))
    assert all(isinstance(a.verdict, Unknown | Sampled) for a in report.answers)
    assert all_as_expected([report]) is None


class Oracle:
    """A prover with fixed replies."""

    def __init__(
        self, induction: Guess | GaveUp, bounded: CandidateWitness | NotWithin | GaveUp
    ) -> None:
        self.replies = (induction, bounded)

    def induction(self, program: Program, check: int, *more: object) -> Guess | GaveUp:
        return self.replies[0]

    def bounded(
        self, program: Program, check: int, *more: object
    ) -> CandidateWitness | NotWithin | GaveUp:
        return self.replies[1]


def asked_of(oracle: Oracle, kind: str = "never") -> InstanceResult:
    line = TableGame([[min(s + 1, 40)] for s in range(41)])
    asked = asking(line, (check("n", kind), lambda s, p: s == 9))
    return answer_checks(asked, Budget(states=3), plays=0, prover=oracle)


def test_a_provers_play_is_replayed() -> None:
    forward = Action(0, (0,))
    good = asked_of(Oracle(GaveUp("no"), CandidateWitness((forward,) * 9))).answers[0]
    assert length(good) == 9
    assert "there may be a shorter one" in good.note
    best = asked_of(Oracle(GaveUp("no"), CandidateWitness((forward,) * 9, shortest=True))).answers[
        0
    ]
    assert best.note == ""
    wrong = asked_of(Oracle(GaveUp("no"), CandidateWitness((forward,) * 8))).answers[0]
    assert wrong.verdict == Bounded(2)


def test_a_bound() -> None:
    assert asked_of(Oracle(GaveUp("no"), NotWithin(6))).answers[0].verdict == Bounded(6)


def test_what_a_prover_guesses_is_no_proof_before_the_kernel_accepts_it() -> None:
    """State 9 is reached; the certificate is one for another question, or says nothing."""
    for name in ("other", "n"):
        guessed = asked_of(Oracle(Guess(Certificate(name)), GaveUp("no"))).answers[0]
        assert guessed.verdict == Bounded(2)


def test_what_is_proved_has_evidence_that_cannot_be_made_up() -> None:
    with pytest.raises(TypeError):
        Accepted(Certificate("n"), 1, 1, object())
    with pytest.raises(TypeError):
        ExhaustiveSearch(3, 3, object())
    with pytest.raises(ValueError, match="not complete"):
        explore(TableGame([[1], [2], [0]]), Budget(states=1)).finished()


def test_a_witness_is_made_by_replay_only() -> None:
    game = TableGame([[1], [0, 1]])
    witness = replay(game, [Action(0, (0,)), Action(0, (0,))], LassoTarget(0))
    assert witness.play.loop == 0
    with pytest.raises(TypeError):
        Witness(witness.play, witness.target, object())


CLAIMS: list[Target] = [StateTarget(0), LassoTarget(0), DeadlockTarget(), FaultTarget()]


@pytest.mark.parametrize("target", CLAIMS)
def test_a_play_that_does_not_show_the_claim_is_refused(target: Target) -> None:
    game = asking(TableGame([[1], [0]]), (check("n", "never"), never))
    with pytest.raises(ReplayError, match="does not show"):
        replay(game, [Action(0, (0,))], target)


def test_an_illegal_action_is_refused() -> None:
    with pytest.raises(ReplayError, match="move 2 cannot be played"):
        replay(TableGame([[1], [0]]), [Action(0, (0,)), Action(0, (7,))], DeadlockTarget())


@pytest.mark.thorough
@given(games(), st.integers(0, 99))
def test_random_witnesses_are_right(game: TableGame, seed: int) -> None:
    reachable = distances(game)
    for target in reachable:
        asked = asking(game, (check("r", "reachable"), lambda s, p, t=target: s == t))
        sampling = sample(asked, [0], seed, 5, 2000, Budget().start())
        for answer in sampling.answers.values():
            assert (length(answer) or 0) >= reachable[target]


@pytest.mark.thorough
@given(games(), st.lists(st.integers(0, 2), max_size=12))
def test_detours_are_cut(game: TableGame, choices: list[int]) -> None:
    states, actions = [0], []
    for choice in choices:
        legal = game.legal(states[-1])
        if choice < len(legal):
            actions.append(legal[choice])
            states.append(game.apply(states[-1], legal[choice]))
    short = cut_loops(states, actions)
    way = [0]
    for action in short:
        way.append(game.apply(way[-1], action))
    assert way[-1] == states[-1]
    assert len(set(way)) == len(way)


def test_rules_that_never_come_to_rest_are_found() -> None:
    game = TableGame([[1], [2, 2], []], {2: "draw"}, runs_on=frozenset({(1, 1)}))
    asked = asking(game, (check("e", "ends"), never), (check("a", "acts"), never))
    report = answer_checks(asked, Budget())
    ends, acts = report.answers
    assert (ends.holds, length(ends)) == (False, 1)
    assert acts.holds is True
    assert [t.message for t in report.defects] == [
        "after 'go 1' the rules run on and never come to rest"
    ]


def test_a_state_whose_only_action_never_ends_is_not_stuck() -> None:
    game = TableGame([[0]], runs_on=frozenset({(0, 0)}))
    report = answer_checks(asking(game, (check("a", "acts"), never)), Budget())
    assert report.answers[0].holds is True
    assert report.coverage.terminal == {}


def test_one_instance_that_shows_it_is_enough_for_all() -> None:
    both = check("r", "reachable"), check("n", "never", expected=False)
    reports = [
        answer_checks(asking(TableGame([[1], [2], [0]]), *pairs), Budget())
        for goal in (2, 9)
        for pairs in [[(c, lambda s, p, g=goal: s == g) for c in both]]
    ]
    assert [[a.as_expected for a in r.answers] for r in reports] == [[True, True], [False, False]]
    assert assess(reports) == [(True, True), (True, True)]
    assert assess(reports[1:]) == [(False, False)]
    assert all_as_expected(reports) is True


def test_what_another_instance_shows_is_no_answer_for_a_game_that_people_play() -> None:
    def reported(goal: int, budget: Budget) -> InstanceResult:
        pair = check("r", "reachable"), lambda s, p: s == goal
        return answer_checks(asking(TableGame([[1], [2], [0]]), pair), budget, plays=3)

    shows, impossible = reported(2, Budget()), reported(9, Budget())
    still_open = replace(reported(9, Budget(states=2)), instance=impossible.instance)
    for_play = replace(impossible, for_play=True)
    assert elsewhere([shows, impossible]) == [{}, {"r": (shows.instance,)}]
    assert assess([shows, impossible]) == [(True,), (True,)]
    assert assess([shows, for_play]) == [(True,), (False,)]
    assert still_open.answers[0].holds is None
    assert assess([shows, still_open]) == [(True,), (None,)]


def test_what_must_never_happen_must_not_happen_anywhere() -> None:
    reports = [
        answer_checks(
            asking(TableGame([[0]]), (check("n", "never"), lambda s, p, b=bad: b)), Budget()
        )
        for bad in (False, True)
    ]
    assert assess(reports) == [(True,), (False,)]
    assert all_as_expected(reports) is False


def asked_by(game: TableGame, seed: int, bounded: CandidateWitness | NotWithin) -> CheckResult:
    oracle = Oracle(GaveUp("no"), bounded)
    return answer_checks(game, Budget(states=2), seed=seed, prover=oracle).answers[0]


@pytest.mark.heavy
def test_a_random_play_is_replaced_by_a_shorter_one() -> None:
    # Four steps by the first action, one more by the second: random play takes what it meets.
    line = TableGame([[1], [2], [3, 4], [4], [4]])
    asked = asking(line, (check("r", "reachable"), lambda s, p: s == 4))
    short = CandidateWitness((Action(0, (0,)), Action(0, (0,)), Action(0, (1,))))
    for seed in range(8):
        oracle = Oracle(GaveUp("no"), short)
        answer = answer_checks(asked, Budget(states=2), seed=seed, prover=oracle).answers[0]
        assert (length(answer), "shorter" in answer.note) == (3, True)
        answer = asked_by(asked, seed, replace(short, shortest=True))
        assert (length(answer), answer.note) == (3, "")
        answer = asked_by(asked, seed, NotWithin(1))
        assert "there may be a shorter one" in answer.note
        assert asked_by(asked, seed, NotWithin(3)).note == ""
    longer = CandidateWitness((*(Action(0, (0,)),) * 4, Action(0, (0,))))
    oracle = Oracle(GaveUp("no"), longer)
    answer = answer_checks(asked, Budget(states=2), prover=oracle).answers[0]
    assert (length(answer) or 9) < 5


def test_one_check_alone_does_not_change_what_was_asked() -> None:
    game = asking(
        TableGame([[1], []]), (check("r", "reachable"), never), (check("a", "acts"), never)
    )
    report = answer_checks(game, Budget(), only=frozenset({"r"}))
    assert [a.check.name for a in report.answers] == ["r"]
    assert report.defects == ()
