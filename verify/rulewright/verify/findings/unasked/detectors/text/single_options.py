"""Choices and rolls that, according to the text, have only one possible result."""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.dsl.ruleset import Ruleset
from rulewright.dsl.span import Span
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.syntax import statements as s
from rulewright.dsl.syntax.tree import cited, nodes

from ....kinds import FindingKind
from ...detector import Noticed


def single_options(ruleset: Ruleset) -> Iterable[Noticed]:
    """Each decision with one option that can be chosen in one way, and each choice or roll of one value."""
    for node in nodes(ruleset.tree.parts):
        match node:
            case s.Choose(options=(option,), otherwise=None) if _in_one_way(option):
                yield one_option(option.name.text, node.span, cited(node))
            case s.Secret(options=(option,)) if _in_one_way(option):
                yield one_option(option.name.text, node.span, cited(node))
            case s.Pick(name=name, over=over) if _single(over):
                yield one_option(name.text, node.span, cited(node))
            case s.Roll(name=name, over=over) if _single(over):
                yield one_result(name.text, node.span, cited(node))
            case _:
                pass


def one_option(name: str, span: Span, clauses: tuple[str, ...]) -> Noticed:
    """What is reported of a decision with only one option."""
    sentence = f"At {name!r} there never is more than one option"
    hint = "leave the decision out, or look for the option that is missing"
    return Noticed(FindingKind.NO_CHOICE, name, span, clauses, sentence, hint)


def one_result(name: str, span: Span, clauses: tuple[str, ...]) -> Noticed:
    """The same of a roll."""
    sentence = f"The roll of {name!r} can never come to more than one result"
    hint = "leave the roll out, or look for the result that is missing"
    return Noticed(FindingKind.NO_CHOICE, name, span, clauses, sentence, hint)


def _in_one_way(option: s.ChooseOption) -> bool:
    return all(_single(parameter.over) for parameter in option.parameters)


def _single(over: e.Expression) -> bool:
    match over:
        case e.SetLiteral(items=(_,)):
            return True
        case e.Interval(lo=e.Number(value=lo), hi=e.Number(value=hi)):
            return lo == hi
        case _:
            return False
