"""Suites cached on this machine for the same rules, answers and effort: making one takes most of the time."""

from __future__ import annotations

import json
from collections.abc import Iterable
from hashlib import blake2b
from typing import get_args

from rulewright.dsl.file_cache import user_cache
from rulewright.dsl.ir.program import Program

from ..effort.conforming import COVERING, EXAMINING
from ..plays.json_values import Json
from .connection.protocol import decoded
from .trials.coverage import Goal, Kind
from .trials.suite import Suite, as_json, read

KINDS: dict[str, Kind] = {kind: kind for kind in get_args(Kind)}


class KeptSuite:
    """The place of one suite. ``parts``: everything it depends on beside the game and the numbers of
    effort."""

    def __init__(self, program: Program, parts: Iterable[str]) -> None:
        self._program = program
        self._cache = user_cache("suites", ".suite", EXAMINING.suites, EXAMINING.suite_bytes)
        texts = (repr(COVERING), repr(EXAMINING), repr(program), *parts)
        # With their lengths, so that different lists of texts are never confused.
        whole = "".join(f"{len(text)}:{text}" for text in texts)
        self._key = blake2b(whole.encode(), digest_size=32).hexdigest()

    def read(self) -> Suite | None:
        """The suite, if it is there."""
        data = self._cache.read(self._key) if self._cache else None
        try:
            return None if data is None else self._of(data.decode())
        except ValueError:
            return None

    def write(self, made: Suite) -> None:
        """Store a suite."""
        if self._cache:
            more: dict[str, Json] = {
                "covered": [[kind, name] for kind, name in sorted(made.covered)],
                "open": [[kind, name] for kind, name in sorted(made.uncovered)],
                "cut_off": made.cut_off,
                "complete": made.complete,
                "moves": made.moves,
                "out_of_reach": [[kind, name] for kind, name in sorted(made.never)],
            }
            text = json.dumps(as_json(self._program, made) | more)
            self._cache.write_and_tidy(self._key, text.encode())

    def _of(self, text: str) -> Suite:
        """Raises ValueError for anything that was not written here."""
        plays, data = read(text, self._program), decoded(text.encode())
        return Suite(
            plays, _goals(data.get("covered")), _goals(data.get("open")),
            bool(data.get("cut_off")), bool(data.get("complete")), _count(data.get("moves")),
            _goals(data.get("out_of_reach")),
        )  # fmt: skip


def _count(data: Json | None) -> int:
    if not isinstance(data, int):
        raise ValueError("no number")
    return data


def _goals(data: Json | None) -> frozenset[Goal]:
    if not isinstance(data, list):
        raise ValueError("no list of goals")
    return frozenset(map(_goal, data))


def _goal(data: Json) -> Goal:
    match data:
        case [str(kind), str(name)] if kind in KINDS:
            return KINDS[kind], name
        case _:
            raise ValueError("no goal")
