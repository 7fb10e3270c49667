"""What stands on a place: long names on cards across it, everything inside the place."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from rulewright.dsl.ir.types import Enum
from rulewright.verify.draw.marks import Mark
from rulewright.verify.render.html.tokens import Token, drawn, token

CARD = Token((Mark("WideChestLit", 2),), "WideChestLit")
RECTANGLE = re.compile(
    r'<rect x="([-\d.]+)" y="([-\d.]+)" width="([-\d.]+)" height="([-\d.]+)".*?font-size="([-\d.]+)">([^<]*)'
)


def rectangles(*tokens: Token) -> list[tuple[float, float, float, float, float, str]]:
    found = RECTANGLE.findall(drawn(tokens, 36))
    return [(*(float(number) for number in r[:5]), r[5]) for r in found]  # type: ignore[misc]


@pytest.mark.parametrize("others", range(5))
def test_a_long_name_is_legible_and_hides_nothing(others: int) -> None:
    discs = [Token((Mark(str(n), n),), str(n)) for n in range(others)]
    card, *rest = rectangles(CARD, *discs)
    assert card[5] == "WideChestLit"
    assert len(card[5]) * 0.55 * card[4] <= card[2], "it fits"
    assert card[4] >= 10
    for x, y, across, down, size, _ in rest:
        assert y >= card[1] + card[3] - 0.5, "it lies below the card"
        assert max(abs(x), abs(x + across), abs(y), abs(y + down)) <= 45
        assert size >= 8


def test_short_names_stay_on_discs() -> None:
    (disc,) = rectangles(Token((Mark("WGD"),), "a tower"))
    assert disc[2] == disc[3]


def test_of_many_kinds_each_bears_its_whole_name() -> None:
    kinds = Enum("Place", tuple(f"{name}{end}" for name in "ABCDEFG" for end in ("", "Lit")))
    few = Enum("Place", kinds.labels[:4])
    assert [c.discs[0].text for t in (few, kinds) if (c := token(t, 3))] == ["BL", "BLit"]


@pytest.mark.parametrize("height", [2, 3, 5])
@pytest.mark.parametrize("others", [0, 1, 3])
def test_each_piece_of_a_stack_can_be_read(height: int, others: int) -> None:
    tower = Token(tuple(Mark(f"G{n}", n) for n in range(height)), "a tower")
    beside = [Token((Mark(str(n), n),), str(n)) for n in range(others)]
    stack = rectangles(tower, *beside)[:height]
    assert [text for *_, text in stack] == [f"G{n}" for n in range(height)]
    for _, _, across, down, size, text in stack:
        assert len(text) * 0.55 * size <= across, "it fits"
        assert size <= down
    for (_, lower, *_), (_, upper, _, down, _, _) in pairwise(stack):
        assert upper + down <= lower + 0.5, "none hides another"
