"""The parts of a ruleset: parameters, readings, variants, instances, checks and the rest."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.dsl.playing import Play, game, value

from rulewright.dsl.diagnostics import RulesetError
from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.ir.types import show
from rulewright.dsl.load import load, load_text

STOP = "choose A\n  stop\n    draw"


def test_a_parameter_is_a_number_for_a_whole_game() -> None:
    parts = "param top: 1..6 = 4\nlet double = top + top\nstate m: 0..top = top"
    assert Play(game(STOP, parts))["m"] == "4"
    other = Play(game(STOP, parts), parameters={"top": 2})
    assert (other["m"], other["double"]) == ("2", "4")
    assert dict(other.program.instance.parameters) == {"top": 2}


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"parameters": {"top": 7}}, "top = 7 is outside 1..6"),
        ({"parameters": {"tap": 2}}, "did you mean top?"),
        ({"readings": {"way": "lift"}}, "did you mean left?"),
        ({"readings": {"ways": "left"}}, "did you mean way?"),
        ({"variant": "shrot"}, "did you mean short or shorter?"),
        ({"instance": "tine"}, "did you mean tiny?"),
        ({"instance": "tiny", "variant": "standard"}, "of the variant short"),
    ],
)
def test_settings_that_do_not_exist(settings: dict[str, object], said: str) -> None:
    loaded = load_text(game(STOP, MANY), "sample.rules")
    with pytest.raises(RulesetError, match=said.replace("?", r"\?")):
        instantiate(loaded, **settings)


MANY = """
param top: 1..6 = 4
reading way "which way?"
  left: "to the left" default
  right: "to the right"
let points = if way is left then top else 10 + top
variant short "Short"
  param top: 1..6 = 2
variant shorter: short
  let points = 1
variant wide
  enum Size: Small, Large
  state size_of: Size = Large
variant both: short, wide
instance tiny "Tiny": short with top = 1, way = right
"""


def test_readings_choose_what_is_compiled() -> None:
    text = game(STOP, MANY)
    assert Play(text)["points"] == "4"
    assert Play(text, readings={"way": "right"})["points"] == "14"
    chosen = Play(text, readings={"way": "right"}).program.instance.readings
    assert dict(chosen) == {"way": "right"}


def test_variants_replace_parts_and_add_to_them() -> None:
    text = game(STOP, MANY)
    assert Play(text, variant="short")["points"] == "2"
    assert Play(text, variant="shorter")["points"] == "1"
    assert Play(text, variant="wide")["size_of"] == "Large"
    both = Play(text, variant="both")
    assert (both["points"], both["size_of"]) == ("2", "Large")
    assert "size_of" not in {v.name for v in Play(text, variant="short").program.variables}


def test_named_instances() -> None:
    text = game(STOP, MANY)
    assert Play(text, instance="tiny")["points"] == "11"
    assert Play(text, instance="tiny", parameters={"top": 5})["points"] == "15"
    loaded = load_text(text, "sample.rules")
    assert [i.name.text for i in loaded.instances] == ["tiny"]
    assert [p.name.text for p in loaded.parameters("wide")] == ["top"]
    assert [r.name.text for r in loaded.readings("wide")] == ["way"]
    assert (loaded.name, loaded.title) == ("sample", "A sample")


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
        load_text(game(STOP, "record Bad: all_of: set of Player"), "refused.rules")


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


CLAUSES = """# Clauses

- **[setup]** Everybody begins with nothing. (page 1)
- **[turn]** A player counts up. (page 2)
- **[goal]** *Out of scope:* Have fun. (page 3)
"""

CITED = """ruleset sample "A sample"
  clauses "clauses.md"
  players A, B
  param top: 1..6 = 4 open by [setup] "only pictured"
  supply heart = top by [setup]
  state n: 0..6 = 0

  procedure more(p: Player) by [turn]
    n += 1

  play by [setup]
    choose A
      up by [turn]
        more(A)
    draw by [setup], [turn]
"""


def test_clauses_reach_the_program(tmp_path: Path) -> None:
    (tmp_path / "clauses.md").write_text(CLAUSES)
    (tmp_path / "sample.rules").write_text(CITED)
    loaded = load(tmp_path / "sample.rules")
    program = instantiate(loaded)
    cited = {c.clauses for n in program.nodes for c in getattr(n, "choices", ())}
    assert cited == {("turn",)}
    assert {n.clauses for n in program.nodes if type(n).__name__ == "End"} == {("setup", "turn")}
    assert loaded.clauses is not None
    assert [c.id for c in loaded.clauses.clauses] == ["setup", "turn", "goal"]


@pytest.mark.parametrize("part", ["param top", "supply heart", "procedure more", "play"])
def test_rules_without_a_clause_are_refused(tmp_path: Path, part: str) -> None:
    lines = [
        line.split(" by [")[0] if line.strip().startswith(part) else line
        for line in CITED.splitlines()
    ]
    (tmp_path / "clauses.md").write_text(CLAUSES)
    (tmp_path / "sample.rules").write_text("\n".join(lines) + "\n")
    with pytest.raises(RulesetError, match="cites no clause"):
        load(tmp_path / "sample.rules")


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
    "set of sets": ("state m: set of set of Player = {}", "cannot stand here"),
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
    "check of a number": ("check odd: never n + 1", "expected yes or no"),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_refused(name: str) -> None:
    parts, said = REFUSED[name]
    with pytest.raises(RulesetError) as caught:
        load_text(game("draw", parts), "refused.rules")
    assert said in str(caught.value)


def test_a_variant_may_expect_something_else_of_an_inherited_check() -> None:
    parts = """
check small "Is it small?": always n < 3
agree twice "the same?"
  [one]: n
  [other]: n
variant other: standard
  check small fails
  agree twice fails
variant back: other
  check small holds
"""
    loaded = load_text(game(STOP, parts), "sample.rules")
    expected = {
        variant: {
            c.name: (c.expected, c.question) for c in instantiate(loaded, variant=variant).checks
        }
        for variant in ("standard", "other", "back")
    }
    assert {v: found["small"] for v, found in expected.items()} == {
        "standard": (True, "Is it small?"),
        "other": (False, "Is it small?"),
        "back": (True, "Is it small?"),
    }
    assert [found["twice"][0] for found in expected.values()] == [True, False, False]


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


TABLES = """
ruleset sample "A sample"
  players A, B
  enum Hue: Red, Blue
  cards Kind from "kinds.csv"
    worth: 0..9
    hues: set of Hue
    twin: Hue?
    high: Bool
  table few of Kind
    King: copies = 2, worth = 7, hues = {Red, Blue}, twin = none, high = yes
    Page: worth = 1, twin = Blue, high = no
  param top: 1..9 = 5
  param low: 0..3 = 3
  supply deck[k: Kind] = copies(k)
  supply worths[k: Kind] = worth(k)
  supply blue[k: Kind] = if Blue in hues(k) then 1 else 0
  supply told[k: Kind] = if high(k) then 1 else if twin(k) is Blue then 2 else 3
  play
    choose A
      stop
        win A
  instance base: standard with Kind = few, top = 2
  instance lower: standard like base with low = 0
  instance both "Both": standard like lower, base for play with top = 9
"""


def test_a_table_of_cards_may_stand_in_the_ruleset(tmp_path: Path) -> None:
    (tmp_path / "kinds.csv").write_text("name,worth,hues,twin,high\nKnave,3,Red,,no\n", "utf-8")
    ruleset = load_text(TABLES, str(tmp_path / "sample.rules"))
    beside, within = instantiate(ruleset), instantiate(ruleset, instance="base")
    assert [v.initial for v in beside.variables] == [(1,), (3,), (0,), (3,)]
    assert [v.initial for v in within.variables] == [(2, 1), (7, 1), (1, 0), (1, 2)]


BAD_TABLES = {
    "worth = 7, hues": (
        "worth = 12, hues",
        "in the column worth, expected a number from 0 to 9, found '12'",
    ),
    "{Red, Blue}": ("{Red, Green}", "in the column hues, expected a value of Hue, found 'Green'"),
    "Page:": ("King:", "in the column name, the card King stands a second time"),
    "twin = none": ("twine = none", "there is no column twine"),
    "worth = 1, twin": ("worth = 1, worth = 2, twin", "the column worth stands here twice"),
    "few of Kind": ("few of Hue", "this is a table of Hue, not of Kind"),
    "Kind = few": ("Kind = fewer", "there is no fewer.csv and no fewer.toml"),
}


@pytest.mark.parametrize("good", BAD_TABLES)
def test_a_table_with_something_wrong_in_it(good: str, tmp_path: Path) -> None:
    bad, message = BAD_TABLES[good]
    assert TABLES.count(good) == 1
    (tmp_path / "kinds.csv").write_text("name,worth,hues,twin,high\nKnave,3,Red,,no\n", "utf-8")
    with pytest.raises(RulesetError) as caught:
        load_text(TABLES.replace(good, bad), str(tmp_path / "sample.rules"))
    first = caught.value.diagnostics[0]
    assert first.message == message
    assert first.span.file.endswith("sample.rules")


def test_an_instance_may_be_like_others(tmp_path: Path) -> None:
    (tmp_path / "kinds.csv").write_text("name,worth,hues,twin,high\nKnave,3,Red,,no\n", "utf-8")
    ruleset = load_text(TABLES, str(tmp_path / "sample.rules"))
    lower, both = (instantiate(ruleset, instance=name).instance for name in ("lower", "both"))
    assert dict(lower.parameters) == {"top": 2, "low": 0}
    assert dict(both.parameters) == {"top": 9, "low": 0}
    assert dict(both.readings)["Kind"] == "few"


SEVERAL = """
ruleset sample "A sample"
  players A, B
  param top: 1..9 = 5
  param low: 0..3 = 3
  play
    draw
  variant two "Two"
    check ends: every play ends
  variant three: two
    param top: 1..9 = 4
  instance box "Box": for two, three for play with low = 1
  instance tall: for three, two like box with top = 7
  instance small: two like tall with top = 1
"""


def test_an_instance_for_several_variants_is_one_for_each() -> None:
    ruleset = load_text(SEVERAL, "sample.rules")
    found = {i.name.text: instantiate(ruleset, instance=i.name.text) for i in ruleset.instances}
    settings = {
        name: (program.instance.variant, *dict(program.instance.parameters).values())
        for name, program in found.items()
    }
    assert settings == {
        "box_two": ("two", 5, 1), "box_three": ("three", 4, 1), "tall_three": ("three", 7, 1),
        "tall_two": ("two", 7, 1), "small": ("two", 1, 1),
    }  # fmt: skip
    assert [(i.title, i.for_play) for i in ruleset.instances[:3]] == [
        ("Box, two", True), ("Box, three", True), ("", False),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ("for two, four", "there is no variant four"),
        ("for two, two", "box_two is declared twice"),
        ("for two", "expected ','"),
    ],
)
def test_what_an_instance_for_several_variants_cannot_be(wrong: str, said: str) -> None:
    text = SEVERAL.replace("for two, three for play", f"{wrong} for play")
    with pytest.raises(RulesetError) as caught:
        load_text(text, "sample.rules")
    assert said in str(caught.value)
