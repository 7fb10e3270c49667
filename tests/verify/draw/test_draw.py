"""Drawings: everything on the board is there once, and where it should be."""

from __future__ import annotations

import io
import math
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.verify.table_game import TableGame

from rulewright.dsl.boards.board import Board
from rulewright.dsl.boards.build import build
from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.ir.types import Enum, Int, List, Map, Option, Record, Set, default
from rulewright.dsl.load import load_text
from rulewright.engines.game import Action
from rulewright.engines.python.game import PythonGame
from rulewright.verify.draw.board import board_lines, joined_lines
from rulewright.verify.draw.marks import Mark, initials, legend, mark
from rulewright.verify.draw.plays import play_lines
from rulewright.verify.draw.position import legend_lines, position_lines
from rulewright.verify.draw.style import PLAIN, Style, style_for, width
from rulewright.verify.draw.variables import used_variables
from rulewright.verify.plays.play import Play, play_of
from rulewright.verify.render.html.layout import layout

CODES = re.compile(r"\x1b\[\d+m")
SIZES = st.integers(1, 9)
BOARDS = st.one_of(
    st.builds(lambda r, s: build("b", "polar", [r, s], {}), st.integers(2, 6), st.integers(3, 8)),
    st.builds(lambda c, r: build("b", "square", [c, r], {}), SIZES, SIZES),
    st.builds(lambda c, r: build("b", "hex", ["rhombus", c, r], {}), SIZES, SIZES),
    st.builds(lambda s: build("b", "hex", ["hexagon", s], {}), st.integers(1, 5)),
    st.builds(lambda n: build("b", "graph", [" ".join(f"n{i}-n{i + 1}" for i in range(n))], {}), SIZES),
)  # fmt: skip


def places(board: Board, length: int = 3) -> dict[str, tuple[int, int]]:
    """The row and column of each place, found by a mark that no other place has."""
    marks = [f"#{number:0{length - 1}}" for number in range(len(board.place.labels))]
    lines = board_lines(board, [Mark(m) for m in marks], PLAIN)
    found: dict[str, tuple[int, int]] = {}
    for row, line in enumerate(lines):
        for match in re.finditer(r"#\d+", line):
            assert match[0] not in found
            found[match[0]] = (row, match.start())
    return {label: found[m] for label, m in zip(board.place.labels, marks, strict=True)}


@given(BOARDS)
def test_every_place_is_drawn_once(board: Board) -> None:
    assert set(places(board)) == set(board.place.labels)


@given(SIZES, SIZES)
def test_squares_stand_in_columns_with_the_first_row_below(columns: int, rows: int) -> None:
    at = places(build("b", "square", [columns, rows], {}))
    for x in range(columns):
        letter = "abcdefghi"[x]
        assert len({at[f"{letter}{y + 1}"][1] for y in range(rows)}) == 1
    assert [at[f"a{y + 1}"][0] for y in range(rows)] == list(range(rows))[::-1]


@given(st.integers(2, 6), st.integers(3, 8))
def test_rings_lie_inside_each_other_and_segments_go_clockwise(rings: int, segments: int) -> None:
    at = places(build("b", "polar", [rings, segments], {}))
    middle_row = (at["a1"][0] + at["a" + str(segments)][0]) / 2
    assert math.isclose(at["a1"][0], middle_row)
    for segment in range(segments):
        rows = [at[f"{'abcdef'[r]}{segment + 1}"] for r in range(rings)]
        centre = (at["a1"][1] + at[f"a{segments}"][1]) / 2
        outwards = [abs(column - centre) for _, column in rows]
        assert outwards == sorted(outwards)
    assert at["a1"][1] > at[f"a{segments}"][1]
    assert at["a1"][0] < at[f"a{(segments + 1) // 2}"][0]


def test_a_rhombus_is_staggered() -> None:
    at = places(build("b", "hex", ["rhombus", 2, 3], {}))
    assert at["a1"][0] + 2 == at["a2"][0] + 1 == at["a3"][0]
    assert at["a1"][1] < at["a2"][1] < at["a3"][1] < at["b3"][1]


def test_lines_are_drawn_where_there_is_room() -> None:
    """Between a1 and c1 lies b1; a3 to c1 is no straight line; b1 to b3 would cross a2 to c2."""
    edges = "a1-a2 a2-a3 a1-b1 a1-c1 a2-c2 a3-c1 b1-b3 b3-c3"
    board = build("b", "graph", [edges], {})
    marks = [Mark("x" if label == "c3" else ".") for label in board.place.labels]
    assert board_lines(board, marks, PLAIN) == [
        "a3:.   b3:. ─ c3:x",
        "│",
        "a2:. ──────── c2:.",
        "│",
        "a1:. ─ b1:.   c1:.",
    ]
    assert joined_lines(board, PLAIN, 80) == ["joined: a1-c1 a3-c1 b1-b3"]


def test_on_a_circle_every_pair_is_told() -> None:
    board = build("b", "graph", ["n-e e-s s-w w-n"], {})
    assert joined_lines(board, PLAIN, 80) == ["joined: n-e n-w e-s s-w"]
    assert not [line for line in board_lines(board, [Mark(".")] * 4, PLAIN) if set("─│") & {*line}]


WEB = """ruleset web "Web"
  players Ann, Bob
  board web = graph("EDGES")
  state on: Place -> Player? = none
  state n: 0..3 = 0
  play
    repeat
      choose Ann
        put(s: Place) when on[s] is none by [turn.first], [turn.second_of_them], [turn.third_of_them]
          on[s] := Ann
          n += 1
          if n = 2
            draw by [end.first], [end.second_of_them], [end.third_of_them], [end.fourth_of_them]
"""


def web_play(edges: str) -> Play:
    program = instantiate(load_text(WEB.replace("EDGES", edges), "web.rules"))
    game = PythonGame(program)
    return play_of(game, [game.legal(game.new())[0], game.legal(game.new())[1]])


@pytest.mark.parametrize("boards", ["all", "last"])
@pytest.mark.parametrize("style", [PLAIN, Style(True)])
def test_the_edges_of_a_graph_are_told_once_and_folded(boards: str, style: Style) -> None:
    pairs = [f"p{a}-p{b}" for a in range(8) for b in range(a)]
    lines = [CODES.sub("", ln) for ln in play_lines(web_play(" ".join(pairs)), style, boards, 60)]
    (first,) = (n for n, line in enumerate(lines) if line.startswith("joined: "))
    assert all(len(line) <= 60 for line in lines)
    beginning = next(n for n, line in enumerate(lines) if line.startswith("the beginning"))
    told = " ".join(lines[first:beginning]).split()[1:]
    assert sorted(sorted(p.split("-")) for p in told) == sorted(sorted(p.split("-")) for p in pairs)


def test_what_is_empty_on_a_second_board_is_told_of_if_it_is_asked_for() -> None:
    rules = WEB.replace("EDGES", "a-b").replace(
        "  state n", "  state walls: Place -> Bool = no\n  state n"
    )
    game = PythonGame(instantiate(load_text(rules, "web.rules")))
    values = play_of(game, []).positions[0].values
    assert not [ln for ln in position_lines(game.program, values, PLAIN) if "walls" in ln]
    assert "walls: nothing" in position_lines(game.program, values, PLAIN, ("walls", "n"))


def test_a_board_that_is_too_wide_with_marks_of_one_sign_is_a_list() -> None:
    long = "a_place_with_a_very_long_name_"
    names = [f"{long}{n}" for n in range(9)]
    lines = play_lines(web_play(f"{'-'.join(names[:2])} {' '.join(names[2:])}"), PLAIN, "last")
    assert max(map(len, lines)) <= 100
    assert f"{names[0]}: A  {names[1]}: A" in lines
    assert not any(names[2] in line for line in lines)


def test_moves_and_ends_of_many_clauses_are_folded() -> None:
    for style in (PLAIN, Style(True)):
        lines = play_lines(web_play("a-b"), style, "none", 60)
        assert all(width(line) <= 60 for line in lines)
        said = " ".join(CODES.sub("", line).strip() for line in lines)
        assert "1. Ann: put a   [turn.first] [turn.second_of_them] [turn.third_of_them]" in said
        assert "The end: draw [end.first] [end.second_of_them]" in said


PLAYER = Enum("Player", ("Life", "Death", "Dust"))
PIECE = Record("Piece", (("owner", PLAYER), ("size", Int(1, 3))))


def test_marks() -> None:
    assert initials(("Life", "Death", "Dust")) == ("L", "De", "Du")
    assert mark(Option(PLAYER), 3) == Mark("·")
    assert mark(Option(PLAYER), 1) == Mark("De", 1)
    assert mark(PLAYER, None) == Mark("?")
    assert mark(List(PIECE, 3), (0, 5)).text == "L1De3"
    assert mark(Set(PLAYER), 0b101).text == "LDu"
    assert [label for _, label in legend(Map(PLAYER, List(PIECE, 2)))] == ["Life", "Death", "Dust"]


def test_a_play_shows_mover_action_clause_and_end() -> None:
    game = TableGame([[1], [2], []], {2: "draw"})
    go = [Action(0, (0,))] * 2
    text = "\n".join(play_lines(play_of(game, go), PLAIN, "last"))
    assert "1. X: go 0   [play.go]" in text
    assert "2. O: go 0   [play.go]" in text
    assert "at: 2" in text
    assert "at: 1" not in text
    assert "The end: draw [end.any]" in text
    assert "at: 1" in "\n".join(play_lines(play_of(game, go), PLAIN, "all"))


def test_an_endless_play_says_where_it_returns() -> None:
    game = TableGame([[1], [2], [1]])
    lines = play_lines(play_of(game, [Action(0, (0,))] * 3, loop=1), PLAIN, "none")
    assert "after move 1" in lines[-1]
    assert "for ever" in lines[-1]


LOOKING_BACK = """ruleset back "Looking back"
  players A, B
  board grid = square(2, 1)
  state on: Square -> Player? = none
  state n: 0..3 = 0
  history boards of on up to 2
  play
    remember boards
    choose A
      put_it(s: Square) when on = was on, remembered(boards) = 1, n < 3 since on[s] is none
        on[s] := A
        n += 1
    draw
"""


@pytest.mark.thorough
def test_what_is_kept_to_look_back_at_is_not_drawn() -> None:
    program = instantiate(load_text(LOOKING_BACK, "back.rules"))
    made = {"was.on", "since.1", "boards.on"}
    assert made <= {v.name for v in program.variables}
    game = PythonGame(program)
    values = {v.name: game.value(game.new(), v.name) for v in program.variables}
    others = [line for line in position_lines(program, values, PLAIN) if ":" in line]
    assert others == ["n: 0", "boards: 1"]
    shown = layout(program.shown_variables, program)
    boards, slots = shown.boards, shown.slots
    assert [[v.name for v in board.variables] for board in boards] == [["on"]]
    assert not made & {slot.variable.name for slot in slots}


@pytest.mark.parametrize(
    ("reading", "shown"), [("at_the_end", ["points: 0"]), ("at_once", ["points: 0", "early: 0"])]
)
def test_what_a_game_does_not_use_is_not_drawn(reading: str, shown: list[str]) -> None:
    """Under one reading nothing is ever noted early: that it is 0 says nothing there."""
    text = """ruleset marks "Marks"
  players A
  reading noted "When are points noted?"
    at_the_end: "at the end" default
    at_once: "at once"
  state points: 0..3 = 0
  state early: 0..3 = 0
  play
    choose A
      go
        if noted is at_once: early := 1
        points := 1 + early
    draw
"""
    program = instantiate(load_text(text, "marks.rules"), readings={"noted": reading})
    game = PythonGame(program)
    values = {v.name: game.value(game.new(), v.name) for v in program.variables}
    assert position_lines(program, values, PLAIN) == shown
    assert "early: 0" in position_lines(program, values, PLAIN, {"early"}), "who asks is told"
    made = layout(used_variables(program, [values]), program)
    assert [slot.variable.name for slot in made.slots] == [s.partition(":")[0] for s in shown]


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("stream", "environment", "coloured"),
    [
        (Terminal(), {}, True),
        (Terminal(), {"NO_COLOR": "1"}, False),
        (Terminal(), {"NO_COLOR": ""}, True),
        (Terminal(), {"TERM": "dumb"}, False),
        (io.StringIO(), {}, False),
    ],
)
def test_colour(stream: io.StringIO, environment: dict[str, str], coloured: bool) -> None:
    assert style_for(stream, environment) == Style(coloured)
    assert ("\x1b" in Style(coloured).paint("L", 0)) == coloured
    assert width(Style(coloured).bold("abc")) == 3


@pytest.mark.parametrize("boards", ["all", "last"])
def test_colour_does_not_move_anything(boards: str) -> None:
    play = play_of(TableGame([[1], [0]]), [Action(0, (0,))] * 3)
    plain = play_lines(play, PLAIN, boards)
    coloured = play_lines(play, Style(True), boards)
    assert [CODES.sub("", line) for line in coloured] == plain


HANDS = """ruleset hands "Hands"
  players Ann, Bob
  enum Card: Fox, Hen, Owl
  state hand: Player, Card -> 0..2 = 0 seen by owner
  state heap: Card -> list of Card up to 2 = []
  state long: 1..4, Card -> 0..9 = 7
  play
    hand[Ann, Hen] := 2
    choose Ann
      wait
        nothing
    draw
"""


def test_what_is_hidden_is_one_mark_what_is_empty_is_left_out_and_no_line_is_long() -> None:
    game = PythonGame(instantiate(load_text(HANDS, "hands.rules")))
    hand, *long = position_lines(game.program, game.view(game.new(), 0), PLAIN)
    assert hand == "hand: Ann (Fox 0, Hen 2, Owl 0), Bob ?"
    assert len(long) == 2
    assert all(len(line) <= 100 for line in long)
    assert " ".join(map(str.strip, long)) == "long: " + ", ".join(
        f"{n} (Fox 7, Hen 7, Owl 7)" for n in range(1, 5)
    )


WIDE = """ruleset wide "Wide"
  players Ann, Bob
  enum Stone: HouseA, HouseB, HouseC, HouseD, Well
  board yard = square(20, 2)
  state on: Square -> Stone? = none
  state turned: Square -> 0..5 = 0
  state linked: Square -> set of Square = {}
  play
    on[a1] := Well
    on[b1] := HouseA
    on[b2] := HouseB
    linked[a1] := {a1, b1}
    linked[b1] := {a1, b1}
    linked[c1] := {c1, d1, e1}
    choose Ann
      wait
        nothing
    draw
"""


@pytest.mark.parametrize("style", [PLAIN, Style(True)])
def test_long_marks_are_letters_on_a_board_that_is_too_wide_and_bare_boards_are_left_out(
    style: Style,
) -> None:
    """Marks of stones take six columns, those of sets more; twenty of them do not fit."""
    game = PythonGame(instantiate(load_text(WIDE, "wide.rules")))
    values = {v.name: game.value(game.new(), v.name) for v in game.program.variables}
    lines = [CODES.sub("", line) for line in position_lines(game.program, values, style)]
    assert [line.split()[:4] for line in lines[:3]] == [
        ["on:"], ["2", "·", "b", "·"], ["1", "W", "a", "·"]
    ]  # fmt: skip
    assert lines[4:6] == ["a HouseA  b HouseB", "linked:"]
    assert lines[7].split()[:5] == ["1", "a", "a", "b", "·"]
    assert lines[9:] == ["a a1b1  b c1d1e1"]
    assert legend_lines(game.program, PLAIN, 12) == ["W Well"]
    bare = {v.name: default(v.type) for v in game.program.variables}
    assert [line for line in position_lines(game.program, bare, PLAIN) if ":" in line] == ["on:"]


ICE = """ruleset ice "Ice"
  players Ann, Bob
  enum Stone: Light, Dark
  board lake = square(3, 1)
  state frozen "the ice": set of Square = Square
  state on: Square -> Stone? = none
  play
    choose Ann
      melt
        frozen := {a1, b1}
        on[a1] := Light
    choose Bob
      wait
        frozen := {}
    choose Ann
      wait
        nothing
    draw
"""


def test_a_place_that_is_gone_is_told_from_one_that_is_empty() -> None:
    game = PythonGame(instantiate(load_text(ICE, "ice.rules")))

    def lines(state: Any, *always: str) -> list[str]:
        values = {v.name: game.value(state, v.name) for v in game.program.variables}
        return position_lines(game.program, values, PLAIN, always)

    first = game.new()
    second = game.apply(first, game.legal(first)[0])
    third = game.apply(second, game.legal(second)[0])
    assert [line.split() for line in lines(first)] == [["1", "·", "·", "·"], ["a", "b", "c"]]
    assert lines(first, "frozen")[2:] == ["the ice: all"]
    assert [line.split() for line in lines(second)][:1] == [["1", "L", "·", "~"]]
    assert lines(second)[2:] == ["the ice: all but {c1}"]
    assert [line.split() for line in lines(third)][:1] == [["1", "L", "~", "~"]]
    assert lines(third)[2:] == ["the ice: nothing"]
    assert legend_lines(game.program, PLAIN) == ["L Light  D Dark  ~ not the ice"]


def test_letters_that_two_fields_share_are_told_apart() -> None:
    colour, kind = Enum("Colour", ("Green", "Red")), Enum("Kind", ("Globus", "Torus"))
    muglu = Record("Muglu", (("colour", colour), ("kind", kind)))
    told = [f"{shown.text} {label}" for shown, label in legend(List(muglu, 2))]
    assert told == ["G Green (colour)", "R Red", "G Globus (kind)", "T Torus"]
    twice = Record("Pair", (("first", colour), ("second", colour)))
    assert [label for _, label in legend(twice)] == ["Green", "Red"]
