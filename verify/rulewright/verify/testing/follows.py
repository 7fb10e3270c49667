"""One assertion: an engine follows the rules in a play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path

from rulewright.engines.python.game import PythonGame

from ..conform.confirmed import confirmed
from ..conform.connection.command import maker, missing
from ..conform.connection.engine import Engine
from ..conform.connection.local import LocalEngine, Plays
from ..conform.connection.program import Bounds
from ..conform.connection.protocol import Declined, EngineFailure
from ..conform.connection.remote import Remote
from ..conform.examination import EVERYWHERE, Examination, at_the_end
from ..conform.trials.discrepancy import Discrepancy
from ..draw.style import PLAIN
from ..render.conformance import difference, seen_after
from .games import game


class Differs(AssertionError):  # noqa: N818
    """An engine differs from the rules.

    Its text is the shortest play in which it does, drawn. That is only looked for when the text is
    needed: Hypothesis sees many failures, and shows one.
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
        if found.before is not None or found.repeats is not None:
            lines.insert(0, f"seen after {seen_after(found)}:")
        elif found.length < length:
            lines.insert(0, f"in fewer actions than the {length} in which it was seen:")
        return "\n".join(lines)

    def _shortest(self) -> Discrepancy:
        """The difference in the shortest play found; a running engine is not started anew."""
        if isinstance(self._engine, LocalEngine | Remote) or self._found.before is not None:
            return self._found
        asked = Examination(lambda: started(self._engine), self._chosen)
        try:
            shorter = confirmed(self._found, asked)
        except Declined:
            return self._found
        finally:
            asked.close()
        return self._found if shorter.lost else shorter


def follows(
    ruleset: str | Path, engine: str | Plays | LocalEngine | Remote, play: Sequence[str] = (), *,
    tried: str = "", by: str = "", before: Sequence[Sequence[str]] | None = None, times: int = 1,
    variant: str | None = None, instance: str | None = None,
    parameters: Mapping[str, int] | None = None, readings: Mapping[str, str] | None = None,
) -> None:  # fmt: skip
    """The engine follows the rules through these actions, whatever it offers.

    ``engine``: a command, ``MODULE:CLASS``, or an object with ``new`` and ``apply``; see
    ``docs/engines.md``. ``tried``: an action that is not legal after the play and must be refused
    then; ``by``: who tries it, if not the player to decide. ``before``: plays that the same engine
    plays first; if it is given, even as an empty list, illegal actions are tried in each position
    on the way. ``times``: how many processes of a command play all this, one after another, since
    an engine that does not repeat itself may go wrong in only some of them. Raises Differs, an
    AssertionError; ValueError if there is no such command, module, class or file.
    """
    __tracebackhide__ = True  # the failing line is the one in the test
    chosen = game(
        ruleset, variant=variant, instance=instance, parameters=parameters, readings=readings
    )
    rows = [tuple(row) for row in (*(before or ()), play)]
    illegal = at_the_end(tried, by) if before is None else EVERYWHERE
    asked = Examination(lambda: started(engine), chosen)
    for _ in range(times):
        found = asked.in_a_new_process(rows, illegal)
        if found is not None:
            asked.close()
            refuse_missing(engine, asked.unmet)
            raise Differs(chosen, engine, found)


def refuse_missing(
    engine: str | Plays | LocalEngine | Remote, failure: EngineFailure | None
) -> None:
    """Raises ValueError, with what may have been meant, if an engine failed before it said who it is because it
    is not there."""
    what = missing(engine, failure) if isinstance(engine, str) and failure is not None else ""
    if what:
        raise ValueError(f"the engine {engine}: {what}")


def started(engine: str | Plays | LocalEngine | Remote) -> Engine:
    """A running engine."""
    if isinstance(engine, str):
        return maker(engine, Bounds())()
    if isinstance(engine, LocalEngine | Remote):
        return engine
    return LocalEngine(engine, type(engine).__name__)
