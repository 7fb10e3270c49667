"""Where a line goes on in the next one."""

from __future__ import annotations

import pytest
from tests.dsl.format.format_samples import meaning

from rulewright.dsl.diagnostics import RulesetError
from rulewright.dsl.parsing.parse import parse

HEAD = 'ruleset a "A"\n'


@pytest.mark.parametrize(
    ("several", "one"),
    [
        (
            "  let f = if a then 0 else\n      if b then 1 else\n      2\n",
            "  let f = if a then 0 else if b then 1 else 2\n",
        ),
        (
            "  let f =\n    if g(\n      a) then 0 else\n      1  by [x],\n        [y]\n",
            "  let f = if g(a) then 0 else 1 by [x], [y]\n",
        ),
        (
            "  let f = all p in A, q in B:\n      some r in C if p = q:\n        no\n",
            "  let f = all p in A, q in B: some r in C if p = q: no\n",
        ),
        (
            '  instance i\n      "one"\n\n      "two":\n      v with a = 1\n',
            '  instance i "one two": v with a = 1\n',
        ),
        (
            '  variant v "one":\n      u, w by [x]\n    let f = no\n',
            '  variant v "one": u, w by [x]\n    let f = no\n',
        ),
        ('  accept a.b by [x]\n    "why"\n', '  accept a.b by [x] "why"\n'),
        (
            "  let f(x: A) =\n    match x\n      a |\n        b: 1\n",
            "  let f(x: A) =\n    match x\n      a | b: 1\n",
        ),
        (
            "  let f =\n    let x = 1\n    x\n      by [y]\n",
            "  let f = by [y]\n    let x = 1\n    x\n",
        ),
    ],
)
def test_a_line_goes_on(several: str, one: str) -> None:
    assert meaning(HEAD + several) == meaning(HEAD + one)


@pytest.mark.parametrize(
    "text",
    [
        "  play\n    if a\n      x := if b then c else d\n    else\n      leave\n",
        "  play\n    if some x in A: b\n      leave\n    else\n      leave\n",
        "  play\n    if (some x in A: b): for p in Player\n      leave\n",
    ],
)
def test_a_block_begins_behind_its_own_word(text: str) -> None:
    parse(HEAD + text, "test.rules")


@pytest.mark.parametrize(
    "text", ["  let f = if a then b\n      else c\n", "  check c:\n    never a:\n      b\n"]
)
def test_a_line_does_not_go_on_elsewhere(text: str) -> None:
    with pytest.raises(RulesetError):
        parse(HEAD + text, "test.rules")
