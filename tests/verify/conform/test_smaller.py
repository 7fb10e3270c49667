"""A fault that shows in a smaller game is told there."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from tests.tiers import slow

from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.load import load_text
from rulewright.dsl.ruleset import Ruleset
from rulewright.engines.python.game import PythonGame
from rulewright.verify.conform.connection.local import LocalEngine
from rulewright.verify.conform.connection.protocol import Json
from rulewright.verify.conform.examine import examine
from rulewright.verify.conform.rules.ruled import RuledEngine
from rulewright.verify.conform.smaller import smaller
from rulewright.verify.limits import Budget

RULES = """ruleset piles "Piles"
  players A, B
  param pile: 3..8 = 8 by [pile]
  state left: 0..pile = pile
  play by [play]
    repeat
      turns for p in Player
        choose p
          take_some(n: 1..2) when n <= left by [take]
            left -= n
        if left = 0: win p by [end]
"""


@pytest.fixture(scope="module")
def piles() -> Ruleset:
    return load_text(RULES, "piles.rules")


class Miscounts(RuledEngine):
    """Takes two things for three if two are left."""

    def position(self) -> Mapping[str, Json]:
        left = super().position()["left"]
        return {"left": 3 if left == 2 else left}


def engine(ruleset: Ruleset, *, one_size: bool) -> LocalEngine:
    def game(setup: dict[str, Json]) -> PythonGame:
        sent = setup["parameters"]
        assert isinstance(sent, dict)
        size = sent["pile"]
        assert isinstance(size, int)
        return PythonGame(instantiate(ruleset, parameters={"pile": 8 if one_size else size}))

    return LocalEngine(Miscounts(game), "miscounts")


@pytest.mark.thorough
@pytest.mark.parametrize(("one_size", "size", "length"), [(False, 3, 1), *slow([(True, 8, 3)])])
def test_a_parameter_is_made_smaller_if_the_engine_knows_the_game(
    piles: Ruleset, one_size: bool, size: int, length: int
) -> None:
    game = PythonGame(instantiate(piles))
    make = lambda: engine(piles, one_size=one_size)  # noqa: E731
    examined = examine(make, game, Budget(None), most_plays=5)
    assert examined.found is not None
    assert examined.found.length == 3, "two, two and two of eight"
    best, found = smaller(make, piles, game, examined, Budget(None))
    assert dict(best.program.instance.parameters) == {"pile": size}
    assert found.found is not None
    assert (found.found.aspect, found.found.length) == ("position", length)
    assert found.plays >= examined.plays
