"""All instances of all shipped games on both engines: minutes, so that ``make slow`` runs it."""

from __future__ import annotations

import pytest
from tests.engines.beside import same_plays
from tests.engines.engines import NEEDS_COMPILER
from tests.shipped import ruleset, shipped

from rulewright.dsl.inputs.locate import rulesets

EVERY = [(p.stem, i.name.text) for p in rulesets() for i in ruleset(p.stem).instances]


@NEEDS_COMPILER
@pytest.mark.parametrize(("name", "instance"), EVERY)
def test_every_instance(name: str, instance: str) -> None:
    assert same_plays(shipped(name, instance), seed=2, plays=5, moves=150) > 2
