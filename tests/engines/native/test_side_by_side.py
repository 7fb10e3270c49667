"""The native engine goes hand in hand with the Python engine: shipped games and random rulesets."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.engines.beside import same_plays
from tests.engines.engines import NEEDS_COMPILER
from tests.ruleset_strategies.rulesets import rulesets
from tests.shipped import instances, ruleset, shipped
from tests.tiers import but, drawn, slow

from rulewright.dsl.inputs.locate import rulesets as shipped_files
from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.load import load_text
from rulewright.engines.native.generator.module import source

pytestmark = NEEDS_COMPILER


def smallest(name: str) -> str:
    """The small instance of a shipped ruleset, or the one there is."""
    names = [instance for ruleset, instance in instances() if ruleset == name]
    return "small" if "small" in names else names[0]


PLAYED = [
    *but(
        [(name, smallest(name)) for name in ("arktia", "petite-mort", "run-run-run")],
        [(path.stem, smallest(path.stem)) for path in shipped_files()],
    ),
    *slow(("circle", name) for name in ("box_match", "small_aggressive", "small_three")),
    *slow([("arktia", "box_four"), ("run-run-run", "box")]),
]


@pytest.mark.thorough
@pytest.mark.parametrize(("name", "instance"), PLAYED)
def test_shipped_games(name: str, instance: str) -> None:
    assert same_plays(shipped(name, instance), seed=1, plays=2, moves=25) > 2


@pytest.mark.slow
@pytest.mark.parametrize("name", [path.stem for path in shipped_files()])
def test_every_instance_has_a_text(name: str) -> None:
    """None of them is refused."""
    for instance in ruleset(name).instances:
        assert "rw_legal" in source(shipped(name, instance.name.text))


@pytest.mark.slow
@pytest.mark.parametrize("name", [path.stem for path in shipped_files()])
def test_every_instance(name: str) -> None:
    for instance in ruleset(name).instances:
        assert same_plays(shipped(name, instance.name.text), seed=2, plays=5, moves=150) > 2


@pytest.mark.thorough
@given(rulesets(), st.integers(0, 2**32), st.sampled_from(["left", "right"]))
@settings(deadline=None, max_examples=drawn(6), suppress_health_check=list(HealthCheck))
def test_random_rulesets(text: str, seed: int, way: str) -> None:
    program = instantiate(load_text(text, "drawn.rules"), readings={"way": way})
    assert same_plays(program, seed, plays=1, moves=8) > 0
