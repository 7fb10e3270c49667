"""Kept answers, and findings that no check asks for: how far they are looked for and checked again."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Waiting:
    """Default waiting times, in seconds."""

    explore: float = 60.0
    compare: float = 300.0
    longer: int = 3
    """For `explore` and for `compare`; and how many times as long an open question of a comparison is to be
    asked next."""
    conform: float = 120.0
    """For `conform`: no longer than this, however slow the engine or the machine is."""
    identify: float = 900.0
    tests: float = 20.0
    """For `conform --identify`; and for the checks of one instance, in a test of a ruleset."""


@dataclass(frozen=True, slots=True)
class Rechecking:
    """How far it is checked whether a kept answer still holds."""

    more_positions: int = 10_000
    """A repeated search may find this many positions more than it did, or twice as many."""
    positions_a_line: int = 5_000
    """About how many positions of a search take as long as a line of a certificate."""
    moves: int = 100_000
    """A longer play is not played again."""
    compared_moves: int = 10_000
    """A longer play that tells two readings apart is not played again."""
    example_values: int = 256
    """Where an example does not come out: of a type with more values it is not told which one there is."""
    mended_moves: int = 1_000
    """A longer play is not mended, nor made longer."""
    mended_tries: int = 16
    """Moves that are tried in between; if more kept ones in a row are impossible, none is left out."""
    blocks: int = 2_000
    """The most blocks of a program that holds many readings; more readings of the shipped games at once
    multiply them."""
    shortest_pairs: int = 150
    """Whether a kept play is a shortest one is decided if fewer moves lead to no more pairs of positions
    than this."""
    more_pairs: int = 1_000
    """How many more pairs than before may be compared again."""
    same_pairs: int = 3_000
    """That two games are the same is kept if this many pairs of positions, or fewer, show it again."""
    looks: int = 1_000
    """Games of which it is remembered how far their open questions were taken."""
    survey_margin: float = 1.0
    """Seconds before the deadline at which a survey hands over what it has."""


@dataclass(frozen=True, slots=True)
class Noticing:
    """How far findings that no check asks for are looked for in small games that are searched completely."""

    positions: int = 4_000
    """A game with more is not looked at: the answer would hold for a part of it only."""
    settings: int = 96
    """The most settings, of all games together; if there are more, none is looked at."""
    settings_positions: int = 60_000
    """The most positions of all of them together."""
    expected_positions: int = 4_000
    """A game for which more are expected is not searched where only the text is looked at."""
    unsaid_positions: int = 100_000
    """Positions looked at if their number is not stated."""
    said_times: int = 2
    said_more: int = 1_000
    """If it is stated: how many times as many, and how many more."""
    remembered: int = 2_000
    """Games that are remembered because nothing was found in them."""


@dataclass(frozen=True, slots=True)
class NoticingInPlays:
    """How far plays are searched for findings, if a game is too large to be searched completely."""

    plays: int = 300
    """Random plays."""
    moves: int = 1_000
    """The most moves of each."""
    guided: int = 200_000
    """Moves of play toward a recurring position."""
    fewer: int = 100_000
    """Moves tried when leaving out others."""


@dataclass(frozen=True, slots=True)
class NoticingNever:
    """How far it is examined what no play comes to, if a game is too large to be searched completely."""

    known: int = 600
    """Moves of known plays of each game."""
    moves: int = 300
    """Random moves in each game."""
    blocks: int = 600
    """The most blocks, together, of the programs whose proofs come to nothing."""


@dataclass(frozen=True, slots=True)
class NoticingAlways:
    """What holds in every position of games too large to be searched completely."""

    known: int = 200
    """Moves of known plays of the first game."""
    moves: int = 240
    """Random moves in the first game."""
    in_others: int = 60
    """Moves of known plays, and random moves, in each of the others."""
    plays: int = 100
    """Random plays of the first game, against what is left."""
    length: int = 1_000
    """The most moves of each of them."""
    longest: int = 100
    """The most moves of each of the random plays before."""
    most_plays: int = 60
    """The most of these, some of which may be over with the first move."""
    for_checks: int = 20
    """About how many positions of a game checks are asked in."""
    blocks: int = 100
    """The most blocks, together, of the programs whose proofs come to nothing."""
    positions: int = 100_000
    """A game that was searched completely and has no more is searched again in place of each proof."""
    all_positions: int = 4_000_000
    """The positions of all these searches together."""
    written_out: int = 4_096
    """Types with more values, and longer lists, are not written out."""
    least: int = 2_000_000
    """Units of the solver for a proof about a large program."""
    most: int = 5_000_000
    """The same for a small one."""
    all_blocks: int = 120_000_000
    """For a program in between, the units for all of its blocks together."""


@dataclass(frozen=True, slots=True)
class Lengths:
    """Plays for those who test a ruleset, or train players of it."""

    decisions: int = 60
    """The most decisions of plays drawn for Hypothesis, by default."""
    moves: int = 500
    """The most moves of plays in OpenSpiel and PettingZoo, by default."""


WAITING = Waiting()
RECHECKING = Rechecking()
NOTICING = Noticing()
NOTICING_IN_PLAYS = NoticingInPlays()
NOTICING_NEVER = NoticingNever()
NOTICING_ALWAYS = NoticingAlways()
LENGTHS = Lengths()
