"""A wheel: cells are sectors of rings."""

from __future__ import annotations

import math

from rulewright.dsl.boards.board import Board

from .figure import UNIT, Figure, FigureLabel, Outline, number

INSIDE = 0.6
"""How far the innermost ring is from the centre beyond its own width, in rings."""


def figure(board: Board) -> Figure:
    """Rings are named upwards from the centre, segments on the outside.

    The ray straight up lies between the last segment and the first, so it is free for names.
    """
    rings, segments = (len(group.enum.labels) for group in board.groups[:2])
    step = math.tau / segments
    outlines = []
    for place in range(rings * segments):
        ring, segment = divmod(place, segments)
        inner, outer = (UNIT * (ring + edge + INSIDE) for edge in (0.5, 1.5))
        start, middle = step * segment, step * (segment + 0.5)
        x, y = _at((inner + outer) / 2, middle)
        across = (inner + outer) * math.sin(step / 2) if segments > 1 else UNIT
        radius = min(UNIT, across) * 0.38
        outlines.append(Outline(_sector(inner, outer, start, step), x, y, radius))
    labels = [
        FigureLabel(name, *_at(UNIT * (r + 1 + INSIDE), 0.0))
        for r, name in enumerate(board.groups[0].enum.labels)
    ]
    labels += [
        FigureLabel(name, *_at(UNIT * (rings + 0.85 + INSIDE), step * (s + 0.5)))
        for s, name in enumerate(board.groups[1].enum.labels)
    ]
    return Figure(tuple(outlines), tuple(labels), reach=UNIT * (rings + 0.5 + INSIDE))


def _at(radius: float, angle: float) -> tuple[float, float]:
    return radius * math.sin(angle), -radius * math.cos(angle)


def _sector(inner: float, outer: float, start: float, step: float) -> str:
    # An arc cannot be a whole circle: with one segment it ends just before its beginning.
    end = start + min(step, math.tau - 0.01)
    large = int(end - start > math.pi)
    points = [_at(inner, start), _at(outer, start), _at(outer, end), _at(inner, end)]
    a, b, c, d = (f"{number(x)},{number(y)}" for x, y in points)
    out, back = number(outer), number(inner)
    return f"M{a}L{b}A{out},{out} 0 {large} 1 {c}L{d}A{back},{back} 0 {large} 0 {a}Z"
