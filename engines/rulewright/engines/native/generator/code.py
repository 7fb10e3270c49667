"""Fragments of C: the text of an expression, and the range of its value."""

from __future__ import annotations

import logging
import re
from typing import NamedTuple

from ...game import EngineUnavailable

_NOT_A_WORD = re.compile(r"[^0-9A-Za-z]+")
_LONGEST_NAME = 24
_LONGEST_COMMENT = 100
_LITERAL = (1 << 31) - 1
_INT32, _INT64 = 1 << 30, 1 << 62
"""Bounds for numbers: half of the available range, so that a sum of two fits."""


class NotBuilt(EngineUnavailable):
    """The program can be compiled, but not here and now: the compiler fails, or the disk is full."""


def tell_python_serves(reason: Exception) -> None:
    """Log that the Python engine replaces the native one, if that is not to be expected."""
    if isinstance(reason, NotBuilt):
        logging.getLogger(__name__).warning("the Python engine serves: %s", reason)


class CExpression(NamedTuple):
    """The text of a C expression, safe as an operand anywhere.

    A scalar lies in ``lo..hi``, whatever type the IR gave it: integers in expressions are exact.
    A set of up to 64 elements is a ``uint64_t``, a larger one an ``rw_set…`` (by value); a map or
    a list is an lvalue.
    """

    text: str
    lo: int = 0
    hi: int = 0

    @property
    def simple(self) -> bool:
        """Whether it is a name or a number, which can be written twice at no cost."""
        return re.fullmatch(r"-?\w+", self.text) is not None

    def within(self, lo: int, hi: int) -> bool:
        """Whether it surely lies in ``lo..hi``."""
        return lo <= self.lo and self.hi <= hi


def literal(n: int) -> CExpression:
    """An integer.

    >>> literal(-3).text, literal(1 << 40).text
    ('-3', '1099511627776LL')
    """
    return CExpression(f"{n}{'LL' if abs(n) > _LITERAL else ''}", n, n)


def truth(text: str) -> CExpression:
    """A condition."""
    return CExpression(text, 0, 1)


def shifted(of: CExpression, by: int) -> CExpression:
    """``of + by``, as short as it can be written."""
    if by == 0:
        return of
    lo, hi = of.lo + by, of.hi + by
    if re.fullmatch(r"-?\d+", of.text):
        return literal(int(of.text) + by)
    return CExpression(f"({of.text} {'+' if by > 0 else '-'} {abs(by)})", lo, hi)


def word(name: str) -> str:
    """The part of ``name`` that can be in an identifier of C, after a prefix that makes it one.

    >>> word("two words"), word("*/ int main(){}"), word("überzug")
    ('_two_words', '_int_main', '_berzug')
    """
    plain = _NOT_A_WORD.sub("_", name).strip("_")[:_LONGEST_NAME].strip("_")
    return f"_{plain}" if plain else ""


def comment(text: str) -> str:
    r"""``text`` as a comment of one line, whatever stands in it.

    >>> comment("a */ b\n")
    "/* 'a * / b\\n' */"
    """
    plain = ascii(text)[:_LONGEST_COMMENT]
    return f"/* {plain.replace('*/', '* /').replace('??', '? ?')} */"


def numbers_fit(lo: int, hi: int) -> int:
    """The bits of the signed integers that hold ``lo..hi``: 32 or 64.

    Raises EngineUnavailable if 64 do not suffice.
    """
    most = max(-lo, hi)
    if most >= _INT64:
        raise EngineUnavailable("the program calculates with numbers of more than 64 bits")
    return 32 if most < _INT32 else 64
