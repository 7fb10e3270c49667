"""Arguments of boards: what is refused, with which words and at which argument."""

from __future__ import annotations

import pytest

from rulewright.dsl.boards.build import MAX_PLACES, build
from rulewright.dsl.boards.error import BoardError

WRONG: list[tuple[str, tuple[int | str, ...], dict[str, int], str, int | None, str | None]] = [
    ("poler", (4, 8), {}, "no kind of board called poler: did you mean polar?", None, None),
    ("torus", (4, 8), {}, "expected one of polar, square, hex, graph", None, None),
    ("polar", (4,), {}, "expected polar(rings, segments)", None, None),
    ("polar", (4, 5, 6), {}, "expected polar(rings, segments)", 2, None),
    ("polar", (4, 0), {}, "a size is at least 1, not 0", 1, None),
    ("polar", (-2, 5), {}, "a size is at least 1, not -2", 0, None),
    ("polar", ("four", 5), {}, "needs a number here, not 'four'", 0, None),
    ("polar", (401, 1), {}, "at most 400 places; this one would have 401", None, None),
    ("polar", (4, 8), {"line": 3}, "polar has no argument called line", None, "line"),
    ("square", (10**9, 10**9), {}, "at most 400 places", None, None),
    ("square", (3, 3), {"lime": 3}, "called lime: did you mean line?", None, "lime"),
    ("square", (3, 3), {"line": 4}, "no straight run of 4 squares fits", None, "line"),
    ("square", (3, 3), {"line": 0}, "a line has at least 1 square, not 0", None, "line"),
    ("hex", (), {}, "needs a shape first: rhombus, hexagon, picture, tiles", None, None),
    ("hex", ("romb", 3, 3), {}, "no shape called romb: did you mean rhombus?", 0, None),
    ("hex", (3, 3), {}, "no shape called 3", 0, None),
    ("hex", ("rhombus", 3), {}, "expected hex(rhombus, columns, rows)", None, None),
    ("hex", ("hexagon", 10**9), {}, "at most 400 places", None, None),
    ("hex", ("hexagon", "big"), {}, "needs a number here", 1, None),
    ("hex", ("picture",), {}, 'expected hex(picture, "…")', None, None),
    ("hex", ("picture", 3), {}, "needs text in quotes here, not 3", 1, None),
    ("hex", ("picture", "   "), {}, "the picture has no tile", 1, None),
    ("hex", ("picture", " # #/# x #"), {}, "line 2, column 3 of the picture: expected #", 1, None),
    ("hex", ("picture", " # #/ # #"), {}, "line 2, column 2 of the picture: this tile", 1, None),
    ("hex", ("picture", "##"), {}, "line 1, column 2 of the picture: this tile", 1, None),
    ("hex", ("picture", "/".join(["#" + " #" * 20, " #" * 20] * 10)), {}, "would have 410", None, None),
    ("hex", ("tiles", ""), {}, "no tiles are given", 1, None),
    ("hex", ("tiles", "0,0 1;0"), {}, "'1;0' is no tile", 1, None),
    ("hex", ("tiles", "0,0 1,0 0,0"), {}, "the tile 0,0 is given twice", 1, None),
    ("hex", ("tiles", "0,0 400,0"), {}, "400 or more columns or rows apart", 1, None),
    ("graph", (), {}, 'expected graph("a-b b-c")', None, None),
    ("graph", (3,), {}, "needs text in quotes here", 0, None),
    ("graph", (" ",), {}, "at least one place", 0, None),
    ("graph", ("a-b-c",), {}, "'a-b-c' is no edge", 0, None),
    ("graph", ("a- b",), {}, "'a-' is no edge", 0, None),
    ("graph", ("1-2",), {}, "'1-2' is no edge", 0, None),
    ("graph", ("a-a",), {}, "the edge a-a leads from a place to itself", 0, None),
    ("graph", ("a-b b-a",), {}, "the edge b-a is given twice", 0, None),
    ("graph", (" ".join(f"n{k}" for k in range(401)),), {}, "would have 401", None, None),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "positional", "named", "message", "index", "name"), WRONG)
def test_wrong_arguments(
    kind: str,
    positional: tuple[int | str, ...],
    named: dict[str, int],
    message: str,
    index: int | None,
    name: str | None,
) -> None:
    with pytest.raises(BoardError) as caught:
        build("b", kind, positional, named)
    assert message in caught.value.message
    assert "\n" not in caught.value.message
    assert not caught.value.message.endswith(".")
    assert caught.value.argument_index == index
    assert caught.value.argument_name == name


@pytest.mark.parametrize(
    ("kind", "positional"),
    [
        ("polar", (20, 20)),
        ("square", (400, 1)),
        ("hex", ("rhombus", 20, 20)),
        ("hex", ("hexagon", 12)),
    ],
)
def test_the_largest_boards_are_built(kind: str, positional: tuple[int | str, ...]) -> None:
    board = build("b", kind, positional, {})
    assert MAX_PLACES - 3 <= len(board.place.labels) <= MAX_PLACES


def test_columns_beyond_z() -> None:
    assert build("b", "square", (28, 1), {}).place.labels[25:] == ("z1", "aa1", "ab1")


def test_a_board_carries_its_name() -> None:
    assert build("wheel", "polar", (2, 3), {}).name == "wheel"
