"""What is tried, and what counts: without a clock, a process or a solver."""

from __future__ import annotations

import itertools
from dataclasses import replace
from random import Random

import pytest
from tests.tiers import slow
from tests.verify.kernel.certified import certificate, decides, program
from tests.verify.portfolio.ring import NEVER, RING
from tests.verify.table_game import TableGame

from rulewright.dsl.ir.code import YES
from rulewright.dsl.ir.program import Check
from rulewright.verify.effort.schedule import (
    BRIEF,
    LEVELS,
    NORMAL,
    QUICK,
    THOROUGH,
    Round,
    Schedule,
    limited,
)
from rulewright.verify.execution.process import Failed, Finished
from rulewright.verify.execution.workers import Ended, Job, JobFault, RunningJob, Serial, ToolFault
from rulewright.verify.kernel.certificate import Certificate
from rulewright.verify.kernel.check import Accepted
from rulewright.verify.kernel.check import check as checked
from rulewright.verify.limits import Budget
from rulewright.verify.portfolio.agenda import Agenda
from rulewright.verify.portfolio.conduct import Standing, Subject, conduct
from rulewright.verify.portfolio.portfolio import answer_checks
from rulewright.verify.portfolio.task import TaskOutcome
from rulewright.verify.portfolio.tools import Tools
from rulewright.verify.properties.target import StateTarget
from rulewright.verify.properties.witness import replay
from rulewright.verify.results.check_result import CheckResult
from rulewright.verify.results.verdict import (
    ASK_AGAIN,
    Bounded,
    Explained,
    Proved,
    Reached,
    Refuted,
    Unknown,
    stopped_at,
)
from rulewright.verify.stategraph.bfs import explore
from rulewright.verify.stategraph.graph import EngineMismatch, long_move

ROUND = Schedule((Round(proof=1, bounded=1),))


def found(check: int = 0) -> TaskOutcome:
    actions = [RING.legal(0)[0], RING.legal(1)[0]]
    witness = replay(RING, actions, StateTarget(check))
    return TaskOutcome({0: CheckResult(NEVER, Refuted(witness))})


def proved() -> TaskOutcome:
    finished = explore(RING, Budget()).finished()
    return TaskOutcome({0: CheckResult(NEVER, Proved(finished, ()))})


def gave_up(why: str = "no") -> TaskOutcome:
    return TaskOutcome({0: CheckResult(NEVER, Unknown(Explained(why)))})


def ways(agenda: Agenda) -> list[str]:
    return [agenda.begin(number).way for number in tuple(agenda.ready())]


def test_more_effort_begins_with_less() -> None:
    assert QUICK[: len(BRIEF)] == BRIEF
    assert NORMAL[: len(QUICK)] == QUICK
    assert THOROUGH[: len(NORMAL)] == NORMAL
    assert LEVELS["quick"].rounds[0].positions == 20_000
    most = limited(LEVELS["thorough"], 7)
    assert {r.positions for r in most.rounds} == {0, 7}


def test_what_the_author_expects_is_tried_first() -> None:
    assert ways(Agenda(RING.program, [0], ROUND)) == ["proof", "bounded search"]
    fails = replace(RING, checks=(replace(NEVER, expected=False),))
    assert ways(Agenda(fails.program, [0], ROUND)) == ["bounded search", "proof"]


def test_no_proof_is_looked_for_twice_with_the_same_means() -> None:
    first, again, more = Round(proof=5, likely=True), Round(proof=5, bounded=2), Round(proof=6)
    wanted = ["proof", "bounded search", "proof"]
    unlikely = replace(NEVER, expected=False)
    for check, ways in ((NEVER, wanted), (unlikely, ["bounded search", "proof", "proof"])):
        game = replace(RING, checks=(check,))
        agenda = Agenda(game.program, (0,), Schedule((first, again, more)))
        done = []
        while not agenda.finished:
            for number in [*agenda.ready()]:
                done.append(agenda.begin(number).way)
                agenda.record(number, gave_up())
        assert done == ways


def test_nothing_is_done_for_a_question_alone_that_is_only_watched() -> None:
    two = replace(RING, checks=(NEVER, replace(NEVER, name="m")))
    rounds = Round(positions=2), Round(plays=3), Round(guided=5, unexpected=True), *ROUND.rounds
    agenda = Agenda(two.program, [0, 1], Schedule(rounds), watched=[1])
    done = []
    while not agenda.finished:
        for number in [*agenda.ready()]:
            task = agenda.begin(number)
            done.append((task.way, task.checks, task.toward))
            agenda.record(number, TaskOutcome())
    assert done == [
        ("complete search", (0, 1), 0),
        ("random play", (0, 1), 0),
        ("guided play", (0, 1), 1),
        ("proof", (0,), 0),
        ("bounded search", (0,), 0),
    ]


def test_no_play_of_bounded_length_shows_that_one_never_ends() -> None:
    game = replace(RING, checks=(replace(NEVER, kind="ends"),))
    assert ways(Agenda(game.program, [0], ROUND)) == ["proof"]


def test_the_first_definite_answer_ends_its_rival() -> None:
    agenda = Agenda(RING.program, [0], ROUND)
    assert ways(agenda) == ["proof", "bounded search"]
    assert list(agenda.record(1, found())) == [0]
    assert agenda.finished
    (answer,) = agenda.result().answers
    assert answer.holds is False
    assert [attempt.way for attempt in answer.attempts] == ["bounded search"]


@pytest.mark.parametrize("known", ["proof", "bounded search"])
def test_whatever_ends_first_a_definite_answer_counts(known: str) -> None:
    """One that is open has its place in the round, and may have come before it or after it."""
    for expected in (True, False):
        game = replace(RING, checks=(replace(NEVER, expected=expected),))
        agenda = Agenda(game.program, [0], ROUND)
        outcomes = dict.fromkeys(ways(agenda), TaskOutcome({0: CheckResult(NEVER, Bounded(7))}))
        outcomes[known] = proved() if known == "proof" else found()
        for way in sorted(outcomes, key=known.__eq__):
            agenda.record([*outcomes].index(way), outcomes[way])
        (answer,) = agenda.result().answers
        assert answer.holds is (known == "proof")
        assert answer.attempts[-1].way == known


def test_proofs_from_elsewhere_may_be_used() -> None:
    proof = Certificate("other")
    agenda = Agenda(RING.program, [0], ROUND, [proof])
    (task,) = [t for n in agenda.ready() if (t := agenda.begin(n)).way == "proof"]
    assert task.known == (proof,)


def test_with_as_much_effort_only_new_proofs_are_a_reason_to_look_again() -> None:
    """It is said that all else was tried. With more effort everything is tried."""
    of = program("draw", "c: never bad")
    kernel = checked(of, 0, certificate(of, ["c"]), decides)
    assert isinstance(kernel, Accepted)
    shown = TaskOutcome({0: CheckResult(NEVER, Proved(kernel, ()))})
    two = replace(RING, checks=(NEVER, replace(NEVER, name="m")))
    agenda = Agenda(two.program, [0, 1], Schedule((Round(proof=1), *(Round(proof=2),) * 3)))
    tried = []
    while not agenda.finished:
        for number in [*agenda.ready()]:
            task = agenda.begin(number)
            tried.append((task.checks, task.amount, task.again, len(task.known)))
            first = task.checks == (0,) and task.amount == 2
            agenda.record(number, shown if first else TaskOutcome())
    assert tried == [
        ((0,), 1, False, 0), ((1,), 1, False, 0), ((0,), 2, False, 0), ((1,), 2, False, 0),
        ((1,), 2, True, 1),
    ]  # fmt: skip


def test_what_is_not_definite_ends_nothing() -> None:
    agenda = Agenda(RING.program, [0], ROUND)
    ways(agenda)
    assert list(agenda.record(1, TaskOutcome({0: CheckResult(NEVER, Bounded(7))}))) == []
    assert not agenda.finished
    agenda.record(0, gave_up())
    assert agenda.finished
    (answer,) = agenda.result().answers
    assert answer.verdict == Bounded(7)
    assert [a.came_to for a in answer.attempts] == [
        "no", "nothing found within 7 decisions; beyond is open",
    ]  # fmt: skip


def test_a_proof_and_a_play_for_one_question_are_a_fault_of_the_tool() -> None:
    search = Schedule((Round(positions=1, plays=1),))
    agenda = Agenda(RING.program, [0], search)
    assert ways(agenda) == ["complete search", "random play"]
    agenda.record(0, proved())
    with pytest.raises(EngineMismatch, match="n is refuted in 2 moves and proved"):
        agenda.record(1, found())


@pytest.mark.parametrize("order", list(itertools.permutations(range(3))))
def test_results_count_in_the_order_of_the_tasks(order: tuple[int, ...]) -> None:
    """Whoever comes first: the same answer with the same attempts."""
    both = Check("m", "reachable", YES, None, "m")
    game = replace(
        RING, checks=(NEVER, both), properties={**RING.properties, "m": lambda s, p: s == 2}
    )
    agenda = Agenda(game.program, [0, 1], Schedule((Round(plays=5, bounded=1),)))
    assert ways(agenda) == ["random play", "bounded search", "bounded search"]
    long = replay(RING, [RING.legal(s)[0] for s in (0, 1, 2, 0, 1)], StateTarget(0))
    by_chance = {
        0: CheckResult(NEVER, Refuted(long), "long"), 1: CheckResult(both, Reached(long), "long"),
    }  # fmt: skip
    outcomes = [TaskOutcome(by_chance, plays=5), found(), gave_up()]
    for number in order:
        assert not agenda.record(number, outcomes[number])
    first, second = agenda.result().answers
    assert isinstance(first.verdict, Refuted)
    assert len(first.verdict.witness) == 2
    assert [a.way for a in first.attempts] == ["random play"]
    assert second.note == "long"


def test_the_next_round_asks_what_is_open() -> None:
    agenda = Agenda(RING.program, [0], Schedule((*ROUND.rounds, Round(plays=3))))
    ways(agenda)
    agenda.record(0, gave_up())
    agenda.record(1, gave_up())
    assert (agenda.round, ways(agenda)) == (2, ["random play"])
    agenda = Agenda(RING.program, [0], Schedule((*ROUND.rounds, Round(plays=3))))
    ways(agenda)
    agenda.record(1, found())
    assert agenda.finished


def test_what_the_time_cut_off_is_said() -> None:
    agenda = Agenda(RING.program, [0], ROUND)
    agenda.begin(0)
    agenda.cut()
    (answer,) = agenda.result().answers
    assert (answer.holds, agenda.finished) == (None, True)
    assert [(a.way, a.came_to, a.cut) for a in answer.attempts] == [
        ("proof", "", True), ("bounded search", "not started", True),
    ]  # fmt: skip
    assert isinstance(answer.verdict, Unknown)
    assert answer.verdict.advice == "raise --budget"


def test_what_somebody_cut_off_is_to_be_asked_again() -> None:
    agenda = Agenda(RING.program, [0], ROUND)
    agenda.begin(0)
    agenda.cut(ASK_AGAIN)
    (answer,) = agenda.result().answers
    assert isinstance(answer.verdict, Unknown)
    assert answer.verdict.advice == ASK_AGAIN


def test_that_a_move_is_too_long_stays_said_where_the_time_cuts_off() -> None:
    agenda = Agenda(RING.program, [0], ROUND)
    agenda.begin(0)
    stop = long_move(7)
    agenda.record(0, TaskOutcome({0: CheckResult(NEVER, stopped_at(stop))}))
    agenda.begin(1)
    agenda.cut()
    (answer,) = agenda.result().answers
    assert isinstance(answer.verdict, Unknown)
    assert answer.verdict.why == stop.why
    assert answer.verdict.advice == "raise --move-limit; raise --budget"


class Shuffled:
    """Does jobs in any order, so many at a time."""

    def __init__(self, seed: int, jobs: int) -> None:
        self.jobs = jobs
        self._random, self._waiting, self._last = Random(seed), dict[int, Job](), 0
        self.most = 0

    def submit(self, job: Job) -> int:
        self._last += 1
        self._waiting[self._last] = job
        self.most = max(self.most, len(self._waiting))
        return self._last

    def wait(self, seconds: float | None) -> list[Ended]:
        number = self._random.choice(list(self._waiting))
        job = self._waiting.pop(number)
        return [Ended(number, Finished(job.work(*job.arguments, lambda count, what: None)))]

    def end(self, number: int) -> None:
        del self._waiting[number]

    def under_way(self) -> list[RunningJob]:
        return []

    def close(self) -> None:
        self._waiting.clear()


def several_questions() -> TableGame:
    wanted = {"a": 1, "b": 2, "c": 9, "d": 4}
    checks = tuple(Check(name, "reachable", YES, None, name) for name in wanted)
    properties = {n: (lambda s, p, goal=goal: s == goal) for n, goal in wanted.items()}
    return TableGame([[1, 3], [2], [0], [4], [0]], checks=checks, properties=properties)


SMALL = Schedule((Round(positions=2), Round(plays=3, moves=20), Round(positions=4), Round(plays=9)))


@pytest.mark.thorough
@pytest.mark.parametrize("jobs", [2, *slow([1, 5])])
def test_verdicts_do_not_depend_on_who_is_first(jobs: int) -> None:
    game = several_questions()
    expected = answer_checks(game, Budget(), schedule=SMALL)
    for seed in range(5):
        workers = Shuffled(seed, jobs)
        assert answer_checks(game, Budget(), schedule=SMALL, workers=workers) == expected
        assert workers.most <= jobs


def test_it_is_told_in_which_round_the_game_is_that_is_least_far() -> None:
    one, other = subject(), subject()
    seen: list[tuple[int, int]] = []

    def watch(standing: Standing) -> None:
        seen.append((standing.round, standing.rounds))

    conduct([one, other], Serial(), Budget().start(), watch)
    rounds = one.agenda.rounds
    assert seen[0] == (1, rounds)
    assert seen == [*sorted(seen[:-1]), (0, 0)], "at the end there is nothing to do"
    assert all(total == rounds for _, total in seen[:-1])


class Broken(Serial):
    """Ends every job in the same way."""

    def __init__(self, result: Failed | JobFault | type[KeyboardInterrupt]) -> None:
        super().__init__()
        self.result = result

    def wait(self, seconds: float | None) -> list[Ended]:
        if not isinstance(self.result, Failed | JobFault):
            raise self.result
        return [Ended(number, self.result) for number in tuple(self._waiting)]


def subject() -> Subject:
    return Subject("line", Tools(RING), Agenda(RING.program, [0], ROUND))


def test_a_process_that_dies_leaves_a_question_open() -> None:
    asked = subject()
    conduct([asked], Broken(Failed("it died")), Budget().start())
    (answer,) = asked.agenda.result().answers
    assert answer.holds is None
    assert [attempt.came_to for attempt in answer.attempts] == ["it died", "it died"]


def test_a_fault_of_the_tool_is_none_of_the_rules() -> None:
    with pytest.raises(ToolFault, match="two engines"):
        conduct([subject()], Broken(JobFault("two engines")), Budget().start())


def test_an_interrupt_loses_nothing_that_is_known() -> None:
    known, asked = subject(), subject()
    assert [known.agenda.begin(n) for n in (0, 1)]
    known.agenda.record(1, found())
    with pytest.raises(KeyboardInterrupt):
        conduct([known, asked], Broken(KeyboardInterrupt), Budget().start())
    assert known.agenda.result().answers[0].holds is False
    (answer,) = asked.agenda.result().answers
    assert answer.attempts[0].cut
    assert isinstance(answer.verdict, Unknown)
    assert answer.verdict.advice == ASK_AGAIN


def test_what_was_to_come_is_cut_for_every_question_that_is_open() -> None:
    """Cut off while one answer gets a shorter play: the other question was to be asked later."""
    two = replace(RING, checks=(NEVER, replace(NEVER, name="m"))).program
    sampled = found().answers[0]
    rounds = (Round(positions=1), Round(fewer=1), Round(proof=9))
    agenda = Agenda(two, [0, 1], Schedule(rounds))
    agenda.record(0, TaskOutcome({0: replace(sampled, note="it may be longer than needed")}))
    assert ways(agenda) == ["fewer moves"]
    agenda.cut()
    known, open_ = agenda.result().answers
    assert known.holds is False
    assert [(a.way, a.cut) for a in open_.attempts] == [
        ("complete search", False),
        ("proof", True),
    ]
    done = Agenda(two, [0, 1], Schedule(rounds[:2]))
    done.record(0, TaskOutcome({0: replace(sampled, note="it may be longer than needed")}))
    done.cut()
    assert not any(a.cut for a in done.result().answers[1].attempts), "nothing was to come"
