"""All instances of all shipped games on both engines: minutes, so that ``make slow`` runs it."""

from __future__ import annotations

import pytest
from tests.engines.beside import same_plays, shipped
from tests.engines.engines import NEEDS_COMPILER

from rulewright.dsl.compile import load
from rulewright.dsl.locate import rulesets

EVERY = [(p.stem, i.name.text) for p in rulesets() for i in load(p).instances]


@NEEDS_COMPILER
@pytest.mark.parametrize(("name", "instance"), EVERY)
def test_every_instance(name: str, instance: str) -> None:
    assert same_plays(shipped(name, instance), seed=2, plays=5, moves=150) > 2
