"""An empty board: outlines of places, names, lines."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

UNIT = 60.0
"""The distance, in units of the drawing, between the centres of neighbouring places."""
MARGIN = 10.0


@dataclass(frozen=True, slots=True)
class Outline:
    """A place: its border as an SVG path, its centre, and the size of its inscribed circle."""

    path: str
    x: float
    y: float
    radius: float


@dataclass(frozen=True, slots=True)
class FigureLabel:
    """A name, of a row, a ring or a place; ``x`` and ``y`` are its middle, ``size`` its height.

    ``place``: the number of the place that it names, if it names one.
    """

    text: str
    x: float
    y: float
    size: float = 18.0
    place: int | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """A line between the centres of two places that are joined."""

    x1: float
    y1: float
    x2: float
    y2: float


@dataclass(frozen=True, slots=True)
class Box:
    """The part of the drawing that is shown."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Figure:
    """A board: an outline for each of its places, in their order.

    ``reach``: the radius of a round board around the origin; 0 for one that is made of small places.
    """

    outlines: tuple[Outline, ...]
    labels: tuple[FigureLabel, ...] = ()
    lines: tuple[Line, ...] = ()
    reach: float = 0.0

    def named(self, places: Iterable[int]) -> tuple[FigureLabel, ...]:
        """The labels without the names of other places."""
        shown = set(places)
        return tuple(one for one in self.labels if one.place is None or one.place in shown)

    def box(self, places: Iterable[int] | None = None) -> Box:
        """The part that must be shown so that all places, or some, are seen with their names."""
        shown = self.outlines if places is None else [self.outlines[place] for place in places]
        around = UNIT * 0.75
        xs = [x for o in shown for x in (o.x - around, o.x + around)]
        ys = [y for o in shown for y in (o.y - around, o.y + around)]
        if places is None:
            xs += [-self.reach, self.reach, *(label.x for label in self.labels)]
            ys += [-self.reach, self.reach, *(label.y for label in self.labels)]
        left, top = min(xs) - MARGIN, min(ys) - MARGIN
        return Box(left, top, max(xs) + MARGIN - left, max(ys) + MARGIN - top)


def path(points: Iterable[tuple[float, float]]) -> str:
    """A closed line through the points.

    >>> path([(0, 0), (1, 0), (1, 2.25)])
    'M0,0L1,0L1,2.25Z'
    """
    return "M" + "L".join(f"{number(x)},{number(y)}" for x, y in points) + "Z"


def number(value: float) -> str:
    """A number with at most two decimals.

    >>> number(1.0), number(0.3333), number(-0.001)
    ('1', '0.33', '0')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
