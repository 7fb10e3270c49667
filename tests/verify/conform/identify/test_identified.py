"""What is known of the readings that an engine follows, in words."""

from __future__ import annotations

import pytest

from rulewright.verify.conform.identify.identified import Identified, shown


@pytest.mark.parametrize(("number", "plays"), [(1, "1 play"), (2, "2 plays")])
def test_plays_are_counted(number: int, plays: str) -> None:
    none = Identified((), (), (), (), number)
    assert list(shown(none, {})) == [
        f"the game has no readings and no open numbers; it follows the rules in {plays} of legal actions"
    ]
    read = Identified((("who", "first"),), (), (), (), number)
    assert (
        next(iter(shown(read, {"who": "first"}))) == f"it follows these readings ({plays} asked):"
    )
