"""A statement, or an end of a block, for which the kernel has no rule is refused by its name, and never passed over."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import pytest
from tests.verify.kernel.certified import program
from tests.verify.kernel.meaning.valuation import setting

from rulewright.dsl.ir.program import Program
from rulewright.verify.kernel.setting import anything
from rulewright.verify.kernel.ways.paths import Encountered, PathState

PLAY = "choose A\n  on\n    n := 1\ndraw"


@dataclass(frozen=True, slots=True)
class Unheard:
    """Nothing that a program is made of; a statement of it would store to a variable."""

    var: str = "n"


def _run(of: Program, changed: dict[str, Any]) -> None:
    """From a block with another part. The rules about it are those of the program as it was."""
    s, block = setting(of), len(of.blocks) - 1
    other: Any = replace(of.blocks[block], **changed)
    of = replace(of, blocks=(*of.blocks[:block], other))
    s.paths._program = of
    s.paths.run(block, PathState(s.t.true, anything(of), ()), Encountered())


@pytest.mark.parametrize("changed", [{"terminator": Unheard()}, {"body": (Unheard(),)}])
def test_an_unheard_part_is_refused_by_its_name(changed: dict[str, Any]) -> None:
    of = program(PLAY, "c: never bad")
    _run(of, {})
    with pytest.raises(TypeError, match=r"nobody said what .* Unheard"):
        _run(of, changed)
