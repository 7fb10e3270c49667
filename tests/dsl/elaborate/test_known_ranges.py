"""Ranges: what a test tells of a number is known until something is stored to it."""

from __future__ import annotations

import pytest
from tests.differential.plays import same_plays_of
from tests.dsl.playing import game
from tests.tiers import judges, thorough

from rulewright.dsl.diagnostics import RulesetError
from rulewright.dsl.load import load_text

PARTS = """
record Card: rank: 1..7, hue: 0..1
param houses: 6..9 = 6
state at: 1..7 = 3
state other: 1..7 = 2
state low: -3..3 = 1
state bid: (1..9)? = 4
state top: Card = Card(5, 1)
state score: Player -> 1..7 = 2
state house: 1..6 -> 0..9 = 2
state kept: list of 1..7 up to 3 = [3]
state small: set of 1..6 = {1, 4}
let worth(h: 1..6) = h + 1
let few(k: 1..7) = k < 7
let many(k: 1..7) = k = 7 or n > 15
let opposite(k: 1..7) =
  let turned = 8 - k
  if turned = 7 then 0 else worth(turned)
procedure used(h: 1..6)
  log := log ++ [house[h]]
procedure moved()
  at := other
procedure asked(k: 1..7)
  choose A
    go when k <= 6
      used(k)
    stay
      if k != 7: used(k)
procedure stays(k: 1..7) -> 1..7
  if k = 7: return 6
  used(k)
  return k
"""

SOUND = {
    "less": "if at < 7: used(at)",
    "at most": "if at <= 6: used(at)",
    "from the other side": "if 7 > at: used(at)",
    "more": "if low > 0: used(low)",
    "at least": "if 1 <= low: used(low)",
    "the same as a constant": "if at = 4: used(at)",
    "not the last": "if at != 7: used(at)",
    "is not": "if at is not 7: used(at)",
    "in a range": "if low in (1..2): used(low)",
    "one of some": "if low in {1, 3}: used(low)",
    "one or another": "if low = 1 or low >= 2: used(low)",
    "both ends": "if n >= 1 and n < 7: used(n)",
    "and": "if at < 7 and house[at] > 0: used(at)",
    "or, failed": "if at = 7 or house[at] = 0\n  nothing\nelse\n  used(at)",
    "implies": "if at < 7 implies house[at] > 9\n  nothing\nelse\n  used(at)",
    "not": "if not at > 6: used(at)",
    "neither": "if not (at = 7 or n > 9): used(at)",
    "else": "if at > 6\n  nothing\nelse\n  used(at)",
    "else if": "if at = 7\n  nothing\nelse if n = 0\n  used(at)",
    "if, in an expression": "n := if at < 7 then house[at] else 0",
    "one or the other": "used(if at < 7 then at else 1)",
    "one of three": "used(if at > 6 then at - 1 else if at > 5 then 5 else at + 1)",
    "one or the other, added to a set": "add (if n in (1..6) then n else 2) to small",
    "a way that ends": "if at = 7: draw\nused(at)",
    "both ways": "if at = 7\n  at := 1\nelse\n  at := 5\nused(at)",
    "the wider of two ways": "if at < 4\n  nothing\nelse if at < 6\n  nothing\nelse\n  draw\nused(at)",
    "a store": "at := 2\nused(at)",
    "a store of what is known": "if other = 7: draw\nat := other\nused(at)",
    "a step": "if at <= 5\n  at += 1\n  used(at)",
    "a step back": "at -= 1\nused(at)",
    "a sum": "if at < 6: used(at + 1)",
    "a difference": "if other > 1: used(other - 1)",
    "what is left": "if at < 7: used(7 - at)",
    "a product": "if at <= 3: used(2 * at)",
    "a local": "let k = at\nif k = 7: draw\nat := 7\nused(k)",
    "a local of what is known": "if at = 7: draw\nlet k = at\nat := 7\nused(k)",
    "a local, by what it stands for": "let k = at\nif at = 7: draw\nused(k)",
    "what a local stands for": "let k = at\nif k = 7: draw\nused(at)",
    "a local that changes": "var k: 1..7 = at\nif k = 7: draw\nused(k)",
    "a local with a value": "var k: 1..7 = 3\nused(k)",
    "a field": "if top.rank < 7: used(top.rank)",
    "an entry": "if score[B] < 7: used(score[B])",
    "an entry by a local": "for p in Player if score[p] != 7: used(score[p])",
    "an option that is there": "if bid is not none and bid < 7: used(bid)",
    "an item": "if size(kept) > 0\n  let k = item(kept, 0)\n  if k is not none and k < 7: used(k)",
    "a parameter": "if houses = 6: used(houses)",
    "up to a parameter": "if houses < 7 and at <= houses: used(min(at, 6))",
    "by a function": "if few(at): used(at)",
    "by a function that fails": "if many(at): draw\nused(at)",
    "a local in a function": "n := opposite(at)",
    "next": "for p in Player\n  if score[p] = 7: next\n  used(score[p])",
    "leave": "for p in Player\n  if score[p] = 7: leave\n  used(score[p])",
    "left where it is less": "repeat\n  if at < 7: leave\n  at := 1\nused(at)",
    "until": "repeat until at < 7: at := 1\nused(at)",
    "until, while it is not": "at := 1\nrepeat until at = 7\n  used(at)\n  at := 7",
    "through a loop": "if at = 7: draw\nrepeat 2 times: used(at)\nused(at)",
    "through a choice": "if at = 7: draw\nchoose A\n  go\n    used(at)\nused(at)",
    "return": "let k = stays(at)\nn := k",
    "a constant that is given": "asked(2)\nasked(7)",
    "what is given": "asked(at)\nasked(7)",
    "a match": "match at\n  7\n    draw\n  else\n    used(at)",
    "cases of a match": "match at\n  7 | 6\n    nothing\n  2 | 4\n    used(at)\n  else\n    used(at + 1)",
    "a match, in an expression": "n := match_of(at)",
    "the last ones, one by one": "if at != 6\n  if at != 7: used(at + 1)",
    "if of a quantifier": "n := sum p in Player if score[p] < 7: house[score[p]]",
    "some": "if some p in Player: score[p] < 7 and house[score[p]] > 0: n := 1",
    "all of them": "if all p in Player: score[p] < 7: used(score[B])",
    "none of them": "if no p in Player: score[p] = 7\n  for p in Player: used(score[p])",
    "those": "for p in (those q in Player: score[q] < 7): used(score[p])",
    "those numbers": "for k in (those h in (1..7): h != 7): used(k)",
    "as far as what is known": "if at <= 6\n  for h in (1..at): used(h)",
    "less than another": "if at < other: used(at)",
    "less than another that is known": "if other <= 5 and at <= other: used(at + 1)",
    "the same as another that is known": "if other < 7 and at = other: used(at)",
    "in a set": "if at in small: used(at)",
    "when": "choose A\n  go when at < 7\n    used(at)\n  stay\n    nothing",
    "unless": "choose A\n  go unless at = 7\n    used(at)\n  stay\n    nothing",
    "when, with a parameter": "choose A\n  go(h: (1..7)) when h < 7 and house[h] > 0\n    used(h)",
    "a secret": "if at = 7: draw\neach p in Player secretly chooses\n  go\n    used(at)",
    "divided by what is above 0": "if low > 0: n := 6 div low",
    "divided, in a condition": "if low >= 1 and 6 mod low = 0: n := 1",
    "divided by one or another": "let k = if low in {1, 3} then 9 div low else 0\nn := k",
    "so often": "if low >= 0\n  repeat low times: n += 1",
    "a difference, so often": "if at > 2\n  repeat at - 3 times: n += 1",
    "to an element": "if at < 7: add at to small",
    "to an option": "if n in (1..9): bid := n",
    "a record": "if n in (1..7)\n  let c = Card(n, 0)\n  top := c",
    "of settings": "if houses > 6: used(1)\nif at < 7 and houses < 9: used(at)",
}  # fmt: skip
MORE = """
let match_of(k: 1..7) =
  match k
    7: 0
    else: house[k]
"""

UNSOUND = {
    "nothing tested": "used(at)",
    "another one": "if other < 7: used(at)",
    "not far enough": "if low >= 0: used(low)",
    "too far": "if at <= 7: used(at)",
    "not one in the middle": "if at != 3: used(at)",
    "one or another": "if at = 7 or at = 2: used(at)",
    "or": "if at < 7 or n = 0: used(at)",
    "one or the other, the wrong way": "used(if at < 7 then 1 else at)",
    "one of three": "used(if at > 6 then at else if at > 5 then 5 else at + 1)",
    "or, of another": "if at < 7 or other < 7: used(at)",
    "and, failed": "if at = 7 and n = 0\n  nothing\nelse\n  used(at)",
    "not": "if not at < 7: used(at)",
    "the other way": "if at < 7\n  nothing\nelse\n  used(at)",
    "implies": "if n = 0 implies at < 7: used(at)",
    "only in one way": "if n = 0 and at < 7\n  nothing\nused(at)",
    "one way that ends": "if at = 7 and n = 0: draw\nused(at)",
    "a store between": "if at < 7\n  at := other\n  used(at)",
    "a store in a procedure": "if at < 7\n  moved()\n  used(at)",
    "a store in one way": "if at = 7: draw\nif n = 0: at := other\nused(at)",
    "a store of more": "if at < 7\n  at := 7\n  used(at)",
    "a step": "if at < 7\n  at += 1\n  used(at)",
    "a step, after a sum": "if at < 6\n  at += 1\n  used(at + 1)",
    "a sum": "if at < 7: used(at + 1)",
    "a difference": "if at < 7: used(at - 1)",
    "a product": "if at <= 4: used(2 * at)",
    "an entry of another": "if score[B] < 7: used(score[A])",
    "an entry, another stored to": "for p in Player if score[p] < 7\n  score[A] := other\n  used(score[p])",
    "a key that changes": "var p: Player = A\nif score[p] = 7: draw\np := B\nused(score[p])",
    "a field of another value": "if top.rank < 7\n  top := Card(other, 0)\n  used(top.rank)",
    "what a local stood for": "let k = at\nif k = 7: draw\nat := other\nused(at)",
    "a local, what it stood for stored to": "let k = at\nat := other\nif at = 7: draw\nused(k)",
    "a local that changes": "var k: 1..7 = 3\nk := at\nused(k)",
    "an item, later": "let k = first(kept)\nif k is not none and k < 7\n  kept := [other]\n  let j = first(kept)\n  if j is not none: used(j)",
    "by a function, of another": "if few(other): used(at)",
    "by a function that fails with another": "if not many(at)\n  nothing\nelse\n  used(at)",
    "a later pass": "if at = 7: draw\nrepeat 2 times\n  used(at)\n  at := other",
    "a later pass of a step": "at := 1\nrepeat 2 times\n  used(at)\n  at += 1",
    "left in one way": "repeat\n  if at < 7: leave\n  if n = 0: leave\n  at := 1\nused(at)",
    "left, or so often": "repeat 2 times\n  if at < 7: leave\nused(at)",
    "through a choice that stores": "if at = 7: draw\nchoose A\n  go\n    moved()\n  stay\n    nothing\nused(at)",
    "what is given, then more": "tested(at)\n",
    "a match": "match at\n  3\n    nothing\n  else\n    used(at)",
    "a case of a match": "match at\n  7 | 2\n    used(at)\n  else\n    nothing",
    "if of a quantifier, of another": "n := sum p in Player if score[p] < 7: house[score[A]]",
    "some of them": "if some p in Player: score[p] < 7: used(score[A])",
    "all of others": "if all p in {A, B}: score[p] < 7: used(score[C])",
    "all of them, then stored to": "if all p in Player: score[p] < 7\n  score[A] := other\n  used(score[B])",
    "those, and another": "for p in (those q in Player: score[q] < 7) + {C}: used(score[p])",
    "as far as another": "if at <= 6\n  for h in (1..other): used(h)",
    "at most another": "if at <= other: used(at)",
    "less than another, of that": "if at < other: used(other)",
    "the same as another": "if at = other: used(at)",
    "less than another, then stored to": "if other < 7\n  if at <= other\n    at := other + n - n\n    used(at)",
    "in a set, not": "if at not in small: used(at)",
    "when of another option": "choose A\n  go when at < 7\n    nothing\n  stay\n    used(at)",
    "unless": "choose A\n  go unless at < 7\n    used(at)\n  stay\n    nothing",
    "a secret's condition": "each p in Player secretly chooses\n  go when at < 7\n    used(at)\n  stay\n    moved()",
    "a secret's condition, of an entry": "each p in Player secretly chooses\n  go when score[p] < 7\n    used(score[p])\n    score[A] := other",
    "a key in a key": "score[A] := 3\nlet p = A\nscore[B] := other\nscore[p] := 2\nused(score[B])",
    "under after": "if at < 7 and after moved(): house[at] > 0: n := 1",
    "what holds after": "if after moved(): at < 7\n  used(at)",
    "less than another, exchanged": "if at < other\n  let k = at\n  at := other\n  used(at)",
    "reset": "at := 2\nreset at\nused(at)",
    "an option, stored to": "if bid is not none and bid < 7\n  bid := other\n  used(bid)",
    "since": "if at < 7 and (house[at] > 0 since n = 0): n := 1",
    "a secret of others": "if at = 7: draw\neach p in Player secretly chooses\n  go\n    used(at)\n    moved()",
    "divided by what may be 0": "if low >= 0\n  let k = if n = 0 then 6 div low else 0\n  n := k",
    "divided by what may be less": "if low != 0: n := 6 div low",
    "so often, below 0": "if low >= -1\n  repeat low times: n += 1",
    "was": "if at < 7 and house[was at] > 0: n := 1",
    "off by settings": "if houses > 6: used(at)",
}  # fmt: skip


def text_of(play: str) -> str:
    """A ruleset whose play is this one, with the procedures that it performs."""
    more = MORE if "match_of" in play else ""
    if "tested(" in play:
        more += "procedure tested(k: 1..7)\n  if k > 3: used(k)\n"
    kept, dropped = PARTS.split("procedure used")[0], ("moved", "asked", "stays")
    for part in ("procedure used" + PARTS.split("procedure used")[1]).split("\nprocedure "):
        name = part.removeprefix("procedure ").split("(")[0]
        if name not in dropped or f"{name}(" in play:
            kept += f"\nprocedure {part.removeprefix('procedure ')}"
    if "used(" not in play + more:
        play += "\nused(1)"
    return game(f"{play}\ndraw", f"{kept}\n{more}")


@pytest.mark.parametrize(
    "name",
    [
        *list(SOUND)[::6],
        *thorough([*list(SOUND)[3::6], *list(SOUND)[2::3]]),
        *judges(list(SOUND)[1::3]),
    ],
)
def test_the_range_that_a_test_tells_is_known(name: str) -> None:
    same_plays_of(text_of(SOUND[name]), seeds=3, limit=12)


@pytest.mark.parametrize("name", UNSOUND)
def test_a_range_that_may_be_left_is_not(name: str) -> None:
    with pytest.raises(RulesetError, match=r"fits? here|above 0|may be below 0|may be 0"):
        load_text(text_of(UNSOUND[name]), "ranges.rules")
