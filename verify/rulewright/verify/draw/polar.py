"""A wheel, drawn as rings around a centre."""

from __future__ import annotations

import math
from collections.abc import Sequence

from rulewright.dsl.boards.board import Board

from .canvas import Canvas, Paint

ROWS_A_RING = 1.75
HOLE = 0.6
"""How many rings would fit inside the innermost one: room for its cells beside each other."""


def polar_lines(board: Board, cells: Sequence[tuple[str, Paint]], dim: Paint) -> list[str]:
    """Cells where they lie; rings are named upwards from the centre, segments on the outside.

    The ray straight up lies between the last segment and the first, so it is free for names.
    """
    ring, segment = board.groups[0], board.groups[1]
    rings = len(ring.enum.labels)
    columns_a_ring = 2 * ROWS_A_RING + max(len(text) for text, _ in cells) - 0.5
    canvas = Canvas()

    def put(radius: float, angle: float, text: str, paint: Paint) -> None:
        column = radius * columns_a_ring * math.sin(angle)
        canvas.put(column, -radius * ROWS_A_RING * math.cos(angle), text, paint)

    for (x, y), (text, paint) in zip(board.positions, cells, strict=True):
        put(math.hypot(x, y) + HOLE, math.atan2(x, -y), text, paint)
    for number, name in enumerate(ring.enum.labels):
        put(number + 1 + HOLE, 0.0, name, dim)
    for number, name in enumerate(segment.enum.labels):
        angle = math.tau * (number + 0.5) / len(segment.enum.labels)
        put(rings + 0.9 + HOLE, angle, name, dim)
    canvas.put(0, 0, "+", dim)
    return canvas.lines()
