"""Questions about single states: whether a property ever holds."""

from __future__ import annotations

from typing import ClassVar, Literal

from ..kind import CheckKind
from ..target import StateTarget


class Never(CheckKind):
    """``never P``: no reachable state satisfies the property."""

    keyword = "never"
    seeks: ClassVar[Literal["witness", "counterexample"]] = "counterexample"

    def target(self, number: int, loop_start: int | None = None) -> StateTarget:
        """A state with the property."""
        return StateTarget(number)


class Always(CheckKind):
    """``always P``: every reachable state satisfies the property."""

    keyword = "always"
    seeks: ClassVar[Literal["witness", "counterexample"]] = "counterexample"

    def target(self, number: int, loop_start: int | None = None) -> StateTarget:
        """A state without the property."""
        return StateTarget(number, False)


class Reachable(CheckKind):
    """``reachable P``: some reachable state satisfies the property."""

    keyword = "reachable"
    seeks: ClassVar[Literal["witness", "counterexample"]] = "witness"

    def target(self, number: int, loop_start: int | None = None) -> StateTarget:
        """A state with the property."""
        return StateTarget(number)
