"""What loading looks at, and what is looked at when a program is asked for."""

from __future__ import annotations

from textwrap import dedent

import pytest

from rulewright.dsl.diagnostics import RulesetError
from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.load import load_text
from rulewright.dsl.ruleset import Ruleset

GOOD = dedent("""
    ruleset sample "A sample"
      players A, B
      param stones: 1..3 = 2 open by [box]
      state n: 0..3 = 0
      play
        n := stones
        draw
      variant other
        play
          win A
      instance small: standard with stones = 1
""")
WRONG_VARIANT = GOOD.replace("win A", "win C")
WRONG_PARAMETER = GOOD.replace("with stones = 1", "with stones = 9")


def loaded(text: str, *, every: bool) -> Ruleset:
    return load_text(text.lstrip("\n"), "sample.rules", every=every)


def problems(error: RulesetError) -> list[str]:
    return [f"{d.span.line}: {d.message}" for d in error.diagnostics]


def test_a_wrong_variant_is_found_by_loading() -> None:
    with pytest.raises(RulesetError) as caught:
        loaded(WRONG_VARIANT, every=True)
    assert problems(caught.value) == ["10: there is no C here"]


def test_without_every_variant_it_is_found_when_it_is_asked_for() -> None:
    ruleset = loaded(WRONG_VARIANT, every=False)
    assert instantiate(ruleset).instance.variant == "standard"
    with pytest.raises(RulesetError) as caught:
        instantiate(ruleset, variant="other")
    assert problems(caught.value) == ["10: there is no C here"]
    assert "win C" in str(caught.value)


def test_a_wrong_instance_is_found_where_it_is_set() -> None:
    with pytest.raises(RulesetError) as caught:
        loaded(WRONG_PARAMETER, every=True)
    expected = problems(caught.value)
    assert [p.split(":")[0] for p in expected] == ["11"], "not where it shows in the end"
    ruleset = loaded(WRONG_PARAMETER, every=False)
    with pytest.raises(RulesetError) as caught:
        instantiate(ruleset, instance="small")
    assert problems(caught.value) == expected
    assert dict(
        instantiate(ruleset, instance="small", parameters={"stones": 3}).instance.parameters
    ) == {"stones": 3}


def test_an_unknown_setting_is_found_either_way() -> None:
    for every in (True, False):
        with pytest.raises(RulesetError):
            loaded(GOOD.replace("with stones", "with stone"), every=every)


def test_what_was_elaborated_is_not_elaborated_again() -> None:
    ruleset = loaded(GOOD, every=True)
    assert instantiate(ruleset, instance="small") is instantiate(ruleset, instance="small")
    assert instantiate(ruleset, variant="other") is instantiate(ruleset, variant="other")
    changed = instantiate(ruleset, instance="small", parameters={"stones": 2})
    assert dict(changed.instance.parameters) == {"stones": 2}
    assert changed.instance.name == "small"


def test_instances_of_the_same_settings_keep_their_names() -> None:
    ruleset = loaded(f"{GOOD.rstrip()}\n  instance box: standard\n", every=True)
    standard, box = instantiate(ruleset), instantiate(ruleset, instance="box")
    assert (standard.instance.name, box.instance.name) == ("standard", "box")
    assert box.blocks is standard.blocks


def test_both_ways_give_the_same_programs() -> None:
    early, late = loaded(GOOD, every=True), loaded(GOOD, every=False)
    for choice in ({"instance": "small"}, {"variant": "standard"}, {"variant": "other"}):
        assert instantiate(early, **choice) == instantiate(late, **choice)
