"""Fragments of Python expressions, with how tightly they bind."""

from __future__ import annotations

from typing import NamedTuple

TERNARY, OR, AND, NOT, COMPARE, BIT_OR, BIT_AND, SHIFT, SUM, PRODUCT, UNARY, ATOM = range(12)


class PythonExpression(NamedTuple):
    """An expression's text and the level of its outermost operator.

    ``opposite``, if any, is a single comparison for its negation.
    """

    text: str
    level: int = ATOM
    opposite: str = ""

    def at(self, level: int) -> str:
        """The text as an operand that must bind at least as tightly as ``level``."""
        return self.text if self.level >= level else f"({self.text})"

    @property
    def repeatable(self) -> bool:
        """Whether it is a name or a literal, which can be written twice at no cost."""
        return self.text.isidentifier() or self.text.isdigit()


def binary(
    left: PythonExpression, operator: str, right: PythonExpression, level: int
) -> PythonExpression:
    """``left operator right``, for an operator that groups to the left."""
    return PythonExpression(f"{left.at(level)} {operator} {right.at(level + 1)}", level)


def minus(of: PythonExpression, n: int) -> PythonExpression:
    """``of - n``, as short as it can be written."""
    if n == 0:
        return of
    if of.text.isdigit():
        return literal(int(of.text) - n)
    return binary(of, "-" if n > 0 else "+", PythonExpression(str(abs(n))), SUM)


def literal(n: int) -> PythonExpression:
    """An integer."""
    return PythonExpression(str(n), ATOM if n >= 0 else UNARY)


def call(function: str, *args: PythonExpression) -> PythonExpression:
    """A function applied."""
    return PythonExpression(f"{function}({', '.join(arg.text for arg in args)})")


def negated(code: PythonExpression) -> str:
    """The condition that ``code`` does not hold."""
    if code.opposite:
        return code.opposite
    if code.level == NOT:
        return code.text.removeprefix("not ")
    return f"not {code.at(NOT)}"
