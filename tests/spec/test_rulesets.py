"""Every shipped ruleset as a whole: clauses, variants, instances, and each option of a reading.

What can be asked of any ruleset the plugin for pytest asks in ``make slow``: of the small ones everything, of
the long ones whether all variants and instances are sound, and examples.
"""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.oracles import circle, circle_match
from tests.shipped import ruleset
from tests.tiers import but

from rulewright.dsl.inputs.locate import rulesets
from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.ir.program import Fault, Program
from rulewright.dsl.load import load
from rulewright.dsl.parsing.parse import parse
from rulewright.dsl.syntax import parts as p

FILES = {path.stem: path for path in rulesets()}
LONG = ["run-run-run", "petite-mort", "arktia"]


def code(program: Program) -> Program:
    """What is left of a program when its settings are not looked at."""
    return replace(program, instance=replace(program.instance, readings=(), title=""))


@pytest.mark.parametrize("name", [n for n in FILES if n not in LONG])
def test_loads_with_every_clause_cited_or_out_of_scope(name: str) -> None:
    """Loading makes a program of every variant and every instance; of the long ones the plugin for pytest does."""
    assert load(FILES[name]).clauses is not None


@pytest.mark.heavy
@pytest.mark.parametrize("name", but(["petite-mort"], LONG[1:]))
def test_every_variant_is_a_program(name: str) -> None:
    """Where there are many: of every eighth; the slow run makes programs of all, through the plugin for pytest."""
    assert ruleset(name).clauses is not None
    for variant in list(ruleset(name).variants)[::8]:
        assert instantiate(ruleset(name), variant=variant).instance.variant == variant


@pytest.mark.slow
def test_every_option_changes_the_code_of_a_variant() -> None:
    """And is a program there."""
    loaded = ruleset("circle")
    idle: set[tuple[str, str]] = set()
    telling: set[tuple[str, str]] = set()
    for variant in loaded.variants:
        default = code(instantiate(loaded, variant=variant))
        for reading in loaded.readings(variant):
            for option in reading.options:
                chosen = (reading.name.text, option.name.text)
                if option.default or chosen in telling:
                    continue
                other = instantiate(loaded, variant=variant, readings=dict([chosen]))
                (idle if code(other) == default else telling).add(chosen)
    assert idle - telling == set()


def test_circle_has_the_readings_of_the_oracle() -> None:
    """And the oracle has those of the ruleset, with the same default."""
    found = {}
    for variant in ruleset("circle").variants:
        for reading in ruleset("circle").readings(variant):
            default = [o.name.text for o in reading.options if o.default]
            others = [o.name.text for o in reading.options if not o.default]
            found[reading.name.text] = (default, sorted(others))
    expected = {
        name: ([options[0]], sorted(options[1:]))
        for name, options in {**circle.READINGS, **circle_match.READINGS}.items()
    }
    assert found == expected


GAPS = {
    ("arktia", "standard"): {
        "all neutral pieces are laid, and they do not hang together": ("two.together",),
        "free tiles are at the edge, but without any of them the ice would fall apart": (
            "melt.islands", "end.no_tile",
        ),
    },
    ("petite-mort", "standard"): {
        "a player cannot be given all the cards that are due": ("refill.same", "refill.draw"),
    },
    ("run-run-run", "standard"): {
        "a mummy wakes before any place card has been laid": ("mummies.wake",),
        "no exit of the labyrinth is left for the door": ("door.open",),
        "a player can do none of the three actions": ("act.choice",),
    },
}  # fmt: skip
UNSAID = {
    "arktia": {"no_melt": "unsaid"},
    "petite-mort": {"pack_out": "unsaid"},
    "run-run-run": {"no_action": "unsaid"},
}


@pytest.mark.parametrize(("name", "variant"), but([("run-run-run", "standard")], GAPS))
def test_a_gap_cites_the_clause_that_leaves_it_open(name: str, variant: str) -> None:
    program = instantiate(ruleset(name), variant=variant, readings=UNSAID[name])
    found = {n.message: n.clauses for n in program.nodes if isinstance(n, Fault) and n.declared}
    assert found == GAPS[name, variant]


@pytest.mark.parametrize("name", FILES)
def test_no_instance_sets_what_it_would_have_anyway(name: str) -> None:
    """It has that from those that it is like: no setting is written twice."""
    had: dict[str, dict[str, object]] = {}
    for part in parse(ruleset(name).tree.source, name).parts:
        if not isinstance(part, p.InstancePart | p.SettingsPart):
            continue
        known: dict[str, object] = {}
        for like in part.like:
            known |= had[like.text]
        own = {setting.name.text: setting.value for setting in part.settings}
        assert [n for n, value in own.items() if known.get(n) == value] == []
        had[part.name.text] = known | own


def test_no_setting_is_written_twice_in_the_file_with_the_most_instances() -> None:
    parts = parse(ruleset("petite-mort").tree.source, "petite-mort").parts
    own = [
        (setting.name.text, setting.value)
        for part in parts
        if isinstance(part, p.InstancePart | p.SettingsPart)
        for setting in part.settings
    ]
    assert [setting for setting in own if own.count(setting) > 1] == []


def test_rules_are_most_of_the_file_with_the_most_instances() -> None:
    """What is set for instances, their tables of cards, and what is asked, is less than half."""
    source = ruleset("petite-mort").tree.source
    parts = parse(source, "petite-mort").parts
    no_rules = (
        p.InstancePart,
        p.SettingsPart,
        p.TablePart,
        p.CheckPart,
        p.AgreePart,
        p.ExamplePart,
    )
    others = sum(q.span.end_line - q.span.line + 1 for q in parts if isinstance(q, no_rules))
    assert others < len([line for line in source.split("\n") if line.strip()]) / 2
