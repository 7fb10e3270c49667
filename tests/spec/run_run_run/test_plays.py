"""Full-size plays that were built by hand: each is replayed and shows what it says."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest
from tests.spec.games import game
from tests.tiers import but, every

from rulewright.dsl.inputs.locate import find
from rulewright.engines.python.game import PythonGame
from rulewright.verify.plays.movelist import MoveList, read, trace
from rulewright.verify.plays.play import states_of
from rulewright.verify.properties.registry import kind_of
from rulewright.verify.properties.target import shows

FOLDER = find("run-run-run").parent / "plays"
PLAYS = {path.stem: path for path in sorted(FOLDER.glob("*.play"))}

TURNS = {
    "all_awake_and_the_giant": 19,
    "fourth_lever": 12,
    "hearts_short_in_turn_9": 9,
    "idle_in_turn_4": 4,
    "idle_in_turn_6_alone": 6,
    "lost_in_turn_2": 2,
    "no_exit_for_the_door_in_turn_9": 9,
    "rim_in_turn_8": 8,
    "sixth_cache": 18,
    "ten_dice_in_turn_2": 2,
    "torches_run_out": 9,
    "wakes_nowhere_in_turn_5": 5,
    "won_in_turn_11": 11,
}
"""The turn in which each play comes to it: three places to a triangle, one place to a turn."""


TWO = ("idle_in_turn_4", "wakes_nowhere_in_turn_5")
"""For two players, which is another game to compile; the others are for one."""


@cache
def box(instance: str) -> PythonGame:
    return game("run-run-run", instance=instance)


def written(path: Path) -> MoveList:
    return read(path.read_text(encoding="utf-8"))


def turn(rules: PythonGame, play: MoveList) -> int:
    """The turn in which the last move is made."""
    actions = trace(rules, play).actions
    states = states_of(rules, actions)
    steps = zip(states[:-2], actions[:-1], strict=True)
    return sum(rules.step(state, action).turns for state, action in steps)


def test_every_play_is_listed() -> None:
    assert set(PLAYS) == set(TURNS)


@pytest.mark.heavy
@pytest.mark.parametrize("name", every(7, sorted(TURNS, key=TURNS.__getitem__)))
def test_the_play_shows_its_check(name: str) -> None:
    play = written(PLAYS[name])
    rules = box(play.instance)
    states = states_of(rules, trace(rules, play).actions)
    number, check = next((n, c) for n, c in enumerate(rules.program.checks) if c.name == play.check)
    target = kind_of(check).target(number)
    shown = [shows(rules, states[: n + 1], target) for n in range(len(states))]
    assert shown[-1]
    assert not any(shown[:-1])


@pytest.mark.parametrize("name", but(TWO, list(TURNS)))
def test_the_play_takes_as_many_turns_as_its_name_says(name: str) -> None:
    play = written(PLAYS[name])
    assert turn(box(play.instance), play) == TURNS[name]


@pytest.mark.parametrize(
    ("name", "hearts"), [("hearts_short_in_turn_9", 22), ("all_awake_and_the_giant", 32)]
)
def test_hearts_on_the_table(name: str, hearts: int) -> None:
    """Five for each mummy that was woken, twelve for the giant; the box has twenty."""
    moves = [text for _, _, text in written(PLAYS[name]).moves]
    woken = sum(text.startswith("f ") for text in moves)
    assert 5 * woken + 12 * ("boss Giant" in moves) == hearts
    rules = box("box_solo")
    last = states_of(rules, trace(rules, written(PLAYS[name])).actions)[-1]
    life: Any = rules.value(last, "life")
    assert sum(life) == hearts
