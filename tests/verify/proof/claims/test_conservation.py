"""What is guessed of components: that none is lost, and how many fields stay empty."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.reference_eval import Reference, evaluate
from tests.shipped import shipped

from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.ir.printing.code import show_expr
from rulewright.dsl.ir.program import Program
from rulewright.dsl.load import load_text
from rulewright.verify.proof.claims.conservation import conserved
from rulewright.verify.proof.claims.shown.exclusive import exclusive


def false_claims(of: Program, moves: int) -> list[str]:
    """The claims that are not true in some position of one play, which takes the last option."""
    game = Reference(of)
    position = game.new()
    found: list[str] = []
    for _ in range(moves):
        scope = game.scope(position)
        found += [str(c.expression) for c in conserved(of) if not evaluate(c.expression, scope)]
        legal = game.legal(position)
        if not legal:
            break
        position = game.step(position, legal[-1])[0]
    return found


@pytest.mark.thorough
def test_two_kinds_of_pieces_and_the_empty_fields_are_counted() -> None:
    of = shipped("circle", "small")
    assert len([*conserved(of)]) == 2 + 1, "Life, Death, and the wheel"
    assert false_claims(of, 12) == []


@pytest.mark.thorough
def test_a_piece_more_on_the_board_than_there_are_is_noticed() -> None:
    """What is claimed begins with how many there are, wherever they are in the beginning."""
    of = shipped("circle", "small")
    on = next(v for v in of.variables if v.name == "on")
    assert isinstance(on.initial, tuple)
    began = replace(on, initial=(0, *on.initial[1:]))
    more = replace(of, variables=tuple(began if v is on else v for v in of.variables))
    assert false_claims(more, 12) == []
    scope = Reference(more).scope(Reference(more).new())
    assert [evaluate(c.expression, scope) for c in conserved(of)] == [False, True, False]


DEALT = """ruleset dealt "Dealt"
  enum Card: Low, High
  players Ann, Ben
  supply deck[Card] = 1
  state hand: Player -> set of Card = {}
  state shown: Card? = none
  play
    for p in Player
      roll card of Card with weight deck[card]
      take deck[card] to hand[p]
    for p in Player
      choose p
        show(c: hand[p])
          remove c from hand[p]
          shown := c
    draw
"""


def test_of_a_set_that_holds_nothing_no_kind_is_counted() -> None:
    """The number of the first kind is 0, as is the set in which nothing is."""
    of = instantiate(load_text(DEALT, "dealt.rules"))
    assert false_claims(of, 2) == []
    assert len([*conserved(of)]) == 2, "for each card"


def test_a_card_is_in_the_deck_in_a_hand_or_shown() -> None:
    of = instantiate(load_text(DEALT, "dealt.rules"))
    places = [v for v in of.variables if v.kind in ("state", "supply")]
    began = {"deck": (1, 1), "hand": (0, 0), "shown": 2}
    dealt = {"deck": (0, 1), "hand": (1, 0), "shown": 2}
    shown = {"deck": (0, 1), "hand": (0, 0), "shown": 0}
    gone = {"deck": (0, 0), "hand": (0, 2), "shown": 2}
    twice = {"deck": (1, 1), "hand": (0, 0), "shown": 0}

    def found(*positions: dict[str, object]) -> list[str]:
        claims = exclusive(places, positions)  # type: ignore[arg-type]
        return [show_expr(c.expression)[-6:-1] for c in claims]

    assert found(began, dealt, shown) == [" == 1", " == 1", " <= 1", " <= 1"]
    assert found(began, gone) == [" == 1", " <= 1", " <= 1"]
    assert found(began, twice) == []
