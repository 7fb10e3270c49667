"""Why an answer is so is read on any screen: what is told below it is wrapped."""

from __future__ import annotations

import pytest
from tests.verify.cli.command import Output, answer

pytestmark = pytest.mark.usefixtures("only_asked")


@pytest.mark.heavy
def test_the_reasons_of_a_proof_are_folded(capsys: Output) -> None:
    _, output = answer(capsys, "verify", "circle", "--instance", "box", "--check", "conserved")
    lines = output.splitlines()
    assert any(line.startswith("    whenever somebody is to decide, ") for line in lines)
    assert max(map(len, lines)) <= 100
