"""A value that reports when the rules look at it.

In a state, generated code treats it as the integer that it stands for; copying it from state to
state does not count as looking. What play does up to some point depends on those values alone that
were looked at until then.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


class Watched:
    """An integer that calls ``looked`` with its name before anything is done that depends on its value.

    It is not hashable: a cache that outlives a play would not look at it again.
    """

    __slots__ = ("_looked", "_name", "_value")

    def __init__(self, value: int, looked: Callable[[str], object], name: str) -> None:
        self._value, self._looked, self._name = value, looked, name

    def __index__(self) -> int:
        self._looked(self._name)
        return self._value

    def __bool__(self) -> bool:
        return self.__index__() != 0

    def __eq__(self, other: object) -> bool:
        return self is other or self.__index__() == other

    def __lt__(self, other: int) -> bool:
        return self.__index__() < other

    def __le__(self, other: int) -> bool:
        return self.__index__() <= other

    def __gt__(self, other: int) -> bool:
        return self.__index__() > other

    def __ge__(self, other: int) -> bool:
        return self.__index__() >= other

    def __add__(self, other: int) -> int:
        return self.__index__() + other

    def __sub__(self, other: int) -> int:
        return self.__index__() - other

    def __rsub__(self, other: int) -> int:
        return other - self.__index__()

    def __mul__(self, other: int) -> int:
        return self.__index__() * other

    def __neg__(self) -> int:
        return -self.__index__()

    def __floordiv__(self, other: int) -> int:
        return self.__index__() // other

    def __rfloordiv__(self, other: int) -> int:
        return other // self.__index__()

    def __mod__(self, other: int) -> int:
        return self.__index__() % other

    def __rmod__(self, other: int) -> int:
        return other % self.__index__()

    def __rlshift__(self, other: int) -> int:
        return other << self.__index__()

    def __rrshift__(self, other: int) -> int:
        return other >> self.__index__()

    def __str__(self) -> str:
        return str(self.__index__())

    __radd__, __rmul__, __int__ = __add__, __mul__, __index__


def looked_at(values: tuple[Any, ...]) -> tuple[Any, ...]:
    """Values of variables, in which no watched one is left: each is looked at."""
    try:
        hash(values)
    except TypeError:  # there is one, somewhere inside
        return tuple(map(_plain, values))
    return values


def _plain(value: object) -> object:
    if isinstance(value, Watched):
        return value.__index__()
    return tuple(map(_plain, value)) if isinstance(value, tuple) else value
