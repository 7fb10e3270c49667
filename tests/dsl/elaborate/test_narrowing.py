"""None and narrowing: what was tested is known until it is stored to."""

from __future__ import annotations

from textwrap import dedent

import pytest
from tests.differential.plays import same_plays_of
from tests.dsl.playing import game
from tests.tiers import judges, thorough

from rulewright.dsl.diagnostics import RulesetError
from rulewright.dsl.load import load_text

PARTS = """
board map = graph("a-b b-c")
record Seat: who: Player?, row: 0..1
record Mark: who: Player, row: 0..3
supply token[Player] = 3
supply gift[Player?] = 1
state mark: Player -> Mark? = none
state lead: Player? = A
state other: Player? = none
state on: Place -> Player? = none
state seat: Seat = Seat(A, 0)
state heir: Player -> Player? = none
state heap: list of Player up to 3 = [B]
state low: set of (0..3) = (1..2)
let there(q: Player?) = q is not none
let held = those s in Place: on[s] is not none
let full = no s in Place: empty(s)
let empty(s: Place) = on[s] is none
let both(s: Place, q: Player?) = not empty(s) and there(q) and n = 0
let gone(q: Player?) = q is none or n > 3
let heirs_place(p: Player) =
  let q = heir[p]
  if q is not none and on[a] is heir[p] then (if heir[p] is A then a else b) else if heir[p] is none then c else place_of(q)
let place_of(p: Player) = if p is A then a else b
let heirless() = if heir[A] is none then A else B
param off: 0..1 = 0
procedure used(p: Player)
  log := log ++ [number(p)]
procedure emptied()
  lead := none
procedure asked(p: Player)
  choose p
    go
      nothing
procedure kept(q: Player?)
  if q is none: return
  choose A
    go
      used(q)
procedure met(q: Player?)
  if q is not none and number(q) = 1
    choose A
      go when q is not none and number(q) < 3
        n := if q is none then 0 else number(q)
procedure none_lead()
  asked(A)
  lead := none
"""

SOUND = {
    "if": "if lead is not none: used(lead)",
    "else": "if lead is none\n  nothing\nelse\n  used(lead)",
    "else if": "if lead is none\n  nothing\nelse if n = 0\n  used(lead)",
    "and": "if n = 0 and lead is not none: used(lead)",
    "or, failed": "if n = 1 or lead is none\n  nothing\nelse\n  used(lead)",
    "implies": "if not (n = 0 implies lead is none): used(lead)",
    "a way that ends": "if lead is none: draw\nused(lead)",
    "a way all whose ways end": "if n = 0\n  if lead is none\n    draw\n  else\n    lose\nelse\n  other := A\nused(other)",
    "a way all whose cases end": "if n = 0\n  match lead\n    none: draw\n    else: lose\nelse\n  other := A\nused(other)",
    "a way that loses": "if lead is none\n  n := 3\n  lose\nused(lead)",
    "a gap": 'if lead is none: gap "nobody is there"\nused(lead)',
    "both ways": "if lead is none: lead := B\nused(lead)",
    "a store": "lead := B\nused(lead)",
    "a store of what is known": "if lead is none: draw\nother := lead\nused(other)",
    "an entry": "if on[a] is none: on[a] := B\nused(on[a])",
    "an entry by a local": "let s = b\nif on[s] is none: on[s] := C\nused(on[s])",
    "an entry by a state": "n := 2\non[b] := A\nif on[b] is none: draw\nn := 3\nused(on[b])",
    "a field": "if seat.who is none: draw\nused(seat.who)",
    "a local": "let q = lead\nif q is none: draw\nlead := none\nused(q)",
    "a local of what is known": "if lead is none: draw\nlet q = lead\nlead := none\nused(q)",
    "a local, by what it stands for": "let q = lead\nif lead is none: draw\nused(q)",
    "what a local stands for": "let q = on[a]\nif q is none: draw\nused(on[a])",
    "what a local of a function stands for": "if heirs_place(A) = a: draw\nused(A)",
    "a local that changes": "var q: Player? = lead\nif q is none: draw\nused(q)",
    "next": "for s in Place\n  if on[s] is none: next\n  used(on[s])",
    "leave": "for s in Place\n  if on[s] is none: leave\n  used(on[s])",
    "if of a loop": "for s in Place if on[s] is not none\n  used(on[s])",
    "return": "kept(lead)\nkept(other)",
    "none that is given": "kept(none)\nmet(none)\nmet(A)\nmet(lead)",
    "a match": "match lead\n  none\n    draw\n  else\n    used(lead)",
    "every case of a match": "match n mod 2\n  0\n    other := A\n  1\n    other := B\nused(other)",
    "every case of a match that asks": "match n mod 2\n  0\n    asked(A)\n    other := A\n  1\n    other := B\nused(other)",
    "a match that leaves": "match lead\n  none\n    draw\n  else\n    nothing\nused(lead)",
    "through a loop": "if lead is none: draw\nrepeat 2 times\n  used(lead)\nused(lead)",
    "through a plain loop": "if lead is none: draw\nfor s in Place\n  used(lead)\nused(lead)",
    "through a choice": "if lead is none: draw\nasked(lead)\nused(lead)",
    "until": "repeat until other is not none\n  other := lead\nused(other)",
    "until, while it is not": "lead := none\nrepeat until lead is none\n  used(lead)",
    "left when it is there": "repeat\n  if other is not none: leave\n  other := lead\nused(other)",
    "left by every way": "repeat\n  if n = 1\n    other := B\n    leave\n  if other is not none: leave\n  n := 1\nused(other)",
    "left after a store": "repeat\n  asked(A)\n  other := B\n  leave\nused(other)",
    "left, or until": "repeat until other is not none\n  if n = 0\n    other := A\n    leave\n  n := 0\nused(other)",
    "left by an inner loop, too": "repeat\n  repeat\n    if n = 0: leave\n    n := 0\n  if other is not none: leave\n  other := A\nused(other)",
    "left by an option": "repeat\n  choose A\n    go when lead is not none\n      leave\n    stay\n      lead := B\nused(lead)",
    "by a function": "on[a] := lead\nif not empty(a): used(on[a])",
    "by a function of what may be none": "if there(lead): used(lead)",
    "by a function, and then none": "on[b] := lead\nif empty(b): draw\nused(on[b])",
    "by functions of functions": "on[b] := lead\nif both(b, lead)\n  used(on[b])\n  used(lead)",
    "by a function that fails": "if gone(lead): draw\nused(lead)",
    "by a function, in an expression": "n := if there(lead) then number(lead) else 0",
    "by a function, when": "on[b] := C\nchoose A\n  go(s: Place) when not empty(s)\n    used(on[s])",
    "the last of what is not empty": "if size(heap) > 0: used(last(heap))",
    "the first of what is not empty": "if heap = []: draw\nused(first(heap))",
    "the first of what has two": "if size(heap) < 1 or heap = [A]: draw\nused(first(heap))",
    "the first, and a test that it is there": "if first(heap) is none: draw\nused(first(heap))",
    "the least of what is not empty": "if low != {}: n := least k in low: k",
    "the greatest of what has one at least": "if size(low) = 0: draw\nn := 1 + greatest k in low: k mod 2",
    "one or another": "if lead is A or lead is B: used(lead)",
    "one or another, not": "if not (lead is not A and lead is not B): used(lead)",
    "one of some": "if lead in {A, B}: used(lead)",
    "when one or another": "choose A\n  go when lead is A or lead is B\n    used(lead)",
    "when one of some": "choose A\n  go when lead in {A, B}\n    used(lead)",
    "one or another, by settings": "if off = 1 and lead is A or off = 1 and lead is B: used(lead)",
    "taken": "n := 0\ntake token[A] to on[a]\nused(on[a])",
    "taken, by a local": "for s in Place\n  take token[B] to on[s]\n  used(on[s])",
    "taken to a state": "take token[C] to other\nused(other)",
    "moved": "on[a] := B\nmove on[a] to on[b]\nused(on[b])",
    "moved to a state": "on[a] := B\nmove on[a] to other\nused(other)",
    "moved away and back": "on[a] := B\nlet s = a\nmove on[a] to on[s]\nused(on[s])",
    "a record": "mark[A] := Mark(B, 2)\nused(mark[A].who)",
    "a record that plays differ in": "let q = if n = 0 then B else C\nmark[A] := Mark(q, 2)\nused(mark[A].who)",
    "a local with a value": "var q: Player? = if n = 0 then B else A\nused(q)",
    "when": "choose A\n  go when lead is not none\n    used(lead)",
    "unless": "choose A\n  go unless lead is none\n    used(lead)",
    "when, with a parameter": "on[b] := C\nchoose A\n  go(s: Place) when on[s] is not none\n    used(on[s])",
    "every option": "choose A\n  go\n    other := B\n  stay\n    draw\nused(other)",
    "otherwise": "choose A\n  go when lead is none\n    draw\notherwise\n  other := B\nused(other)",
    "a secret": "if lead is none: draw\neach p in Player secretly chooses\n  go\n    used(lead)\nused(lead)",
    "the least of a set in which something is": "if 2 in low: n := least k in low: k",
    "the greatest of a set of which some hold": "if some k in low: k > 1\n  n := greatest k in low: k",
    "what only some settings do": "if off = 1 or lead is none: draw\nused(lead)",
    "what no setting does": "if off = 0 or lead is none\n  nothing\nelse\n  used(lead)",
    "in a match": "n := match_of(lead)",
    "one of two, the other is none": "lead := none\non[a] := B\nif lead is not none or on[a] is not none\n  if lead is none\n    used(on[a])\n  else\n    used(lead)",
    "not both none": "if lead is none and other is none: draw\nif other is none: used(lead)",
    "one of three": "if lead is none and other is none and on[a] is none: draw\nif lead is none and other is none: used(on[a])",
    "one implies another": "if not (other is none implies lead is not none): draw\nif other is none: used(lead)",
    "one of two, and what is not one of it": "if lead is not none or other is A and n = 0\n  if other is none: used(lead)",
    "of two, in an expression": "n := if lead is none and other is none then 0 else if other is none then number(lead) else number(other)",
    "the same as one that is there": "other := lead\nif other = lead and lead is not none: used(other)",
    "there, and another is the same": "if lead is none: draw\nif lead = other: used(other)\nother := B\nif other = lead: used(other)",
    "of two, with what was stored": "if lead is none and other is none: draw\nif other is none: draw\nlead := none\nused(other)",
    "all of them": "for s in Place: on[s] := B\nif all s in Place: on[s] is not none: used(on[c])",
    "all of them, by a local": "for s in Place: on[s] := A\nlet s = b\nif all t in Place: not empty(t): used(on[s])",
    "none of them is not": "if some q in Player: heir[q] is none\n  nothing\nelse\n  used(heir[B])",
    "all of them, by a function": "for s in Place: on[s] := C\nif not full: draw\nfor s in Place: used(on[s])",
    "all of some": "on[a] := B\non[b] := A\nif all s in {a, b}: on[s] is not none: used(on[b])",
    "all of them, whichever": "for s in Place: on[s] := C\nif full: used(on[if n = 0 then a else b])",
    "all of all": "if all q in Player: all s in Place: heir[q] is not none and on[s] is not none: used(on[a])",
    "a pass over those": "on[a] := B\non[c] := A\nfor s in (those t in Place: on[t] is not none): used(on[s])",
    "a pass over those, by a function": "on[a] := B\non[c] := A\nfor s in held\n  asked(A)\n  used(on[s])",
    "a pass over some of those": "on[a] := B\non[c] := A\nfor s in near(b) & held - {a}: used(on[s])",
    "a round of those": "heir[A] := B\nheir[C] := A\nfor p in (those q in Player: heir[q] is not none) from B: used(heir[p])",
    "those in an order": "on[a] := B\non[c] := A\nfor s in held in an order chosen by A: used(on[s])",
    "chosen of those": "on[a] := B\non[c] := A\nA chooses s in held\nused(on[s])",
    "rolled of those": "on[a] := B\non[c] := A\nroll s of held with weight number(on[s])\nused(on[s])",
    "an option's those": "on[a] := B\non[c] := A\nchoose A\n  go(s: held, t: those u in held: u is not s) when number(on[s]) > 0\n    used(on[t])",
    "of those, in an expression": "on[b] := C\nn := sum s in held: number(on[s])",
    "those with most": "on[b] := C\nfor s in (those t in held with most number(on[t])): used(on[s])",
    "in those": "on[b] := C\nif b in held: used(on[b])",
    "those of those": "on[b] := C\nn := size(those s in held: number(on[s]) > 1)",
    "of two, through ways that come together": "if lead is none and other is none: draw\nif n = 0: n := 1\nif other is none: used(lead)",
}  # fmt: skip
MORE = """
let match_of(q: Player?) =
  match q
    none: 0
    else: number(q)
"""

UNSOUND = {
    "nothing tested": "used(lead)",
    "another one": "if other is none: draw\nused(lead)",
    "only in one way": "if n = 0 and lead is not none\n  nothing\nused(lead)",
    "or": "if n = 0 or lead is not none: used(lead)",
    "and, failed": "if n = 1 and lead is none\n  nothing\nelse\n  used(lead)",
    "a store between": "if lead is none: draw\nlead := none\nused(lead)",
    "a store of what may be none": "if lead is none: draw\nlead := other\nused(lead)",
    "a store in one way": "if lead is none: draw\nif n = 0: lead := none\nused(lead)",
    "a store in a procedure": "if lead is none: draw\nemptied()\nused(lead)",
    "a store behind a choice": "if lead is none: draw\nnone_lead()\nused(lead)",
    "taken, what may be none": "take gift[lead] to other\nused(other)",
    "another entry": "on[a] := A\nused(on[b])",
    "an entry that is found by what is stored": "heir[if heir[A] is none then A else B] := C\nused(heir[if heir[A] is none then A else B])",
    "an entry that a function finds": "heir[heirless()] := C\nused(heir[heirless()])",
    "an entry of a map": "on[a] := A\nfor s in Place\n  on[s] := none\nused(on[a])",
    "the index changes": "var s: Place = a\non[s] := A\ns := b\nused(on[s])",
    "by way of itself": "on[a] := A\nif on[a] is none: draw\nmove on[a] to on[b]\nused(on[a])",
    "a later pass": "if lead is none: draw\nrepeat 2 times\n  used(lead)\n  lead := none",
    "a later plain pass": "if lead is none: draw\nfor s in Place\n  used(lead)\n  emptied()",
    "a later pass, by a choice": "if lead is none: draw\nrepeat 2 times\n  used(lead)\n  none_lead()",
    "a later pass of a local": "var q: Player? = A\nrepeat 2 times\n  used(q)\n  q := none",
    "a field, of another": "if seat.who is none: draw\nseat := Seat(none, 1)\nused(seat.who)",
    "in an option": "if lead is none: draw\nchoose A\n  go\n    lead := none\n  stay\n    nothing\nused(lead)",
    "until, left before": "repeat until other is not none\n  if n = 0: leave\n  other := A\nused(other)",
    "left before a store": "repeat\n  if n = 0: leave\n  other := A\n  leave\nused(other)",
    "left after none was stored": "repeat\n  if lead is not none\n    lead := none\n    leave\n  lead := A\nused(lead)",
    "another loop is left": "repeat\n  repeat\n    if other is not none: leave\n    other := A\n  if n = 0\n    other := none\n    leave\n  n := 0\nused(other)",
    "left, or until something else": "repeat until n = 0\n  if other is not none: leave\n  n := 0\nused(other)",
    "left, or so often": "repeat 2 times\n  if other is not none: leave\n  n := 0\nused(other)",
    "left, or all gone through": "for s in Place\n  if other is not none: leave\nused(other)",
    "left by one option": "repeat\n  choose A\n    go when lead is not none\n      leave\n    stay\n      leave\nused(lead)",
    "by a function, of another": "if not empty(a): used(on[b])",
    "by a function, then stored to": "if not empty(a)\n  on[b] := none\n  used(on[a])",
    "by a function, then stored to by another": "if there(lead)\n  emptied()\n  used(lead)",
    "by a function that fails with another": "if not both(b, lead): used(lead)",
    "by a function that may hold of none": "if gone(lead): used(lead)",
    "by a function, the wrong way": "if empty(a): used(on[a])",
    "the last, emptied": "if size(heap) > 0\n  heap := []\n  used(last(heap))",
    "the last of what is empty": "if size(heap) = 0: used(last(heap))",
    "the last of another": "if size(heap) > 0: used(last(first(heap, 1)))",
    "the second": "if size(heap) > 0: used(item(heap, 1))",
    "the least, emptied": "if low != {}\n  remove 1 from low\n  n := least k in low: k",
    "the least of some": "if low != {}: n := least k in low if k > 0: k",
    "the least of others": "if low != {}: n := least k in low - {1}: k",
    "one, or another one": "if lead is A or other is B: used(lead)",
    "one, or anything": "if lead is A or n = 0: used(lead)",
    "one of some, or none": "if lead in {A, none}: used(lead)",
    "not one of some": "if lead not in {A, B}: used(lead)",
    "neither one nor another": "if not (lead is A or lead is B): used(lead)",
    "one or another, only by settings": "if off = 1 and lead is A or off = 0: used(lead)",
    "taken to another": "take token[A] to on[a]\nused(on[b])",
    "taken, then stored to": "take token[A] to on[a]\non[a] := none\nused(on[a])",
    "taken, then put back": "take token[A] to on[a]\nput on[a] back to token\nused(on[a])",
    "taken, then another is stored to": "take token[A] to on[a]\non[b] := none\nused(on[a])",
    "taken by way of itself": "take token[A] to on[if on[a] is none then a else b]\nused(on[if on[a] is none then a else b])",
    "taken, then the index changes": "var s: Place = a\ntake token[A] to on[s]\ns := b\nused(on[s])",
    "taken in one way": "if n = 0: take token[A] to on[a]\nused(on[a])",
    "moved away": "take token[A] to on[a]\nmove on[a] to on[b]\nused(on[a])",
    "moved to a state, away": "take token[A] to on[a]\nmove on[a] to other\nused(on[a])",
    "a record, another": "mark[A] := Mark(B, 2)\nused(mark[B].who)",
    "a local with no value": "var q: Player? = other\nused(q)",
    "a local with a value, later": "var q: Player? = A\nq := other\nused(q)",
    "a secret of others": "if lead is none: draw\neach p in Player secretly chooses\n  go\n    used(lead)\n    lead := none",
    "reset": "other := A\nreset other\nused(other)",
    "a match": "match lead\n  A\n    nothing\n  else\n    used(lead)",
    "one of two, and the first is stored to": "if lead is not none or other is not none\n  lead := none\n  if lead is none: used(other)",
    "one of two, and the other is stored to": "if lead is not none or other is not none\n  if lead is none\n    other := none\n    used(other)",
    "one of two, and a procedure stores": "if lead is not none or other is not none\n  emptied()\n  if lead is none: used(other)",
    "one of two, stored to in one way": "if lead is not none or other is not none\n  if n = 0: lead := none\n  if lead is none: used(other)",
    "one of two, in one way": "if n = 0\n  if lead is none and other is none: draw\nif lead is none: used(other)",
    "one of two, in a later pass": "if lead is none and other is none: draw\nrepeat 2 times\n  if lead is none: used(other)\n  lead := none",
    "one of two, or something else": "if n = 0 or lead is not none or other is not none\n  if lead is none: used(other)",
    "one of two, the other is there": "if lead is not none or other is not none\n  if lead is not none: used(other)",
    "none in one way alone": "if n = 0\n  if lead is not none: draw\nif lead is not none or other is not none: used(other)",
    "none, and then stored to": "if lead is not none: draw\nlead := A\nif lead is not none or other is not none: used(other)",
    "what a local stood for, stored to": "let q = lead\nlead := other\nif q is none: draw\nused(lead)",
    "a local, what it stood for stored to": "let q = lead\nlead := B\nif lead is not none: used(q)",
    "what a local stood for, in a later pass": "let q = lead\nrepeat 2 times\n  if q is not none: used(lead)\n  lead := none",
    "another entry than a local stands for": "let q = on[a]\nif q is not none: used(on[b])",
    "the same as one that is stored to": "if other = lead\n  lead := A\n  if lead is not none: used(other)",
    "the same as one that may be none": "if other = lead: used(other)",
    "the same, in one way": "if n = 0\n  if other != lead: draw\nif lead is not none: used(other)",
    "another entry of the same": "if on[a] = lead and lead is not none: used(on[b])",
    "the least of a set in which something is not": "if 2 not in low: n := least k in low: k",
    "the greatest of a set of which all hold": "if all k in low: k > 1\n  n := greatest k in low: k",
    "the least of another set": "if 2 in low + {2}: n := least k in low: k",
    "some of them": "if some s in Place: on[s] is not none: used(on[a])",
    "all of others": "if all s in {b, c}: on[s] is not none: used(on[a])",
    "all for which something holds": "if all s in Place if s is not a: on[s] is not none: used(on[a])",
    "all of them, or something else": "if all s in Place: on[s] is not none or n = 0: used(on[a])",
    "all of them, and one is stored to": "if all s in Place: on[s] is not none\n  on[b] := lead\n  used(on[a])",
    "all of them, of another map": "if all q in Player: heir[q] is not none: used(on[a])",
    "all of them, in a later pass": "if all s in Place: on[s] is not none\n  repeat 2 times\n    used(on[a])\n    on[a] := none",
    "not all of them are": "if not all s in Place: on[s] is none: used(on[a])",
    "a pass over those, stored to": "for s in held\n  used(on[s])\n  on[c] := none",
    "a pass over those, with a procedure that stores": "for q in (those r in Player: lead is not none)\n  used(lead)\n  emptied()",
    "a pass over those, with a choice after which is stored": "for q in (those r in Player: lead is not none)\n  used(lead)\n  none_lead()",
    "a pass over others": "for s in Place - held: used(on[s])",
    "a pass over those and another": "for s in held + {b}: used(on[s])",
    "a pass over those, of another": "for s in held: used(on[b])",
    "chosen of those, stored to": "A chooses s in held\non[s] := none\nused(on[s])",
    "an option's those, stored to": "choose A\n  go(s: held)\n    on[s] := lead\n    used(on[s])",
    "a secret option's those": "each p in Player secretly chooses\n  go(s: held)\n    used(on[s])\n    on[s] := none",
    "not in those": "if b not in held: used(on[b])",
    "a gap in one way": "if n = 1\n  if lead is none: draw\nused(lead)",
}  # fmt: skip


def text_of(play: str) -> str:
    """A ruleset whose play is this one, with the procedures that it performs."""
    lines = dedent(PARTS).strip().split("\n")
    starts = [i for i, line in enumerate(lines) if not line.startswith(" ")]
    parts = [lines[i:j] for i, j in zip(starts, [*starts[1:], len(lines)], strict=True)]
    whole, kept = play, []
    for part in reversed(parts):
        name = part[0].split()[1].split("(")[0]
        if not part[0].startswith("procedure") or f"{name}(" in whole:
            kept.append("\n".join(part))
            whole += "\n".join(part[1:])
    more = MORE if "match_of" in play else ""
    return game(f"{play}\ndraw", "\n".join(reversed(kept)) + more)


@pytest.mark.parametrize(
    "name",
    [
        *list(SOUND)[::8],
        *thorough([*list(SOUND)[4::8], *list(SOUND)[2::4]]),
        *judges(list(SOUND)[1::2]),
    ],
)
def test_what_was_tested_is_known(name: str) -> None:
    same_plays_of(text_of(SOUND[name]), seeds=3, limit=12)


@pytest.mark.parametrize("name", UNSOUND)
def test_what_may_have_changed_is_not(name: str) -> None:
    with pytest.raises(RulesetError, match="may be none"):
        load_text(text_of(UNSOUND[name]), "narrow.rules")


@pytest.mark.thorough
def test_what_is_known_under_after_ends_where_a_procedure_stores() -> None:
    parts = (
        PARTS.split("procedure used")[0]
        + """
procedure clear(s: Place)
  on[s] := none
  if on[s] is B: n := 1
procedure taken(s: Place)
  on[s] := none
  lead := on[s]
check cleared: never some s in Place: on[s] is not none and after clear(s): {0} = 1
"""
    )
    load_text(game("clear(a)\ntaken(a)\ndraw", parts.format("n")), "after.rules")
    with pytest.raises(RulesetError, match="may be none"):
        load_text(game("clear(a)\ntaken(a)\ndraw", parts.format("number(on[s])")), "after.rules")


def test_what_is_known_where_a_loop_is_left_is_known_under_after() -> None:
    parts = PARTS.split("procedure used")[0] + (
        "procedure found()\n  repeat\n    {0}\n    other := A\n  n := number(other)\n"
        "check seen: never after found(): n = 0\n"
    )
    load_text(game("found()\ndraw", parts.format("if other is not none: leave")), "after.rules")
    with pytest.raises(RulesetError, match="may be none"):
        load_text(game("found()\ndraw", parts.format("if n = 0: leave")), "after.rules")


LEAST = """
enum Hue: Red, Blue
state has: Player, Hue -> 0..3 = 1
state low: set of Hue = {Red}
"""


@pytest.mark.parametrize(
    "number",
    [
        "least h in Hue: has[A, h]",
        "2 * (greatest h in Hue: has[B, h]) + 1",
        "min(2, least h in {Red, Blue}: has[A, h])",
        "sum p in Player: greatest h in Hue: has[p, h]",
    ],
)
def test_the_least_over_what_is_never_empty_is_never_none(number: str) -> None:
    text = game(f"n := {number}\nif n > 0: draw\nwin A", LEAST)
    same_plays_of(text, seeds=1, limit=4)


@pytest.mark.parametrize(
    "number",
    [
        "least h in Hue if has[A, h] > 0: has[A, h]",
        "least h in low: has[A, h]",
        "greatest h in low - {Red}: has[A, h]",
    ],
)
def test_the_least_over_what_may_be_empty_may_be_none(number: str) -> None:
    with pytest.raises(RulesetError, match="may be none"):
        load_text(game(f"n := {number}\ndraw", LEAST), "least.rules")


@pytest.mark.parametrize(
    ("body", "sound"),
    [
        ("held is not none and after used(A): number(lead) = 1", True),
        ("held is not none and after emptied(): number(lead) = 1", False),
        ("after emptied(): held is not none and number(held) = 1", True),
        ("after emptied(): held is not none and number(lead) = 1", False),
    ],
)
def test_a_local_is_no_longer_what_it_stood_for_after_a_store(body: str, sound: bool) -> None:
    parts = (
        f"{PARTS}\nlet asked_after =\n  let held = lead\n  {body}\ncheck seen: never asked_after"
    )
    text = game(
        "used(A)\nemptied()\nif heirless() is A: asked(A)\nkept(B)\nmet(B)\nnone_lead()\ndraw",
        parts,
    )
    if sound:
        load_text(text, "after.rules")
        return
    with pytest.raises(RulesetError, match="may be none"):
        load_text(text, "after.rules")
