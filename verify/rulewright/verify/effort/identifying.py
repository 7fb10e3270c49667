"""How far it is looked for what tells the readings of an engine apart."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Identifying:
    """Which plays an engine is asked for, and where they are looked for."""

    first_plays: int = 10
    last_plays: int = 40
    """So many random plays are asked at first, when most readings show, and at last of what was found."""
    positions: int = 8_000
    """In so many positions a play that tells choices apart is searched for."""
    few_positions: int = 2_000
    small: int = 60_000
    most_positions: int = 120_000
    """In so many positions of a small game it is searched first; small are those with at most so many, and they are
    searched to the end: those of the other choices count, too."""
    pairs_in_c: int = 600_000
    few_pairs_in_c: int = 10_000
    plays_in_c: int = 200
    """In so many pairs of positions a small game and one with another option are compared in C; where many
    readings are changed at once, in so few, and in so many random plays."""
    many_pairs_in_c: int = 6_000_000
    all_pairs_in_c: int = 60_000_000
    """In so many pairs, if these were too few and nothing else is left to be asked; of all options together no more
    are begun after so many."""
    steps_in_c: tuple[int, int] = (2_000, 20_000)
    """After so many pairs of positions it is looked whether something else lay on the table."""
    same_seconds: float = 20.0
    same_pairs: int = 1_500
    """How far it is looked whether two programs are the same game, and how long on the slowest machine."""
    few_walks: int = 150
    many_walks: int = 700
    """So many random plays of all choices abreast tell none apart before more readings are changed, and
    before each choice is searched for by itself."""
    rounds: int = 12
    """So often many readings are changed at once without another game, before that is the answer."""
    changed: float = 0.5
    """How likely each of them is changed then."""
    farthest: int = 40
    """A value of an open number is supposed if it is at most so far from the chosen one."""
    longest: int = 200
    """So many moves at most."""
    further: int = 2
    least: int = 500
    """So many times the positions up to the first difference are searched, and so many more."""
    paths: int = 4
    """So many ways to a node are remembered to go on from."""


@dataclass(frozen=True, slots=True)
class Explaining:
    """How far is looked for readings that agree with all that an engine did."""

    few_cases: int = 1_000
    many_cases: int = 20_000
    contexts: tuple[int, int] = (40, 200)
    """So many cases of the readings are tried for one action of a play; if these are not all, in so many
    contexts it is tried which readings make a difference, and so many cases of these."""
    context_shares: tuple[float, float] = (0.15, 0.5)
    """How likely a reading is changed in a context: in one, and in the next."""
    checks: int = 2_000
    least_checks: int = 10
    most_leaves: int = 200
    """So often in all, and of each of so many cases at least, it is tried whether that is right."""
    check_share: float = 0.3
    """How likely a reading is changed in every third of them; in the others all are."""
    tries: int = 2_000
    repairs: int = 30
    """So many choices are tried to find one that agrees with everything, and for one other option."""
    again: int = 3
    """So often it is begun anew where something that was taken to make no difference may have made one."""
    actions: int = 5
    """So many actions that are legal by the rules alone, or for the engine alone, are looked into at once."""
    reached: int = 40
    """So many positions, each with the readings by which it is reached, are gone on from in a play."""
    choices: int = 5_000
    """So many choices are looked at for one without a part that was refuted."""


IDENTIFYING = Identifying()
EXPLAINING = Explaining()
