"""What the language can say, in small games: by its second meaning, on both engines, and in proofs."""

from __future__ import annotations

import re

import pytest
from lark import Token
from lark.exceptions import UnexpectedInput
from lark.indenter import DedentError
from tests.differential.case import compiled, examine
from tests.dsl.test_broken import CASES
from tests.test_generators import constructs
from tests.tiers import every, slow

from rulewright.dsl.diagnostics import RulesetError
from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.load import load_text
from rulewright.dsl.parsing.grammar import parser
from rulewright.engines.python.game import PythonGame
from rulewright.verify.limits import Budget
from rulewright.verify.stategraph.bfs import explore

PLAIN, COMPILED = ("plays", "search", "positions"), ("native", "proofs", "bounds")
GAMES = {
    "what was tested is not none": """
  state mover: Player? = none
  state on: Player -> Player? = none
  play
    repeat
      turns for p in Player
        choose p
          take(q: Player) when on[q] is none
            on[q] := p
            mover := on[q]
          stop
            draw
        if mover is none: next
        points[mover] += 1
        if points[mover] = 2: win mover
  check some_win: reachable some p in Player: won(p) and on[p] is not none
  check both: never on[A] is not none and on[A] = on[B]
""",
    "division, in what a match and a loop ask": """
  state n: 0..3 = 3
  state k: 0..3 = 0
  play
    repeat 4 times
      choose A
        part(j: 0..3)
          k := j
        share
          match n div k
            0: n := 3
            1: n -= 1
            else: n := 1
        often
          repeat (n + 3) mod k times
            n := (n + 2) mod 4
            k := 0
    win A
""",
    "division, and its fault": """
  state n: 0..6 = 6
  let share(k: 0..6) = if k = 0 then 0 else 6 div k
  play
    repeat
      turns for p in Player
        choose p
          part(k: 1..3) when n mod k = 0
            n := n div k - 1
          double when n > 0
            n := 6 mod n
          turn_over
            n := 6 div n
        if n = 1: win p
  check shares:
    let one = share(n)
    let rest = 6 - one * n
    never rest >= 3 and n > 0 or won(A) and one < 6
  check bounded: always n != 4
""",
    "the order of an enumeration": """
  enum Rank: low, mid, high
  state held: Player -> Rank = low
  play
    repeat
      turns for p in Player
        choose p
          raise(r: Rank) when held[p] < r
            held[p] := r
          stop when some q in Player: held[q] >= mid
            win those q in Player: no r in Player: held[q] < held[r]
  check tops:
    let best = held[A]
    never won(A) and held[B] > best
  check two: reachable size(those p in Player: won(p)) = 2 and held[A] < high
""",
    "loops and jumps under after": """
  state n: 0..6 = 0
  state m: 0..6 = 0
  procedure up_to(k: 0..6)
    repeat until n >= k
      if m = 2: leave
      n += 1
      if n = 4: next
      m += 1
  procedure found(k: 0..6) -> 0..6
    repeat
      if n = k: return m
      if n = 5: return 6
      repeat 2 times
        n += 1
        if n = 3: leave
  procedure asked(k: 0..6)
    let r = found(k)
    m := r
  procedure each_of(p: Player)
    for q in Player from p
      if points[q] = 0: next
      n := number(q)
      leave
  procedure for_ever()
    repeat
      if m > 0: m := 0
  procedure long(k: 0..6)
    var left: 0..70 = 70 - k
    repeat until left = 0
      left -= 1
  play
    repeat
      turns for p in Player
        choose p
          climb(k: 0..6) when after up_to(k): n <= m + 2
            up_to(k)
          look(k: 0..3) when after asked(k): m < 6
            asked(k)
          turn_to when after each_of(p): n = number(p)
            points[p] := 1
            each_of(p)
          stop when after long(6): yes
            draw
          never_so when after for_ever() : yes
            lose
          nor_so when after long(5): yes
            lose
  check met: never after up_to(5): n = 5 and m = 0
  check right: always after each_of(A): n = 1 or n = 2 or points[A] = 0
""",
    "a position that has come before": """
  enum Spot: U, V
  supply stone = 1
  state at: Player -> Spot = U
  state held: set of Player = {}
  state pile: list of Player up to 2 = []
  history before of at, held, pile, stone up to 3
  procedure step(p: Player, s: Spot)
    at[p] := s
  play
    remember before
    repeat
      turns for p in Player
        choose p
          go(s: Spot) when after step(p, s): remembered(before) < 2
            step(p, s)
          drop when held = {}
            add p to held
            pile := pile ++ [p]
          back
            reset at, held, pile, before
          stop when remembered(before) = 2
            draw
        remember before
  check thrice: never remembered(before) = 3
  check twice: reachable remembered(before) = 2 and before = 3 and held = {B}
  check full: reachable before = 3
""",
    "what was, where somebody decided last": """
  state on: Player -> Player? = none
  state n: 0..2 = 0
  let free(p: Player) = on[p] is none
  let room = count p in Player: free(p)
  procedure put_stone(p: Player, q: Player)
    on[q] := p
    if on[next(q)] is next(p): on[next(q)] := none
  play
    repeat
      turns for p in Player
        choose p
          put_it(q: Player) when free(q), after put_stone(p, q): on != was on
            put_stone(p, q)
            if was room > room: n := min(2, n + 1)
          wait when was (if on[p] is none then no else on[p] is p)
            on[p] := none
          stop
            win p
  check grown: never room < was room - 1
  check same: reachable room = 2 and was room = 1
  check moved: reachable after p acts: on[p] is p and not was (on[p] is p)
  check back: always n <= 1 or was n >= 1 or won(A)
""",
    "what has held since something else did": """
  state n: 0..3 = 0
  state m: Bool = no
  state hid: 0..1 = 1 seen by none
  procedure bump()
    n := (n + 1) mod 4
  play
    bump()
    repeat
      turns for p in Player
        choose p
          up when after bump(): n != 2 or not m
            bump()
            if was n >= 2 since n = 3: bump()
          flip when not (not m since hid = 1 and n = 3)
            m := not m
          stop when n = 1 since m
            draw
        roll d of 0..hid
        if long and d = 1: hid := 1 - hid
  check one: always not (n = 1 since m) or n = 1 or m
  check two: reachable n = 3 and (n >= 1 since (m since n = 2 and not m))
  check three: never long since m and n = 3
  check four: never after p acts: not was m and m and (not m since n = 2)
  let long = n > 0 since n = 1 or (not m since m)
""",
    "what has held since, for each player": """
  enum Kind: Ka, Kb
  board way = graph("a-b b-c")
  state bid: 0..3 = 0
  state passed: Player -> Bool = no
  state held: Player -> set of Kind = {}
  state at: Place -> Player? = none
  let calm(p: Player) = not passed[p] since bid = 0
  let alone(p: Player, k: Kind) = k in held[p] since (bid > 0 since passed[next(p)])
  procedure up(p: Player, more: 0..2)
    let before = bid
    if bid > 0 since before = bid or more = 0: held[p] := {}
    bid := (bid + more) mod 4
  play
    repeat
      turns for p in Player
        let mine = held[p]
        choose p
          raise_it(k: 1..2) when bid < 3, not (bid < 3 since passed[p]), after up(p, k): bid != k or not calm(p)
            up(p, k)
          pass when calm(p)
            passed[p] := yes
          keep(k: Kind) when no q in Player - {p}: (k in held[q] since bid = 2)
            held[p] := held[p] + {k}
          stop when some q in Player: q is not p and (passed[p] since bid = 2 and not passed[q])
            win those q in Player: calm(q)
        otherwise
          draw
        if mine <= held[p] since bid > 1: bid := 0
        for s in near(b) if at[s] is none
          if bid = 1 since at[s] is p: at[b] := p
          at[s] := p
          leave
        roll d of (0..1) with weight if d = 0 or (bid > d since passed[p]) then 1 else 0
        if d = 1: bid := 0
  check one: never some q in Player: (bid = 3 since passed[q]) and not calm(q)
  check two: reachable some k in Kind, q in Player: alone(q, k) and bid = 1
  check three: never after p acts: not was passed[p] and (not passed[p] since held[p] = {})
  check four: never some s in Place: at[s] is A since bid = 2 and passed[B]
""",
    "functions that use themselves": """
  board net = graph("a-b b-c c-d d-a")
  state at: Player -> Place = a
  state n: 0..3 = 2
  let ways(k: 0..3, s: Place) = if k = 0 then (if s is a then 1 else 0) else sum t in near(s): ways(k - 1, t)
  let fact(k: 0..6) = if k <= 1 then 1 else k * fact(k - 1)
  let within(s: Place, k: 0..3) =
    match k
      0: {s}
      else: union t in within(s, k - 1): near(t) + {t}
  let none_of(k: 0..2) = if k = 0 then {} else none_of(k div 2) + {n}
  let deep(k: 0..4, m: 0..3) = k > 0 and n != m and (m = 3 or deep(k - 1, min(3, m + 1)))
  state lots: 0..fact(4) = min(24, fact(3))
  play
    repeat
      turns for p in Player
        choose p
          go(s: Place) when s in within(at[p], n) and s is not at[p]
            at[p] := s
            n := ways(2, s) mod 4
          stop when ways(n, at[p]) = 2 and size(none_of(2)) > 0
            draw
  check far: reachable ways(3, at[A]) = 0 and was ways(3, at[A]) > 0
  check deeper: always deep(4, 0) or n < 3 or over
  check lotsof: never lots != 6
""",
    "procedures that perform themselves": """
  board net = graph("a-b b-c c-d d-a")
  state on: Place -> Player? = none
  state n: 0..3 = 2
  state steps: 0..30 = 0
  procedure spread(p: Player, s: Place, k: 0..3)
    if on[s] is none
      on[s] := p
    if k > 0
      for t in near(s) if on[t] is none: spread(p, t, k - 1)
  procedure count_down(k: 0..3) -> 0..9
    if k = 0: return 1
    let more = count_down(k - 1)
    return min(9, more + k)
  procedure ask(p: Player, k: 0..2)
    if k = 0: return
    p chooses s in those q in Place: on[q] is none or k = 1
    n := k
    if on[s] is none: on[s] := p
    ask(next(p), k - 1)
    steps := min(30, steps + k)
  procedure rounds(k: 0..3) -> Bool
    repeat
      if n = k or k = 0: leave
      let r = rounds(k - 1)
      if r: return yes
      return no
    return n = 1
  play
    turns for p in Player
      choose p
        fill(s: Place, k: 1..2) when on[s] is none, after spread(p, s, k): (count q in Place: on[q] is p) <= 2
          spread(p, s, k)
        down when after rounds(n): steps < 5
          let m = count_down(n)
          n := min(3, m)
          let r = rounds(n)
          if r: steps += 1
        ask_all
          ask(p, min(n, 2))
    if steps > 3: win A
    draw
  check some_win: reachable steps > 3
  check all_full: never over and all s in Place: on[s] is not none
""",
    "what is no part of a copy": """
  state n: 0..3 = 2
  let f(k: 0..3) = if k > 0 then n div k + f(k - 1) else 0
  let h(k: 0..3) = k > 0 and (n div k > 1 or h(k - 1))
  procedure g(k: 0..3)
    if k > 0: n := n div k
    if k = 0: return
    n := (n + n mod k) mod 4
    match k
      2: n := n mod k
      1: n := min(3, f(k))
      else: nothing
    g(k - 1)
  play
    g(n)
    g(1)
    A chooses x in (0..1)
    if h(2): win A
    draw
  check one: reachable f(3) > 2
""",
    "sets of sets": """
  enum Kind: Ka, Kb, Kc
  state found: set of set of Kind = {}
  state hand: Player -> set of Kind = {Ka, Kb}
  state seen: set of Kind -> Bool = no
  state best: set of Kind = {}
  record Meld: cards: set of Kind, big: Bool
  state meld: Meld = Meld({Ka}, no)
  state row: list of set of Kind up to 2 = []
  state deep: set of set of set of 0..0 = {{}, {{}, {0}}}
  let wants = {{Ka}, {Kb, Kc}, {}}
  let good(s: set of Kind) = size(s) >= 2 or s in wants
  play
    repeat
      turns for p in Player
        choose p
          lay(s: found)
            remove s from found
            seen[s] := yes
            best := s + {Kc}
            hand[p] := s & hand[p]
          form(k: hand[p]) when {k} not in found
            add {k} to found
            add hand[p] to found
            meld := Meld(hand[p] - {k}, size(row) > 0)
            row := last(row ++ [hand[p]], 2)
          drop(k: hand[p]) when not seen[hand[p]] or seen[{k}]
            hand[p] := hand[p] - {k}
            if {} <= found and {{}} <= found: draw
            let latest = last(row)
            if latest is not none and latest = best: add {} to deep
          join
            found := found + {best, {Ka, Kc}} - {{Kb}}
            let bigger = those s in found: good(s)
            if size(bigger) > 2: win p
        otherwise
          for s in found if s > hand[p]
            hand[p] := s
            best := best + s
          draw
  check one: never {Ka} in found and seen[{Ka, Kb}]
  check two: reachable (some s in found: s = {Kb, Kc} and not good(s)) or (all s, t in found: s <= t or t <= s) and size(found) > 2
  check three: never meld.cards = {Ka, Kb} and meld.big
  check four: always size(union s in found: s) <= 3 and {{}} in deep implies size(deep) < 4
""",
    "the last items of a list are counted": """
  enum Kind: Ka, Kb, Kc
  supply pack[Kind] = 2
  state heap: list of Kind up to 3 = []
  state hand: Player, Kind -> 0..2 = 0
  state shown: set of Kind = {}
  state number_of: 0..3 = 0
  play
    for k in Kind: take pack[k] to heap
    repeat
      turns for p in Player
        choose p
          take_top(n: 0..2)
            move n of heap to hand[p]
          lay(k: Kind) when hand[p, k] > 0
            hand[p, k] -= 1
            heap := heap ++ [k]
          show_all when heap is not [], Kc in heap or last(heap) not in first(heap, 1) or Ka in [Kb]
            move heap to shown
          count_all when number_of = 0
            move 1 of heap to number_of
          shuffle when size(heap) > 1
            move heap to pack
          stop
            win p
  check one: never hand[A, Kc] = 1 and hand[B, Kb] = 1 and number_of = 1 and shown = {}
  check two: reachable pack[Kc] = 2 and size(shown) = 1
""",
    "every part of a set": """
  enum Kind: Ka, Kb, Kc
  board way = graph("a-b b-c")
  state hand: Player -> set of Kind = {Ka, Kb}
  state best: set of Kind = {}
  state at: Place = a
  state shown: set of set of Kind = subsets({})
  let worth(k: Kind) = number(k)
  let melds(p: Player) = those s in subsets(hand[p]): (sum k in s: worth(k)) >= 3
  play
    repeat
      turns for p in Player
        choose p
          lay(s: melds(p), k: s) when s not in shown
            hand[p] := hand[p] - s + {k}
            best := s
            add s to shown
          pair(s: subsets(Kind)) when size(s) = 2, s & hand[p] = {}
            hand[p] := hand[p] + s
          walk(c: subsets(near(at))) when size(c) = 1
            for t in c: at := t
          stop when best in subsets(hand[p]) and best != {}
            win p
        otherwise
          draw
  check one: never some s, t in subsets(hand[A]): s & t = {} and size(s) + size(t) > 2 and at is c
  check two: reachable subsets(best) <= shown + {{}} and size(best) > 1
  check three: always size(subsets(hand[B])) = (if hand[B] = Kind then 8 else if size(hand[B]) = 2 then 4 else size(hand[B]) + 1)
""",
    "a ranking in which a tie is a draw": """
  state bonus: 0..1 = 0
  let total(p: Player) = points[p] + (if p is A then bonus else 0)
  play
    turns for p in Player
      choose p
        score(k: 0..2)
          points[p] := k
        shared
          rank by points
        early
          rank by total else draw
    bonus := 1
    rank by total else draw
  check tie: reachable drawn and points[A] = 1 and points[B] = 2
  check one: never won(A) and won(B) and points[A] > 0
  check told: always over implies drawn or won(A) or won(B)
  check apart: never drawn and (won(A) or won(B))
""",
    "a table of values": """
  enum Knight: Roan, Grey, Bay
  enum Step: near_by, far, beyond
  board way = graph("a-b b-c c-d")
  state at: Player -> Place = a
  state steed: Player -> Knight = Roan
  table reach: Knight -> set of Step
    Roan: {near_by, far}
    Grey: {}
    Bay: Step
  table worth: Step -> 0..9
    near_by | far: 2 + points[A]
    beyond: 5
  table next_of: Place -> set of Place
    a: {b, c}
    d: {a}
    else: {d}
  play
    repeat
      turns for p in Player
        choose p
          ride(s: reach(steed[p])) when worth(s) <= 5
            points[p] := worth(s) - 2 - points[A]
            steed[p] := next(steed[p])
          walk(b: next_of(at[p])) when distance(b, d, Place via next_of) is not none
            at[p] := b
        otherwise
          draw
        if at[p] is d and points[p] > 0: win p
        if at[p] is d: draw
  check poor: never points[A] = 0 and won(A)
  check worthy: always worth(near_by) <= 4 and reach(Grey) = {}
""",
    "great numbers": """
  supply coin = 200000
  state gold: Player -> 0..1000000 = 5000
  state debt: -999999999..999999999 = 0
  state turns_so_far: 0..999999999 = 999999997
  let worth(p: Player, k: 0..100000) = gold[p] * k - debt
  play
    repeat
      turns for p in Player
        choose p
          earn when coin >= 70000
            take 70000 of coin to gold[p]
          borrow when debt > -700000000
            debt -= 600000000
            gold[p] := gold[p] div 3 + 70000 mod 999
          square when worth(p, 100000) > 600000000
            debt := gold[p] * 5000
          pay when after_tax(p) > 0 and debt < 0
            debt += gold[p] + after_tax(p)
        turns_so_far += 1
        if max(gold[p], 80000) > 80000 and debt < -1000000: win p
  let after_tax(p: Player) = gold[p] * 7 div 8
  check rich: reachable gold[A] > 74000
  check owing: never debt < -999999990
  check long: always turns_so_far >= 999999997
""",
    "what was, where chance decided and in secret": """
  state n: 0..1 = 0
  state m: 0..2 = 1 - n
  state out: set of Player = {}
  play
    repeat until out = Player
      roll d of 0..1 with weight if was m > 1 then 0 else 1
      m := d + was m div 2
      A chooses k in those k in (0..2): k <= m
      if k > was m - n: n := 1
      each q in Player secretly chooses
        stay
          n := 0
        leave_it when q not in was out
          add q to out
    if was n = 0: draw
    win was out
  check grown: never m > was m + 1
  check first: reachable was m = 1 and m = 0 and out = {}
  check both: reachable drawn and was out = {}
""",
}


SEATS = """ruleset heap "A heap"
  players A, B, C, D: 2..4 = 3
  state left: 0..8 = 2 * players
  state taken: Player -> 0..8 = 0
  play
    repeat
      turns for p in Player
        choose p
          take(k: 1..2) when k <= left
            left -= k
            taken[p] += k
        if left = 0: win those q in Player with most taken[q]
  check all_win: reachable size(those p in Player: won(p)) = size(Player)
  instance two: standard with players = 2
  instance four: standard with players = 4
"""


def heap_positions(players: int) -> int:
    """How many positions the heap has: what is left, who has what, and whose turn it is."""
    waiting = [(2 * players, (0,) * players, 0)]
    seen = set(waiting)
    for left, taken, mover in waiting:
        for k in (1, 2):
            if k <= left:
                more = tuple(n + k * (q == mover) for q, n in enumerate(taken))
                following = left - k, more, (mover + 1) % players if left > k else -1
                if following not in seen:
                    seen.add(following)
                    waiting.append(following)
    return len(seen)


@pytest.mark.parametrize(("instance", "players"), [("two", 2), (None, 3), ("four", 4)])
def test_players_in_a_number_are_a_parameter_of_one_variant(
    instance: str | None, players: int
) -> None:
    program = instantiate(load_text(SEATS, "heap.rules"), instance=instance)
    assert program.players.labels == ("A", "B", "C", "D")[:players]
    assert ("players", players) in program.instance.parameters
    graph = explore(PythonGame(program), Budget())
    assert len(graph.states) == heap_positions(players)
    unnamed = load_text(SEATS.replace("A, B, C, D: 2..4", "2..4"), "heap.rules")
    other = instantiate(unnamed, instance=instance)
    assert other.players.labels == ("P1", "P2", "P3", "P4")[:players]
    assert len(explore(PythonGame(other), Budget()).states) == len(graph.states)


def test_who_does_not_play_has_no_name_and_a_variant_may_say_who_plays() -> None:
    named = SEATS.replace("won(p)) = ", "won(p)) + size({D}) = ")
    with pytest.raises(RulesetError, match=r"E\d+ .*\bD\b") as found:
        load_text(named, "heap.rules")
    assert found.value.diagnostics[0].span.line == 13
    of_two = load_text(
        SEATS + "  variant duel\n    players X, Y\n    let players = 2\n", "heap.rules"
    )
    assert instantiate(of_two, variant="duel").players.labels == ("X", "Y")
    with pytest.raises(RulesetError, match="has no parameter players"):
        instantiate(of_two, variant="duel", parameters={"players": 2})
    with pytest.raises(RulesetError, match=r"players = 5 is outside 2\.\.4"):
        instantiate(of_two, parameters={"players": 5})


@pytest.mark.thorough
@pytest.mark.parametrize("players", [2, 3])
def test_players_in_a_number_mean_the_same_everywhere(players: int) -> None:
    text = SEATS.replace("= 3\n", f"= {players}\n", 1).split("  instance")[0]
    assert examine(text, (*PLAIN, *COMPILED), 0.3) == []


def small(name: str) -> str:
    """The ruleset of one of the games."""
    parts = "  state points: Player -> 0..2 = 0\n" if "points" in GAMES[name] else ""
    return f'ruleset small "Small"\n  players A, B\n{parts}{GAMES[name].strip(chr(10))}\n'


@pytest.mark.thorough
@pytest.mark.parametrize("name", GAMES)
def test_a_construct_means_the_same_to_the_engine_and_the_search(name: str) -> None:
    assert compiled(small(name)) is not None
    assert examine(small(name), PLAIN) == []


@pytest.mark.thorough
@pytest.mark.parametrize("seconds", [0.3, *slow([4.0])])
@pytest.mark.parametrize("name", every(4, list(GAMES)))
def test_a_construct_means_the_same_in_c_and_in_proofs(name: str, seconds: float) -> None:
    assert examine(small(name), COMPILED, seconds) == []


BESIDE_TABLES = {"CARDS", "cards", "cell", "cell_word", "column", "row", "table"}
"""What stands in and beside tables of cards is rejected in ``tests/dsl/inputs`` and ``tests/spec``."""
NEVER_WRONG = {"GAP", "gap", "LOSE", "lose"}
"""A word, or a word and a text, that nothing can make wrong."""


@pytest.mark.thorough
def test_every_construct_is_told_to_be_wrong_somewhere() -> None:
    """Each rule and token of the grammar stands where a broken ruleset gets a message."""
    left = constructs() - BESIDE_TABLES - NEVER_WRONG
    read = parser(keep_all_tokens=True)
    for case in CASES:
        told = re.findall(r"^sample\.rules:(\d+):", "\n".join(case.message), re.MULTILINE)
        try:
            tree = read.parse("".join(f"{line}\n" for line in case.ruleset))
        except (UnexpectedInput, DedentError):
            continue  # that it cannot be read is what it is about
        for part in tree.iter_subtrees():
            tokens = [t for t in part.scan_values(lambda v: isinstance(v, Token)) if t.line]
            lines = range(
                min((t.line for t in tokens), default=0),
                max((t.end_line for t in tokens), default=0) + 1,
            )
            if any(int(line) in lines for line in told):
                left.discard(str(part.data))
                left -= {t.type for t in tokens if str(t.line) in told}
    assert left == set()
