"""What is guessed of components: that none is lost, and how many fields stay empty."""

from __future__ import annotations

from dataclasses import replace

from tests.reference_eval import Reference, evaluate
from tests.shipped import shipped

from rulewright.dsl.ir.program import Program
from rulewright.verify.proof.claims.conservation import conserved


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


def test_two_kinds_of_pieces_and_the_empty_fields_are_counted() -> None:
    of = shipped("circle", "small")
    assert len([*conserved(of)]) == 2 + 1, "Life, Death, and the wheel"
    assert false_claims(of, 12) == []


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
