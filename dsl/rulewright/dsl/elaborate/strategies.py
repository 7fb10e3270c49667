"""Strategies: what a player prefers, as a number that every position has."""

from __future__ import annotations

from ..ir.program import Function
from ..ir.types import Int
from ..syntax import expressions as e
from ..syntax import parts as p
from .checks import PropertyElaborator
from .expressions.coercions import describe
from .expressions.names import functions
from .symbols.report import ElaborationError
from .symbols.variants import Variant


def strategies(variant: Variant, expressions: PropertyElaborator) -> tuple[Function, ...]:
    """The strategies of a variant, in the order of the file; wrong ones are reported.

    They may ask how play ended, so they come after the flow of play is known.
    """
    found: list[Function] = []
    for part in variant.parts:
        if isinstance(part, p.StrategyPart):
            try:
                found.append(_strategy(part, expressions))
            except ElaborationError:
                continue
    return tuple(found)


def _strategy(part: p.StrategyPart, expressions: PropertyElaborator) -> Function:
    world, report = expressions.world, expressions.report
    world.claim_outside(part)
    result = functions.function(expressions, part)
    if len(result.params) != 1:
        text = f"a strategy is for one player; here are {len(result.params)} parameters"
        report.fail("E811", part.name.span, text, f"write strategy {part.name.text}(p: Player)")
    if result.params[0].type != world.players:
        text = f"a strategy is for a player, not for {describe(result.params[0].type)}"
        report.fail("E812", part.params[0].name.span, text)
    if not isinstance(result.type, Int):
        expressions.wrong("a number to prefer by", result.body, e.result_of(part.body).span)
    return result
