"""The same game with something put into its rules, to see whether play comes to it."""

from __future__ import annotations

from rulewright.dsl.diagnostics import RulesetError
from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.ir.program import Program
from rulewright.dsl.marks import with_parts
from rulewright.dsl.ruleset import Ruleset
from rulewright.dsl.syntax.parts import Part

from ..subject import Selected


def instantiated(one: Selected, parts: tuple[Part, ...]) -> Program | None:
    """The program of a game whose ruleset has other parts; None where they do not go together."""
    instance = one.program.instance
    try:
        return instantiate(
            _with(one, parts),
            variant=instance.variant,
            parameters=dict(instance.parameters),
            readings=dict(instance.readings),
        )
    except RulesetError:
        return None


def _with(one: Selected, parts: tuple[Part, ...]) -> Ruleset:
    assert one.ruleset is not None, "the parts come from it"
    return with_parts(one.ruleset, parts)
