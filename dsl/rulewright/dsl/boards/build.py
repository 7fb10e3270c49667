"""From a board declaration's arguments to the board: the compiler's only entry point."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from ..diagnostics import near
from . import hexshape
from .board import Board
from .error import BoardError
from .graph import graph
from .hex import hexagonal
from .polar import polar
from .square import square

MAX_PLACES = 400

Argument = int | str


@dataclass(frozen=True, slots=True)
class Maker:
    """How a kind of board is made from its name and arguments, and the names of the types and
    tables that it may bring."""

    make: Callable[[str, Sequence[Argument], Mapping[str, int]], Board]
    names: tuple[str, ...]


def build(name: str, kind: str, positional: Sequence[Argument], named: Mapping[str, int]) -> Board:
    """The board that ``board NAME = KIND(positional, named)`` declares.

    Numbers are given as int; bare words and quoted text as str.

    Raises BoardError for an unknown kind or shape (with near names), a wrong number or type of
    arguments, sizes below 1, more than MAX_PLACES places, and malformed drawings.
    """
    if kind not in MAKERS:
        raise BoardError(f"there is no kind of board called {kind}{_one_of(kind, MAKERS)}")
    board = MAKERS[kind].make(name, positional, named)
    _limit(len(board.place.labels))
    return board


def _polar(name: str, positional: Sequence[Argument], named: Mapping[str, int]) -> Board:
    _no_named("polar", named)
    rings, segments = _sizes("polar(rings, segments)", positional, 2)
    _limit(rings * segments)
    return polar(name, rings, segments)


def _square(name: str, positional: Sequence[Argument], named: Mapping[str, int]) -> Board:
    _only_named("square", named, ("line",))
    columns, rows = _sizes("square(columns, rows)", positional, 2)
    _limit(columns * rows)
    line = named.get("line")
    if line is not None and line < 1:
        raise BoardError(f"a line has at least 1 square, not {line}", None, "line")
    return square(name, columns, rows, line)


def _hex(name: str, positional: Sequence[Argument], named: Mapping[str, int]) -> Board:
    _no_named("hex", named)
    shapes = ("rhombus", "hexagon", "picture", "tiles")
    if not positional:
        raise BoardError(f"hex needs a shape first: {', '.join(shapes)}")
    shape = positional[0]
    if shape == "rhombus":
        columns, rows = _sizes("hex(rhombus, columns, rows)", positional, 2)
        _limit(columns * rows)
        return hexagonal(name, hexshape.rhombus(columns, rows), sides=True)
    if shape == "hexagon":
        (side,) = _sizes("hex(hexagon, side)", positional, 1)
        _limit(3 * side * (side - 1) + 1)
        tiles = hexshape.hexagon(side)
        return replace(hexagonal(name, tiles), centre=tiles.index((0, 0)))
    if shape == "picture":
        return hexagonal(name, hexshape.picture(_text('hex(picture, "…")', positional, 1)))
    if shape == "tiles":
        return hexagonal(name, hexshape.tiles(_text('hex(tiles, "q,r …")', positional, 1)))
    raise BoardError(f"there is no shape called {shape}{_one_of(str(shape), shapes)}", 0)


def _graph(name: str, positional: Sequence[Argument], named: Mapping[str, int]) -> Board:
    _no_named("graph", named)
    return graph(name, _text('graph("a-b b-c")', positional, 0))


def _sizes(usage: str, positional: Sequence[Argument], count: int) -> tuple[int, ...]:
    """The last ``count`` arguments, each a number of at least 1."""
    words = usage.count(",") + 1 - count
    _count(usage, positional, words + count)
    sizes: list[int] = []
    for k, size in enumerate(positional[words:], start=words):
        if not isinstance(size, int):
            raise BoardError(f"{usage} needs a number here, not {size!r}", k)
        if size < 1:
            raise BoardError(f"{usage}: a size is at least 1, not {size}", k)
        sizes.append(size)
    return tuple(sizes)


def _text(usage: str, positional: Sequence[Argument], index: int) -> str:
    """The argument at ``index``, the last one, as text."""
    _count(usage, positional, index + 1)
    text = positional[index]
    if not isinstance(text, str):
        raise BoardError(f"{usage} needs text in quotes here, not {text}", index)
    return text


def _count(usage: str, positional: Sequence[Argument], expected: int) -> None:
    if len(positional) != expected:
        extra = expected if len(positional) > expected else None
        raise BoardError(
            f"expected {usage}, with {expected} in parentheses, not {len(positional)}", extra
        )


def _no_named(kind: str, named: Mapping[str, int]) -> None:
    _only_named(kind, named, ())


def _only_named(kind: str, named: Mapping[str, int], known: Sequence[str]) -> None:
    for name in named:
        if name not in known:
            hint = _one_of(name, known) if known else ""
            raise BoardError(f"{kind} has no argument called {name}{hint}", None, name)


def _limit(places: int) -> None:
    if places > MAX_PLACES:
        raise BoardError(f"a board has at most {MAX_PLACES} places; this one would have {places}")


def _one_of(name: str, known: Sequence[str] | Mapping[str, Maker]) -> str:
    return f": {near(name, known) or 'expected one of ' + ', '.join(known)}"


MAKERS: Mapping[str, Maker] = {
    "polar": Maker(_polar, ("Cell", "Ring", "Segment", "touching", "ring", "segment")),
    "square": Maker(
        _square,
        (
            "Square",
            "Row",
            "Column",
            "Line",
            "Direction",
            "near",
            "around",
            "row",
            "column",
            "step",
            "ray",
        ),
    ),
    "hex": Maker(_hex, ("Tile", "Side", "Direction", "near", "step", "ray", "beyond", "straight")),
    "graph": Maker(_graph, ("Place", "near")),
}
"""The maker of each kind of board."""
