"""Verdicts, counts and lengths of witnesses of the shipped games, as they were written down."""

from __future__ import annotations

import pytest
from tests.golden import verdicts
from tests.shipped import shipped
from tests.tiers import slow

WRITTEN = [(name, instance) for name, found in verdicts.read().items() for instance in found]
LONG = {"othello", "run-run-run", "arktia"}
REST = [case for n, case in enumerate(WRITTEN) if case[0] in LONG or n % 3]
FEW = [case for case in WRITTEN if case not in REST]


def test_every_shipped_ruleset_is_there() -> None:
    assert [(name, i) for name in verdicts.names() for i in verdicts.chosen(name)] == WRITTEN


@pytest.mark.thorough
@pytest.mark.parametrize(("name", "instance"), [*FEW, *slow(REST)])
def test_verdicts_are_as_they_were(name: str, instance: str) -> None:
    assert verdicts.verdict(shipped(name, instance)) == verdicts.read()[name][instance]
