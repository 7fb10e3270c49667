"""Plays made shorter: what is left shows the same, and is a play."""

from __future__ import annotations

import pytest

from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.load import load_text
from rulewright.engines.python.game import PythonGame
from rulewright.verify.effort.schedule import LEVELS, Round, Schedule
from rulewright.verify.limits import Budget
from rulewright.verify.plays.leaving_out import without_rows
from rulewright.verify.plays.play import played
from rulewright.verify.portfolio.agenda import Agenda
from rulewright.verify.portfolio.methods.explicit import deadlock_defect, fault_defect
from rulewright.verify.portfolio.methods.fewer_moves import fewer_moves, with_fewer_moves
from rulewright.verify.portfolio.perform import perform
from rulewright.verify.portfolio.task import Task, TaskOutcome
from rulewright.verify.portfolio.tools import Tools
from rulewright.verify.properties.target import (
    DeadlockTarget,
    FaultTarget,
    LassoTarget,
    StateTarget,
    StepTarget,
    Target,
    TrapTarget,
)
from rulewright.verify.properties.witness import Witness, replay
from rulewright.verify.results.check_result import CheckResult, Coverage
from rulewright.verify.results.verdict import Reached
from rulewright.verify.stategraph.graph import LimitReached

FOREVER = Budget().start()
MOST = 100_000

COLLECT = """\
ruleset collect "Collect"
  players X, Y
  state has: Player -> 0..9 = 0
  state idle: 0..2 = 0
  state open: Bool = no
  play
    repeat
      turns for p in Player
        choose p
          stone when has[p] < 9
            has[p] += 1
          leaf
            idle := idle
          wait
            idle := (idle + 1) mod 3
          unlock when has[p] >= 2
            open := yes
  check reached: reachable open
  check by_y: reachable has[Y] = 2
  check ends: every play ends
  check opened: reachable after p acts: has[p] = 2 and open
  check for_good: reachable forever open
"""


def game() -> PythonGame:
    return PythonGame(instantiate(load_text(COLLECT, "collect.rules")))


def of(texts: str, target: Target) -> Witness:
    """Both players in turn do what stands there."""
    moves = [("move", "XY"[n % 2], text) for n, text in enumerate(texts.split(", "))]
    actions, _ = played(game(), moves)
    return replay(game(), actions, target)


def moves(witness: Witness) -> list[str]:
    return [f"{m.actor} {m.text}" for m in witness.play.moves]


LONG = "wait, leaf, wait, stone, stone, wait, leaf, wait, wait, leaf, stone"


def shorter(witness: Witness, most: int = MOST, *, compiled: bool = False) -> Witness:
    return fewer_moves(game(), witness, most, FOREVER, compiled=compiled)


def test_what_is_not_needed_is_left_out() -> None:
    # X takes a stone twice and unlocks, and Y does something in between: five moves.
    found = shorter(of(f"{LONG}, wait, unlock", StateTarget(0)))
    assert len(found) == 5
    assert [move for move in moves(found) if move.startswith("X")] == [
        "X stone", "X stone", "X unlock",
    ]  # fmt: skip


def test_moves_are_brought_forward_and_done_by_others() -> None:
    # Only X ever takes a stone there, and the two of Y come late: they are needed after one move of X each.
    late = "wait, wait, stone, wait, wait, wait, leaf, stone, wait, stone"
    found = shorter(of(late, StateTarget(1)))
    assert len(found) == 4
    assert moves(found)[1::2] == ["Y stone", "Y stone"]


def test_a_position_that_comes_again_comes_again_sooner() -> None:
    texts = "stone, wait, wait, stone, wait, leaf, leaf"
    found = shorter(of(texts, LassoTarget(5)))
    assert found.target == LassoTarget(0)
    assert moves(found) == ["X leaf", "Y leaf"]


def test_who_moved_last_still_did() -> None:
    found = shorter(of(f"{LONG}, wait, unlock", StepTarget(3)))
    assert (len(found), moves(found)[-1]) == (5, "X unlock")


def test_what_takes_a_search_of_all_that_follows_is_left_alone() -> None:
    long = of(f"{LONG}, wait, unlock, wait, wait", TrapTarget(4))
    assert shorter(long) is long


@pytest.mark.thorough
def test_compiled_or_not_it_is_the_same_play() -> None:
    long = of(f"{LONG}, wait, unlock", StateTarget(0))
    assert moves(shorter(long, compiled=True)) == moves(shorter(long))


def test_what_cannot_be_shortened_stays_as_it_is() -> None:
    five = of("stone, wait, stone, wait, unlock", StateTarget(0))
    assert shorter(five) is five
    long = of(f"{LONG}, wait, unlock", StateTarget(0))
    assert shorter(long, most=0) is long
    gone = Budget(seconds=0.0).start()
    assert fewer_moves(game(), long, MOST, gone, compiled=False) is long


def test_the_answer_keeps_all_else() -> None:
    check = game().program.checks[0]
    long = of(f"{LONG}, wait, unlock", StateTarget(0))
    answer = CheckResult(check, Reached(long), "found by chance")
    tools = Tools(game())
    outcome = perform(
        tools, Task("fewer moves", (0,), MOST, answers=(answer,)), None, lambda *_: None
    )
    after = outcome.answers[0]
    assert isinstance(after.verdict, Reached)
    assert (after.note, len(after.verdict.witness)) == ("found by chance", 5)
    open_ = CheckResult(check, answer.verdict.__class__(long))
    assert with_fewer_moves(game(), open_, 0, FOREVER, compiled=False) is open_


def test_plays_that_may_be_longer_than_needed_are_asked_about_once() -> None:
    assert all(any(r.fewer for r in schedule.rounds) for schedule in LEVELS.values())
    rounds = (Round(plays=1, moves=9), Round(fewer=5), Round(fewer=5), Round(fewer=6))
    for note, expected in (("perhaps", [5, 6]), ("", [])):
        agenda, found = Agenda(game().program, [0], Schedule(rounds)), []
        long = Reached(of(f"{LONG}, wait, unlock", StateTarget(0)))
        answer = CheckResult(game().program.checks[0], long, note)
        while not agenda.finished:
            for number in [*agenda.ready()]:
                task = agenda.begin(number)
                found += [task.amount] if task.way == "fewer moves" else []
                agenda.record(number, TaskOutcome({0: answer}))
        assert found == expected


BOX = """\
ruleset box "Box"
  players X, Y
  supply coin = 3
  state taken: 0..9 = 0
  state heat: 0..1 = 0
  play
    repeat
      turns for p in Player
        choose p
          take_one
            take 1 of coin to taken
          wait
            nothing
          warm
            heat += 1
          sit
            choose p
              stand when heat = 0
                nothing
              rise when taken = 0
                nothing
"""
RUNS_OUT = "warm, take_one, wait, wait, take_one, wait, take_one, wait, wait, wait, take_one"
STUCK = "wait, take_one, wait, take_one, warm, wait, wait, take_one, sit"


@pytest.mark.parametrize(
    ("texts", "target", "expected"),
    [
        (RUNS_OUT, FaultTarget(), ["take_one"] * 4),  # and not "warm" twice, which is a fault too
        (STUCK, DeadlockTarget(), ["sit", "take_one", "warm"]),
    ],
)
def test_what_nobody_asked_about_is_shown_in_fewer_moves_too(
    texts: str, target: Target, expected: list[str]
) -> None:
    box = PythonGame(instantiate(load_text(BOX, "box.rules")))
    does = [("move", "XY"[n % 2], text) for n, text in enumerate(texts.split(", "))]
    witness = replay(box, played(box, does)[0], target)
    make = fault_defect if isinstance(target, FaultTarget) else deadlock_defect
    long = make(witness)
    rounds = (Round(1), Round(plays=1), Round(fewer=9), Round(fewer=9), Round(fewer=MOST))
    stopped = Coverage(1, 1, 1, {}, LimitReached("states", 1), "Python")
    for seen_by, efforts in (("random play", [9, MOST]), ("complete search", [])):
        agenda, found = Agenda(box.program, [], Schedule(rounds)), []
        while not agenda.finished:
            for number in [*agenda.ready()]:
                task = agenda.begin(number)
                if task.way == "fewer moves":
                    found.append(task.amount)
                    outcome = perform(Tools(box), task, None, lambda *_: None)
                else:
                    outcome = TaskOutcome(
                        defects=(long,) if task.way == seen_by else (),
                        coverage=stopped if task.way == "complete search" else None,
                    )
                agenda.record(number, outcome)
        assert found == efforts
        (known,) = agenda.result().defects
        assert known.message == long.message
        if efforts:
            assert sorted(move.text for move in known.witness.play.moves) == expected


def test_rows_are_left_out_wide_ones_first() -> None:
    tried: list[tuple[int, int]] = []

    def without(play: str, start: int, end: int) -> str | None:
        tried.append((start, end))
        rest = play[:start] + play[end:]
        return rest if {"a", "z"} <= {*rest} else None

    def marks(play: str) -> range:
        return range(len(play) + 1)

    found = without_rows("..a.....z...", [(marks, 4), (marks, 1)], without, lambda: False)
    assert found == "az"
    assert tried[0] == (8, 12)
    assert all(end - start == 4 for start, end in tried[:5])
    assert without_rows("..a.z", [(marks, 1)], without, lambda: True) == "..a.z"
