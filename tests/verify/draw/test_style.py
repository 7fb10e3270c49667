"""Lines of text: what is broken where, and what stays the same."""

from __future__ import annotations

import shlex

from hypothesis import given
from hypothesis import strategies as st

from rulewright.verify.draw.style import continued, width


@given(st.lists(st.text("ab '\"\\$-", min_size=1, max_size=12), min_size=1), st.integers(10, 60))
def test_a_command_in_several_lines_is_the_same_command(words: list[str], columns: int) -> None:
    lines = continued(shlex.join(words), columns)
    assert shlex.split("\n".join(lines).replace("\\\n", "")) == words
    # A line that is too long has one word.
    assert all(
        width(line) <= columns or len(shlex.split(line.removesuffix(" \\"))) == 1 for line in lines
    )


def test_a_command_is_broken_only_where_it_is_too_long() -> None:
    assert continued("rulewright show circle F1", 25) == ["rulewright show circle F1"]
    assert continued("rulewright show circle F1", 24) == ["rulewright show circle \\", "  F1"]
