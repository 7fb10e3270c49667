"""One assertion: an engine follows the rules in a play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from rulewright.engines.python.game import PythonGame

from ..conform.connection.command import maker
from ..conform.connection.engine import Engine
from ..conform.connection.local import LocalEngine, Plays
from ..conform.connection.protocol import EngineFailure
from ..conform.connection.remote import Bounds, Remote
from ..conform.examine import EVERYWHERE
from ..conform.trials.discrepancy import Discrepancy
from ..conform.trials.trial import Illegal, Trial
from ..draw.style import PLAIN
from ..render.conformance import difference
from .games import game


def follows(
    ruleset: str | Path, engine: str | Plays | LocalEngine | Remote, play: Sequence[str] = (), *,
    tried: str = "", variant: str | None = None, instance: str | None = None,
    parameters: Mapping[str, int] | None = None, readings: Mapping[str, str] | None = None,
) -> None:  # fmt: skip
    """The engine follows the rules through these actions, whatever it offers.

    ``engine``: a command, ``MODULE:CLASS``, or an object with ``new`` and ``apply``; see
    ``docs/engines.md``. ``tried``: an action that is not legal after the play, to be refused then.
    Raises AssertionError with the play drawn up to the first difference.
    """
    chosen = game(
        ruleset, variant=variant, instance=instance, parameters=parameters, readings=readings
    )
    check(chosen, engine, play, tried)


def check(
    chosen: PythonGame,
    engine: str | Plays | LocalEngine | Remote,
    play: Sequence[str],
    tried: str = "",
) -> None:
    """The same for a game."""
    found = first_difference(chosen, engine, play, tried)
    if found is not None:
        raise AssertionError("\n".join(difference(chosen, found, PLAIN, "last")))


def first_difference(
    chosen: PythonGame,
    engine: str | Plays | LocalEngine | Remote,
    play: Sequence[str],
    tried: str = "",
) -> Discrepancy | None:
    """In what an engine differs first, in one play."""
    running = started(engine)
    try:
        trial = Trial(running, chosen)
        found = trial.play(play, Illegal(EVERYWHERE.each, tried, everywhere=False))
        running.close()
    except EngineFailure as failure:
        return Discrepancy("engine", (), "", str(failure))
    return found


def started(engine: str | Plays | LocalEngine | Remote) -> Engine:
    """An engine that runs."""
    if isinstance(engine, str):
        return maker(engine, Bounds())()
    if isinstance(engine, LocalEngine | Remote):
        return engine
    return LocalEngine(engine, type(engine).__name__)
