"""How far a proof is looked for, in units that are the same on every machine and under every load."""

from __future__ import annotations

from dataclasses import dataclass

EVALUATED, BUILT = 200, 60_000
"""What an expression that is evaluated, and a thousand terms of the kernel, count as: the solver
does about as much in the same time."""
UNROLLED = 5_000
"""What a step of unrolling plays counts as, and as many terms as are made between two looks."""


@dataclass(frozen=True, slots=True)
class ProofEffort:
    """All limits of one search for a proof.

    ``units``: for all of it, in the units in which the solver counts its work; what is built
    without the solver is counted in them too. ``question``: for one question of the solver.
    ``plays``, ``moves``, ``positions``: of random plays, how many, how long, and how many
    different positions of them are looked at.
    """

    units: int
    question: int
    plays: int = 40
    moves: int = 120
    positions: int = 1500


QUICK = ProofEffort(units=60_000_000, question=5_000_000)
NORMAL = ProofEffort(units=400_000_000, question=20_000_000)
THOROUGH = ProofEffort(units=4_000_000_000, question=200_000_000)
