"""Equal positions are one: no two states of a search behave alike and show the same.

What is alike is calculated here, from what a search finds and without any look at how a program is
made: states are split by what is seen in them, and then by where each action leads, until nothing is
left to split (Kanellakis and Smolka, 1990).
"""

from __future__ import annotations

from collections.abc import Hashable
from textwrap import dedent, indent

import pytest
from tests.tiers import but

from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.ir.program import Chance, Decision
from rulewright.dsl.load import load_text
from rulewright.engines.python.game import PythonGame
from rulewright.verify.limits import Budget
from rulewright.verify.portfolio.portfolio import answer_checks
from rulewright.verify.stategraph.bfs import explore


def game(play: str, parts: str = "") -> PythonGame:
    """A ruleset with two numbers and a flag."""
    text = (
        'ruleset sample "A sample"\n  players A, B\n  state n: 0..3 = 0\n  state m: 0..3 = 0\n'
        "  state flag: Bool = no\n  state leader: Player = A\n"
        f"{indent(dedent(parts).strip(), '  ')}\n  play\n{indent(dedent(play).strip(), '    ')}\n"
    )
    return PythonGame(instantiate(load_text(text, "sample.rules")))


def seen(game: PythonGame, state: object) -> Hashable:
    """What can be seen of a position."""
    declared = [v.name for v in game.program.variables if v.kind in ("state", "supply")]
    node = game.program.nodes[game.node(state)]
    outcome = game.outcome(state)
    asked: Hashable = None
    if isinstance(node, Decision):
        asked = game.decides(state), node.secret, node.clauses
    elif isinstance(node, Chance):
        asked = tuple(game.weight(state, a) for a in game.legal(state))
    return tuple(game.value(state, name) for name in declared), outcome, asked


def options(game: PythonGame, state: object) -> list[Hashable]:
    """What the actions of a position are called, in order."""
    node = game.program.nodes[game.node(state)]
    names = [c.name for c in node.choices] if isinstance(node, Decision) else [""]
    return [(names[a.choice], a.args) for a in game.legal(state)]


def counts(game: PythonGame) -> tuple[int, int]:
    """How many positions a search finds, and how many of them are different ones."""
    graph = explore(game, Budget())
    assert graph.complete
    group = number([seen(game, s) for s in graph.states])
    labels = [options(game, s) for s in graph.states]
    known = 0
    while known != (known := len(set(group))):
        group = number(
            [
                (
                    group[s],
                    tuple(zip(labels[s], (group[t] for t in graph.successors(s)), strict=True)),
                )
                for s in range(len(graph.states))
            ]
        )
    return len(graph.states), known


def number(keys: list[Hashable]) -> list[int]:
    numbers: dict[Hashable, int] = {}
    return [numbers.setdefault(key, len(numbers)) for key in keys]


ASK = """
procedure ask(who: Player, k: 0..3)
  choose who
    yes
      n := k
    no
      nothing
"""
TWICE = {
    "a parameter in an if without a decision": (
        """
        repeat
          choose A
            up(k: 0..2)
              if flag
                raise(k)
              flag := not flag
            stop
              draw
        """,
        "procedure raise(k: 0..2)\n  var past: 0..3 = n\n  if k > 1: past := 0\n  n := past",
    ),
    "a local that a branch writes before it is read": (
        """
        for p in Player
          choose p
            go(k: 0..3)
              match k
                0: nothing
                1 | 2
                  var left: 0..3 = k
                  for x in (0..3) if x > left
                    m := x
                3: m := 0
        draw
        """,
        "",
    ),
    "a local that only feeds itself": (
        """
        var idle: 0..3 = 0
        repeat
          choose A
            go
              idle := (idle + 1) mod 4
              flag := not flag
            stop
              draw
        """,
        "",
    ),
    "a map that only feeds itself": (
        """
        var idle: Player -> 0..3 = 0
        repeat
          choose leader
            go
              idle[leader] := (idle[leader] + 1) mod 4
              leader := next(leader)
            stop
              draw
        """,
        "",
    ),
    "one procedure from two options": (
        """
        choose A
          one
            ask(B, 1)
          other
            ask(B, 1)
        draw
        """,
        ASK,
    ),
    "one procedure from two options, with what was chosen": (
        """
        choose A
          one(k: 0..3)
            ask(B, k)
          other(l: 0..3, p: Player)
            ask(p, l)
          third
            let high = if flag then n else 2
            ask(leader, high)
        draw
        """,
        ASK,
    ),
    "a procedure in a procedure, from two options and a loop": (
        """
        repeat 2 times
          choose A
            one(k: 0..1)
              both(k)
            other(k: 0..1)
              both(k)
            none
              nothing
        draw
        """,
        ASK + "procedure both(k: 0..1)\n  for p in Player\n    ask(p, k)\n    if flag: flag := no\n",
    ),
    "the same words in two options": (
        """
        choose A
          one(k: 0..2)
            choose B
              take(l: 0..2) when l < k
                m := l
              leave
                nothing
          other(j: 0..2)
            choose B
              take(i: 0..2) when i < j
                m := i
              leave
                nothing
        draw
        """,
        "",
    ),
    "chance from two options": (
        """
        choose A
          one
            throw(2)
          other(k: 1..2)
            throw(k)
        draw
        """,
        "procedure throw(most: 1..2)\n  roll x of (0..2) with weight x + 1\n  n := x\n  if x > most: flag := yes\n",
    ),
    "ends on anybody's turn": (
        """
        repeat
          turns for p in Player
            choose p
              up when n < 3
                n += 1
              wait when not flag
                flag := yes
            if n = 3
              draw
        """,
        "",
    ),
    "wins that nobody's turn matters for": (
        """
        repeat
          turns for p in Player
            choose p
              up when n < 3
                n += 1
              wait when not flag
                flag := yes
            if n = 3
              win those q in Player: q is not p or flag
        """,
        "",
    ),
    "one outcome from three copies": (
        """
        choose A
          one(p: Player)
            finish(p)
          other
            finish(A)
          third
            finish(leader)
          last(p: Player)
            finish(next(p))
        """,
        "procedure finish(who: Player)\n  if flag: draw\n  win those q in Player: q is who",
    ),
    "ranks from two copies": (
        """
        choose A
          one(p: Player)
            finish(p, 2)
          other(k: 1..3)
            finish(A, k)
        """,
        """
        procedure finish(who: Player, k: 0..3)
          var points: Player -> 0..3 = 0
          points[who] := k
          rank by points
        """,
    ),
    "a gap on anybody's turn": (
        """
        repeat
          turns for p in Player
            choose p
              up when n < 3
                n += 1
              wait when not flag
                flag := yes
            if n = 3
              gap "nobody knows"
        """,
        "",
    ),
    "a fault on anybody's turn, from two copies": (
        """
        repeat
          turns for p in Player
            choose p
              up
                raise()
              higher
                raise()
                flag := yes
              wait when not flag
                flag := yes
        """,
        "procedure raise()\n  n += 1",
    ),
    "members of a loop that have had their pass": (
        """
        choose A
          some_of(who: Player)
            ask_all({who, B})
          all_of
            ask_all(Player)
        draw
        """,
        """
        procedure ask_all(who: set of Player)
          for p in who
            choose p
              yes
                n += 1
              no
                nothing
        """,
    ),
    "members of a round that have had their pass": (
        """
        choose A
          some_of(who: Player, first: Player)
            ask_all({who, B}, first)
          all_of
            ask_all(Player, A)
        draw
        """,
        """
        procedure ask_all(who: set of Player, first: Player)
          for p in who from first
            choose p
              yes
                n := 1
              no
                nothing
        """,
    ),
    "what was chosen secretly and is not done": (
        """
        repeat
          repeat
            each p in Player secretly chooses
              away
                leave
              stay(k: 1..2)
                n := k
          choose A
            again
              nothing
            over
              draw
        """,
        "",
    ),
    "who has had their pass": (
        """
        choose A
          both
            m := 1
          one
            nothing
        each p in those q in Player: q is B or m = 1 secretly chooses
          go
            m := 0
            if p is B
              choose A
                on
                  nothing
        draw
        """,
        "",
    ),
    "what was chosen secretly and is done": (
        """
        each p in Player secretly chooses
          high(k: 0..1)
            choose p
              more
                m := 1
              less
                nothing
          low
            nothing
        choose A
          over
            draw
        """,
        "",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", but(["what was chosen secretly and is done"], TWICE, judging=True))
def test_no_position_is_counted_twice(case: str) -> None:
    play, parts = TWICE[case]
    found, different = counts(game(play, parts))
    assert found == different


def test_a_play_that_comes_back_is_the_shortest() -> None:
    """By either option B is asked again: the shortest round goes by one and then by any."""
    play = """
    repeat
      choose A
        one
          ask(B, 0)
        other
          ask(B, 0)
    """
    round_ = game(play, ASK + "check ends: every play ends")
    (answer,) = answer_checks(round_, Budget()).answers
    assert str(answer.verdict.kind) == "refuted"
    assert len(answer.verdict.witness) == 2
