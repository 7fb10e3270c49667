"""The same game with something put into its rules, to see whether play comes to it."""

from __future__ import annotations

from dataclasses import replace

from rulewright.dsl.diagnostics import RulesetError
from rulewright.dsl.elaborate.symbols.report import DiagnosticSink
from rulewright.dsl.elaborate.symbols.variants import variants
from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.ir.program import Program
from rulewright.dsl.ruleset import Ruleset
from rulewright.dsl.syntax.parts import Part

from ...explored import Explored


def instantiated(one: Explored, parts: tuple[Part, ...]) -> Program | None:
    """The program of a game whose ruleset has other parts; None where they do not go together."""
    instance = one.program.instance
    tree = replace(one.ruleset.tree, parts=parts)
    try:
        return instantiate(
            Ruleset(tree, variants(tree, DiagnosticSink()), one.ruleset.clauses),
            variant=instance.variant,
            parameters=dict(instance.parameters),
            readings=dict(instance.readings),
        )
    except RulesetError:
        return None
