"""Differences of games in words: what may be done where they differ, and how play ends there."""

from __future__ import annotations

from fractions import Fraction

from ..plays.spoken import spoken
from ..results.verdict import counted
from .distinguish import Difference
from .labels import text
from .observation import Observation

MOST = 6
"""The most options listed."""


def at_the_end(difference: Difference) -> tuple[str, str]:
    """What each of the two games shows where they differ."""
    if difference.aspect == "table":
        first, second = (
            ", ".join(f"{row[0]} is {row[side]}" for row in difference.table[:MOST])
            for side in (1, 2)
        )
        return first, second
    chances = difference.aspect == "weights"
    first, second = (
        chance_weights(view)
        if chances
        else seen(view, only if play is None else tuple(spoken(play.last_node, o) for o in only))
        for view, only, play in zip(
            difference.views, difference.options, difference.plays, strict=True
        )
    )
    return first, second


def separated(difference: Difference) -> str:
    """In what the games differ, and after how many moves."""
    what = {
        "decider": "somebody else decides",
        "secrecy": "a choice is secret in one of them and open in the other",
        "options": "other options are there",
        "weights": "chance has other weights",
        "outcome": "play ends in another way",
        "table": "something else lies on the table",
    }[difference.aspect]
    return f"{what} after {counted(difference.moves, 'move')}"


def seen(view: Observation, only: tuple[str, ...]) -> str:
    """Who decides, and what only this game offers; or how play is over."""
    if view.ending:
        return _ended(view)
    if not view.options:
        return f"{view.decides} is to decide and can do nothing"
    if not only:
        return f"{view.decides} goes on ({counted(len(view.options), 'option')})"
    shown = ", ".join(only[:MOST]) + (f" and {len(only) - MOST} more" if len(only) > MOST else "")
    return f"{view.decides} may also: {shown}"


def _ended(view: Observation) -> str:
    """How play is over, or why it does not go on."""
    match view.ending:
        case ("gap", said):
            return f"the rules say nothing: {said}"
        case ("fault", said):
            return f"the rules are at odds: {said}"
        case ("win",):
            return "play is over: nobody has won"
    scores = (f"{player} {score}" for player, score in view.scores or ())
    return f"play is over: {view.outcome}" + (f" ({', '.join(scores)})" if view.scores else "")


def chance_weights(view: Observation) -> str:
    """The probabilities of the results of chance."""
    total = sum(weight for _, weight in view.options)
    shown = [
        f"{' '.join(map(text, args))} {Fraction(weight, total)}"
        for (_, args), weight in view.options
    ]
    more = f" and {len(shown) - MOST} more" if len(shown) > MOST else ""
    return f"chance takes {', '.join(shown[:MOST])}{more}"
