"""Identifiers for generated code: safe and unique, whatever the names of a ruleset."""

from __future__ import annotations

import builtins
import keyword
import re
from collections.abc import Iterable

_NOT_A_WORD = re.compile(r"[^0-9A-Za-z]+")
_RESERVED = frozenset(keyword.kwlist) | frozenset(dir(builtins))


def identifier(name: str, otherwise: str = "x") -> str:
    """The ASCII identifier closest to ``name``; never one that begins with an underscore.

    >>> identifier("b3"), identifier("two words"), identifier("3d"), identifier("__import__")
    ('b3', 'two_words', 'x3d', 'import')
    """
    word = _NOT_A_WORD.sub("_", name).strip("_") or otherwise
    return word if word[0].isalpha() else f"x{word}"


class Names:
    """Hands out identifiers, none of them twice, none a keyword or a builtin.

    Names of a function are handed out by a ``child``: they may be used again in another
    function, but never mean something of the module, not even something named later.
    """

    def __init__(self, taken: Iterable[str] = ()) -> None:
        self._taken = set(_RESERVED) | set(taken)
        self._inner: set[str] = set()
        self._first: dict[str, int] = {}

    def fresh(self, name: str, otherwise: str = "x") -> str:
        """A new identifier that resembles ``name``."""
        base = identifier(name, otherwise)
        n = self.first(base)
        while self._means_something(found := _numbered(base, n)):
            n += 1
        self._taken.add(found)
        return found

    def first(self, base: str) -> int:
        """The least number with which this identifier means nothing yet."""
        n = self._first.get(base, 1)
        while self.has(_numbered(base, n)):
            n += 1
        self._first[base] = n  # a name is never given back
        return n

    def _means_something(self, name: str) -> bool:
        """Whether it is taken here, or inside some function."""
        return name in self._taken or name in self._inner

    def child(self) -> Names:
        """The names of one function of the module."""
        return _Inner(self)

    def note(self, name: str) -> None:
        """Never hand out ``name`` from now on: a function uses it for something of its own."""
        self._inner.add(name)

    def has(self, name: str) -> bool:
        """Whether this exact identifier means something already."""
        return name in self._taken


class _Inner(Names):
    def __init__(self, outer: Names) -> None:
        super().__init__()
        self._outer = outer

    def fresh(self, name: str, otherwise: str = "x") -> str:
        found = super().fresh(name, otherwise)
        self._outer.note(found)
        return found

    def first(self, base: str) -> int:
        return max(super().first(base), self._outer.first(base))

    def _means_something(self, name: str) -> bool:
        return super()._means_something(name) or self._outer.has(name)


def _numbered(base: str, n: int) -> str:
    return base if n == 1 else f"{base}_{n}"
