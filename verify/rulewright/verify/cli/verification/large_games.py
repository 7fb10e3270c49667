"""Findings that no check asks for, in games too large to be searched, ruleset by ruleset, side by side."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass
from pathlib import Path

from ...effort.answering import NOTICING_ALWAYS, NOTICING_IN_PLAYS, NOTICING_NEVER
from ...execution.workers import Job
from ...findings.collect import Results
from ...findings.subject import Selected
from ...findings.unasked.detector import InGames, NoticedIn, with_distinct_names
from ...findings.unasked.larger.always_so import always_so
from ...findings.unasked.larger.in_plays import in_plays
from ...findings.unasked.larger.known_game import KnownGame
from ...findings.unasked.larger.never_reached import left_by_plays, never_reached
from ...findings.unasked.larger.remembered import digest_of, unless_nothing
from ...findings.unasked.look import is_small
from ...limits import Budget, Deadline
from ...progress import Tell
from ...results.verdict import Reached, Refuted
from .answering import Answering
from .kept_answers import KeptAnswers

LOOKING = "what nobody asked about is looked for"


@dataclass(frozen=True, slots=True)
class Looking:
    """What is to be examined in a ruleset. ``games``: all that are asked about; ``large``: those whose
    positions are not looked at one by one. ``digest``: identifies this task."""

    ruleset: str
    path: Path
    digest: str
    look: Callable[[Looking, Deadline], tuple[InGames, ...]]
    games: tuple[KnownGame, ...]
    large: tuple[Selected, ...]


def in_large_games(
    found: Mapping[str, Sequence[Results]], work: Answering, kept: KeptAnswers
) -> dict[str, Sequence[InGames]]:
    """By ruleset, what no play of its games comes to, and what some play does; nothing if all of them
    are small, or if it is kept that there was nothing."""
    left = work.deadline.left()
    looks = [
        looking
        for name, some in found.items()
        if not all(map(is_small, some))
        for looking in looked_through(name, some)
        if not kept.has_nothing(looking.path, looking.digest)
    ]
    jobs = [Job(_look, (each, left), name=f"{each.ruleset}, unasked") for each in looks]
    in_games: dict[str, Sequence[InGames]] = {}
    for each, done in zip(looks, work.side_by_side(jobs, LOOKING), strict=True):
        if isinstance(done, tuple):
            in_games[each.ruleset] = (*in_games.get(each.ruleset, ()), *done)
            if not done and not work.deadline.passed():
                kept.take_nothing(each.path, each.digest)
    return in_games


def looked_through(name: str, results: Sequence[Results]) -> Iterator[Looking]:
    """What is to be examined in games of one ruleset."""
    every = [one.selected for one in results]
    large = tuple(one.selected for one in results if not is_small(one))
    games = tuple(map(_known, results))
    path = every[0].path
    searched = (tuple(one.positions is not None for one in games),)
    rules = digest_of(every, "rules", searched, astuple(NOTICING_NEVER), astuple(NOTICING_ALWAYS))
    yield Looking(name, path, rules, _through_rules, games, large)
    plays = digest_of(large, "plays", astuple(NOTICING_IN_PLAYS))
    yield Looking(name, path, plays, _through_plays, games, large)


def _known(one: Results) -> KnownGame:
    verdicts = (answer.verdict for answer in one.report.answers)
    plays = tuple(v.witness.play for v in verdicts if isinstance(v, Refuted | Reached))
    return KnownGame(one.selected, plays, one.report.searched)


def _through_rules(of: Looking, deadline: Deadline) -> tuple[InGames, ...]:
    left = left_by_plays(of.games, deadline)
    never = never_reached(of.games, left, deadline)
    found = (*never, *always_so(of.games, left, deadline))
    apart = with_distinct_names([noticed for noticed, _ in found])
    return tuple(zip(apart, (games for _, games in found), strict=True))


def _through_plays(of: Looking, deadline: Deadline) -> tuple[InGames, ...]:
    games = tuple(NoticedIn(one.selected, "induction") for one in of.games)
    return tuple((noticed, games) for noticed in in_plays(of.large, deadline))


def _look(of: Looking, seconds: float | None, _: Tell) -> tuple[InGames, ...]:
    deadline = Budget(seconds).start()
    return unless_nothing(of.digest, lambda: of.look(of, deadline), deadline)
