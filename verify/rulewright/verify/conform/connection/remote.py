"""An engine that is a separate program: questions to it, and what its answers mean."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

from ...plays.json_values import Json
from ...plays.strict_json import shortened
from .program import BoundedProgram, Bounds
from .protocol import (
    VERSION,
    ActionRefused,
    Declined,
    EngineFailure,
    Hello,
    Setup,
    State,
    decoded,
    nonsense,
    read_hello,
    read_state,
    read_yes,
    said,
)

T = TypeVar("T")

WORDS = 300
"""So many characters of what it says itself of a refusal or an error."""
NUMBER = re.compile(rb'\{"id": ?(0|[1-9]\d{0,14})(?=,)')
"""How most answers begin; what is behind it means the same whatever the number is."""
LONG = 200
"""A refusal, which comes in between, is shorter."""


class Remote:
    """Implements :class:`.engine.Engine` for a command. A failure ends it."""

    def __init__(
        self, command: Sequence[str], bounds: Bounds | None = None, folder: Path | None = None
    ) -> None:
        self._bounds = bounds or Bounds()
        self._program = BoundedProgram(command, self._bounds, folder)
        self._number = 0
        self._offers: Hello | None = None
        self._last: tuple[bytes, dict[str, Json]] | None = None

    @property
    def keeper(self) -> int:
        """The number of the process that runs the engine."""
        return self._program.keeper

    def hello(self) -> Hello:
        """Who it is. Raises EngineFailure, also if it has another name than before."""
        asked: dict[str, Json] = {"op": "hello", "protocol": VERSION, "tester": "rulewright"}
        first = self._offers is None
        answer = self._ask(asked, self._bounds.start if first else None)
        found = self._checked(lambda: read_hello(answer))
        if self._offers is not None and found != self._offers:
            was = self._offers
            raise self._ended(
                EngineFailure(
                    "changes its name",
                    f"{was.name} {was.version} and then {found.name} {found.version}",
                )
            )
        self._offers = found
        self._program.is_known()
        return found

    def new(self, setup: Setup) -> State:
        """Begin a game. Raises Declined, EngineFailure."""
        answer = self._ask({"op": "new", "game": setup.json()})
        if not self._checked(lambda: read_yes(answer)):
            raise Declined(said(str(answer.get("why", "it does not say why")), WORDS))
        return self._state(answer)

    def apply(self, action: str, by: str) -> State | ActionRefused:
        """Take an action. Raises EngineFailure."""
        answer = self._ask({"op": "apply", "action": action, "by": by})
        if not self._checked(lambda: read_yes(answer)):
            return ActionRefused(said(str(answer.get("why", "")), WORDS))
        return self._state(answer)

    def state(self) -> State:
        """Where play stands. Raises EngineFailure."""
        return self._state(self._ask({"op": "state"}))

    def close(self) -> None:
        """End it. Raises EngineFailure if it does not, or leaves processes or answers behind."""
        self._program.close()

    def _state(self, answer: Mapping[str, Json]) -> State:
        assert self._offers is not None, "an engine is asked who it is before anything else"
        offers = self._offers.offers
        return self._checked(lambda: read_state(answer.get("state"), offers))

    def _checked(self, read: Callable[[], T]) -> T:
        try:
            return read()
        except EngineFailure as failure:
            raise self._ended(failure) from None

    def _ended(self, failure: EngineFailure) -> EngineFailure:
        self._program.kill()
        return failure

    def _ask(self, message: dict[str, Json], seconds: float | None = None) -> dict[str, Json]:
        if not self._program.is_open:
            raise EngineFailure("died", "it was ended before")
        try:
            return self._answered(message, self._bounds.answer if seconds is None else seconds)
        except EngineFailure as failure:
            raise self._ended(failure) from None

    def _answered(self, message: dict[str, Json], seconds: float) -> dict[str, Json]:
        self._number += 1
        line = json.dumps({"id": self._number, **message}, ensure_ascii=True) + "\n"
        answer = self._decoded(self._program.exchange(line.encode(), seconds))
        if "id" not in answer:
            raise nonsense(f'its answer has no "id", and the question\'s is {self._number}')
        number = answer["id"]
        if not isinstance(number, int) or isinstance(number, bool) or number > self._number:
            given = shortened(number)
            raise nonsense(f'it answers {given}, but the question\'s "id" is {self._number}')
        if number < self._number:
            raise EngineFailure(
                "answers late", f"question {self._number} with an answer to question {number}"
            )
        if "error" in answer:
            raise EngineFailure("reports an error", said(str(answer["error"]), WORDS))
        return answer

    def _decoded(self, line: bytes) -> dict[str, Json]:
        """A line as an object; one that says the same as the last long one, but for the number, is not read again."""
        number = NUMBER.match(line)
        if number is None or len(line) < LONG:
            return self._read(line)
        rest = line[number.end() :]
        if self._last is None or self._last[0] != rest:
            self._last = rest, self._read(line)
        return self._last[1] | {"id": int(number[1])}

    def _read(self, line: bytes) -> dict[str, Json]:
        try:
            return decoded(line)
        except EngineFailure as failure:
            if line.startswith(b"{"):
                raise
            raise nonsense(f"{failure.detail}; other output belongs on the error stream") from None
