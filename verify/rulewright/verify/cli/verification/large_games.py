"""What nobody asked about games that are too large to be searched, ruleset by ruleset, side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...execution.workers import Job
from ...findings.collect import Results
from ...findings.subject import Selected
from ...findings.unasked.detector import InGames
from ...findings.unasked.larger.always_so import always_so
from ...findings.unasked.larger.in_plays import in_plays
from ...findings.unasked.larger.never_reached import left_by_plays, never_reached
from ...findings.unasked.larger.remembered import unless_nothing
from ...findings.unasked.look import is_small
from ...limits import Budget
from ...plays.play import Play
from ...progress import Tell
from ...results.verdict import Reached, Refuted
from .answering import Answering

LOOKING = "what nobody asked about is looked for"


def in_large_games(
    found: Mapping[str, Sequence[Results]], work: Answering
) -> dict[str, Sequence[InGames]]:
    """By ruleset, what no play of its games comes to, and what some play does; nothing where all of them are small."""
    asked = {name: some for name, some in found.items() if not all(map(is_small, some))}
    left = work.deadline.left()
    jobs = [
        Job(
            _look, (tuple(one.selected for one in some), tuple(map(_plays, some)),
                tuple(one.selected for one in some if not is_small(one)), left,
            ),
            name=f"{name}, unasked",
        )
        for name, some in asked.items()
    ]  # fmt: skip
    done = zip(asked, work.side_by_side(jobs, LOOKING), strict=True)
    return {name: result for name, result in done if isinstance(result, tuple)}


def _plays(one: Results) -> tuple[Play, ...]:
    verdicts = (answer.verdict for answer in one.report.answers)
    return tuple(v.witness.play for v in verdicts if isinstance(v, Refuted | Reached))


def _look(
    games: tuple[Selected, ...],
    known: tuple[tuple[Play, ...], ...],
    large: tuple[Selected, ...],
    seconds: float | None,
    _: Tell,
) -> tuple[InGames, ...]:
    deadline = Budget(seconds).start()

    def look() -> tuple[InGames, ...]:
        left = left_by_plays(games, known, deadline)
        never = never_reached(games, left, deadline)
        always = always_so(games, known, left, deadline)
        shown = ((noticed, games) for noticed in in_plays(large, deadline))
        return (*never, *always, *shown)

    return unless_nothing(games, look, deadline)
