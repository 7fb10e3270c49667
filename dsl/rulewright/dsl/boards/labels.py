"""Names that a person types: ``a``, ``b``, … for columns and rings, ``b3`` for a place."""

from __future__ import annotations


def letters(index: int) -> str:
    """The name of column ``index`` (from 0): ``a`` to ``z``, then ``aa``, ``ab``, …

    >>> letters(0), letters(25), letters(26), letters(27)
    ('a', 'z', 'aa', 'ab')
    """
    name = ""
    index += 1
    while index:
        index, rest = divmod(index - 1, 26)
        name = chr(ord("a") + rest) + name
    return name


def place(column: int, row: int) -> str:
    """The label of the place in column ``column`` and row ``row``, both from 0.

    >>> place(1, 2)
    'b3'
    """
    return f"{letters(column)}{row + 1}"
