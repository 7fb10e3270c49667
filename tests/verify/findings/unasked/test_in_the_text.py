"""What is seen in the text of a ruleset, without a search."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.dsl.inputs.locate import rulesets
from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.load import load, load_text
from rulewright.verify.findings.subject import Selected
from rulewright.verify.findings.unasked.look import read
from rulewright.verify.findings.unasked.where import GamesOfText

CONSTANT = """\
ruleset heap "Heap"
  players Ann, Bob
  state left: 0..9 = 9
  let odd(n: 0..9) = n mod 2 = 1 and (1 < 2 or n > 3)
  play
    repeat
      turns for p in Player
        p chooses way in {1}
        roll die of 3..3
        choose p
          take when left > 0 or no
            left := left - way
          pass when odd(left) and die = 3
            nothing
        each q in Player secretly chooses
          nod
            nothing
        choose p
          lift(n: {2}, way_up: 3..3)
            left := if left > n then left - n else way_up
        choose p
          turn(n: {2, 3})
            left := if left > n then left - n else 0
"""


def test_parts_of_conditions_and_choices_of_one_are_seen_in_the_text() -> None:
    """What stands inside of something constant is not told once more."""
    found = read(load_text(CONSTANT, "heap.rules"))
    assert {noticed.key: noticed.span.line for noticed in found} == {
        "dead_rule.condition_1_2": 4, "no_choice.way": 8, "no_choice.die": 9, "dead_rule.condition_no_": 11,
        "no_choice.nod": 15, "no_choice.lift": 18,
    }  # fmt: skip


UNREAD = """\
ruleset heap "Heap"
  clauses "clauses.md"
  players Ann, Bob
  state left: 0..9 = 9
  let shown(p: Player, n: 0..9) = n
  let later(p: Player) = yes
  let both(n: 0..9, k: 0..9) = n
  procedure lower(p: Player, n: 1..3)
    left := left - 1
  play
    repeat
      turns for p in Player
        choose p
          take(n: 1..3, k: 1..3) when left > 0 and later(p)
            lower(p, n)
            var kept: 0..9 = 0
            kept := kept + 1
          mark(n: 1..3, s: {n, 1})
            left := if s < left then left - s else 0
        roll wind of 1..3
        Ann chooses way in {1, 2}
        let seen = shown(p, left)
        if seen = 0 or both(left, 1) = 0
          win p
  variant other: standard
    let both(n: 0..9, k: 0..9) = k
"""


def test_what_is_handed_over_or_kept_and_never_read_is_told() -> None:
    """Not what a variant's part of the same name reads, a later parameter, or one that keeps a place."""
    found = read(load_text(UNREAD, "heap.rules"))
    told = {noticed.name: noticed.span.line for noticed in found}
    assert told == {
        "unread_shown_p": 5, "unread_lower_p": 8, "unread_lower_n": 8, "unread_play_take_k": 14,
        "unread_play_kept": 16, "unread_play_wind": 20, "unread_play_way": 21,
    }  # fmt: skip


GROVE = """\
ruleset grove "Grove"
  clauses "clauses.md"
  players Ann, Bob
  board trees = graph("x-y y-z")
  board wheel = polar(2, 3)
  enum Sky: Sunny, Cloudy
  table price: Sky -> 0..3
    Sunny: 2
    Cloudy: 1
  state sky: Sky = Sunny
  let rate(p: Player, q: Player) = if p is Ann then 1 else 2
  play
    choose Ann
      look when sky is Sunny
        draw
      sweep(r: Ring)
        if r is a: sky := Cloudy
    draw
"""


def test_boards_and_tables_nobody_uses_are_told_and_what_is_unused_is_told_once() -> None:
    """Neither a board of which only rings are named, nor what is unread in what is not in use."""
    found = {n.key: n.sentence for n in read(load_text(GROVE, "grove.rules"))}
    assert found == {
        "dead_rule.trees": "Nothing mentions the board trees",
        "dead_rule.price": "Nothing mentions the table price",
        "dead_rule.rate": "Nothing mentions the function rate",
    }


UNUSED_CARDS = """\
ruleset winds "Winds"
  players Ann
  cards Wind from "winds.csv"
    force: 0..2
  cards Rain from "rains.csv"
    depth: 0..2
  state blown: Wind? = none
  state wet: Rain? = none
  play
    if wet is none
      draw
    win Ann
"""


def test_of_cards_that_nothing_uses_no_column_is_told(tmp_path: Path) -> None:
    """That follows; of cards that are used it does not."""
    (tmp_path / "winds.csv").write_text("name,force\nBreeze,1\nGale,2\n")
    (tmp_path / "rains.csv").write_text("name,depth\nDrizzle,1\n")
    ruleset = load_text(UNUSED_CARDS, str(tmp_path / "winds.rules"))
    keys = {noticed.key for noticed in read(ruleset)}
    assert "dead_rule.Wind" in keys
    assert "dead_rule.unread_Rain_depth" in keys
    assert "dead_rule.unread_Wind_force" not in keys


WAYS = """\
ruleset ways "Ways"
  clauses "clauses.md"
  players Ann, Bob
  state left: 0..9 = 9
  state idle: 0..9 = 0
  param extra: 0..3 = 1
  let odd(n: 0..9) = n mod 2 = 1
  play
    repeat until left = 0
      choose Ann
        take when left > 0
          left -= 1
    draw
  variant other: standard
    without idle
    let even(n: 0..9) = n mod 2 = 0
  variant third: other
    let double(n: 0..9) = n * 2
    let odd(n: 0..9) = n = 1
  instance first: standard with extra = 2
  instance second: other
  instance again: other
"""


def test_what_is_in_the_text_is_said_of_the_games_in_which_it_stands() -> None:
    """Not of those whose variant leaves it out or has it otherwise; of one nobody asked for if need be."""
    ruleset = load_text(WAYS, "ways.rules")
    games = [
        Selected(Path("ways.rules"), instantiate(ruleset, instance=name), ruleset=ruleset)
        for name in ("first", "second", "again")
    ]
    places = GamesOfText(ruleset, games)
    found = {
        noticed.key: [
            s.program.instance.name or s.program.instance.variant for s in places.of(noticed.span)
        ]
        for noticed in read(ruleset)
    }
    assert found == {
        "dead_rule.idle": ["first"],  # that a variant goes without it is no use of it
        "dead_rule.extra": ["first", "second", "again"],  # nor that an instance sets it
        "dead_rule.odd": ["first", "second", "again"],
        "dead_rule.even": ["second", "again"],
        "dead_rule.double": ["third"],
        "no_choice.take": ["first", "second", "again"],
    }


@pytest.mark.slow
def test_the_shipped_rulesets_have_nothing_of_the_kind_that_is_not_accepted() -> None:
    assert {path.stem: read(load(path, every=False)) for path in rulesets()} == {
        path.stem: [] for path in rulesets()
    }


STORED = """\
ruleset heap "Heap"
  players Ann, Bob
  supply stone = 9
  state left: 0..9 = 9
  state open: Bool = yes
  state pile: 0..9 = 0
  state lid: Bool = yes
  {more}
  procedure finish()
    nothing
  play
    repeat
      choose Ann
        take when left > 0 and open and pile < 9
          left -= 1
          take stone to pile
        stop when left = 0 or lid
          {last}
          finish()
          win Ann
"""


@pytest.mark.thorough
def test_state_to_which_nothing_is_stored_never_changes() -> None:
    def keys(more: str = "", last: str = "nothing") -> set[str]:
        return {n.key for n in read(load_text(STORED.format(more=more, last=last), "heap.rules"))}

    assert keys() == {"dead_rule.open", "dead_rule.lid"}
    assert keys(last="reset lid") == {"dead_rule.open"}
    assert keys(last="lid := not lid") == {"dead_rule.open"}
    in_variant = "variant other: standard\n    procedure finish()\n      open := no"
    assert "dead_rule.open" not in keys(in_variant, "nothing")


ENDED = """\
ruleset hill "Hill"
  players Ann, Bob
  state high: 0..9 = 0
  play
    repeat
      choose Ann
        climb when high < 9 and 1 < 2
          high := high + 1
        rest when 1 < 2 or high = 3
          rank by those_up
          high := 0
        stop when 2 > 1
          draw
          high := 0
        turn_back
          draw
          high := 0
  let those_up(p: Player) = if 1 < 2 then high else size({Ann, p})
"""
LATER = {
    "      choose Ann\n": "      if high = 7\n        high := 6\n        high := 5\n      choose Ann\n",
    "  state high": "\n# what is new\n  state low: 0..9 = 0\n  state high",
    "          high := high + 1\n": "          low := high + low\n          high := low + 1\n",
    "  play\n": "  procedure fall()\n    high := low\n    if high > 3 and 3 > 2\n      draw\n      low := 0\n  play\n    fall()\n",
}


@pytest.mark.thorough
def test_what_is_found_keeps_its_name_whatever_else_is_in_the_text() -> None:
    """Only what is written the same, in the same procedure where that is known, is told apart by a number."""
    longer = ENDED
    for before, after in LATER.items():
        assert before in longer
        longer = longer.replace(before, after, 1)
    keys = [noticed.key for noticed in read(load_text(ENDED, "hill.rules"))]
    assert keys == [
        "dead_rule.condition_1_2",
        "dead_rule.condition_1_2_2",
        "dead_rule.line_after_rank_high_0_of_play",
        "dead_rule.condition_2_1",
        "dead_rule.line_after_draw_high_0_of_play",
        "dead_rule.line_after_draw_high_0_of_play_2",
        "dead_rule.condition_1_2_3",
    ]
    more = [noticed.key for noticed in read(load_text(longer, "hill.rules"))]
    assert [key for key in more if key in keys] == keys
    assert [key for key in more if key not in keys] == [
        "dead_rule.condition_3_2",
        "dead_rule.line_after_draw_low_0_of_fall",
    ]


def test_conditions_that_begin_with_the_same_words_are_two_findings() -> None:
    one, other = ("1 + 1 + 1 + 1 + 1 + 1 + 1 < 8", "1 + 1 + 1 + 1 + 1 + 1 + 2 < 9")
    text = ENDED.replace("high < 9 and 1 < 2", one).replace("1 < 2 or high = 3", other)
    keys = [noticed.key for noticed in read(load_text(text, "hill.rules"))]
    name = "dead_rule.condition_1_1_1_1_1_1"
    assert keys[:2] == [name, f"{name}_2"]


@pytest.mark.parametrize(
    ("change", "counts"), [("+= 1", True), (":= n + 1", True), (":= 1", False), ("-= 1", True)]
)
def test_of_what_is_counted_it_is_said_that_its_range_may_limit_play(
    change: str, counts: bool
) -> None:
    text = f"""\
ruleset counting "Counting"
  players Ann, Bob
  state n: 0..3 = 1
  play
    repeat
      choose Ann
        go
          n {change}
        stop
          draw
"""
    (found,) = read(load_text(text, "count.rules"))
    assert found.sentence == "The state n is stored and never read"
    assert ("range" in found.hint) == counts
