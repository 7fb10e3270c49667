"""What is refused, by its name, by whoever tells the parts of a program apart and does not know it."""

from __future__ import annotations

from typing import Never


def refuse(part: Never) -> Never:
    """The last case of each ``match`` over parts of a program: mypy refuses it where it can be reached.

    Raises TypeError, which names the part.
    """
    raise TypeError(f"nobody said what is to be done here with {part!r}")
