"""What can be chosen where play rests, and how likely it is where chance chooses."""

from __future__ import annotations

from tests.oracles.language.expressions.expressions import Expressions
from tests.oracles.language.scope import Scope
from tests.oracles.language.statements.frames import (
    Asking,
    Choosing,
    Frame,
    Picking,
    Rolling,
)  # fmt: skip
from tests.oracles.language.values import Value, ascending

from rulewright.dsl.syntax import statements as s


def legal(ex: Expressions, frame: Frame, scope: Scope) -> list[tuple[int, tuple[Value, ...]]]:
    """The legal choices of a place of rest: the option and its arguments, in order."""
    match frame:
        case Choosing(node):
            return _options(ex, node.options, scope)
        case Asking(node, left):
            return _options(ex, node.options, scope.bind(node.name.text, left[0]))
        case Picking(_, _, pairs):
            return [(0, (key,)) for key, _ in pairs]
        case Rolling(node):
            found = ascending(ex.set(node.over, scope))
            return [(0, (v,)) for v in found if weight(ex, node, v, scope) > 0]
    raise TypeError(f"{frame} is no place of rest")


def weight(ex: Expressions, node: s.Roll, value: Value, scope: Scope) -> int:
    """How often chance chooses a value, beside the others."""
    if node.weight is None:
        return 1
    return ex.number(node.weight, scope.bind(node.name.text, value))


def _options(
    ex: Expressions, options: tuple[s.ChooseOption, ...], scope: Scope
) -> list[tuple[int, tuple[Value, ...]]]:
    found: list[tuple[int, tuple[Value, ...]]] = []

    def given(i: int, n: int, args: tuple[Value, ...], inner: Scope) -> None:
        option = options[i]
        if n < len(option.parameters):
            parameter = option.parameters[n]
            for value in ascending(ex.set(parameter.over, inner)):
                given(i, n + 1, (*args, value), inner.bind(parameter.name.text, value))
        elif all(ex.truth(c, inner) for c in option.when) and not any(
            ex.truth(c, inner) for c in option.unless
        ):
            found.append((i, args))

    for i in range(len(options)):
        given(i, 0, (), scope)
    return found
