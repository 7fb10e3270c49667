"""The layout of the struct of a state: members by size, without gaps."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rulewright.dsl.ir.program import Program, Variable
from rulewright.dsl.ir.types import Bool, List, Map, Set, Type, Value, size

from ...common.observation import visible
from .shapes import WORD, Shape, shape, stored, words

NODE = -1
"""Stands for the node among the indices of variables."""


@dataclass(frozen=True, slots=True)
class Member:
    """A member of the struct: the index of its variable (or NODE), its shape and its offset."""

    index: int
    shape: Shape
    offset: int


class States:
    """The struct of one program's states, and what values their bytes stand for."""

    def __init__(self, program: Program) -> None:
        self.places, end = _placed(
            (NODE, stored(0, max(0, len(program.nodes) - 1))),
            *((i, shape(v.type)) for i, v in _variables(program, in_state=True)),
        )
        self._program = program
        widest = max(place.shape.align for place in self.places)
        self.size = -(-end // widest) * widest
        """The number of bytes of a state."""
        self.padding = self.size - end
        self._types = {i: v.type for i, v in _variables(program, in_state=True)}
        self._members = {
            place.index: (struct.Struct(f"={place.shape.count}{place.shape.code}"), place.offset)
            for place in self.places
        }

    def seen(self, player: int) -> bytes:
        """For each byte of a state 255 if a player may see it, 0 if not; the node is no variable."""
        mask = bytearray(self.size)
        for place in self.places:
            if place.index == NODE:
                continue
            v = self._program.variables[place.index]
            own, first, most = visible(self._program, v, player), 0, place.shape.bytes
            if isinstance(own, range):
                assert isinstance(v.type, Map)
                entry = most // size(v.type.key)
                first, most = own.start * entry, len(own) * entry
            if own:
                mask[place.offset + first : place.offset + first + most] = b"\xff" * most
        return bytes(mask)

    def node(self, data: bytes) -> int:
        """The node at which a state rests."""
        reader, offset = self._members[NODE]
        found: int = reader.unpack_from(data, offset)[0]
        return found

    def value(self, data: bytes, index: int) -> Value:
        """The value of the stored variable with this index."""
        reader, offset = self._members[index]
        return _read(self._types[index], iter(reader.unpack_from(data, offset)))

    def values(self, data: bytes) -> tuple[Value, ...]:
        """The values of all stored variables, in the program's order."""
        return tuple(self.value(data, i) for i in self._types)

    def pack(self, node: int, values: tuple[Value, ...]) -> bytes:
        """The state with these values."""
        data = bytearray(self.size)
        given = {NODE: [node]}
        for (i, t), value in zip(self._types.items(), values, strict=True):
            given[i] = list(_written(t, value))
        for i, (writer, offset) in self._members.items():
            writer.pack_into(data, offset, *given[i])
        return bytes(data)

    def changed(self, data: bytes, values: Mapping[int, Value]) -> bytes:
        """The state with other values of the stored variables with these indices."""
        new = bytearray(data)
        for i, value in values.items():
            writer, offset = self._members[i]
            writer.pack_into(new, offset, *_written(self._types[i], value))
        return bytes(new)


def _variables(program: Program, *, in_state: bool) -> Iterator[tuple[int, Variable]]:
    return ((i, v) for i, v in enumerate(program.variables) if (v.kind != "scratch") == in_state)


def scratch(program: Program) -> list[int]:
    """The indices of the variables that are not part of a state, in the order of their struct."""
    placed, _ = _placed(*((i, shape(v.type)) for i, v in _variables(program, in_state=False)))
    return [place.index for place in placed]


def _placed(*members: tuple[int, Shape]) -> tuple[tuple[Member, ...], int]:
    found, offset = [], 0
    for index, kind in sorted(members, key=lambda m: -m[1].align):
        found.append(Member(index, kind, offset))
        offset += kind.bytes
    return tuple(found), offset


def _read(t: Type, numbers: Iterator[int]) -> Value:
    match t:
        case Bool():
            return next(numbers) != 0
        case Set():
            return sum(next(numbers) << WORD * i for i in range(words(t)))
        case Map(key, inner):
            n = size(key)
            found = tuple(_read(inner, numbers) for _ in range(max(1, n)))
            return found[:n]
        case List(inner, limit):
            length = next(numbers)
            return tuple(_read(inner, numbers) for _ in range(max(1, limit)))[:length]
        case _:
            return next(numbers)


def _written(t: Type, value: Value) -> Iterator[int]:
    match t, value:
        case Set(), int():
            for i in range(words(t)):
                yield value >> WORD * i & (1 << WORD) - 1
        case Map(key, inner), tuple():
            for item in value:
                yield from _written(inner, item)
            yield from (0,) * (shape(inner).count if size(key) == 0 else 0)
        case List(inner, limit), tuple():
            yield len(value)
            yield from (int(_number(item)) for item in value)
            yield from (0,) * (max(1, limit) - len(value))
        case _:
            yield int(_number(value))


def _number(value: Value) -> int:
    assert isinstance(value, int)
    return value
