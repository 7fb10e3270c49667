"""What is told of an engine while it is compared, before all is known of it."""

from __future__ import annotations

import io

import pytest
from tests.shipped import ruleset, shipped
from tests.verify.conform.asking import examine
from tests.verify.conform.faulty import Deaf

from rulewright.engines.python.game import PythonGame
from rulewright.verify.cli.terminal.live import Live
from rulewright.verify.conform.connection.local import LocalEngine
from rulewright.verify.conform.connection.protocol import EngineFailure
from rulewright.verify.conform.rules.ruled import RuledEngine
from rulewright.verify.conform.smaller import smaller
from rulewright.verify.limits import Budget


class Terminal(io.StringIO):
    """A stream that says that it is a terminal."""

    def isatty(self) -> bool:
        return True


def true(game: PythonGame) -> LocalEngine:
    return LocalEngine(RuledEngine(lambda _: game), "mine")


def test_that_there_is_a_difference_is_told_while_it_is_made_short() -> None:
    game = PythonGame(shipped("hex", "small"))
    told: list[str] = []
    examine(lambda: LocalEngine(Deaf(game), "mine"), game, Budget(None), tell=told.append)
    shortening = [what for what in told if what.startswith("a difference after ")]
    assert shortening[0] == "a difference after 2 actions is made short (it is refused)"
    assert shortening[1] == f"{shortening[0]}: 2 plays compared"
    assert told[-len(shortening) :] == shortening


@pytest.mark.heavy
def test_what_is_done_in_smaller_games_is_told() -> None:
    game = PythonGame(shipped("pig", "small"))
    told: list[str] = []

    class Draws(RuledEngine):
        def outcome(self) -> dict[str, object] | None:  # type: ignore[override]
            return None if super().outcome() is None else {"kind": "draw"}

    # A pig that ends in a draw whatever numbers it has.
    def make() -> LocalEngine:
        def asked(setup: dict[str, object]) -> PythonGame:
            from rulewright.dsl.instantiate import with_settings

            numbers = dict(setup["parameters"])  # type: ignore[call-overload]
            made = with_settings(ruleset("pig"), game.program.instance, parameters=numbers)
            assert made is not None
            return PythonGame(made)

        return LocalEngine(Draws(asked), "mine")  # type: ignore[arg-type]

    found = examine(make, game, Budget(None))
    smaller(make, ruleset("pig"), game, found, Budget(None), told.append)
    assert told
    assert all(
        w.startswith("a smaller game with the same difference is looked for: ") for w in told
    )


def test_an_engine_that_does_not_start_again_between_random_plays_is_no_fault_of_ours() -> None:
    """What is passed over, as another difference is looked for, ends the engine, too."""
    game = PythonGame(shipped("hex", "small"))
    starts: list[int] = []

    class Dies(RuledEngine):
        def apply(self, action: str, by: str) -> bool:
            raise EngineFailure("died", "with code 3")

    def make() -> LocalEngine:
        starts.append(1)
        if len(starts) > 1:
            raise EngineFailure("does not start", "no more")
        return LocalEngine(Dies(lambda _: game), "mine")

    found = examine(make, game, Budget(None), most_plays=3, counts=lambda _: False).found
    assert found is not None
    assert found.engine == "does not start: no more"


@pytest.mark.parametrize("terminal", [True, False])
def test_a_note_stays_when_the_lines_of_what_is_done_are_taken_away(terminal: bool) -> None:
    now = [0.0]
    stream = Terminal() if terminal else io.StringIO()
    live = Live(stream, 80, clock=lambda: now[0])
    now[0] = 40.0
    live.working("a suite is made", ())
    live.note("a suite of 7 plays")
    live.done()
    shown = stream.getvalue()
    assert shown.endswith("a suite of 7 plays\n"), "nothing is taken away behind it"
    if terminal:
        assert shown == "a suite is made, 40 s\n\x1b[A\x1b[2Ka suite of 7 plays\n"
