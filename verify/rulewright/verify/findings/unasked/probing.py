"""The same game with something inserted into its rules, to see whether play comes to it."""

from __future__ import annotations

from rulewright.dsl.instantiate import with_settings
from rulewright.dsl.ir.program import Program
from rulewright.dsl.marks import with_parts
from rulewright.dsl.syntax.parts import Part

from ..subject import Selected


def instantiated(one: Selected, parts: tuple[Part, ...]) -> Program | None:
    """The program of a game whose ruleset has other parts; None if they cannot be combined."""
    assert one.ruleset is not None, "the parts come from it"
    return with_settings(with_parts(one.ruleset, parts), one.program.instance)
