"""Names of findings made from their own words: from what is there, never from where it is."""

from __future__ import annotations

import re
from collections import Counter

WORDS = 6
"""The number of words of a message that make its name."""
HOLDER = re.compile(r"(\w+) cannot hold this value: ")
"""A fault's message that begins with what cannot hold a value."""


def name_of(message: str, words: int = WORDS) -> str:
    """A message as a name: what cannot hold a value, or else its first words.

    >>> name_of("there is not enough token left to take")
    'there_is_not_enough_token_left'
    >>> name_of("Heap cannot hold this value: it ranges over 0..7")
    'Heap'
    """
    if (holder := HOLDER.match(message)) is not None:
        return holder[1]
    found = re.findall(r"[A-Za-z0-9]+", message.lower())[:words]
    # A single word may be one of the language, which no name can be.
    return "_".join(found) if len(found) > 1 else f"{''.join(found)}_"


def distinct(name: str, before: Counter[str]) -> str:
    """The name, with a number if it was given before: only its equals are counted, so that a
    finding keeps its name whatever else is changed in the text.

    >>> names = Counter[str]()
    >>> distinct("high_0", names), distinct("draw_", names), distinct("high_0", names)
    ('high_0', 'draw_', 'high_0_2')
    """
    before[name] += 1
    return f"{name}_{before[name]}" if before[name] > 1 else name
