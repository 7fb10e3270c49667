"""How far it is looked for what tells the readings of an engine apart: each number, and what it is for."""

from __future__ import annotations

FIRST_PLAYS, LAST_PLAYS = 10, 40
"""So many random plays are asked at first, when most readings show, and at last of what was found."""
POSITIONS = 8_000
"""In so many positions a play that tells choices apart is searched for."""
FEW_POSITIONS, SMALL, MOST_POSITIONS = 2_000, 60_000, 120_000
"""In so many positions of a small game it is searched first; small are those with at most so many, and they are
searched to the end: those of the other choices count, too."""
PAIRS_IN_C, FEW_PAIRS_IN_C, PLAYS_IN_C = 600_000, 10_000, 200
"""In so many pairs of positions a small game and one with another option are compared in C; where many
readings are changed at once, in so few, and in so many random plays."""
MANY_PAIRS_IN_C, ALL_PAIRS_IN_C = 6_000_000, 60_000_000
"""In so many pairs, if these were too few and nothing else is left to be asked; of all options together no more
are begun after so many."""
SECONDS, PAIRS = 20.0, 1_500
"""How far it is looked whether two programs are the same game, and how long on the slowest machine."""
FEW_WALKS, MANY_WALKS = 150, 700
"""So many random plays of all choices abreast tell none apart before more readings are changed, and
before each choice is searched for by itself."""
ROUNDS = 12
"""So often many readings are changed at once without another game, before that is the answer."""
FARTHEST = 40
"""A value of an open number is supposed if it is at most so far from the chosen one."""
LONGEST = 200
"""So many moves at most."""
FURTHER, LEAST = 2, 500
"""So many times the positions up to the first difference are searched, and so many more."""
PATHS = 4
"""So many ways to a node are remembered to go on from."""
