"""What play never comes to in games too large to be searched completely: plays rule out most candidates,
proofs confirm the rest."""
