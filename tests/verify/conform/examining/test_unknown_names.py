"""Names in an engine's positions and views that the rules do not have are told: nothing is compared with them."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from tests.shipped import shipped
from tests.verify.conform.asking import examine

from rulewright.engines.python.game import PythonGame
from rulewright.verify.conform.connection.local import LocalEngine
from rulewright.verify.conform.examine import ConformanceResult
from rulewright.verify.conform.rules.ruled import RuledEngine
from rulewright.verify.limits import Budget
from rulewright.verify.plays.json_values import Json
from rulewright.verify.render.conformance import summary


class Renames(RuledEngine):
    """Names variables otherwise than the rules in its positions."""

    def position(self) -> Mapping[str, Json]:
        return {name.upper(): value for name, value in super().position().items()}


class RenamesSeen(RuledEngine):
    """The same in what players see."""

    def view(self, player: str) -> Mapping[str, Json]:
        return {name.upper(): value for name, value in super().view(player).items()}


def examined(engine: type[RuledEngine]) -> ConformanceResult:
    game = PythonGame(shipped("pig", "small"))
    make = lambda: LocalEngine(engine(lambda _: game), "mine")  # noqa: E731
    return examine(make, game, Budget(None), most_plays=30)


@pytest.mark.thorough
@pytest.mark.parametrize("engine", [Renames, RenamesSeen])
def test_names_that_the_rules_do_not_have_are_told(engine: type[RuledEngine]) -> None:
    found, true_one = examined(engine), examined(RuledEngine)
    assert true_one.unknown == ()
    assert found.unknown == tuple(sorted(found.unknown)) != ()
    assert all(name.isupper() for name in found.unknown)
    told = f'; not compared, as the rules have no variable of that name: "{found.unknown[0]}"'
    assert told in summary(found)
    assert "not compared" not in summary(true_one)
