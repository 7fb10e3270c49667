"""JSON from strangers: ambiguous input is refused, and so is input that takes long to read."""

from __future__ import annotations

import json
from collections import Counter
from typing import TypeGuard

from .json_values import Json

MOST_DIGITS = 18
"""No number that is read as JSON has more digits, and reading very long ones takes long."""


class StrictError(ValueError):
    """Some JSON that cannot be taken literally."""


def strict(text: str, digits: int = MOST_DIGITS) -> Json:
    """The content of a text; no number in it has more ``digits``.

    Raises StrictError, json.JSONDecodeError, and RecursionError for what is nested too deeply.
    """

    def number(written: str) -> int:
        if len(written) > digits:
            raise StrictError(f"a number of more than {digits} digits: {written[:12]}…")
        return int(written)

    data: Json = json.loads(
        text, parse_int=number, parse_constant=_no_constant, object_pairs_hook=_once
    )
    if "\\ud" in text.lower():
        _whole_letters(data)
    return data


def is_nested_within(data: Json, levels: int) -> bool:
    """Whether no more than so many lists and objects stand in one another."""
    inside = [data] if isinstance(data, dict | list) else []
    for _ in range(levels):
        parts = [
            part
            for outer in inside
            for part in (outer.values() if isinstance(outer, dict) else outer)
        ]
        inside = [part for part in parts if isinstance(part, dict | list)]
        if not inside:
            return True
    return not inside


def is_whole(data: Json) -> TypeGuard[int]:
    """Whether it is a whole number; Python takes truth values for numbers, too."""
    return isinstance(data, int) and not isinstance(data, bool)


def shortened(data: Json | bytes) -> str:
    """The beginning of some JSON, or of a line that is not JSON, for messages."""
    try:
        text = repr(data)
    except RecursionError:
        return "what is nested so deeply"
    return text if len(text) <= 60 else text[:57] + "…"


def _no_constant(name: str) -> Json:
    raise StrictError(f"{name} is no number")


def _whole_letters(data: Json) -> None:
    """Half of a UTF-16 surrogate pair is not text: it cannot be written to a file."""
    try:
        json.dumps(data, ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        half = ascii(error.object[error.start])[1:-1]
        raise StrictError(f"{half} is half of a letter") from None


def _once(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    found = dict(pairs)
    if len(found) < len(pairs):
        times = Counter(name for name, _ in pairs)
        twice = next(name for name, many in times.items() if many > 1)
        raise StrictError(f"the key {shortened(twice)} stands twice in one object")
    return found
