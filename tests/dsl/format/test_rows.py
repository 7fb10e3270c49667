"""The layout of single rows: spaces, brackets, citations, comments, blank lines."""

from __future__ import annotations

import pytest
from tests.dsl.format.layouts import HEAD, formatted, laid_out


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
        ('supply s [A]"Stones"=2', 'supply s[A] "Stones" = 2'),
        ('state on"On the table" : A = none', 'state on "On the table": A = none'),
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


def test_blank_lines() -> None:
    written = "\n\n" + HEAD + "\n  \n\n  let f = yes\n\t\n  let g = no\n\n\n"
    assert formatted(written) == HEAD + "\n  let f = yes\n\n  let g = no\n"


def test_byte_order_mark_goes() -> None:
    assert formatted("\ufeff" + HEAD + "  let f = yes") == HEAD + "  let f = yes\n"
