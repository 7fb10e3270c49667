"""A ruleset with every form of the language, and ways to write a ruleset untidily.

The untidy text means the same: only white space, blank lines, comments and line breaks inside
brackets are added, where the language allows them.
"""

from __future__ import annotations

import dataclasses
import re
from typing import Any

from hypothesis import strategies as st

from rulewright.dsl.parsing.parse import parse

SAMPLE = """\
ruleset sample "A sample: of (every) form # no comment"
  clauses "clauses.md"

  param size: 2..6 = 4 open                                 by [a.b], [c-d] "why: so"
  enum Kind: Red, Green, Blue                               by [x]
  record Piece: kind: Kind, level: 1..3
  players Life, Death
  shape small_ice "Small ice" = hex(tiles, "0,0 1,0")
  board field = square(size, size, line = 3)                by [x]
  supply token[of: Player, kind: Kind] = 3                  by [x]
  state on: Square -> Player? = none
  state tower: Square, Kind -> Kind? = none seen by owner
  state hand: bag of Kind up to 3 = {}
  state row: list of Kind up to size + 1 = [Red, Green]

  let empty(c: Square) = on[c] is none
  let none_left = all c in Square if row(c) != {}: not empty(c)
  let odd(n: 0..9) = n mod 2 = 1 and -n < -(n - 1)
  let fits(below: list of Kind up to 3) =                   by [x]
    let twice = below ++ below
    match twice
      [Red, Green] | [Blue]: yes
      else: no
  let near_to(c: Square) = connected({c} + near(c) via near) & row(c)
  let best(p: Player) = those c in Square if on[c] is p with most size(near(c))
  let ranks(l: list of Piece up to 3) = [m.level for m in l if m.kind in [Red, Blue]]
  let wide = union c in Square: near(c)
  let later(c: Square) = after clear(c): none_left or (yes and no)

  reading order "Who is first?"                             by [x], [y]
    first: "Life" default
    second: "Death"

  accept gap.nobody_says                                    by [x] "it is left to the players"

  agree same "said twice"
    [x]: size = 3
    [y]: size > 2

  procedure clear(c: Square) -> Bool                        by [x]
    put on[c] back to token
    return yes

  play                                                      by [x]
    repeat until none_left
      turns for p in Player from Life if p != Death
        choose p
          place(c: Square, k: Kind) when empty(c), token[p, k] > 0 unless odd(1)  by [y]
            take token[p, k] to on[c]
          draw
          move(a: Square, b: near(a))
            when on[a] is p
            unless odd(2)                                   by [z]
            move on[a] to on[b]
        otherwise
          gap "what now?"                                   by [x]
        if some c in Square: on[c] is p: win p              by [x]
        else if not (none_left or odd(2)) and (all a, b in Square, r in Row: a in r or b in r)
          leave
        else
          for c in Square in an order chosen by p: move on[c] to on[c]
    repeat 3 times
      var seen: set of Kind = {}
      roll k of Kind with weight 1
      move those l in row: l is k to row
      match k
        Red | Green: add k to row
        else
          reset on, tower
    each q in Player secretly chooses
      keep(k: Kind)
        hand[k] += 1
    rank by size

  check ends fails "Does it end?": every play ends          by [x]
  check turn: never after p acts: on[(1..2)] is p

  example first "The first piece" for small                 by [x]
    Life: place a1 Red
    Death cannot move a1 b2
    chance: k Red
    then over, not won(Life) or on[1, 1] is Life            by [y]

  strategy near_us(p: Player) prefers count c in Square: on[c] is p  by [x], [y]
  strategy far(p: Player) prefers                           by [x]
    let there = number(p)
    if won(p) then 9 else there

  variant other "Another": standard                         by [x]
    param size: 2..6 = 3                                    by [a.b]

  instance small "Small": other with size = 2, order = second
"""


def shape(node: Any) -> Any:
    """A syntax tree without the places in the text."""
    if dataclasses.is_dataclass(node):
        fields = (f.name for f in dataclasses.fields(node))
        kept = [
            (f, shape(getattr(node, f))) for f in fields if f not in {"span", "asked", "source"}
        ]
        return type(node).__name__, tuple(kept)
    if isinstance(node, tuple):
        return tuple(shape(n) for n in node)
    return node


def meaning(text: str) -> Any:
    """What a text means: its syntax tree without places."""
    return shape(parse(text, "test.rules"))


_PIECE = re.compile(r'("[^"\n]*")|(#[^\n]*)|(\[[a-z][a-z0-9_.\-]*\])|(\s+)|(\w+|[^\w\s])')


def comments(text: str) -> list[str]:
    """The comments of a text in their order."""
    found = (m[2] for m in _PIECE.finditer(text))
    return [c.rstrip() for c in found if c]


@st.composite
def spaced(draw: st.DrawFn, text: str) -> str:
    """``text`` with other spacing within its lines and another indentation."""
    rows = []
    unit = draw(st.sampled_from([" ", "  ", "   ", "     "]))
    for row in text.splitlines():
        body = row.lstrip()
        depth = (len(row) - len(body)) // 2
        parts = [_with_space(draw, m) for m in _PIECE.finditer(body)]
        rows.append(unit * depth + "".join(parts).strip() if body else draw(_BLANK))
    ending = draw(st.sampled_from(["\n", "\r\n"]))
    return ending.join(rows) + draw(st.sampled_from(["", ending, ending * 3]))


_BLANK = st.sampled_from(["", " ", "\t", "     "])
_SPACE = st.sampled_from(["", "", "", " ", "   ", "\t"])


def _with_space(draw: st.DrawFn, match: re.Match[str]) -> str:
    if match[4]:
        return draw(st.sampled_from([" ", " ", "  ", "\t"]))
    if match[0] in {"(", ")", ",", "{", "}", "?", "="}:
        before = draw(_SPACE) if match[0] != "=" else ""
        return before + match[0] + draw(_SPACE)
    return match[0]


@st.composite
def scattered(draw: st.DrawFn, text: str) -> str:
    """``text`` with blank lines, comments, and line breaks inside brackets."""
    rows = []
    for row in text.splitlines():
        rows.extend(draw(st.sampled_from([[], [], [], [""], ["", "  ", ""], [draw(_NOTE)]])))
        rows.append(_broken(draw, row) + draw(st.sampled_from(["", "", "", f"  {draw(_COMMENT)}"])))
    rows.extend(draw(st.lists(_NOTE, max_size=2)))
    return "\n".join(rows)


_COMMENT = st.sampled_from(["# why", '#"quoted', "# [x] (", "#", "# by [y]", "## a  b  "])
_NOTE = st.builds(lambda n, c: " " * n + c, st.integers(0, 12), _COMMENT)
_BREAK = st.builds(lambda n, m: f"\n{m}{' ' * n}", st.integers(0, 9), st.sampled_from(["", "\n"]))


def _broken(draw: st.DrawFn, row: str) -> str:
    depth = 0
    parts: list[str] = []
    for m in _PIECE.finditer(row):
        depth += (m[0] in "([{") - (m[0] in ")]}")
        text = m[0]
        if depth and m[4] and parts and draw(st.integers(0, 3)) == 0:
            joins = parts[-1] in {"and", "or"}
            text = (f" {draw(_COMMENT)}" if joins and draw(st.booleans()) else "") + draw(_BREAK)
        elif depth and m[0] in "([{" and draw(st.integers(0, 3)) == 0:
            text = m[0] + draw(_BREAK)
        elif depth and m[0] in ")]}" and draw(st.integers(0, 9)) == 0:
            text = draw(_BREAK) + m[0]
        parts.append(text)
    return "".join(parts)
