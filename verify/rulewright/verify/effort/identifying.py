"""How far plays are looked for that tell the readings of an engine apart."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Identifying:
    """Which plays an engine is asked for, and where they are looked for."""

    first_plays: int = 10
    last_plays: int = 40
    """Random plays asked at first, when most readings show, and at last, of the answer found."""
    positions: int = 8_000
    """Positions searched for a play that tells choices apart."""
    few_positions: int = 2_000
    small: int = 60_000
    most_positions: int = 120_000
    """Positions of a small game that are searched first; the most positions of a small game, which is
    searched completely; and the most with those of the other choices."""
    counting_share: float = 0.1
    """The share of the time for finding out whether a game is small."""
    pairs_in_c: int = 600_000
    few_pairs_in_c: int = 10_000
    plays_in_c: int = 200
    """Pairs of positions in which a small game and one with another option are compared in C; and, if many
    readings are changed at once, the pairs and the random plays."""
    many_pairs_in_c: int = 6_000_000
    all_pairs_in_c: int = 60_000_000
    """Pairs if these were too few and nothing else is left to ask; no search is begun after this many over
    all options together."""
    steps_in_c: tuple[int, int] = (2_000, 20_000)
    """Pairs of positions after which it is checked whether the tables differed."""
    same_seconds: float = 20.0
    same_pairs: int = 1_500
    """How far it is checked whether two programs are the same game, and how long on the slowest machine."""
    few_walks: int = 150
    many_walks: int = 700
    """Random plays of all choices side by side that tell none apart before more readings are changed, and
    before each choice is searched for by itself."""
    rounds: int = 12
    """How often many readings are changed at once without finding another game, before the answer is given."""
    changed: float = 0.5
    """The probability that each of them is changed then."""
    farthest: int = 40
    """The largest distance of a supposed value of an open number from the chosen one."""
    longest: int = 200
    """The most moves of a play."""
    further: int = 2
    least: int = 500
    """How many times the positions up to the first difference are searched, and how many more."""
    paths: int = 4
    """Ways to a node that are remembered, to continue from."""


@dataclass(frozen=True, slots=True)
class Explaining:
    """How far readings are looked for that agree with everything an engine did."""

    few_cases: int = 1_000
    many_cases: int = 20_000
    contexts: tuple[int, int] = (40, 200)
    """Cases of the readings tried for one action of a play; if these are not all, the contexts in which it
    is tried which readings make a difference, and the cases of these."""
    context_shares: tuple[float, float] = (0.15, 0.5)
    """The probability that a reading is changed in a context: in one, and in the next."""
    checks: int = 2_000
    least_checks: int = 10
    most_leaves: int = 200
    """How often in all, and at least for each of up to how many cases, it is checked whether that is right."""
    check_share: float = 0.3
    """The probability that a reading is changed in every third of them; in the others all are."""
    tries: int = 2_000
    repairs: int = 30
    """Choices tried to find one that agrees with everything, and one for another option."""
    again: int = 3
    """How often it is begun anew if something that was taken to make no difference may have made one."""
    actions: int = 5
    """Actions that are legal by the rules alone, or for the engine alone, that are examined at once."""
    reached: int = 40
    """Positions, each with the readings by which it is reached, from which a play is continued."""
    choices: int = 5_000
    """Choices looked at for one without a refuted part."""


IDENTIFYING = Identifying()
EXPLAINING = Explaining()
