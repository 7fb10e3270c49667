"""Every part that cannot be read is reported, wherever it stands."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.tiers import drawn

from rulewright.dsl.diagnostics import RulesetError
from rulewright.dsl.parsing.parse import MAX_SYNTAX_ERRORS, parse

GOOD = (
    "let f = yes",
    "state x: Bool = no",
    "enum E: A, B",
    "# only a comment",
    'example e "t" for i\n  A: do this, (or) that # why\n  then a, b\n  A cannot do "it"',
    "",
    "play\n  repeat\n    choose p\n      act\n        draw",
    'reading r "q"\n  a: "b" default\n\n  # why\n  c: "d"',
    "procedure p(a: B)\n  if a\n    let b = (c or\n  d)\n  else\n    nothing",
)
BAD = (
    "let f = )",
    "let f = (a",
    "let f = a or",
    "let f = 3 3",
    "let f = a $ b",
    'board g = graph("a-b)',
    "state x: = 3",
    "enum E:",
    "enum",
    'reading r "q"',
    "check c every play ends",
    "example e",
    "example e\n  A\n  then",
    "procedure p()\n  for x S\n    draw\n  nothing",
    "play\n  win win\n  choose p\n    a(\n  draw",
    "play\nrepeat\n  draw",
    "instance i",
    "instance i: v for",
    "instance i: v with n = 1 for play",
)


@dataclass(frozen=True)
class Piece:
    """A part, or a variant if ``inside`` is not None; broken or not."""

    text: str
    broken: bool
    inside: tuple[Piece, ...] | None = None


def pieces(most: int) -> st.SearchStrategy[tuple[Piece, ...]]:
    good = st.builds(Piece, st.sampled_from(GOOD), st.just(False))
    bad = st.builds(Piece, st.sampled_from(BAD), st.just(True))
    return st.lists(st.one_of(good, bad), min_size=1, max_size=most).map(tuple)


LAST = Piece("let z = 1", False)
VARIANT = pieces(4).map(lambda inside: Piece('variant v "V": standard', False, (*inside, LAST)))
RULESETS = st.lists(st.one_of(pieces(3), VARIANT.map(lambda v: (v,))), min_size=1, max_size=4).map(
    lambda groups: tuple(p for group in groups for p in group)
)


def written(parts: tuple[Piece, ...], level: int, first: int) -> tuple[list[str], list[range]]:
    """The lines of the parts, and where the broken ones among them are, from line ``first``."""
    lines: list[str] = []
    broken: list[range] = []
    for part in parts:
        rows = [f"{'  ' * level}{row}".rstrip() for row in part.text.split("\n")]
        if part.broken:
            start = first + len(lines)
            broken.append(range(start, start + len(rows)))
        lines += rows
        if part.inside is not None:
            more, also = written(part.inside, level + 1, first + len(lines))
            lines += more
            broken += also
    return lines, broken


@pytest.mark.thorough
@settings(max_examples=drawn(100), deadline=None)
@given(RULESETS)
def test_every_broken_part_is_reported_once_and_nothing_else_is(parts: tuple[Piece, ...]) -> None:
    lines, broken = written((*parts, LAST), 1, 2)
    text = "\n".join(['ruleset a "A"', *lines])
    found: list[int] = []
    try:
        parse(text, "test.rules")
    except RulesetError as error:
        found = [d.span.line for d in error.diagnostics]
    assert len(found) == len(broken), text
    assert all(line in rows for line, rows in zip(found, broken, strict=True)), text


def reported(body: str) -> list[int]:
    """The lines of the diagnostics for a ruleset of these parts."""
    with pytest.raises(RulesetError) as caught:
        parse('ruleset a "A"\n' + body, "test.rules")
    return [d.span.line for d in caught.value.diagnostics]


def test_parts_after_one_that_begins_with_an_unknown_word_are_read() -> None:
    assert reported("  bord g = square(3)\n    more\n  let f = 3 3\n  state x = 3\n") == [2, 4, 5]


def test_parts_of_a_variant_after_one_with_an_unknown_word_are_read() -> None:
    body = "  variant v: standard\n    bord g\n    let f = 3 3\n    let f = a b\n  let h = 3 3\n"
    assert reported(body) == [3, 4, 5, 6]


def test_body_at_the_depth_of_parts_is_one_mistake() -> None:
    assert reported("  play\n  repeat\n    draw\n  nothing\n  let f = 3 3\n") == [2, 6]


def test_brackets_end_where_the_next_part_begins() -> None:
    body = "  variant v: standard\n    let f = (a\n    let f = b)\n  let f = (a\n  let f = (b\n"
    assert reported(body) == [3, 4, 5, 6]


def test_brackets_go_on_over_lines_at_any_depth() -> None:
    body = "  let f = (a or\nb or\n    letter or\n  c)\n  let g = 3 3\n"
    assert reported(body) == [6]


def test_reports_end_somewhere() -> None:
    text = 'ruleset a "A"\n' + "  let f = 3 3\n" * 2 * MAX_SYNTAX_ERRORS
    with pytest.raises(RulesetError) as caught:
        parse(text, "test.rules")
    assert len(caught.value.diagnostics) == MAX_SYNTAX_ERRORS


def test_nothing_is_left_out_of_what_is_read_after_an_error_is_mended() -> None:
    text = 'ruleset a "A"\n  let f = yes\n  variant v: standard\n    let g = no\n  let h = yes\n'
    tree = parse(text, "test.rules")
    assert [part.name.text for part in tree.parts] == ["f", "v", "h"]
