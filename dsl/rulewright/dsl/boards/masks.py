"""Sets of places as bit masks."""

from __future__ import annotations

from collections.abc import Iterable


def mask(indices: Iterable[int]) -> int:
    """The bit mask of the places with these indices.

    >>> bin(mask([0, 2, 2]))
    '0b101'
    """
    result = 0
    for k in indices:
        result |= 1 << k
    return result
