"""What readings and numbers that are fixed for a game influence, through what is stored."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rulewright.dsl.node_fields import field_values
from rulewright.dsl.ruleset import Ruleset
from rulewright.dsl.syntax import parts as p
from rulewright.dsl.syntax import statements as s
from rulewright.dsl.syntax.node import SyntaxNode
from rulewright.dsl.syntax.tree import nodes

from .detectors.text.unused_names import occurring_name
from .larger.candidates import Asking, asking_for_settings, locals_of

_STORED = p.StatePart | p.SupplyPart | p.HistoryPart | p.ProcedurePart
_DECIDING = s.Choose | s.Secret | s.Pick | s.Roll | s.Perform


def influenced(ruleset: Ruleset) -> Asking:
    """The names that ask for a setting, and those of state that a setting may decide: whether something is
    stored there, or what.

    How often a loop is repeated in which somebody decides does not count: it determines how long a game
    goes on.
    """
    parts = list(nodes(ruleset.tree.parts))
    procedures = [part for part in parts if isinstance(part, p.ProcedurePart)]
    functions = [(f.name.text, f.body) for f in parts if isinstance(f, p.FunctionPart)]
    stored = frozenset(part.name.text for part in parts if isinstance(part, _STORED))
    found = asking_for_settings(ruleset)
    while more := _of(procedures, found) & stored - found.names:
        found = Asking(found.names | more).within(functions)
    return found


def _of(procedures: Sequence[p.ProcedurePart], asking: Asking) -> frozenset[str]:
    """What is named by statements that one of these names decides."""
    return frozenset(
        name
        for part in procedures
        for name in _Walk(asking.within(locals_of(part))).names(
            part.body, part.name.text in asking.names
        )
    )


@dataclass(frozen=True, slots=True)
class _Walk:
    asking: Asking

    def names(self, node: object, decided: bool) -> Iterator[str]:
        """The names in statements that have an effect, if the effect is ``decided``, or whether they happen
        is."""
        if not isinstance(node, tuple | SyntaxNode):
            return
        values = node if isinstance(node, tuple) else field_values(node, without="span")
        inside = [value for value in values if _does(value)]
        if isinstance(node, s.Statement) and not inside:
            if decided or self.asking.asks(node):
                yield from (n for each in nodes(node) if (n := occurring_name(each)) is not None)
            return
        if isinstance(node, SyntaxNode) and not _is_course(node):
            conditions = [value for value in values if not _does(value)]
            decided = decided or self.asking.asks(tuple(conditions))
        for value in inside:
            yield from self.names(value, decided)


def _does(value: object) -> bool:
    return any(isinstance(node, s.Statement) for node in nodes(value))


def _is_course(node: SyntaxNode) -> bool:
    """Whether it is a loop with a number of passes in which somebody decides."""
    return (
        isinstance(node, s.Repeat)
        and node.kind == "times"
        and any(isinstance(inner, _DECIDING) for inner in nodes(node.body))
    )
