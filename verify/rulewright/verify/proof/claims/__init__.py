"""What may be claimed at cut points: of which variables, and from where it is known. None of it is believed."""
