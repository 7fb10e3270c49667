"""Questions about single actions: whether a player ever brings a property about."""

from __future__ import annotations

from typing import ClassVar, Literal

from ..kind import CheckKind
from ..target import StepTarget


class NeverBy(CheckKind):
    """``never after p acts: P``: no action of a player leads to a state with the property."""

    keyword = "never_by"
    seeks: ClassVar[Literal["witness", "counterexample"]] = "counterexample"

    def target(self, number: int, loop_start: int | None = None) -> StepTarget:
        """An action after which the property is true for whoever acted."""
        return StepTarget(number)


class SomeBy(CheckKind):
    """``reachable after p acts: P``: some action of a player does."""

    keyword = "some_by"
    seeks: ClassVar[Literal["witness", "counterexample"]] = "witness"

    def target(self, number: int, loop_start: int | None = None) -> StepTarget:
        """An action after which the property is true for whoever acted."""
        return StepTarget(number)
