"""What holds at decisions and at heads of loops, learnt from plays, over few variables."""

from __future__ import annotations

import pytest
from tests.tiers import judges, slow
from tests.verify.kernel.certified import decides, program
from tests.verify.proof.efforts import QUICK

from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.ir.program import Program
from rulewright.dsl.load import load_text
from rulewright.verify.effort.proving import ProofEffort, SampleSize
from rulewright.verify.kernel.certificate import Certificate, CutBlock, CutNode
from rulewright.verify.kernel.check import Accepted, check
from rulewright.verify.proof.claims.cone import fed
from rulewright.verify.proof.cut_steps import CutStep, cut_steps, nearest, positions_at
from rulewright.verify.proof.cuts import cut_points, leading_to, loop_heads
from rulewright.verify.proof.guess import guess
from rulewright.verify.solvers.queries.metered import Meter
from rulewright.verify.symbolic.analysis.analysis import Analysis


def proved(of: Program) -> bool:
    """Whether a certificate is guessed; then the kernel accepts it."""
    made = guess(of, 0, QUICK)
    if isinstance(made, Certificate):
        assert isinstance(check(of, 0, made, decides), Accepted)
    return isinstance(made, Certificate)


def steps_of(of: Program, **given: bool) -> list[CutStep] | None:
    meter = Meter(10**9, lambda: None)
    return cut_steps(of, loop_heads(of.blocks), SampleSize(5, 50, 100), meter, **given)


LOOP = """\
repeat
  choose A
    go(s: Place)
      m := 1
      n := 3
      repeat until n = 0
        held[s] := n
        n := n - 1
        if m = 0: bad := yes
      held[s] := 0
      m := 0
"""


def test_plays_are_followed_into_loops() -> None:
    of = program(LOOP, "c: always n = 0")
    steps = steps_of(of)
    assert steps
    heads = [s for s in steps if isinstance(s.source, CutBlock)]
    assert {(s.before["n"], s.after["n"]) for s in heads} == {(3, 2), (2, 1), (1, 0), (0, 0)}
    assert {s.choice for s in heads} == {-1}
    ends = [s for s in steps if isinstance(s.target, CutNode)]
    assert ends
    assert {(s.after["n"], s.after["held"]) for s in ends} == {(0, (0, 0, 0))}


def test_a_play_that_comes_again_is_noticed() -> None:
    again = program(LOOP, "c: every play ends")
    assert steps_of(again, until_again=True) is None
    onward = program("repeat until n = 9\n  choose A\n    go\n      n := n + 1", "c: never bad")
    assert steps_of(onward, until_again=True)


@pytest.mark.heavy
@pytest.mark.parametrize(
    ("goal", "holds"),
    [
        ("never bad", True),
        ("always m = 1", False),
        *judges(
            [
                ("always all s in Place: held[s] <= 3", True),
                ("always n = 0", True),
                ("always m = 0", True),
                ("never n = 0", False),
            ]
        ),
    ],
)
def test_what_holds_where_play_rests_rests_on_what_holds_in_the_loop(
    goal: str, holds: bool
) -> None:
    assert proved(program(LOOP, f"c: {goal}")) is holds


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("again", "holds"),
    [("reset on_hand, left", True), *slow([("reset on_hand", False), ("reset left", False)])],
)
def test_a_sum_over_what_is_laid_out_anew(again: str, holds: bool) -> None:
    """What was laid and what is left is as much again, if both are laid out anew."""
    play = f"""\
repeat
  repeat until n = 9
    choose A
      lay(s: Place) when left > 0, on_hand[s] < 2
        left -= 1
        on_hand[s] += 1
      stop
        n := 9
  n := 0
  {again}
"""
    parts = "state on_hand: Place -> 0..2 = 1\nstate left: 0..3 = 3"
    total = "always (sum s in Place: on_hand[s]) + left = 6"
    assert proved(program(play, f"c: {total}", parts=parts)) is holds


LADDER = """\
ruleset ladder "Ladder"
  clauses "clauses.md"
  players Ann, Bob, Cy
  state points: Player -> 0..99 = 0
  state heads: Player -> 0..99 = 0
  play by [turn]
    repeat
      turns for p in Player
        choose p
          score(n: 1..9) when points[p] < 90 by [turn]
            points[p] += n
            heads[p] := points[p] mod n
          stop by [end]
            ladder(those q in Player: points[q] > 5)
  procedure ladder(who: set of Player) by [end]
    let richest = those q in who with most points[q]
    let best = those q in richest with most heads[q]
    if size(best) = 1
      win best
    win those q in best with least number(q) by [end]
  check one_winner: never some p, q in Player: p is not q and won(p) and won(q)
"""


@pytest.mark.thorough
def test_what_a_procedure_works_with_is_followed_and_the_state_that_it_comes_from_is_not() -> None:
    """Whoever is best of the richest, whatever the points are: at most one wins."""
    ladder = instantiate(load_text(LADDER, "ladder.rules"))
    winners = {v.name for v in ladder.variables if v.name.startswith("winners")}
    followed = fed(Analysis(ladder), winners)
    assert any(name.startswith("best") for name in followed)
    assert not followed & {"points", "heads"}
    made = guess(ladder, 0, ProofEffort(10_000_000, 1_000_000))
    assert isinstance(made, Certificate)
    assert not made.followed & {"points", "heads"}
    assert isinstance(check(ladder, 0, made, decides), Accepted)


FLIP = """\
ruleset flip "What is enclosed changes sides"
  players A, B
  enum Place: P, Q, R
  state on: Place -> Player? = none
  state left: 0..9 = 9
  play
    repeat
      choose A
        put(s: Place) when on[s] is none, left > 0
          let turned = those t in Place: on[t] is not none
          for t in turned: on[t] := A
          on[s] := A
          left -= 1
      otherwise
        draw
  check filled: always all s in {P}: on[s] is none or left < 9
"""


def test_the_set_through_which_a_loop_goes_that_stores_to_a_variable_feeds_it() -> None:
    flip = instantiate(load_text(FLIP, "flip.rules"))
    turned = {v.name for v in flip.variables if v.name.startswith("turned")}
    assert turned
    assert fed(Analysis(flip), {"on"}) == {"on", *turned}
    assert fed(Analysis(flip), {"left"}) == {"left"}


DEAL = """\
ruleset dealt "Dealt"
  players A, B
  enum Suit: Red, Blue
  record Card: suit: Suit, pips: 1..7
  state deck: set of Card = Card
  state hand: Player -> set of Card = {{}}
  state shown: Card? = none
  play
    repeat 4 times
      for p in Player
        roll c of deck
        {step}
        add c to hand[p]
    repeat 4 times
      turns for p in Player
        choose p
          show(c: hand[p])
            remove c from hand[p]
            shown := c
  check c: never some c in Card, p in Player, q in Player: p != q and c in hand[p] and c in hand[q]
  check d: never some c in Card, p in Player: shown is c and c in hand[p]
"""


@pytest.mark.heavy
@pytest.mark.parametrize(
    ("step", "kept", "number"),
    [
        ("remove c from deck", True, 0),
        *slow([("remove c from deck", True, 1), ("nothing", False, 0), ("nothing", False, 1)]),
    ],
)
def test_nothing_is_in_two_places(step: str, kept: bool, number: int) -> None:
    """Nobody says so of the deck; plays show it, and it is kept."""
    of = instantiate(load_text(DEAL.format(step=step), "dealt.rules"))
    few = ProofEffort(units=8_000_000, question=2_000_000)
    made = guess(of, number, few)
    assert isinstance(made, Certificate) is kept
    if isinstance(made, Certificate):
        assert isinstance(check(of, number, made, decides), Accepted)


TRICKS = """\
ruleset tricks "Three tricks"
  players A, B
  enum Suit: Clubs, Hearts
  enum Card: C7, C8, C9, H7, H8, H9
  table suit: Card -> Suit
    C7 | C8 | C9: Clubs
    else: Hearts
  table rank: Card -> 7..9
    C7 | H7: 7
    C8 | H8: 8
    else: 9
  state deck: set of Card = Card seen by none
  state hand: Player -> set of Card = {} seen by owner
  state played: Player -> Card? = none
  state pile: Player -> set of Card = {}
  state led: Suit? = none
  state leader: Player = A
  let trump = Hearts
  let may(p: Player, c: Card) = led is none or suit(c) is led or no d in hand[p]: suit(d) is led
  let strength(p: Player) =
    let c = played[p]
    if c is none then 0 else
      if suit(c) is trump then 10 + rank(c) else if suit(c) is led then rank(c) else 0
  play
    for p in Player
      repeat 3 times
        roll c of deck
        remove c from deck
        add c to hand[p]
    repeat 3 times
      turns for p in Player from leader
        choose p
          lay(c: hand[p]) when may(p, c)
            remove c from hand[p]
            played[p] := c
            if led is none: led := suit(c)
      for w in (those p in Player with most strength(p))
        leader := w
        for p in Player
          let c = played[p]
          if c is not none: add c to pile[w]
      reset played, led
    win those p in Player with most size(pile[p])
  check conserved: always size(deck) + (sum p in Player: size(hand[p]) + size(pile[p])) + (count p in Player: played[p] is not none) = 6
"""


@pytest.mark.heavy
@pytest.mark.parametrize(
    ("strength", "kept"),
    [("10 + rank(c)", True), *slow([("10", False)])],
    ids=["different cards are not equally strong", "all trumps are equally strong"],
)
def test_each_trick_has_one_winner(strength: str, kept: bool) -> None:
    """That no card is lost rests on what is led being the suit of the card that lies before the leader."""
    text = TRICKS.replace("10 + rank(c)", strength)
    assert (strength == "10 + rank(c)") == (text == TRICKS)
    of = instantiate(load_text(text, "tricks.rules"))
    made = guess(of, 0, ProofEffort(units=40_000_000, question=4_000_000))
    assert isinstance(made, Certificate) is kept
    if isinstance(made, Certificate):
        assert isinstance(check(of, 0, made, decides), Accepted)


RARE = """\
repeat
  choose A
    go(k: 0..9) when n = 0
      n := 1
      if k = 9 and m = 9 and bad
        repeat until n = 0
          choose B
            rest
              n := n - 1
      n := 0
"""


def test_where_no_play_came_it_is_as_where_plays_come_from() -> None:
    of = program(RARE, "c: always n <= 1")
    loops = loop_heads(of.blocks)
    seen = positions_at(steps_of(of) or [])
    near = nearest(of, loops, seen)
    (unseen,) = [point for point in cut_points(of, loops) if point not in seen]
    (before,) = [p for p in leading_to(of, loops)[unseen] if p in seen]
    assert isinstance(unseen, CutNode)
    assert near[unseen] == seen[before]
    assert {point: near[point] for point in seen} == seen


def test_where_nothing_leads_to_nothing_is_shown() -> None:
    of = program(RARE, "c: always n <= 1")
    assert not any(nearest(of, loop_heads(of.blocks), {}).values())
