"""How far tests look for proofs."""

from __future__ import annotations

from rulewright.verify.effort.proving import ProofEffort

QUICK = ProofEffort(units=60_000_000, question=5_000_000)
NORMAL = ProofEffort(units=400_000_000, question=20_000_000)
LITTLE = ProofEffort(units=7_000_000, question=5_000_000)
"""Enough for a proof of what is so in the smallest games: as much is tried of what is not so beside it."""
