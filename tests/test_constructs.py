"""What the language can say, in small games: by its second meaning, on both engines, and in proofs."""

from __future__ import annotations

import pytest
from tests.differential.case import compiled, examine

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
}


@pytest.mark.parametrize("name", GAMES)
def test_a_construct_means_the_same_everywhere(name: str) -> None:
    parts = "  state points: Player -> 0..2 = 0\n" if "points" in GAMES[name] else ""
    text = f'ruleset small "Small"\n  players A, B\n{parts}{GAMES[name].strip(chr(10))}\n'
    aspects = ("plays", "search", "positions", "native", "proofs", "bounds")
    assert compiled(text) is not None
    assert examine(text, aspects, 1.0) == []
