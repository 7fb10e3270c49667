"""Named places at their positions, and the connections between them."""

from __future__ import annotations

from rulewright.dsl.boards.board import Board

from .figure import UNIT, Figure, FigureLabel, Line, Outline, number

APART = 1.6
"""The distance, in units, between two places that are one apart in the ruleset."""


def figure(board: Board) -> Figure:
    """Places are circles with their names below."""
    radius = UNIT * 0.42
    centres = [(x * UNIT * APART, y * UNIT * APART) for x, y in board.positions]
    return Figure(
        tuple(Outline(_circle(x, y, radius), x, y, radius * 0.9) for x, y in centres),
        tuple(
            FigureLabel(name, x, y + UNIT * 0.62, 14, place)
            for place, ((x, y), name) in enumerate(zip(centres, board.place.labels, strict=True))
        ),
        tuple(Line(*centres[a], *centres[b]) for a, b in board.joined()),
    )


def _circle(x: float, y: float, radius: float) -> str:
    left, r = number(x - radius), number(radius)
    across = number(2 * radius)
    return f"M{left},{number(y)}a{r},{r} 0 1 0 {across},0a{r},{r} 0 1 0 -{across},0Z"
