"""The readings of Circle of Life, in the combinations that the tests go through."""

from __future__ import annotations

import itertools

from tests.oracles import circle
from tests.tiers import bundles

HOME = {
    "three_destiny": "three",
    "last_turns": "three",
    "last_goal": "three",
    "shared_goal": "three",
    "more_than": "aggressive",
    "double_turn": "aggressive",
}
"""The variant in which a reading matters, if that is not standard."""

OTHER_OPTIONS = [
    (name, option) for name, options in circle.READINGS.items() for option in options[1:]
]
"""Every option that is not the default."""

TOGETHER = [
    (variant, changed)
    for variant in ("standard", "aggressive", "three")
    for changed in bundles([x for x in OTHER_OPTIONS if HOME.get(x[0], "standard") == variant], 4)
]
"""Every such option with others, in the variant in which it matters."""

FREQUENT = {
    "bare": "anywhere",
    "birth_cause": "any_turning",
    "decay_cause": "any_turning",
    "newcomer": "replaced",
    "birth_place": "detached",
    "surrounding": "one_axis",
}
"""Readings under which powers come about often, so that the other readings of them show."""

DISINTEGRATION = [
    dict(zip(names, options, strict=True))
    for names in [("decay_short", "decay_number", "decay_chain", "decay_scope", "replaced_go")]
    for options in itertools.product(*(circle.READINGS[name] for name in names))
]
"""Every combination of the readings of disintegration."""

WIDER = [
    ((2, 4, 3), {"centre": "meeting"}),
    ((2, 4, 3), {"birth_place": "detached"}),
    ((2, 4, 5), {"birth_chain": "once"}),
    ((2, 4, 3), {"decay_scope": "touched", "surrounding": "one_axis"}),
    (
        (2, 4, 5),
        {
            "decay_chain": "chain",
            "surrounding": "one_axis",
            "goal_time": "after_powers",
            "bare": "anywhere",
        },
    ),
]
"""Options that make no difference on the smallest wheels, with a wheel on which they do."""
