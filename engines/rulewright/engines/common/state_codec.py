"""States as a fixed number of bytes: every type has a fixed number of bits.

Little-endian and in this order: the node, then each stored variable. A scalar takes as many bits as
its highest ordinal needs, a set one per element, a map its values in a row, a list its length and
then ``limit`` items, those beyond its length all zero.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.dsl.ir.program import Program
from rulewright.dsl.ir.types import (
    Bool,
    Int,
    List,
    Map,
    Scalar,
    Set,
    Type,
    Value,
    default,
    lowest,
    size,
)


def bits(t: Type) -> int:
    """How many bits a value of ``t`` takes.

    >>> bits(Int(1, 8)), bits(Set(Int(1, 5))), bits(List(Bool(), 3))
    (3, 5, 5)
    """
    match t:
        case Set(element):
            return size(element)
        case Map(key, value):
            return size(key) * bits(value)
        case List(element, limit):
            return limit.bit_length() + limit * bits(element)
        case _:
            return max(0, size(t) - 1).bit_length()


def pack(t: Type, value: Value) -> int:
    """A value of ``t`` as an integer of ``bits(t)`` bits."""
    match t, value:
        case Map(_, inner), tuple():
            return _row(inner, value)
        case List(element, limit), tuple():
            return len(value) | _row(element, value) << limit.bit_length()
        case Set(), int():
            return value
        case _:
            assert isinstance(value, int)
            return value - lowest(_scalar(t))


def unpack(t: Type, packed: int) -> Value:
    """The inverse of ``pack``. Raises ValueError for an integer that is not a value of ``t``."""
    match t:
        case Map(key, inner):
            return _items(inner, packed, size(key))
        case List(element, limit):
            length = packed & (1 << limit.bit_length()) - 1
            packed >>= limit.bit_length()
            if length > limit or packed >> length * bits(element):
                raise ValueError("a list with items behind its end")
            return _items(element, packed, length)
        case Set():
            return packed
        case _:
            if packed >= size(t):
                raise ValueError(f"{packed} is no ordinal of a type of {size(t)} values")
            return bool(packed) if isinstance(t, Bool) else lowest(t) + packed


def _row(t: Type, values: tuple[Value, ...]) -> int:
    width, packed = bits(t), 0
    for value in reversed(values):
        packed = packed << width | pack(t, value)
    return packed


def _items(t: Type, packed: int, n: int) -> tuple[Value, ...]:
    width = bits(t)
    mask = (1 << width) - 1
    return tuple(unpack(t, packed >> i * width & mask) for i in range(n))


def _scalar(t: Type) -> Scalar:
    assert not isinstance(t, Set | Map | List)
    return t


class StateCodec:
    """The layout of the encoded states of one program."""

    def __init__(self, program: Program) -> None:
        self._stored = tuple(v for v in program.variables if v.kind != "scratch")
        self._nodes = len(program.nodes)
        self._types: tuple[Type, ...] = (
            Int(0, max(0, self._nodes - 1)),
            *(v.type for v in self._stored),
        )
        self._widths = tuple(bits(t) for t in self._types)
        unused = {v.name: (i, default(v.type)) for i, v in enumerate(self._stored)}
        self._forgotten = tuple(
            tuple(unused[name] for name in r.variables if name in unused) for r in program.resets
        )
        self.size = max(1, -(-sum(self._widths) // 8))
        """The number of bytes of every state."""

    def encode(self, node: int, values: Sequence[Value]) -> bytes:
        """A state: its node, and the stored variables, in the program's order."""
        packed, at = 0, 0
        for t, width, value in zip(self._types, self._widths, (node, *values), strict=True):
            packed |= pack(t, value) << at
            at += width
        return packed.to_bytes(self.size, "little")

    def decode(self, data: bytes) -> tuple[int, tuple[Value, ...]]:
        """The inverse of ``encode``. Raises ValueError for bytes that are not a state."""
        if len(data) != self.size:
            raise ValueError(f"a state takes {self.size} bytes, not {len(data)}")
        packed = int.from_bytes(data, "little")
        found = []
        for t, width in zip(self._types, self._widths, strict=True):
            found.append(unpack(t, packed & (1 << width) - 1))
            packed >>= width
        if packed:
            raise ValueError("something stands behind the last variable")
        node, *values = found
        assert isinstance(node, int)
        for i, unused in self._forgotten[node]:
            if values[i] != unused:
                raise ValueError(f"{self._stored[i].name} is not kept at node {node}")
        return node, tuple(values)
