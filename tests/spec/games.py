"""The shipped rulesets as games, and their oracles."""

from __future__ import annotations

from typing import Any

from tests.oracles import circle, circle_match
from tests.oracles.search import Counts, Walker
from tests.shipped import ruleset

from rulewright.dsl.instantiate import instantiate
from rulewright.engines.python.game import PythonGame

ONE_ROUND = ("standard", "aggressive", "three")
TWO_ROUNDS = {"two_rounds": "standard", "two_aggressive_rounds": "aggressive"}
"""The variants that are a match, and what their rounds are."""


def game(name: str, **settings: Any) -> PythonGame:
    return PythonGame(instantiate(ruleset(name), **settings))


def circle_game(rules: circle.Rules, **more: str) -> PythonGame:
    """The engine's game for an instance of the oracle; ``more`` names readings of a match."""
    sizes = {"rings": rules.rings, "segments": rules.segments, "pieces": rules.pieces}
    readings = dict(rules.changed)
    variant = more.pop("variant", rules.variant)
    return game("circle", variant=variant, parameters=sizes, readings={**readings, **more})


def circle_oracle(rules: circle.Rules) -> Walker:
    def over(s: circle.State) -> str | None:
        if s.won is None:
            return None
        return "+".join(circle.ROLES[p] for p in s.won) or "draw"

    return Walker(lambda s: circle.turn(rules, s), over)


def match_oracle(match: circle_match.Match) -> Walker:
    def over(s: circle_match.MatchState) -> str | None:
        if s.won is None:
            return None
        return "+".join(circle_match.PERSONS[p] for p in s.won) or "draw"

    return Walker(lambda s: circle_match.turn_of_match(match, s), over)


def counted(rules: circle.Rules, *, turns: bool = False) -> Counts:
    return circle_oracle(rules).count(circle.first(rules), turns=turns)
