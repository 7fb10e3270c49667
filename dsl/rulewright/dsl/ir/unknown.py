"""Refuses, by its name, a part of a program that a case distinction does not know."""

from __future__ import annotations

from typing import Never


def refuse(part: Never) -> Never:
    """The last case of each ``match`` over parts of a program: mypy reports an error where it is
    reachable.

    Raises TypeError, which names the part.
    """
    raise TypeError(f"nobody said what is to be done here with {part!r}")
