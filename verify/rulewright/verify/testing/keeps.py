"""One assertion: an engine keeps the checks of a ruleset in a play."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

from rulewright.engines.python.game import PythonGame

from ..conform.connection.local import LocalEngine, Plays
from ..conform.connection.protocol import EngineFailure
from ..conform.connection.remote import Remote
from ..conform.examination import failing
from ..conform.trials.checks import Broken, broken
from ..draw.style import PLAIN
from ..render.conformance import breach
from .follows import Differs, refuse_missing, started
from .games import game


class Breaks(AssertionError):  # noqa: N818
    """An engine breaks a check. Its text is the check and the play, drawn by the rules."""

    def __init__(self, chosen: PythonGame, found: Broken) -> None:
        super().__init__(found)
        self.check = found.check.name
        self._text = "\n".join(breach(chosen, found, PLAIN))

    def __str__(self) -> str:
        return self._text


def keeps(
    ruleset: str | Path, engine: str | Plays | LocalEngine | Remote, play: Sequence[str] = (), *,
    checks: Collection[str] = (), variant: str | None = None, instance: str | None = None,
    parameters: Mapping[str, int] | None = None, readings: Mapping[str, str] | None = None,
) -> None:  # fmt: skip
    """The engine keeps the checks of the ruleset, all or the named ones, wherever these actions
    lead.

    Nothing else is compared. If the engine offers ``position``, its own positions are looked at,
    otherwise those of the rules; see :func:`..conform.trials.checks.broken`. ``engine``: as for
    :func:`follows`. Raises Breaks, an AssertionError; Differs if the engine fails as a program;
    ValueError for an unknown check, or if there is no such engine.
    """
    __tracebackhide__ = True  # the failing line is the one in the test
    chosen = game(
        ruleset, variant=variant, instance=instance, parameters=parameters, readings=readings
    )
    unknown = set(checks) - {check.name for check in chosen.program.checks}
    if unknown:
        raise ValueError(f"there is no check {min(unknown)}")
    running = started(engine)
    try:
        found = broken(running, chosen, play, checks)
        running.close()
    except EngineFailure as failure:
        refuse_missing(engine, failure if failure.kind == "does not start" else None)
        raise Differs(chosen, engine, failing(failure)) from None
    if found is not None:
        raise Breaks(chosen, found)
