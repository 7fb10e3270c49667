"""What may be claimed at cut points: about which variables, and from which sources. None of it is trusted."""
