"""One program for many readings: the option of each is a state variable, which nothing changes.

Readings are constants, and what other options say leaves no trace in a program. To compare many
options, one program that holds all of them is made once; who plays it sets the variables first.
"""

from __future__ import annotations

from collections.abc import Collection

from .compile import Ruleset, RulesetError
from .elaborate.program import elaborate
from .elaborate.symbols.report import Report
from .ir.program import Program


def varied(ruleset: Ruleset, program: Program, readings: Collection[str]) -> Program:
    """The game of ``program`` with some of its readings as state that nobody sees.

    Initially they have the options that ``program`` has chosen. Raises RulesetError where an option
    must be known before play begins: a supply may depend on it, or how many players there are.
    """
    instance, report = program.instance, Report()
    found = elaborate(
        ruleset.tree, ruleset.variants[instance.variant], instance.name,
        dict(instance.parameters), dict(instance.readings), report, varied=frozenset(readings),
    )  # fmt: skip
    if found is None:
        sources = {ruleset.tree.name.span.file: ruleset.tree.source}
        raise RulesetError(report.diagnostics, sources | report.sources)
    return found
