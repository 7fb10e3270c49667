"""The layout of what is too long for a line."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.dsl.format.format_samples import meaning
from tests.dsl.format.layouts import HEAD, LONG, formatted, laid_out

from rulewright.dsl.diagnostics import RulesetError
from rulewright.dsl.parsing.parse import parse
from rulewright.dsl.ruleset import Ruleset
from rulewright.verify.answers.sources import texts


def test_where_texts_are_broken_kept_answers_stay_current(
    tmp_path: Path,
) -> None:
    path = tmp_path / "a.rules"
    title, ways = f"is {LONG} as {LONG} #{LONG}?", "a-b " * 30
    text = f'{HEAD}  board b = graph("{ways}")\n  check c "{title}": every play ends\n'
    digests = [texts(Ruleset(parse(t, str(path)), {}, None), path) for t in (text, formatted(text))]
    assert formatted(text).count('"') == 10
    assert digests[0] == digests[1]
    other = text.replace("as a", "a a")
    assert texts(Ruleset(parse(other, str(path)), {}, None), path) != digests[0]


@pytest.mark.parametrize(
    ("written", "wanted"),
    [
        (  # after the loosest word, as far to the right as the row is not too long
            f"    x := {LONG} or {LONG} and a or {LONG} and b",
            f"    x := {LONG} or {LONG} and a or\n        {LONG} and b",
        ),
        (  # in as few brackets as can be
            f"    perform({LONG}, {LONG} + {LONG}, b)",
            f"    perform({LONG},\n        {LONG} + {LONG}, b)",
        ),
        (  # citations stand below, if that is enough
            f"    perform({LONG}, {LONG})  by [short.one]",
            f"    perform({LONG}, {LONG})\n{' ' * 60}by [short.one]",
        ),
        (  # nothing can be done about a text
            f'    gap "{LONG * 3}"',
            f'    gap "{LONG * 3}"',
        ),
        (  # what quantifiers bind stays together
            f"    x := some p, q in {LONG}: (p > {LONG} implies q < {LONG})",
            f"    x := some p, q in {LONG}:\n        (p > {LONG} implies\n            q < {LONG})",
        ),
    ],
)  # fmt: skip
def test_long_lines_are_broken(written: str, wanted: str) -> None:
    assert laid_out(f"  play\n{written}\n") == f"  play\n{wanted}\n"
    assert laid_out(f"  play\n{wanted}\n") == f"  play\n{wanted}\n"
    assert meaning(f"{HEAD}  play\n{wanted}\n") == meaning(f"{HEAD}  play\n{written}\n")


def test_long_checks_functions_and_instances_are_broken() -> None:
    written = f"""\
  let f(x: {LONG}) = {LONG} or {LONG}
  check c "{LONG} {LONG}?": always {LONG} or x  by [a]
  instance i "{LONG}": {LONG} with {LONG} = 1, b = 2, c = 3
"""
    wanted = f"""\
  let f(x: {LONG}) =
    {LONG} or {LONG}
  check c "{LONG} {LONG}?":
    always {LONG} or x       by [a]
  instance i "{LONG}":
      {LONG} with {LONG} = 1, b = 2,
      c = 3
"""
    assert laid_out(written) == wanted
    assert laid_out(wanted) == wanted
    assert meaning(HEAD + wanted) == meaning(HEAD + written)


@pytest.mark.parametrize(
    ("written", "wanted"),
    [
        (  # a reason stands below what it is a reason for
            f'  param n: 1..3 = 2  by [a] "{"why so " * 12}now"',
            f'  param n: 1..3 = 2{" " * 39}  by [a]\n      "{"why so " * 12}now"',
        ),
        (  # citations begin further left if that is enough
            f"  variant v: w by [{LONG}]",
            f"  variant v: w{' ' * 44}by [{LONG}]",
        ),
        (  # a comment stands above
            f"  let f = a or {LONG} or {LONG}  # why it is so",
            f"  # why it is so\n  let f = a or {LONG} or {LONG}",
        ),
        (  # not right above what goes on from the line before
            f'  accept gap.n by [{LONG}] "why, and {LONG}" # {LONG} {LONG}',
            f'  # {LONG} {LONG}\n  accept gap.n{" " * 44}by [{LONG}]\n      "why, and {LONG}"',
        ),
        (  # a title stands below a name
            f'  agree of_{LONG} fails "{LONG}, and {LONG}?"\n    [a]: yes',
            f'  agree of_{LONG} fails\n      "{LONG}, and {LONG}?"\n    [a]: yes',
        ),
        (  # what is too long for any line is in pieces, of about the same length
            f'  check c "is {LONG} as {LONG} and {LONG}?": every play ends',
            f'  check c\n      "is {LONG} as"\n      "{LONG} and {LONG}?":\n    every play ends',
        ),
        (  # so is what a board is made of, but a picture
            f'  board b = graph("a{"-b a" * 30}-c")',
            f'  board b = graph(\n    "a{"-b a" * 15}-b"\n    "{"a-b " * 14}a-c")',
        ),
        (f'  shape b = picture("{"# " * 60}")', f'  shape b = picture("{"# " * 60}")'),
        (  # a chain of conditions, from one to the next
            f"  let f = if a then {LONG} else if b then {LONG} else if c then d else {LONG}",
            f"  let f =\n    if a then {LONG} else\n        if b then {LONG} else\n"
            f"        if c then d else {LONG}",
        ),
        (  # parameters stay together
            f"  let f(x: 1..{LONG} + 1, y: {LONG}) =  by [long.enough.to.need.more]\n    x",
            f"  let f(x: 1..{LONG} + 1, y: {LONG}) =\n{' ' * 60}by [long.enough.to.need.more]\n    x",
        ),
        (  # so do the clauses that one line cannot hold
            f"  procedure p(q: A)  by {', '.join(['[some.clause]'] * 9)}\n    p(q)",
            f"  procedure p(q: A){' ' * 41}by [some.clause], [some.clause],\n{' ' * 60}"
            f"[some.clause], [some.clause],\n{' ' * 27}{', '.join(['[some.clause]'] * 5)}\n    p(q)",
        ),
        (  # a comment of its own
            f"  # {'so it is ' * 11}here\n  let f = a",
            f"  # {'so it is ' * 10}so it\n  # is here\n  let f = a",
        ),
    ],
)
def test_what_is_too_long_goes_on_below(written: str, wanted: str) -> None:
    assert laid_out(f"{written}\n") == f"{wanted}\n"
    assert laid_out(f"{wanted}\n") == f"{wanted}\n"
    assert meaning(f"{HEAD}{wanted}\n") == meaning(f"{HEAD}{written}\n")


@pytest.mark.parametrize(
    "text", ["  let f = a or\n  b\n", "  let f = a or\n  let g = b\n", "  let f = a\n    or b\n"]
)
def test_a_line_goes_on_in_one_that_is_indented_further_alone(text: str) -> None:
    with pytest.raises(RulesetError):
        formatted(HEAD + text)
