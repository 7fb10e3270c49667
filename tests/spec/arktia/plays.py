"""Random plays of Arktia at full size, on the native engine: what they come to, and how often.

``python -m tests.spec.arktia.plays PLAYS VARIANT…`` prints one paragraph for each variant and each
of two readings of the gap in the melting rule; with ``no_melt=unsaid`` a play ends where the rule
leaves the gap, so the number of plays that come to it can be counted.
"""

from __future__ import annotations

import sys
from collections import Counter
from dataclasses import dataclass
from random import Random
from typing import Any

from tests.shipped import ruleset

from rulewright.dsl.instantiate import instantiate
from rulewright.engines.native.game import NativeGame
from rulewright.verify.simulation.statistics import wilson

SEED = 7
LIMIT = 1000
CUT = "cut off"


@dataclass(frozen=True)
class Played:
    """One play: its end, its decisions, tiles melted, pieces removed, the best score."""

    label: str
    length: int
    melted: int
    removed: int
    best: int


def play(game: NativeGame, random: Random) -> Played:
    """A play by evenly random choices, cut off after LIMIT decisions."""
    state, length = game.new(), 0
    while (legal := game.legal(state)) and length < LIMIT:
        state, length = game.apply(state, random.choice(legal)), length + 1
    outcome = game.outcome(state)
    frozen: Any = game.value(state, "frozen")
    points: Any = game.value(state, "points")
    ice: Any = game.program.boards[0]
    melted = len(ice.positions) - frozen.bit_count()
    scores = outcome.scores if outcome is not None and outcome.scores is not None else (0,)
    label = CUT if outcome is None else outcome.label
    return Played(label, length, melted, sum(points) - melted, max(scores))


def sample(variant: str, readings: dict[str, str], plays: int) -> list[Played]:
    """So many plays of a variant; the same for the same numbers."""
    game = NativeGame(instantiate(ruleset("arktia"), variant=variant, readings=readings))
    random = Random(SEED)
    return [play(game, random) for _ in range(plays)]


def shown(variant: str, readings: dict[str, str], found: list[Played]) -> str:
    """The sample in words; the interval is Wilson's, with 95 % confidence."""
    ends = Counter(p.label for p in found)
    faults = sum(n for label, n in ends.items() if label.startswith("fault"))
    share = wilson(faults, len(found))
    lengths = [p.length for p in found]
    melting = sum(p.melted > 0 for p in found)
    return (
        f"{variant} {readings}: {len(found)} plays of {min(lengths)} to {max(lengths)} decisions, "
        f"{sum(lengths) / len(found):.1f} on average; faults {faults} "
        f"({share.low:.2%} to {share.high:.2%}), cut off {ends[CUT]}; {melting} came to melting; "
        f"at most {max(p.melted for p in found)} tiles melted, "
        f"{max(p.removed for p in found)} pieces removed, {max(p.best for p in found)} points"
    )


if __name__ == "__main__":
    for name in sys.argv[2:]:
        for chosen in ({}, {"no_melt": "unsaid"}):
            print(shown(name, chosen, sample(name, chosen, int(sys.argv[1]))), flush=True)
