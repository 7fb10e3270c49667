"""Progress reports of long work."""

from __future__ import annotations

from collections.abc import Callable

Tell = Callable[[int, str], None]
"""Told now and then how far something is: a number, and of what."""

TellText = Callable[[str], None]
"""Told now and then how far something is, as a person reads it."""
