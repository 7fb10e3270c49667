"""What the lines around it explain: ends of blocks, ``then``, and what stands among options and is none."""

from __future__ import annotations

import pytest

from rulewright.dsl.diagnostics import Diagnostic, Hint, RulesetError
from rulewright.dsl.parsing.parse import parse

BELOW = "options stand here; what one does stands below it, indented by two spaces more"
LEAVE_OUT = "a block ends where its indentation ends: leave this line out"
NO_THEN = "its block stands below: leave 'then' out"
BEHIND = "the condition of an option stands behind 'when'"
CASES = {
    "if a\n  draw\nend if": ("end if", LEAVE_OUT),
    "end turn": ("end turn", LEAVE_OUT),
    "choose p\n  go\n    n += 1\n  end choose": ("end choose", LEAVE_OUT),
    "if a then\n  draw": ("then", NO_THEN),
    "if a then\n  f(n)\n  n := 1\n  draw": ("then", NO_THEN),
    "if a then\n  f(n)\nelse\n  n := 1": ("then", NO_THEN),
    "if a\n  draw\nelse if b then\n  draw": ("then", NO_THEN),
    "if a then\n  f(n)\nelse if b then\n  n := 1": ("then", NO_THEN),
    "choose p\n  go when a\n  n -= 1": ("n", BELOW),
    "choose p\n  go when a\n  on[s] := p": ("on", BELOW),
    "choose p\n  go when a\n  take 1 of heart to hand[p]": ("take", BELOW),
    "choose p\n  go when a\n  win p": ("win", BELOW),
    "choose p\n  if a: draw": ("if", BELOW),
    "each q in Player secretly chooses\n  go\n  n += 1": ("n", BELOW),
    "choose p\n  option go": ("option", "an option begins with its name, without 'option'"),
    "choose p\n  take(q): n < 3": (")", "say what q may be, such as take(q: Player)"),
    "choose p\n  take(q, s: Cell)": (",", "say what q may be, such as take(q: Player)"),
    "choose p\n  take(q: Player): n < 3": (":", "write 'when' for ':'"),
    "choose p\n  go: n += 1": (":", BELOW.partition("; ")[2].replace("one", "an option")),
    "choose p\n  go:\n    n += 1": (":", "a line whose block is below ends without a colon"),
    "choose p\n  go n < 3": ("n", BEHIND),
    "choose p\n  go(q: Player) on[s] is none by [r]": ("on", BEHIND),
    "choose p\n  go provided n < 3": ("provided", "write 'when'"),
    "choose p\n  go only if n < 3": ("only if", "write 'when'"),
    "choose p\n  go(q: Player): if n < 3": (": if", "write 'when'"),
}


def refused(statements: str) -> tuple[Diagnostic, str]:
    """The first message about the text of a play, and that text."""
    block = "\n".join(f"    {line}" for line in statements.split("\n"))
    text = f'ruleset t "T"\n  play by [r]\n{block}\n    draw\n'
    with pytest.raises(RulesetError) as caught:
        parse(text, "t.rules")
    return caught.value.diagnostics[0], text


@pytest.mark.parametrize("statements", CASES)
def test_the_words_that_are_wrong_are_pointed_at_with_what_to_do(statements: str) -> None:
    words, hint = CASES[statements]
    found, text = refused(statements)
    span = found.span
    line = text.split("\n")[span.line - 1]
    assert (line[span.column - 1 : span.end_column - 1], found.hint) == (words, hint)


RIGHT = {
    "choose p\n  go provided n < 3": "  go when n < 3",
    "choose p\n  go n < 3": "  go when n < 3",
    "choose p\n  take(q: Player): n < 3": "  take(q: Player) when n < 3",
    "choose p\n  take(q: Player): if n < 3": "  take(q: Player) when n < 3",
    "choose p\n  option go when n < 3": "  go when n < 3",
    "choose p\n  go:\n    n += 1": "  go",
    "if a then\n  draw": "if a",
}
"""The line as it is after the edit that the hint brings with it."""


@pytest.mark.parametrize("statements", RIGHT)
def test_the_edit_of_a_hint_mends_the_line(statements: str) -> None:
    found, text = refused(statements)
    assert isinstance(found.hint, Hint)
    (edit,) = found.hint.edits
    line = text.split("\n")[found.span.line - 1]
    start, end = found.span.column - 1 - edit.back, found.span.end_column - 1 + edit.on
    assert line[:start] + edit.text + line[end:] == f"    {RIGHT[statements]}"


@pytest.mark.parametrize(
    ("statements", "hint"),
    [
        ("n := 1 n", "expected"),
        ("choose p\n  go when n 3", "expected"),
        ("if a\n  draw\n  n 3", "expected"),
    ],
)
def test_what_nothing_around_explains_is_told_what_may_stand_there(
    statements: str, hint: str
) -> None:
    assert refused(statements)[0].hint.startswith(hint)
