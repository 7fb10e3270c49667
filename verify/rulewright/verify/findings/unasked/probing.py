"""The same game with something put into its rules, to see whether play comes to it."""

from __future__ import annotations

from dataclasses import replace

from rulewright.dsl.diagnostics import RulesetError
from rulewright.dsl.elaborate.symbols.report import DiagnosticSink
from rulewright.dsl.elaborate.symbols.variants import variants
from rulewright.dsl.instantiate import instantiate, program_family
from rulewright.dsl.ir.program import Program
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


def to_play(one: Selected, parts: tuple[Part, ...]) -> Program | None:
    """The same to be played alone: it is made faster, and equal positions may rest at several nodes."""
    try:
        return program_family(_with(one, parts), one.program, (), only_played=True)
    except RulesetError:
        return None


def _with(one: Selected, parts: tuple[Part, ...]) -> Ruleset:
    ruleset = one.ruleset
    assert ruleset is not None, "the parts come from it"
    tree = replace(ruleset.tree, parts=parts)
    return Ruleset(tree, variants(tree, DiagnosticSink()), ruleset.clauses)
