"""What a sample says about the whole."""

from __future__ import annotations

import math
from dataclasses import dataclass

Z95 = 1.959963984540054
"""The quantile of the normal distribution for a two-sided interval of 95 %."""


@dataclass(frozen=True, slots=True)
class ConfidenceInterval:
    """A range of probabilities."""

    low: float
    high: float


def wilson(successes: int, trials: int, z: float = Z95) -> ConfidenceInterval:
    """Wilson's score interval for a probability.

    >>> i = wilson(0, 10)
    >>> (i.low, round(i.high, 4))
    (0.0, 0.2775)
    """
    if not 0 <= successes <= trials:
        raise ValueError(f"{successes} of {trials} is no sample")
    if trials == 0:
        return ConfidenceInterval(0.0, 1.0)
    share = successes / trials
    scale = 1 + z * z / trials
    centre = (share + z * z / (2 * trials)) / scale
    half = z / scale * math.sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials))
    low = 0.0 if successes == 0 else centre - half
    high = 1.0 if successes == trials else centre + half
    return ConfidenceInterval(max(0.0, low), min(1.0, high))
