"""Answers that are kept, and what is told though nobody asked: how far is looked for it, and again."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Waiting:
    """What somebody waits for who says nothing of it, in seconds."""

    explore: float = 60.0
    compare: float = 300.0
    longer: int = 3
    """So many times as long an open question of a comparison is to be asked next."""
    conform: float = 120.0
    """No longer than this, however slow the engine or the machine is."""
    identify: float = 900.0
    tests: float = 20.0
    """For the checks of one instance, in a test of a ruleset."""


@dataclass(frozen=True, slots=True)
class Rechecking:
    """How far is looked whether an answer that is kept still holds."""

    more_positions: int = 10_000
    """A search that is done again may find so many positions more than it did, or twice as many."""
    positions_a_line: int = 5_000
    """About so many positions of a search take as long as a line of a certificate."""
    moves: int = 100_000
    """A longer play is not played again."""
    compared_moves: int = 10_000
    """A longer play that tells two readings apart is not played again."""
    mended_moves: int = 1_000
    """A longer play is not mended, nor made longer."""
    mended_tries: int = 16
    """So many moves are tried in between; after as many kept ones that are not possible, nothing is left out."""
    blocks: int = 2_000
    """A program that holds many readings may have so many; more readings of the shipped games at
    once multiply them."""
    shortest_pairs: int = 150
    """Whether a kept play is a shortest one is told where there are no more pairs of positions than these
    that fewer moves lead to."""
    more_pairs: int = 1_000
    """So many pairs more than there were may be compared again."""
    same_pairs: int = 3_000
    """That two games are the same is kept if so many pairs of positions show it again, or fewer."""
    survey_margin: float = 1.0
    """So many seconds before the time is up a survey hands over what it has."""


@dataclass(frozen=True, slots=True)
class Noticing:
    """How far is looked for what nobody asked about, in small games that are searched to the end."""

    positions: int = 4_000
    """A game with more is not looked at: the answer would hold for a part of it alone."""
    settings: int = 96
    """So many settings at most, of all games together; where there are more, none is looked at."""
    settings_positions: int = 60_000
    """So many positions of them all together."""
    expected_positions: int = 4_000
    """A game of which more are expected is not searched where the text alone is looked at."""
    unsaid_positions: int = 100_000
    """So many are looked at where their number is not said."""
    said_times: int = 2
    said_more: int = 1_000
    """Where it is said, so many times as many, and so many more."""
    remembered: int = 2_000
    """So many games are remembered in which nothing was found."""


@dataclass(frozen=True, slots=True)
class NoticingInPlays:
    """How far is looked in plays, where a game is too large to be searched."""

    plays: int = 300
    """At random."""
    moves: int = 1_000
    """Each of at most so many."""
    guided: int = 200_000
    """Moves of play toward a position that comes again."""
    fewer: int = 100_000
    """Moves that are tried to leave out others."""


@dataclass(frozen=True, slots=True)
class NoticingNever:
    """How far is looked for what no play comes to, where a game is too large to be searched."""

    known: int = 600
    """Moves of known plays of each game."""
    moves: int = 300
    """At random, in each game."""
    blocks: int = 600
    """No proofs that come to nothing of programs of more blocks together."""


@dataclass(frozen=True, slots=True)
class NoticingAlways:
    """What is so in every position of games too large to be searched."""

    known: int = 200
    """Moves of known plays of the first game."""
    moves: int = 240
    """At random, in the first game."""
    in_others: int = 60
    """Moves of known plays, and at random, in each of the others."""
    plays: int = 100
    """At random of the first game, against what is left."""
    length: int = 1_000
    """Each of at most so many moves."""
    longest: int = 100
    """Of the plays at random before, each is of at most so many moves."""
    most_plays: int = 60
    """No more of these, some of which may be over with the first move."""
    for_checks: int = 20
    """In about so many positions of a game checks are asked."""
    blocks: int = 100
    """No proofs that come to nothing of programs of more blocks together."""
    written_out: int = 4_096
    """Types with more values, and longer lists, are not written out."""
    least: int = 2_000_000
    """Units of the solver for a proof of a large program."""
    most: int = 5_000_000
    """The same for a small one."""
    all_blocks: int = 120_000_000
    """Of a program between these, so many for all of its blocks together."""


@dataclass(frozen=True, slots=True)
class Lengths:
    """Plays for those who test a ruleset, or learn to play it."""

    decisions: int = 60
    """Plays drawn for Hypothesis have at most so many, if nobody sets another limit."""
    moves: int = 500
    """Plays in OpenSpiel and PettingZoo have at most so many, if nobody says otherwise."""


WAITING = Waiting()
RECHECKING = Rechecking()
NOTICING = Noticing()
NOTICING_IN_PLAYS = NoticingInPlays()
NOTICING_NEVER = NoticingNever()
NOTICING_ALWAYS = NoticingAlways()
LENGTHS = Lengths()
