"""Which games contain a place in the text: a variant has parts of its own, and leaves others out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from rulewright.dsl.diagnostics import RulesetError
from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.ruleset import Ruleset
from rulewright.dsl.span import Span
from rulewright.dsl.syntax.tree import nodes

from ..subject import Selected


class GamesOfText:
    """Tells for places in the text of a ruleset which of these games contain them."""

    def __init__(self, ruleset: Ruleset, selected: Sequence[Selected]) -> None:
        self._ruleset, self._selected = ruleset, selected
        self._spans = {
            name: frozenset(node.span for node in nodes(variant.parts))
            for name, variant in ruleset.variants.items()
        }

    def of(self, span: Span) -> tuple[Selected, ...]:
        """The games, in their order; if none contains it, one made from a variant that does."""
        there = [name for name, spans in self._spans.items() if span in spans]
        asked = tuple(s for s in self._selected if s.program.instance.variant in there)
        return asked or tuple(self._made(there))[:1] or tuple(self._selected[:1])

    def stands(self, span: Span, one: Selected) -> bool:
        """Whether a game contains it."""
        return span in self._spans[one.program.instance.variant]

    def _made(self, variants: Sequence[str]) -> Iterator[Selected]:
        for name in variants:
            try:
                program = instantiate(self._ruleset, variant=name)
            except RulesetError:
                continue
            yield replace(
                self._selected[0], program=program, options=("--variant", name), for_play=False
            )
