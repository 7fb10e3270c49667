"""A value that reports when the rules look at it.

In a state, generated code treats it as the integer that it stands for; copying it from state to
state does not count as looking. What play does up to some point depends on those values alone that
were looked at until then.
"""

from __future__ import annotations

from collections.abc import Callable


class Watched:
    """An integer that calls ``looked`` before anything is done that depends on its value.

    It is not hashable: a cache that outlives a play would not look at it again.
    """

    __slots__ = ("_looked", "_value")

    def __init__(self, value: int, looked: Callable[[], object]) -> None:
        self._value, self._looked = value, looked

    def __index__(self) -> int:
        self._looked()
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

    def __mul__(self, other: int) -> int:
        return self.__index__() * other

    def __rlshift__(self, other: int) -> int:
        return other << self.__index__()

    def __rrshift__(self, other: int) -> int:
        return other >> self.__index__()

    __radd__, __rmul__ = __add__, __mul__
