"""Staggered rows of hexagons."""

from __future__ import annotations

import math

from rulewright.dsl.boards.board import Board

from .figure import UNIT, Figure, FigureLabel, Outline, path

NAMED = 0.42
"""How far below its centre a tile bears its name, in distances between tiles."""


def figure(board: Board) -> Figure:
    """Each tile bears its name, small, at its lower edge: rows do not begin at one side."""
    corner = UNIT / math.sqrt(3)
    around = [math.tau * (k + 0.5) / 6 for k in range(6)]
    outlines, labels = [], []
    places = zip(board.positions, board.place.labels, strict=True)
    for place, ((column, row), name) in enumerate(places):
        x, y = column * UNIT, row * UNIT
        hexagon = path((x + corner * math.cos(a), y + corner * math.sin(a)) for a in around)
        outlines.append(Outline(hexagon, x, y, UNIT * 0.36))
        labels.append(FigureLabel(name, x, y + NAMED * UNIT, 11, place))
    return Figure(tuple(outlines), tuple(labels))
