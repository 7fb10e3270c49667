"""What a search saw of the checks that it watched."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rulewright.engines.game import Action

from .target import Target


@dataclass(frozen=True, slots=True)
class FirstHit:
    """The first hit of a check: a state, or, with an ``action``, that action in it."""

    target: Target
    state: int
    action: Action | None = None


@dataclass(frozen=True, slots=True)
class Observed:
    """What a search has seen of its checks.

    ``hits`` maps the number of a check to its hit. ``faults`` holds, for each label of a fault, the
    first state with it. ``satisfying`` marks, for every check whose play must end in a trap, the
    states in which the property holds. ``divergent`` is the first state with an action after which
    the rules never come to rest.
    """

    hits: Mapping[int, FirstHit]
    faults: Mapping[str, int]
    satisfying: Mapping[int, bytearray]
    divergent: int | None
