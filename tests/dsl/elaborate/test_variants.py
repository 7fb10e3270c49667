"""Parameters, readings, variants and instances: which games a ruleset describes."""

from __future__ import annotations

import pytest
from tests.dsl.playing import STOP, Play, game

from rulewright.dsl.diagnostics import RulesetError
from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.load import load_text


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
    assert (loaded.name, loaded.tree.title) == ("sample", "A sample")


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


WITH_NAMES = """ruleset sample "A sample"
  players A, B
  param n: 0..3 = 0
  param m: 0..3 = 0
  reading way "Which way?"
    left: "left" default
    right: "right"
  play
    if way is left: draw
    win A
  settings low with n = 1, m = 1
  settings turned like low with way = right, m = 2
  instance a: standard like low
  instance b: standard like turned, low with n = 3
  instance c: standard like a, turned
"""


def test_settings_with_a_name_are_no_game_and_count_for_what_is_like_them() -> None:
    ruleset = load_text(WITH_NAMES, "sample.rules")
    found = {i.name.text: {s.name.text: s.value for s in i.settings} for i in ruleset.instances}
    assert found == {
        "a": {"n": 1, "m": 1},
        "b": {"n": 3, "m": 1, "way": "right"},
        "c": {"n": 1, "m": 2, "way": "right"},
    }
    assert instantiate(ruleset, instance="c").instance.name == "c"


@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    [
        ("with n = 1, m = 1", "with n = 1, n = 1", "n is set twice in low"),
        ("with n = 1, m = 1", "with n = 1, k = 1", "has no parameter k"),
        ("with n = 1, m = 1", "with n = 7, m = 1", "sample.rules:11:21"),
        ("settings turned like low", "settings turned like lw", "no instance or settings lw"),
        ("settings turned like", "settings low like", "the name low stands here twice"),
        ("instance c:", "instance low:", "the name low stands here twice"),
        ("instance c: standard like a, turned", "settings c with n = 1", "nothing is like c"),
    ],
)
def test_what_settings_with_a_name_cannot_be(right: str, wrong: str, said: str) -> None:
    text = WITH_NAMES.replace(right, wrong, 1)
    assert text != WITH_NAMES
    with pytest.raises(RulesetError) as caught:
        load_text(text, "sample.rules")
    assert said in str(caught.value)


def test_of_several_games_that_one_is_like_the_last_counts_and_its_own_before_all() -> None:
    text = """ruleset sample "A sample"
  players A, B
  param n: 0..3 = 0
  param m: 0..3 = 0
  play
    draw
  instance a: standard with n = 1, m = 1
  instance b: standard with n = 2
  instance c: standard like a, b
  instance d: standard like b, a
  instance e: standard like a, b with n = 3
"""
    found = {
        part.name.text: {s.name.text: s.value for s in part.settings}
        for part in load_text(text, "sample.rules").instances
    }
    assert found["c"] == {"n": 2, "m": 1}
    assert found["d"] == {"n": 1, "m": 1}
    assert found["e"] == {"n": 3, "m": 1}
