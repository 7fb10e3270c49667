"""A part of a condition that never changes is taken out with the word that joins it, where nothing is lost."""

from __future__ import annotations

import pytest
from tests.dsl.playing import game

from rulewright.dsl.diagnostics import Hint
from rulewright.dsl.load import load_text
from rulewright.verify.findings.unasked.detectors.text.constant_guards import constant_guards


@pytest.mark.parametrize(
    ("condition", "left"),
    [
        ("n = 0 and yes", "n = 0"),
        ("yes and n = 0", "n = 0"),
        ("n = 0 and yes and n < 3", "n = 0 and n < 3"),
        ("no or n = 0", "n = 0"),
        ("n = 0 or n = 1 or no", "n = 0 or n = 1"),
        ("n = 0 and no", None),  # it is never so: taking it out makes another rule
        ("n = 0 or yes", None),
        ("(n = 0 or n = 1) and yes", None),  # a bracket would be left
        ("n = 0 and 1 < 2", None),
    ],
)
def test_what_is_left_of_a_condition(condition: str, left: str | None) -> None:
    text = game(f"if {condition}: draw\ndraw")
    found = list(constant_guards(load_text(text, "parts.rules")))
    edits = [e for one in found for e in (one.hint.edits if isinstance(one.hint, Hint) else ())]
    assert found
    if left is None:
        assert edits == []
        return
    (edit,), span = edits, found[0].span
    lines = text.split("\n")
    line = lines[span.line - 1]
    start, end = span.column - 1 - edit.back, span.end_column - 1 + edit.on
    assert line[:start] + edit.text + line[end:] == f"    if {left}: draw"
