"""What play never comes to in games that are too large to be searched whole: plays rule out most, proofs show the rest."""
