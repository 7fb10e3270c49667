"""What stands on a place: long names on cards across it, everything inside the place."""

from __future__ import annotations

import re

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
