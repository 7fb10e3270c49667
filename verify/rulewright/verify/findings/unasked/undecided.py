"""What holds in small games that have more readings and numbers than can be gone through.

No setting that was looked at contradicts it. What another one decides, as far as the text tells, directly
or through what is stored, is left out; the rest is reported as holding in these games.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from rulewright.dsl.ruleset import Ruleset
from rulewright.dsl.span import Span
from rulewright.dsl.syntax import parts as p
from rulewright.dsl.syntax.tree import names_used, nodes

from .detector import Conjecture, OfAll
from .influence import influenced
from .larger.proving import AS_THEY_STAND
from .larger.under_settings import UnderSettings

Left = Mapping[OfAll[Any], Sequence[Conjecture[Any]]]
"""The claims that each detector has left."""


def undecided(left: Left, ruleset: Ruleset) -> Iterator[Conjecture[Any]]:
    """The claims that no setting decides, nor their surroundings, each with the remark that it holds in
    these games."""
    settings = UnderSettings(ruleset, influenced(ruleset))
    every = [(by, claim) for by, claims in left.items() for claim in claims]
    kept = [claim for by, claim in every if not settings.may_contradict(by, claim)]
    hidden = [span for _, claim in every if claim not in kept for span in claim.silent]
    hidden += _performed_there(hidden, ruleset)
    for claim in kept:
        if not any(claim.noticed.span.is_within(span) for span in hidden):
            hint = claim.noticed.hint + AS_THEY_STAND
            yield replace(claim, noticed=replace(claim.noticed, hint=hint))


def _performed_there(hidden: Sequence[Span], ruleset: Ruleset) -> Iterator[Span]:
    """The texts of procedures that are performed in these parts of the text, directly or through others."""
    procedures = {
        part.name.text: part
        for part in nodes(ruleset.tree.parts)
        if isinstance(part, p.ProcedurePart)
    }
    places: list[object] = [
        node
        for part in procedures.values()
        for node in nodes(part.body)
        if any(node.span.is_within(span) for span in hidden)
    ]
    looked: set[str] = set()
    while places:
        for name in names_used(places.pop()):
            if name in procedures and name not in looked:
                looked.add(name)
                places.append(procedures[name].body)
                yield from (statement.span for statement in procedures[name].body)
