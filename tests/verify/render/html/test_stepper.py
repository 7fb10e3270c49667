"""Plays to step through: what the script puts together is what stood there, and nobody sees more."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import pytest
from tests.shipped import shipped
from tests.tiers import but

from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.ir.program import Program
from rulewright.dsl.load import load_text
from rulewright.engines.python.game import PythonGame
from rulewright.verify.plays.play import Play, play_of
from rulewright.verify.render.html.stepper import Stepper, stepper

GAMES = [
    ("circle", "small"), ("arktia", "small"), ("petite-mort", "small"), ("run-run-run", "small"),
]  # fmt: skip


def random_play(program: Program, seed: int, moves: int) -> Play:
    """A play of at most so many moves."""
    game, rng = PythonGame(program), Random(seed)
    state, actions = game.new(), []
    for _ in range(moves):
        legal = game.legal(state)
        if not legal:
            break
        actions.append(rng.choice(list(legal)))
        state = game.apply_legal(state, actions[-1])
    return play_of(game, actions)


def frames(made: Stepper, viewer: int) -> list[list[tuple[str, str, str]]]:
    """What stands at each spot after each move, put together from what changes."""
    entries = list(made.entries)
    steps: Any = made.data["steps"]
    now: dict[int, int] = {}
    found = []
    for step in steps:
        now |= dict(step[0] if step[viewer] is None else step[viewer])
        found.append([entries[now[spot]] for spot in range(len(now))])
    return found


def words(made: Stepper, frame: Sequence[tuple[str, str, str]], board: int) -> Mapping[str, str]:
    """What is said to stand on each place of a board."""
    return {p.name: frame[p.spot][2] for p in made.boards[board].places if frame[p.spot][2]}


@pytest.mark.heavy
@pytest.mark.parametrize(("name", "instance"), but(GAMES[-1:], GAMES))
def test_the_last_frame_is_what_the_page_shows_without_a_script(name: str, instance: str) -> None:
    play = random_play(shipped(name, instance), 5, 12)
    made = stepper(play, {})
    shown = frames(made, 0)
    assert len(shown) == len(play.positions)
    assert shown[-1] == list(made.last)
    again = stepper(Play(play.program, play.positions[:1], (), None), {}, side_by_side=[play])
    assert shown[0] == list(again.last), "the first frame does not depend on what comes after it"


@pytest.mark.thorough
def test_what_stands_where_is_said_in_words() -> None:
    program = shipped("circle", "small")
    play = random_play(program, 3, 20)
    made = stepper(play, {})
    on = next(v for v in program.variables if v.name == "on")
    roles = on.type.value.inner.labels
    for position, frame in zip(play.positions, frames(made, 0), strict=True):
        entries = position.values["on"]
        assert isinstance(entries, tuple)
        cells = made.boards[0].places
        expected = {
            cell.name: roles[entry]
            for cell, entry in zip(cells, entries, strict=True)
            if isinstance(entry, int) and entry < len(roles)
        }
        assert words(made, frame, 0) == expected


SECRET = """\
ruleset hidden "Hidden"
  players Ann, Bob
  enum Card: Ace, King, Queen
  state hand: Player -> Card = Ace seen by owner
  state deck: list of Card up to 3 = [] seen by none
  state shown: 0..9 = 0
  play
    repeat
      turns for p in Player
        choose p
          swap(c: Card)
            hand[p] := c
"""


def test_nobody_is_shown_what_is_hidden_from_them() -> None:
    program = instantiate(load_text(SECRET, "hidden.rules"))
    game = PythonGame(program)
    state = game.new()
    texts = ["swap King", "swap Queen"]
    actions = []
    for text in texts:
        actions.append(game.parse(state, text))
        state = game.apply(state, actions[-1])
    made = stepper(play_of(game, actions), {})
    assert made.data["viewers"] == [
        "everything",
        "as Ann sees it",
        "as Bob sees it",
    ]
    moves = made.data["moves"]
    assert isinstance(moves, list)
    assert [{n: text for n, (text, _) in seen.items()} for seen in moves] == [
        {}, {1: "Bob: swap ?"}, {0: "Ann: swap ?"},
    ]  # fmt: skip
    everything, ann, bob = (frames(made, viewer)[-1] for viewer in range(3))

    def said(frame: list[tuple[str, str, str]]) -> str:
        return " ".join(html for html, _, _ in frame)

    assert "King" in said(everything)
    assert "Queen" in said(everything)
    assert "King" in said(ann)
    assert "Queen" not in said(ann)
    assert "Queen" in said(bob)
    assert "King" not in said(bob)


COUNTS = """\
ruleset counts "Counts"
  players Ann, Bob
  state score: Player -> 0..9 = 0
  state worn: 0..9 = 0
  play
    repeat
      turns for p in Player
        choose p
          gain
            score[p] += 1
          wear
            worn += 1
"""


def test_what_holds_nothing_all_the_time_is_left_out_unless_the_question_reads_it() -> None:
    """Or it holds something in the play beside it: both tables have the same things on them."""
    game = PythonGame(instantiate(load_text(COUNTS, "counts.rules")))

    def played(option: str) -> Play:
        return play_of(game, [game.parse(game.new(), option)])

    def panels(made: Stepper) -> list[tuple[str, str, bool]]:
        return [(panel.owner, s.title, s.empty) for panel in made.panels for s in panel.slots]

    scores = [("Ann", "score", False), ("Bob", "score", False)]
    assert panels(stepper(played("gain"), {})) == scores
    worn = ("", "worn", False)
    assert panels(stepper(played("gain"), {}, side_by_side=[played("wear")])) == [*scores, worn]
    assert panels(stepper(played("gain"), {}, always={"worn"})) == [*scores, ("", "worn", True)]


@pytest.mark.thorough
def test_a_large_board_shows_the_part_that_is_played_on() -> None:
    play = random_play(shipped("hex", "box"), 1, 6)
    made = stepper(play, {})
    board = made.boards[0]
    assert len(board.places) < len(board.figure.outlines)
    names = {place.name for place in board.places}
    for frame in frames(made, 0):
        spots = range(len(board.figure.outlines))
        occupied = {board_label(play.program, spot) for spot in spots if frame[spot][2]}
        assert occupied <= names


def board_label(program: Program, place: int) -> str:
    """The name of a place of the first board."""
    return str(program.boards[0].place.labels[place])
