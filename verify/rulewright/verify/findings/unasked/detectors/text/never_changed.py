"""State that no statement of the rules stores to: it stays as it is at the beginning."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulewright.dsl.elaborate.citations import all_parts
from rulewright.dsl.ruleset import Ruleset
from rulewright.dsl.syntax import parts as p
from rulewright.dsl.syntax import statements as s
from rulewright.dsl.syntax.node import SyntaxNode
from rulewright.dsl.syntax.tree import nodes

from ....kinds import FindingKind
from ...detector import Noticed
from .unused_names import occurring_name, unused_names


def never_changed(ruleset: Ruleset) -> Iterable[Noticed]:
    """Each state that is read but is nowhere stored to, in any variant."""
    every = list(nodes(ruleset.tree.parts))
    if any(isinstance(node, s.Rotate) for node in every):
        return  # it moves what lies on a board, in any map of its places
    stored = {
        name
        for place in _stored_to(every)
        for node in nodes(place)
        if (name := occurring_name(node)) is not None
    }
    said = {noticed.name for noticed in unused_names(ruleset)}
    for part in all_parts(ruleset.tree):
        if isinstance(part, p.StatePart) and part.name.text not in stored | said:
            said.add(part.name.text)
            yield Noticed(
                FindingKind.DEAD_RULE, part.name.text, part.name.span, (),
                f"The state {part.name.text} never changes",
                "leave it out, or find the rule that is missing",
            )  # fmt: skip


def _stored_to(every: Iterable[SyntaxNode]) -> Iterator[object]:
    """The contents of statements by which something is stored, or taken away."""
    for node in every:
        match node:
            case s.Assign(target=target) | s.Change(target=target):
                yield target
            case s.Take() | s.MoveStatement() | s.MoveThose():
                yield node.source, node.target
            case s.PutBack(source=source):
                yield source
            case s.ResetStatement(names=names):
                yield names
            case s.Secret():
                yield node
            case _:
                pass
