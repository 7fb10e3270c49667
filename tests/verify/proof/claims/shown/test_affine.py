"""Equations between amounts: found where plays show them, and what they prove."""

from __future__ import annotations

import re
from itertools import product

import pytest
from tests import ir_build as build
from tests.tiers import judges
from tests.verify.proof.efforts import NORMAL, QUICK

from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.ir.code import Block, Stop
from rulewright.dsl.ir.printing.code import show_expr
from rulewright.dsl.ir.program import Program, Variable
from rulewright.dsl.ir.types import Enum, Int, Map, Option, Set
from rulewright.dsl.load import load_text
from rulewright.verify.kernel.check import Accepted
from rulewright.verify.limits import Budget
from rulewright.verify.portfolio.methods.proof import accept
from rulewright.verify.proof.claims.shown.affine import affine
from rulewright.verify.proof.cut_steps import CutPosition
from rulewright.verify.proof.guess import NoGuess, guess

SIDE = Enum("Side", ("Left", "Right"))


def program(*variables: Variable) -> Program:
    return build.program("amounts", variables, (Block("play", (), Stop(0)),), ())


def shown(of: Program, positions: list[CutPosition]) -> list[str]:
    """The equations, without the types of constants."""
    texts = [show_expr(claim.expression) for claim in affine(of, positions)]
    return [re.sub(r"\(([^() ]+) : [^()]+\)", r"\1", text) for text in texts]


def test_what_is_left_and_what_is_taken_are_together_all() -> None:
    of = program(
        build.state("a", Int(0, 9), 0),
        build.state("b", Int(0, 9), 0),
        build.state("c", Int(0, 9), 0),
    )
    seen: list[CutPosition] = [{"a": n, "b": 9 - 2 * n, "c": n * n % 7} for n in range(5)]
    assert shown(of, seen) == ["(((2 * a) + b) == 9)"]
    assert shown(of, [*seen, {"a": 1, "b": 1, "c": 1}]) == []


def test_amounts_are_sizes_entries_and_what_is_missing() -> None:
    hand, on = Map(SIDE, Set(SIDE)), Map(SIDE, Option(SIDE))
    of = program(build.state("hand", hand, (0, 0)), build.state("on", on, (2, 2)))
    seen: list[CutPosition] = [
        {"hand": (a, b), "on": (0 if a == 3 else 2, 2)}
        for a, b in product(range(4), range(4))
        if a in (0, 3)
    ]
    # As many are missing on the left as there is no hand of two: 2 * missing + size = 2.
    missing = "(if (none == on[{}]) then 1 else 0)".format
    assert shown(of, seen) == [
        f"((#size(hand[Left]) + (2 * {missing('Left')})) == 2)",
        f"({missing('Right')} == 1)",
    ]


def test_of_a_large_map_all_entries_together_are_an_amount() -> None:
    cards = Int(0, 19)
    of = program(
        build.state("deck", Map(cards, Int(0, 1)), (1,) * 20), build.state("left", Int(0, 20), 20)
    )
    seen: list[CutPosition] = [{"deck": (1,) * n + (0,) * (20 - n), "left": n} for n in range(21)]
    assert shown(of, seen) == ["(((sum %key in @0..19: deck[%key]) : 0..20) == left)"]


def test_whose_pass_it_is_makes_cases() -> None:
    frame = Variable("p", SIDE, 0, "frame")
    of = program(frame, build.state("a", Int(0, 9), 0), build.state("b", Int(0, 9), 0))
    seen: list[CutPosition] = [{"p": p, "a": n, "b": n + p} for p in (0, 1) for n in range(6)]
    assert shown(of, seen) == [
        "((not (p == Left)) or (a == b))",
        "((not (p == Right)) or ((a + 1) == b))",
    ]


def test_a_great_factor_is_chance() -> None:
    of = program(build.state("a", Int(0, 9), 0), build.state("b", Int(0, 99), 0))
    assert shown(of, [{"a": n, "b": 7 * n} for n in range(6)]) == []


TRICKS = """\
ruleset tricks "Two cards each"
  players Ann, Bob
  enum Card: Ace, King, Queen, Jack, Ten
  state hand: Player -> set of Card = {} seen by owner
  state stock: set of Card = Card seen by none
  state tricks: Player -> 0..2 = 0
  play
    for p in Player
      repeat 2 times
        roll c of stock
        remove c from stock
        add c to hand[p]
    repeat 2 times
      for p in Player
        choose p
          lay(c: hand[p])
            remove c from hand[p]
      roll q of Player
      tricks[q] += 1
    draw
  check acts: someone can always act
  check all_taken: always not over or tricks[Ann] + tricks[Bob] = 2
"""


@pytest.mark.heavy
@pytest.mark.parametrize("number", [0, *judges([1])])
def test_there_is_always_a_card_to_lay(number: int) -> None:
    """There are as many cards in a hand as there are tricks to come."""
    of = instantiate(load_text(TRICKS, "tricks.rules"))
    found = guess(of, number, NORMAL)
    assert not isinstance(found, NoGuess)
    assert isinstance(accept(of, number, found, Budget().start()), Accepted)


LED = """\
ruleset led "Who takes a trick leads to the next"
  players Ann, Bob, Cid
  enum Card: Ace, King, Queen, Jack, Ten, Nine
  state hand: Player -> set of Card = {} seen by owner
  state taken: Player -> set of Card = {}
  state stock: set of Card = Card seen by none
  state laid: Player -> Card? = none
  state leader: Player = Ann
  play
    repeat 2 times
      for p in Player
        roll c of stock
        remove c from stock
        add c to hand[p]
    repeat until all p in Player: hand[p] is {}
      for p in Player from leader
        choose p
          lay(c: hand[p])
            remove c from hand[p]
            laid[p] := c
      var best: Player = leader
      for p in Player
        if laid[p] is not none and laid[best] is not none
          if laid[p] is Ace or laid[best] is King
            best := p
      for p in Player
        if laid[p] is not none
          add laid[p] to taken[best]
        laid[p] := none
      leader := best
    draw
  check once: always all c in Card: (if c in stock then 1 else 0) +
    (count p in Player: c in hand[p]) + (count p in Player: c in taken[p]) +
    (count p in Player: laid[p] is c) = 1
  check acts: someone can always act
"""


@pytest.mark.parametrize("number", judges([0, 1]))
def test_who_has_laid_is_known_for_each_who_may_lead(number: int) -> None:
    """That no card is in two places is found without counting hands: these are assumed only where nothing else
    helps. That there is one to lay rests on their sizes, and on what the loop asks."""
    of = instantiate(load_text(LED, "led.rules"))
    found = guess(of, number, QUICK)
    assert not isinstance(found, NoGuess)
    assert isinstance(accept(of, number, found, Budget().start()), Accepted)
