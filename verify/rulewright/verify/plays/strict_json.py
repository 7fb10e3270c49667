"""JSON that strangers wrote: what has no one meaning is refused, and so is what takes long to read."""

from __future__ import annotations

import json
from typing import TypeGuard

from .json_values import Json

MOST_DIGITS = 18
"""Nothing that is read as JSON is as large as a number of more digits, and to read very long ones takes long."""


class StrictError(ValueError):
    """Some JSON is none that can be taken at its word."""


def strict(text: str, digits: int = MOST_DIGITS) -> Json:
    """What a text says; no number of it has more ``digits``.

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


def is_whole(data: Json) -> TypeGuard[int]:
    """Whether that is a whole number; Python takes truths for numbers, too."""
    return isinstance(data, int) and not isinstance(data, bool)


def shortened(data: Json | bytes) -> str:
    """The beginning of some JSON, or of a line that is none, for messages."""
    try:
        text = repr(data)
    except RecursionError:
        return "what is nested so deeply"
    return text if len(text) <= 60 else text[:57] + "…"


def _no_constant(name: str) -> Json:
    raise StrictError(f"{name} is no number")


def _whole_letters(data: Json) -> None:
    """Half of a pair that UTF-16 writes for one letter is no text: it can be written to no file."""
    try:
        json.dumps(data, ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        half = ascii(error.object[error.start])[1:-1]
        raise StrictError(f"{half} is half of a letter") from None


def _once(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise StrictError(f"the key {shortened(twice)} stands twice in one object")
    return found
