"""Rulesets that are made to be misread: names that collide, ends in odd places, sums that leak."""

from __future__ import annotations

from textwrap import dedent, indent

HEAD = 'ruleset nasty "Nasty"\n  clauses "clauses.md"\n  players A, B\n  enum Kind: Ka, Kb\n'


def text_of(name: str) -> str:
    """The text of a ruleset."""
    return HEAD + indent(dedent(NASTY[name]).strip("\n"), "  ") + "\n"


NASTY = {
    # --- names -----------------------------------------------------------------------------------
    "an element, a state and a part of a part": """
        state x: set of 0..1 = {}
        state x_0: Bool = no
        state x_0_0: Player -> set of 0..1 = {}
        state x_0_0_1: Bool = no
        state bad: Bool = no
        play by [r]
          repeat
            turns for p in Player
              choose p
                x(x_0: 0..1)
                  x := x + {x_0 mod 2}
                x_0
                  x_0_0[p] := {1}
                trap when (1 in x_0_0[A]) != x_0_0_1
                  bad := yes
        check bad_never: never bad
        check same: always (0 in x) = x_0
    """,
    "an option, a player, a label and a state of one name": """
        state go: Player? = none
        state Ka_0: Bool = no
        play by [r]
          repeat 2 times
            for p in Player
              choose p
                go(p: Kind)
                  go := if p is Ka then A else none
                Ka_0 when go is p
                  Ka_0 := yes
                  win p
          draw
        check one: never Ka_0
        check two: never after p acts: go is p
        check three: reachable after p acts: won(p)
    """,
    "words of Python and of C": """
        state int: 0..2 = 0
        state len: Bool = no
        state self: set of Kind = {}
        state None_0: Kind? = none
        state struct: list of Kind up to 2 = []
        procedure while_1(def: Kind, range: 0..2) by [r]
          let lambda = range
          int := lambda
          self := self + {def}
          if size(struct) < 2: struct := struct ++ [def]
        play by [r]
          repeat
            turns for class in Player
              choose class
                import(is_0: Kind)
                  while_1(is_0, (int + 1) mod 3)
                global when size(struct) = 2
                  len := yes
                  None_0 := first(struct)
        check one: never len and None_0 is Kb and self is {Kb} and int = 1
        check two: never len
        check acts: someone can always act
    """,
    "a local of one name in two branches": """
        state n: 0..2 = 0
        state bad: Bool = no
        play by [r]
          repeat
            turns for p in Player
              choose p
                go(x: 0..2)
                  if x = 0
                    let k = 1
                    choose p
                      up
                        n := k
                  else
                    let k = x
                    choose next(p)
                      up
                        n := k
                        if k = 2: bad := yes
        check bad_never: never bad
        check one: never n = 2 and not bad
    """,
    "a parameter that hides a state": """
        state n: 0..2 = 0
        state m: 0..2 = 2
        procedure set_0(n: 0..2) by [r]
          m := n
        procedure set_1(m: 0..2) by [r]
          n := m
          set_0(n)
        play by [r]
          repeat
            turns for p in Player
              choose p
                go(m: 0..2) when m != n
                  set_1(m)
                stop
                  draw
        check one: always n = m or n = 0
        check two: never n = 2 and m = 2
    """,
    "a loop variable of the name of what it goes over": """
        state n: set of 0..2 = (0..2)
        state m: 0..2 = 0
        play by [r]
          for x in n
            choose A
              keep
              drop
                n := n - {x}
          for x in n
            m := x
          gap "and now?"
        check one: never size(n) = 1 and m = 2
        check two: always m in n or m = 0
    """,
    "the passes of two loops": """
        state passes: 0..2 = 0
        state passes_2: 0..2 = 0
        play by [r]
          repeat 2 times
            repeat 2 times
              choose A
                go
                  passes := (passes + 1) mod 3
                stay
            passes_2 := passes
          draw
        check one: never passes_2 = 2 and passes = 0
        check ends: every play ends
    """,
    # --- where play stops ------------------------------------------------------------------------
    "a gap in a pass of a loop": """
        state n: 0..2 = 0
        state marked: set of Player = {}
        play by [r]
          repeat
            turns for p in Player
              choose p
                go
                  marked := marked + {p}
                run
                  for q in marked
                    n := (n + 1) mod 3
                    if n = 2 and q is B
                      gap "what now?"
        check one: never n = 2
        check two: never n = 2 and over
        check three: always size(marked) < 2 or n < 2
    """,
    "a fault in the second pass gives all back": """
        state n: 0..2 = 0
        state bad: Bool = no
        play by [r]
          repeat
            choose A
              go(x: 0..2)
                bad := yes
                for q in Player
                  n := n + x
                bad := no
              stop
                draw
        check bad_never: never bad
        check one: never n = 2
        check two: never lost
        check three: always n != 1
    """,
    "a gap in a procedure in a loop with a decision": """
        state n: 0..2 = 0
        procedure ask(q: Player) by [r]
          choose q
            yes_0
              n := (n + 1) mod 3
            no_0
              if n = 2: gap "nobody knows"
        play by [r]
          repeat
            turns for p in Player
              ask(p)
              if n = 2: ask(next(p))
        check one: never n = 2 and over
        check two: never n = 0 and over
        check acts: someone can always act
        check ends: every play ends
    """,
    "ends in branches of chance": """
        state n: 0..2 = 0
        play by [r]
          repeat
            roll x of (0..2) with weight if x = n then 0 else x + 1
            n := x
            if x = 1
              choose A
                go
                  n := n + 2
                stop
            else if x = 2
              draw
        check one: never drawn and n = 1
        check two: never n = 0 and over
        check three: reachable n = 2
        check ends: every play ends
    """,
    "nothing has a weight": """
        state n: 0..1 = 0
        play by [r]
          choose A
            zero
            one
              n := 1
          roll x of (0..1) with weight n
          draw
        check acts: someone can always act
        check one: never drawn and n = 0
    """,
    "a gap in what was chosen secretly": """
        state n: Player -> 0..2 = 0
        play by [r]
          repeat
            each p in Player secretly chooses
              take_some(x: 0..2)
                n[p] := x
                if n[A] = n[B] and x = 2
                  gap "both?"
              pass_0
            if n[A] + n[B] > 3: win A
        check one: never over and n[A] = 2 and n[B] = 2
        check two: never over and n[B] < 2
        check three: never won(A)
    """,
    "an end in the effect of the first who chose": """
        state n: 0..2 = 0
        play by [r]
          repeat
            each p in Player secretly chooses
              up
                n := (n + 1) mod 3
                if n = 2: win p
              end_0
                if p is A: draw
        check one: never won(A)
        check two: never won(B)
        check three: never drawn and n = 1
    """,
    "leaving two loops": """
        state n: 0..2 = 0
        state m: 0..2 = 0
        play by [r]
          repeat
            for p in Player
              repeat
                choose p
                  go
                    n := (n + 1) mod 3
                    if n = 2: leave
                  skip
                    next
                m := (m + 1) mod 3
              if m = 1: leave
          draw
        check one: never m = 2 and n = 2
        check two: never drawn
        check ends: every play ends
    """,
    "a fault behind a gap that is never come to": """
        state n: 0..1 = 0
        play by [r]
          repeat
            choose A
              go when n = 0
                if n = 1: gap "never"
                n := n + 1
              back
                n := n - 1
        check one: never lost
        check two: never n = 1 and over
        check three: never n = 0 and over
    """,
    "looking ahead into a fault": """
        state n: 0..2 = 0
        state bad: Bool = no
        procedure up(x: 0..2) by [r]
          n := n + x
        play by [r]
          repeat
            turns for p in Player
              choose p
                go(x: 0..2) when after up(x): n = 2
                  up(x)
                  if not (after up(1): yes): bad := yes
                back when no x in 1..2: after up(x): n > 0
                  n := 0
                one when n = 0
                  n := 1
        check bad_never: never bad
        check acts: someone can always act
        check two: always (after up(2): n = 2) = (n = 0)
    """,
    "the play runs out": """
        state n: 0..2 = 0
        play by [r]
          repeat until n = 2
            choose A
              go(x: 1..2)
                n := x
          n := 0
        check one: never n = 2
        check two: never n = 0 and over
        check ends: every play ends
    """,
    "a procedure that gives nothing where it has to": """
        state n: 0..2 = 0
        procedure give(p: Player) -> 0..2 by [r]
          choose p
            some_0(x: 0..2)
              n := x
              if x > 0: return x
        play by [r]
          repeat
            for p in Player
              let k = give(p)
              n := (k + 1) mod 3
        check one: never n = 0 and over
        check two: never n = 2 and over
        check three: never n = 1
    """,
    # --- what stays and what is the same ---------------------------------------------------------
    "one procedure from two options": """
        state n: 0..2 = 0
        procedure ask(p: Player, k: 0..2) by [r]
          choose p
            up when n < 2
              n := n + 1
            set_0
              n := k
        play by [r]
          repeat
            choose A
              one
                ask(A, 1)
              two
                ask(A, 1)
              three
                ask(B, 2)
        check one: never n = 2
        check acts: someone can always act
        check ends: every play ends
    """,
    "calls of calls": """
        state n: 0..2 = 0
        procedure three_0(x: 0..2) -> 0..2 by [r]
          choose A
            more when x < 2
              return (x + 1) mod 3
            same
              return x
        procedure two_0(x: 0..2) -> 0..2 by [r]
          let y = three_0(x)
          let z = three_0(y)
          return z
        play by [r]
          repeat
            n := two_0(n)
            if n = 2
              n := two_0(0)
              if n = 2: draw
        check one: never n = 2 and not over
        check two: never drawn
    """,
    "who is on turn at the end does not matter": """
        state n: 0..2 = 0
        play by [r]
          repeat
            turns for p in Player
              choose p
                go
                  n := (n + 1) mod 3
                stop
                  draw
        check one: never n = 2
        check two: never after p acts: drawn and p is B and n = 1
        check ends: every play ends
    """,
    "an order that somebody chooses": """
        state row: list of Player up to 2 = []
        play by [r]
          for p in Player in an order chosen by B
            choose p
              in_0
                row := row ++ [p]
              out_0
          if [B] is first(row, 1): win B
          draw
        check one: never won(B)
        check two: never row is [B, A] and drawn
        check ends: every play ends
    """,
    # --- sums ------------------------------------------------------------------------------------
    "a sum that leaks at one key": """
        supply heart = 2 by [r]
        state held: Player -> 0..2 = 0
        play by [r]
          repeat
            turns for p in Player
              choose p
                take_0 when heart > 0
                  take 1 of heart to held[p]
                give when held[p] > 0 and held[next(p)] < 2
                  move 1 of held[p] to held[next(p)]
                drop when held[A] = 1 and held[B] = 1
                  held[p] := 0
                back when held[p] > 0
                  put 1 of held[p] back to heart
                wait
        check kept: always heart + held[A] + held[B] = 2
        check most: always heart + (sum p in Player: held[p]) <= 2
        check acts: someone can always act
    """,
    "a sum that is kept though two stores break it between": """
        state n: Kind -> 0..2 = 1
        play by [r]
          repeat
            turns for p in Player
              choose p
                go(x: Kind) when n[x] < 2 and n[next(x)] > 0
                  n[x] += 1
                  n[next(x)] -= 1
                swap
                  let k = n[Ka]
                  n[Ka] := n[Kb]
                  n[Kb] := k
                wait
        check kept: always (sum x in Kind: n[x]) = 2
        check less: always n[Ka] + n[Kb] < 2
    """,
    "a loop that takes for each": """
        supply heart = 2 by [r]
        state held: Player -> 0..2 = 0
        play by [r]
          repeat
            choose A
              all_0 when heart >= 2
                for q in Player
                  take 1 of heart to held[q]
              one
                for q in Player if held[q] > 0
                  held[q] := held[q] - 1
              lost_0 when heart = 1
                heart_0(A)
        procedure heart_0(q: Player) by [r]
          take 1 of heart to held[q]
        check kept: always heart + held[A] + held[B] = 2
        check some_0: never heart = 1
    """,
    # --- measures --------------------------------------------------------------------------------
    "two numbers of which one falls": """
        state n: 0..2 = 2
        state m: 0..2 = 2
        play by [r]
          repeat until n = 0 and m = 0
            choose A
              down when m > 0
                m := m - 1
              over_0 when n > 0
                n := n - 1
                m := 2
          draw
        check ends: every play ends
        check acts: someone can always act
        check one: never n = 0 and m = 2
    """,
    "a number that falls but for one way": """
        state n: 0..2 = 2
        state bad: Bool = no
        play by [r]
          repeat until n = 0
            choose A
              down
                n := n - 1
              up when n = 1 and not bad
                n := 2
                bad := yes
              again when n = 2 and bad
                bad := no
          draw
        check ends: every play ends
        check one: never bad and n = 1
    """,
    "chance decides whether it ends": """
        state n: 0..2 = 0
        play by [r]
          repeat until n = 2
            roll x of (0..1)
            if x = 1: n := n + 1
          draw
        check ends: every play ends
        check one: never n = 2 and not over
    """,
    # --- readings --------------------------------------------------------------------------------
    "weights of one proportion": """
        reading way "left or right?" by [r]
          left: "to the left" default
          right: "to the right"
        state n: 0..2 = 0
        play by [r]
          repeat 2 times
            roll x of (0..1) with weight if way is left then 1 else 2
            n := x
          draw
        check one: never n = 1
    """,
    "arguments of other things": """
        reading way "left or right?" by [r]
          left: "to the left" default
          right: "to the right"
        state n: 0..2 = 0
        play by [r]
          choose A
            go(x: if way is left then (0..2) - {2} else (0..2) - {0})
              n := if way is left then x else (x + 2) mod 3
          choose B
            stop
          draw
        check one: never n = 2
    """,
    "readings that differ in what nobody comes to": """
        reading way "left or right?" by [r]
          left: "to the left" default
          right: "to the right"
        state n: 0..2 = 0
        play by [r]
          repeat
            choose A
              go when n < 2
                n := (n + 1) mod 2
              trap when n = 2
                if way is left: win A
                draw
        check one: never over
        check ends: every play ends
    """,
}
