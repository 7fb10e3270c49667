"""Verdicts, counts, lengths of witnesses and proofs of the shipped games, as they were written down."""

from __future__ import annotations

import pytest
from tests.golden import verdicts
from tests.shipped import shipped
from tests.tiers import slow

WRITTEN = [(name, i) for name, found in verdicts.read(verdicts.FILE).items() for i in found]
LONG = {"othello", "run-run-run", "arktia"}
REST = [case for n, case in enumerate(WRITTEN) if case[0] in LONG or n % 2]
FEW = [case for case in WRITTEN if case not in REST]
FEW_PROVED = [("hex", "small"), ("tictactoe", "box")]


def test_every_shipped_ruleset_is_there() -> None:
    assert verdicts.chosen() == WRITTEN
    proved = verdicts.read(verdicts.PROOFS)
    assert [(name, i) for name, found in proved.items() for i in found] == [*verdicts.PROVED]
    found = [answer for some in proved.values() for one in some.values() for answer in one.values()]
    assert "proved by induction" in found


@pytest.mark.thorough
@pytest.mark.parametrize(("name", "instance"), [*FEW, *slow(REST)])
def test_verdicts_are_as_they_were(name: str, instance: str) -> None:
    assert verdicts.verdict(shipped(name, instance)) == verdicts.read(verdicts.FILE)[name][instance]


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("name", "instance"), [*FEW_PROVED, *slow(c for c in verdicts.PROVED if c not in FEW_PROVED)]
)
def test_proofs_are_as_they_were(name: str, instance: str) -> None:
    assert (
        verdicts.proofs(shipped(name, instance)) == verdicts.read(verdicts.PROOFS)[name][instance]
    )
