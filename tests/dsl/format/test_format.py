"""The layout of rulesets: what it looks like, and what it never changes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.dsl.format.format_samples import SAMPLE, comments, meaning, scattered, spaced
from tests.tiers import drawn, slow

from rulewright.dsl.diagnostics import RulesetError
from rulewright.dsl.format import format_text
from rulewright.dsl.inputs.locate import rulesets
from rulewright.dsl.parsing.parse import parse
from rulewright.dsl.ruleset import Ruleset
from rulewright.verify.answers.sources import texts

USUAL = {"circle", "goofspiel"}
SHIPPED = [
    *(path for path in rulesets() if path.stem in USUAL),
    *slow(path for path in rulesets() if path.stem not in USUAL),
]
SMALL = (Path(__file__).parents[1] / "golden" / "tictactoe.rules").read_text("utf-8")
TEXTS = st.sampled_from([SAMPLE, SMALL])
HEAD = 'ruleset a "A"\n'


def formatted(text: str) -> str:
    return format_text(text, "test.rules")


def untidied(text: str) -> str:
    """A text in which nothing is aligned; rows with texts, which may hold spaces, stay as they are."""
    rows = text.splitlines(keepends=True)
    return "".join(row if '"' in row else re.sub(r"(?<=\S) {2,}", " ", row) for row in rows)


def laid_out(body: str) -> str:
    """The layout of the parts ``body``, without the first line."""
    return formatted(HEAD + body).removeprefix(HEAD)


# Properties


@pytest.mark.thorough
@pytest.mark.parametrize("text", [SAMPLE, SMALL])
def test_samples_are_in_the_canonical_layout(text: str) -> None:
    assert formatted(text) == text


@pytest.mark.parametrize("path", rulesets(), ids=lambda p: p.stem)
def test_shipped_rulesets_are_in_the_canonical_layout(path: Path) -> None:
    text = path.read_text("utf-8")
    assert formatted(text) == text
    too_long = [row for row in text.splitlines() if len(row) > 100]
    assert [row for row in too_long if " = picture(" not in row] == []


@pytest.mark.thorough
@pytest.mark.parametrize("path", SHIPPED, ids=lambda p: p.stem)
def test_shipped_rulesets_keep_their_meaning_comments_and_answers(path: Path) -> None:
    text = path.read_text("utf-8")
    result = formatted(untidied(text))
    assert untidied(text) != text
    assert meaning(result) == meaning(text)
    assert comments(result) == comments(text)
    assert formatted(result) == result
    before, after = (texts(Ruleset(parse(t, str(path)), {}, None), path) for t in (text, result))
    assert before == after


def test_nor_on_where_texts_are_folded(tmp_path: Path) -> None:
    path = tmp_path / "a.rules"
    title, ways = f"is {LONG} as {LONG} #{LONG}?", "a-b " * 30
    text = f'{HEAD}  board b = graph("{ways}")\n  check c "{title}": every play ends\n'
    digests = [texts(Ruleset(parse(t, str(path)), {}, None), path) for t in (text, formatted(text))]
    assert formatted(text).count('"') == 10
    assert digests[0] == digests[1]
    other = text.replace("as a", "a a")
    assert texts(Ruleset(parse(other, str(path)), {}, None), path) != digests[0]


def loose(text: str) -> str:
    """A text whose words and comments are not aligned any more."""
    return re.sub(r"(?<=\S) +(?=:)", "", re.sub(r"(?<=\S) +", " ", text))


@pytest.mark.thorough
@settings(max_examples=drawn(25), deadline=None)
@given(st.data())
def test_spacing_makes_no_difference(data: st.DataObject) -> None:
    text = data.draw(TEXTS)
    untidy = data.draw(spaced(text))
    assert meaning(untidy) == meaning(text)
    assert loose(formatted(untidy)) == loose(formatted(text))


@pytest.mark.thorough
@settings(max_examples=drawn(25), deadline=None)
@given(st.data())
def test_meaning_and_comments_stay_and_a_second_time_changes_nothing(data: st.DataObject) -> None:
    text = data.draw(TEXTS)
    untidy = data.draw(scattered(text))
    result = formatted(untidy)
    assert meaning(result) == meaning(text)
    assert comments(result) == comments(untidy)
    assert formatted(result) == result
    assert "\n\n\n" not in result
    assert result.endswith("\n")
    assert not any(row != row.rstrip() for row in result.splitlines())
    full = [row for row in untidy.splitlines() if row.strip()]
    rows = [row for row in result.splitlines() if row]
    assert len(rows) - notes(rows) == len(full) - notes(full)


def notes(rows: list[str]) -> int:
    """How many comments have a line of their own: one that is too long at the end of another moves."""
    return sum(row.lstrip().startswith("#") for row in rows)


# Examples


@pytest.mark.parametrize(
    ("written", "wanted"),
    [
        ("let f( x:A ,y : B)=x+y", "let f(x: A, y: B) = x + y"),
        ("let f = - a-( -b )", "let f = -a - (-b)"),
        ("let f = on [a , b] . c is none", "let f = on[a, b].c is none"),
        ("let f = a in{ b,c }", "let f = a in {b, c}"),
        ("let f = a is[ b ]", "let f = a is [b]"),
        ("let f =[a for b in c ] [d]", "let f = [a for b in c][d]"),
        ("let f = g (a) ++h( b via c )", "let f = g(a) ++ h(b via c)"),
        ("state on : A,B->C ?=none", "state on: A, B -> C? = none"),
        ("param n:1 .. 3=2  open", "param n: 1..3 = 2 open"),
        ("board b = square (3,3,line=3)", "board b = square(3, 3, line = 3)"),
        ("supply s [A]=2", "supply s[A] = 2"),
        ("instance i:a with n=1,m = x", "instance i: a with n = 1, m = x"),
        ("instance i :a  for   play with n=1", "instance i: a for play with n = 1"),
        ("check c  fails:every  play ends", "check c fails: every play ends"),
    ],
)
def test_spaces(written: str, wanted: str) -> None:
    assert laid_out(f"  {written}\n") == f"  {wanted}\n"


@pytest.mark.parametrize(
    ("written", "wanted"),
    [
        ("(a)", "a"),
        ("((a or b)) and c", "(a or b) and c"),
        ("(((a)))", "a"),
        ("(f(x)) + (m[k]) + (r.a) + ({a})", "f(x) + m[k] + r.a + {a}"),
        ("(a and b) or c", "(a and b) or c"),
        ("(1..2)", "(1..2)"),
        ("(no)", "(no)"),
        ("(\n      a\n    )", "(\n    a\n  )"),
    ],
)
def test_brackets(written: str, wanted: str) -> None:
    assert laid_out(f"  let f = {written}\n") == f"  let f = {wanted}\n"


def test_statements_and_options_with_the_same_word() -> None:
    body = """\
  play
    choose p
      draw(x: (1..2))
        return(f)
      win ( y:A )
        win(those q in A: q is p)
"""
    assert laid_out(body) == body.replace("return(f)", "return f").replace(
        "win(those", "win (those"
    ).replace("win ( y:A )", "win(y: A)")


def test_citations_stand_in_a_margin() -> None:
    room = 60 - len("    f(a, b)  ")
    fits, too_long = "x" * room, "x" * (room + 1)
    body = f"""\
  play by [a]
    on[c] := p by [a],[b-c]  # why
    f{fits}(a,b) by [a]
    f{too_long}(a,b)   by [a]
  param n: 1..3 = 2 by [a] "since"
  let f = by [a]
    yes
  let g = by [a] yes
"""
    rows = laid_out(body).splitlines()
    assert len(rows[2].split("  by")[0]) == 58
    assert [row.index("by [") for row in rows if "by [" in row] == [60, 60, 60, 61, 60, 60, 10]
    assert rows[1].endswith("  by [a], [b-c]  # why")
    assert rows[3].endswith("(a, b)  by [a]")
    assert rows[4] == "  param n: 1..3 = 2".ljust(60) + 'by [a] "since"'


def test_comments_stand_at_the_level_of_what_follows_or_ends() -> None:
    written = """\
# first

ruleset a "A" # beside
    # of the parts
    let f = yes


    # with g
    let g = no
    play
  # opens
        if f
            draw
            # ends the inner block
        # ends the play

    # of the file's parts
    let h = no
    # ends the parts
# last
"""
    assert (
        formatted(written)
        == """\
# first

ruleset a "A"  # beside
  # of the parts
  let f = yes

  # with g
  let g = no
  play
    # opens
    if f
      draw
      # ends the inner block
    # ends the play

  # of the file's parts
  let h = no
  # ends the parts
# last
"""
    )


def test_line_breaks_inside_brackets_stay() -> None:
    written = """\
  play
    if (a or b or  # first
    c and

        (
      d # inner
      # alone
     or e
     ))
      win {p,
       q}
"""
    assert (
        laid_out(written)
        == """\
  play
    if (a or b or  # first
        c and

        (
          d  # inner
          # alone
          or e
        ))
      win {p,
          q}
"""
    )


def test_statements_on_one_line_stay_there() -> None:
    body = """\
  play
    if full: draw
    else if empty: for p in A: win p
    else: repeat 2 times
      leave
"""
    assert laid_out(body) == body


LONG = "a_rather_long_name_of_something_in_it"


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
def test_long_lines_are_folded(written: str, wanted: str) -> None:
    assert laid_out(f"  play\n{written}\n") == f"  play\n{wanted}\n"
    assert laid_out(f"  play\n{wanted}\n") == f"  play\n{wanted}\n"
    assert meaning(f"{HEAD}  play\n{wanted}\n") == meaning(f"{HEAD}  play\n{written}\n")


def test_long_checks_functions_and_instances_are_folded() -> None:
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


def test_blank_lines() -> None:
    written = "\n\n" + HEAD + "\n  \n\n  let f = yes\n\t\n  let g = no\n\n\n"
    assert formatted(written) == HEAD + "\n  let f = yes\n\n  let g = no\n"


def test_byte_order_mark_goes() -> None:
    assert formatted("\ufeff" + HEAD + "  let f = yes") == HEAD + "  let f = yes\n"


def test_syntax_errors_are_reported_as_parsing_does() -> None:
    with pytest.raises(RulesetError, match=r"test\.rules:3:11"):
        formatted(HEAD + "  let f = yes\n  let g = )\n")


ALIGNED = """\
  table few of Kind
    Ka:   copies = 3, worth = 1, weak = {Heart}
    Kbcd:             worth = 2
    Kc:   copies = 1,            weak = {Moon}

  state on:    Square -> Player? = none  # what stands there
  state taken: Player -> 0..9    = 0     # how many are gone

  state n: 0..9 = 0
  play
    x      := 1
    longer := 2
"""


def test_what_is_aligned_stays_so() -> None:
    assert laid_out(ALIGNED) == ALIGNED


MATCHES = """\
  let f(x: A) =
    match x
      one  : 1
      two  : 2  # why
      # and
      three: 3

  let g(x: A) =
    match x
      one: 1
      else: 2
"""


def test_colons_that_are_aligned_stay_so() -> None:
    assert laid_out(MATCHES) == MATCHES
    further = re.sub("(one|two|three)( *):", r"\1\2    :", MATCHES)
    assert further != MATCHES
    assert laid_out(further) == MATCHES
    assert laid_out("  param a : 1..2 = 1\n") == "  param a: 1..2 = 1\n"


def test_what_was_aligned_moves_together() -> None:
    wider = (
        ALIGNED.replace("Ka:   ", "Ka:     ")
        .replace("Kbcd: ", "Kbcd:   ")
        .replace("Kc:   ", "Kc:     ")
    )
    wider = wider.replace("x      :=", "x       :=").replace("longer :=", "longer  :=")
    assert wider != ALIGNED
    assert laid_out(wider) == ALIGNED


@pytest.mark.parametrize(
    ("written", "wanted"),
    [
        ("  state a:  0..9 = 0\n", "  state a: 0..9 = 0\n"),
        ("  state a:  0..9 = 0\n\n  state b:  0..9 = 0\n", "  state a: 0..9 = 0\n\n  state b: 0..9 = 0\n"),
        ("  state ab: 0..9 = 0\n  param b:  0..9 = 0\n", "  state ab: 0..9 = 0\n  param b: 0..9 = 0\n"),
        ("  let a = b   # c\n  let bcd = e   # f\n", "  let a = b  # c\n  let bcd = e  # f\n"),
    ],
)  # fmt: skip
def test_what_stands_apart_alone_is_not_aligned(written: str, wanted: str) -> None:
    assert laid_out(written) == wanted


def test_what_would_become_too_long_is_not_aligned() -> None:
    long = f"  let f = {'a' * 80} + b\n  let g = c{' ' * 79} + d\n"
    assert laid_out(long) == long
    longer = f"  let f = {'a' * 80} + b\n  let g = c{' ' * 79} + d{'e' * 20}\n"
    assert laid_out(longer) == longer.replace(" " * 80, " ")
