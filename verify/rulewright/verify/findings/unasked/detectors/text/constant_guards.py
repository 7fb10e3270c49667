"""Conditions with the same result whatever happens, and cases that an earlier one takes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from rulewright.dsl.diagnostics import Edit, Hint
from rulewright.dsl.ruleset import Ruleset
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.syntax import statements as s
from rulewright.dsl.syntax.node import SyntaxNode
from rulewright.dsl.syntax.one_line import one_line
from rulewright.dsl.syntax.tree import cited, nodes

from ....kinds import FindingKind
from ....names import distinct, name_of
from ...detector import Noticed


def constant_guards(ruleset: Ruleset) -> Iterable[Noticed]:
    """Conditions, and parts of conditions, that mention nothing that could change."""
    source = ruleset.tree.source
    names: Counter[str] = Counter()
    inside: set[int] = set()
    for node, condition in _conditions(ruleset):
        if id(condition) in inside or any(isinstance(n, _OPEN) for n in nodes(condition)):
            continue
        inside |= {id(n) for n in nodes(condition)}
        text = one_line(source, condition.span)
        yield Noticed(
            FindingKind.DEAD_RULE,
            distinct(_slug(text), names),
            condition.span,
            cited(node),
            f"The condition {text!r} never changes: nothing in it depends on play",
            Hint("leave it out, or ask what was meant", *_left_out(node, condition, source)),
        )


def _left_out(node: SyntaxNode, condition: e.Expression, source: str) -> Iterator[Edit]:
    """How a part is removed together with the word that joins it, if that changes nothing."""
    if not isinstance(node, e.Logic) or not isinstance(condition, e.Truth):
        return
    if condition.value is not (node.op == "and"):
        return
    at = next(i for i, arg in enumerate(node.args) if arg is condition)
    before, behind = (at - 1, at) if at > 0 else (at, at + 1)
    left, right = node.args[before].span, node.args[behind].span
    if left.end_line != right.line:
        return
    between = source.split("\n")[left.end_line - 1][left.end_column - 1 : right.column - 1]
    if between.strip() == node.op:
        yield Edit("", back=len(between)) if at > 0 else Edit("", on=len(between))


_OPEN = e.Reference | e.Application | e.Quantified | e.Those | e.Extreme | e.Hypothetical


def _conditions(ruleset: Ruleset) -> Iterator[tuple[SyntaxNode, e.Expression]]:
    for node in nodes(ruleset.tree.parts):
        match node:
            case s.ChooseOption(when=when, unless=unless):
                yield from ((node, condition) for condition in (*when, *unless))
            case s.IfStatement(condition=condition):
                yield node, condition
            case s.Repeat(kind="until", control=control) if control is not None:
                yield node, control
            case e.Logic(args=args):
                yield from ((node, condition) for condition in args)
            case e.Conditional(condition=condition):
                yield node, condition
            case _:
                pass


def _slug(text: str) -> str:
    return f"condition_{name_of(text)}"
