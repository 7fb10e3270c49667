"""The parts of a ruleset: types, state, checks, functions, and what is refused of them."""

from __future__ import annotations

import pytest
from tests.dsl.playing import STOP, Play, game, value

from rulewright.dsl.diagnostics import RulesetError
from rulewright.dsl.ir.types import show
from rulewright.dsl.load import load_text


def test_enumerations_that_begin_with_another() -> None:
    parts = "enum Colour: Player, Neutral\nstate shown: Colour = Neutral\nstate mine: Player = B"
    done = Play(game("shown := mine\nif shown is B: n := 1\ndraw", parts))
    assert (done["shown"], done["n"]) == ("B", "1")
    assert value("size(Colour)", parts) == "4"
    with pytest.raises(RulesetError, match="expected a Player, found a Colour"):
        load_text(game("mine := shown\ndraw", parts), "refused.rules")


def test_players_are_the_values_of_an_enumeration() -> None:
    text = (
        'ruleset sample "A sample"\n  enum Role: Sheep, Wolf\n  players are Role\n'
        "  state of: Role -> 0..3 = 1\n\n  play\n    choose Wolf\n      go\n        win Sheep\n"
    )
    done = Play(text)
    assert done.player == "Wolf"
    assert done.choose("go").end == "win {Sheep}"
    assert done.program.players.labels == ("Sheep", "Wolf")


def test_records_hold_scalars() -> None:
    parts = "record Card: owner: Player?, height: 1..4\nstate top: Card = Card(none, 2)"
    done = Play(game("top := Card(C, 5 - 2)\ndraw", parts))
    assert done["top"] == "(C, 3)"
    with pytest.raises(RulesetError, match="cannot stand inside another type"):
        load_text(game(STOP, "record Bad: all_of: list of Player up to 2"), "refused.rules")


def test_sets_are_elements_keys_and_fields() -> None:
    parts = """
enum Suit: Red, Blue, Green
record Meld: suits: set of Suit, high: Bool
state found: set of set of Suit = {}
state seen: set of Suit -> Bool = no
state best: Meld = Meld({}, no)
"""
    text = """
found := {{Red}, Suit - {Red}}
add {} to found
seen[{Red, Blue}] := yes
best := Meld({Green, Red}, {Red} in found)
n := (sum s in found if not seen[s + {Red}]: size(s)) + 10 * size(best.suits & {Red})
draw
"""
    done = Play(game(text.strip(), parts))
    assert done["found"] == "{{}, {Red}, {Blue, Green}}"
    assert done["best"] == "({Red, Green}, yes)"
    assert done["n"] == "13"
    assert "{Red, Blue}: yes" in done["seen"]


def test_a_record_is_a_key_of_several() -> None:
    parts = "record Spot: left: 1..2, up: Bool\nstate at: Spot -> 0..3 = 0"
    done = Play(game("at[2, yes] := 3\nn := at[Spot(2, yes)] + at[1, yes]\ndraw", parts))
    assert done["n"] == "3"


def test_states_of_every_type_begin_as_they_are_declared() -> None:
    parts = """
state a: Bool = yes
state b: -2..2 = -1
state c: Player? = none
state d: set of Player = {B}
state e: list of 1..3 up to 2 = [3]
state f: bag of Player up to 2 = 1
state g: Player, Bool -> 0..2 = 2
state h: Player -> list of 1..3 up to 2 = []
let start = 3
state i: 0..9 = start + 1
state j: Player -> set of Player = {A, C}
"""
    found = Play(game(STOP, parts))
    assert [found[k] for k in "abcde"] == ["yes", "-1", "none", "{B}", "[3]"]
    assert found["f"] == "{A: 1, B: 1, C: 1}"
    assert found["g"].count(": 2") == 6
    assert (found["h"], found["i"]) == ("{A: [], B: [], C: []}", "4")
    assert found["j"] == "{A: {A, C}, B: {A, C}, C: {A, C}}"


def test_who_sees_what() -> None:
    parts = """
state open: 0..3 = 0
state hand: Player -> 0..3 = 0 seen by owner
state deck: 0..3 = 0 seen by none
"""
    seen = {v.name: v.seen for v in Play(game(STOP, parts)).program.variables}
    assert (seen["open"], seen["hand"], seen["deck"]) == ("all", "owner", "none")


CHECKS = """
agree same "Is it said twice?"
  [one]: n < 3
  [two]: n < 4
agree same_number "Is a number said twice?"
  [one]: n
  [two]: if n < 3 then n else 2
agree same_set "Is a set said twice?"
  [one]: those m in (0..3): m < n
  [two]: if n = 0 then {} else those m in (0..3): m < n
check never_three "Does it reach three?": never n = 3
check always_small: always n < 20
check fails_here fails: never n = 0
check can: reachable n = 3
check stays: reachable forever n > 1
check mover: never after p acts: won(p) and n = 2
check some_mover: reachable after p acts: p is A
check ends: every play ends
check acts: someone can always act
check done: never over and n = 0
check drawn_now: never drawn
check lost_now: never lost
check won_by_b: never won(B)
"""


def test_checks_ask_about_positions() -> None:
    play = "choose A\n  up\n    n := 3\n  win_it\n    win {A, C}\n  lose_it\n    lose\ndraw"
    start = Play(game(play, CHECKS))
    program = start.program
    kinds = {c.name: c.kind for c in program.checks}
    assert kinds == {
        "same": "always", "same_number": "always", "same_set": "always", "never_three": "never", "always_small": "always", "fails_here": "never",
        "can": "reachable", "stays": "forever", "mover": "never_by", "some_mover": "some_by",
        "ends": "ends", "acts": "acts", "done": "never", "drawn_now": "never",
        "lost_now": "never", "won_by_b": "never",
    }  # fmt: skip
    expected = {c.name: c.expected for c in program.checks}
    assert [name for name, holds in expected.items() if not holds] == ["fails_here"]
    asked = next(c for c in program.checks if c.name == "same")
    assert (asked.clauses, asked.question) == (("one", "two"), "Is it said twice?")
    assert next(c for c in program.checks if c.name == "never_three").question
    assert start.holds("same_number")
    assert start.holds("same_set")
    assert (start.holds("same"), start.holds("fails_here"), start.holds("drawn_now")) == (
        True, True, False,
    )  # fmt: skip
    up = start.copy().choose("up")
    assert up.holds("never_three")
    assert not up.holds("same")
    assert not up.holds("same_number")
    assert up.holds("same_set")
    assert up.holds("drawn_now")
    assert not up.holds("done")
    won = start.copy().choose("win_it")
    assert won.holds("done")
    assert not won.holds("won_by_b")
    assert not won.holds("drawn_now")
    assert start.copy().choose("lose_it").holds("lost_now")


def test_what_a_check_asks_is_told_with_its_local_names() -> None:
    parts = "check far:\n  let high = n + 1  # one more\n  never high > 9"
    (check,) = Play(game("draw", parts)).program.checks
    assert check.text == "let high = n + 1 never high > 9"


def test_a_win_of_nobody_is_a_draw() -> None:
    parts = "check drawn_now: never drawn"
    assert Play(game("win those p in Player: n = 1", parts)).holds("drawn_now")


def test_a_shape_has_a_name_and_an_instance_may_choose_another() -> None:
    parts = """
shape small "Small" = hexagon(2)
shape long = rhombus(4, 1)
board ice = hex(small)
state on: Tile -> Bool = no
instance other: standard with ice = long
"""
    assert value("size(Tile)", parts) == "7"
    assert value("size(Tile)", parts, instance="other") == "4"


@pytest.mark.parametrize(
    ("small", "large", "board", "place", "sizes"),
    [
        ("square(2, 2)", "square(3, 2, line = 2)", "square", "Square", "4 6"),
        ("polar(1, 3)", "polar(2, 3)", "polar", "Cell", "3 6"),
        ('graph("a-b")', 'graph("a-b b-c")', "graph", "Place", "2 3"),
        ("hex(rhombus, 2, 1)", "hexagon(2)", "hex", "Tile", "2 7"),
    ],
)
def test_every_kind_of_board_has_shapes(
    small: str, large: str, board: str, place: str, sizes: str
) -> None:
    parts = f"""
shape small = {small}
shape large = {large}
board net = {board}(small)
state on: {place} -> Bool = no
instance other: standard with net = large
"""
    asked = f"size({place})"
    assert f"{value(asked, parts)} {value(asked, parts, instance='other')}" == sizes


def test_a_shape_is_of_its_own_kind_of_board() -> None:
    parts = "shape small = square(2, 2)\nboard net = polar(small)"
    with pytest.raises(RulesetError, match="E414 small is the shape of a square board"):
        Play(game("draw", parts))


@pytest.mark.thorough
def test_a_table_of_several_keys_has_a_row_for_each_combination() -> None:
    parts = """
enum Hue: Red, Blue
table m: Hue, Player, 0..999999 -> 0..9
  Red, A | B, 1 | 3: 5
  Blue, C, 0: 6
  else: 7
state grid: Hue, 0..1 -> 0..2 = toned
table toned: Hue, 0..1 -> 0..2
  Red | Blue, 0: 1
  Red, 1: 0
  Blue, 1: 2
"""
    given = {
        "Red, A, 3": "5",
        "Red, B, 1": "5",
        "Red, C, 1": "7",
        "Red, A, 2": "7",
        "Blue, C, 0": "6",
    }
    assert {keys: value(f"m({keys})", parts) for keys in given} == given
    entries = "[grid[Red, 0], grid[Red, 1], grid[Blue, 0], grid[Blue, 1]]"
    assert value(entries, parts) == "[1, 0, 1, 2]"


def test_types_of_functions_are_told_from_their_bodies() -> None:
    parts = """
state m: 0..3 = 1
let a = m + m
let b = those p in Player: m = 1
let c = if m = 1 then A else none
let d = [m] ++ [4]
let e = m - n
let f = (m - 2) * (n - 1)
let g = (n - 7) div 4
let h = (n - 7) mod 4
"""
    types = {f.name: show(f.type) for f in Play(game(STOP, parts)).program.functions}
    assert types["a"] == "0..6"
    assert types["b"] == "set of Player"
    assert types["c"] == "Player?"
    assert types["d"] == "list of 0..4 up to 2"
    assert types["e"] == "-20..3"
    assert types["f"] == "-38..19"
    assert types["g"] == "-2..3"
    assert types["h"] == "0..3"


REFUSED = {
    "type of its own": ("state m: Sise = 0", "there is no type Sise"),
    "set of lists": ("state m: set of list of Player up to 2 = {}", "cannot stand here"),
    "set of large sets": ("state m: set of set of 0..12 = {}", "sets of 0..12 have 8192 values; at most"),
    "list too long": ("state m: list of 0..1 up to 100 = []", "between 0 and 64"),
    "map to a map": ("state m: Player -> bag of Player up to 2 = 0", "cannot be maps"),
    "supply below 0": ("supply heart = 0 - 1", "a supply holds 0 to"),
    "parameter that moves": ("param top: 0..n = 0", "there is no n here"),
    "enum twice": ("enum Colour: Red, Red", "stands here twice"),
    "variant in a variant": (
        "variant one\n  variant two\n    let k = 1", "stands at the top level only",
    ),
    "instance in a variant": ("variant one\n  instance two: standard", "at the top level only"),
    "board twice": ("board a = square(2, 2)\nboard b = square(3, 3)", "used twice"),
    "player as a part": ("state Player: 0..3 = 0", "used twice"),
    "one wording": ('agree same "same?"\n  [one]: n = 1', "two wordings or more"),
    "wordings of two kinds": ('agree same "same?"\n  [one]: n\n  [two]: A', "can never be"),
    "row of too many values": (
        f"table m: 0..99, 0..99 -> 0..1\n  {'|'.join(map(str, range(65)))}, {'|'.join(map(str, range(65)))}: 1\n  else: 0",
        "more than 4096 combinations",
    ),
    "table of a great many": ("table m: 0..999999999 -> 0..1\n  0: 1\n  7: 0", "1, 2, 3, 4, 5, … have no case"),
    "check of a number": ("check odd: never n + 1", "expected yes or no"),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_refused(name: str) -> None:
    parts, said = REFUSED[name]
    with pytest.raises(RulesetError) as caught:
        load_text(game("draw", parts), "refused.rules")
    assert said in str(caught.value)


def test_a_function_without_parameters_is_known_before_play() -> None:
    parts = """
reading more "are there more?"
  few: "no" default
  many: "yes"
let several = more is many
supply stone = if several then 3 else 2
"""
    assert Play(game(STOP, parts))["stone"] == "2"
    assert Play(game(STOP, parts), readings={"more": "many"})["stone"] == "3"
