"""One assertion: an engine follows the rules in a play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path

from rulewright.engines.python.game import PythonGame

from ..conform.connection.command import maker
from ..conform.connection.engine import Engine
from ..conform.connection.local import LocalEngine, Plays
from ..conform.connection.protocol import Declined, EngineFailure
from ..conform.connection.remote import Bounds, Remote
from ..conform.examine import EVERYWHERE, SHRINKING_SECONDS, Examination, confirmed
from ..conform.rules.not_legal import Illegal
from ..conform.trials.discrepancy import Discrepancy
from ..conform.trials.trial import Trial
from ..draw.style import PLAIN
from ..limits import Budget
from ..render.conformance import difference
from .games import game


class Differs(AssertionError):  # noqa: N818
    """An engine differs from the rules.

    As text it is the shortest play in which it does, drawn. That is looked for when it is asked for:
    Hypothesis sees many failures, and shows one.
    """

    def __init__(
        self, chosen: PythonGame, engine: str | Plays | LocalEngine | Remote, found: Discrepancy
    ) -> None:
        super().__init__(found)
        self._chosen, self._engine, self._found = chosen, engine, found

    def __str__(self) -> str:
        return self._text

    @cached_property
    def _text(self) -> str:
        found, length = self._shortest(), self._found.length
        lines = [*difference(self._chosen, found, PLAIN, "last")]
        if found.length < length:
            lines.insert(0, f"in fewer actions than the {length} in which it was seen:")
        return "\n".join(lines)

    def _shortest(self) -> Discrepancy:
        """The difference in a play that is as short as can be found; one that runs is not begun anew."""
        if isinstance(self._engine, LocalEngine | Remote):
            return self._found
        asked = Examination(lambda: started(self._engine), self._chosen)
        try:
            shorter = confirmed(self._found, asked, Budget(SHRINKING_SECONDS).start())
        except Declined:
            return self._found
        finally:
            asked.close()
        return self._found if shorter.aspect == "unrepeatable" else shorter


def follows(
    ruleset: str | Path, engine: str | Plays | LocalEngine | Remote, play: Sequence[str] = (), *,
    tried: str = "", by: str = "", variant: str | None = None, instance: str | None = None,
    parameters: Mapping[str, int] | None = None, readings: Mapping[str, str] | None = None,
) -> None:  # fmt: skip
    """The engine follows the rules through these actions, whatever it offers.

    ``engine``: a command, ``MODULE:CLASS``, or an object with ``new`` and ``apply``; see
    ``docs/engines.md``. ``tried``: an action that is not legal after the play, to be refused then;
    ``by``: by whom it is tried, if that is not who decides.
    Raises Differs, an AssertionError.
    """
    chosen = game(
        ruleset, variant=variant, instance=instance, parameters=parameters, readings=readings
    )
    check(chosen, engine, play, tried, by)


def check(
    chosen: PythonGame,
    engine: str | Plays | LocalEngine | Remote,
    play: Sequence[str],
    tried: str = "",
    by: str = "",
) -> None:
    """The same for a game."""
    found = first_difference(chosen, engine, play, tried, by)
    if found is not None:
        raise Differs(chosen, engine, found)


def first_difference(
    chosen: PythonGame,
    engine: str | Plays | LocalEngine | Remote,
    play: Sequence[str],
    tried: str = "",
    by: str = "",
) -> Discrepancy | None:
    """In what an engine differs first, in one play."""
    running = started(engine)
    try:
        trial = Trial(running, chosen)
        found = trial.play(play, Illegal(EVERYWHERE.each, tried, by, everywhere=False))
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
