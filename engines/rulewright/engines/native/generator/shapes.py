"""Types of the IR as types of C. Their layout depends on sizes alone, not on names.

A scalar is stored as its value in the smallest integer type that holds its range, a set of up to 64
elements as a mask of 8, 16, 32 or 64 bits, a larger one as words of 64; maps are arrays; lists are
a length and then ``limit`` items, zero beyond the length. No type has padding.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.dsl.ir.types import List, Map, Scalar, Set, Type, bounds, is_scalar, size

from ...game import EngineUnavailable

WORD = 64
_UNSIGNED = (
    (8, "uint8_t", "B"),
    (16, "uint16_t", "H"),
    (32, "uint32_t", "I"),
    (64, "uint64_t", "Q"),
)
_SIGNED = ((8, "int8_t", "b"), (16, "int16_t", "h"), (32, "int32_t", "i"), (64, "int64_t", "q"))


@dataclass(frozen=True, slots=True)
class Shape:
    """A type of C.

    ``name``: its name; ``bytes``: its size; ``align``: its alignment; ``code``: its integers as the
    ``struct`` module names them; ``count``: how many of them there are.
    """

    name: str
    bytes: int
    align: int
    code: str
    count: int


def words(t: Set) -> int:
    """How many words of 64 bits a set in an expression takes."""
    return max(1, -(-size(t.element) // WORD))


def stored(lo: int, hi: int) -> Shape:
    """The smallest integer type that holds ``lo..hi``. Raises EngineUnavailable if there is none."""
    for bits, name, code in _UNSIGNED if lo >= 0 else _SIGNED:
        top = 1 << bits if lo >= 0 else 1 << bits - 1
        if hi < top and lo >= -top:
            return Shape(name, bits // 8, bits // 8, code, 1)
    raise EngineUnavailable("a value of the program takes more than 64 bits")


def shape(t: Type) -> Shape:
    """How a value of ``t`` is stored."""
    match t:
        case Set():
            n = words(t)
            if n > 1:
                return Shape(f"rw_set{n}", 8 * n, 8, "Q", n)
            return stored(0, (1 << size(t.element)) - 1)
        case Map(key, value):
            n = max(1, size(key))
            return _row(shape(value), f"rw_map{n}", n, 0)
        case List(element, limit):
            lo, hi = scalar_bounds(element)
            item = stored(min(0, lo), max(hi, limit))
            return _row(item, f"rw_list{limit}", max(1, limit), 1)
        case _:
            return stored(*scalar_bounds(t))


def _row(inner: Shape, name: str, n: int, more: int) -> Shape:
    suffix = inner.name.removeprefix("rw_").removesuffix("_t")
    n += more
    return Shape(f"{name}_{suffix}", n * inner.bytes, inner.align, inner.code, n * inner.count)


def scalar_bounds(t: Type) -> tuple[int, int]:
    """The least and the greatest value of a scalar; 0 for a type without values."""
    assert is_scalar(t)
    lo, hi = bounds(t)
    return (lo, hi) if lo <= hi else (min(lo, 0), max(lo, 0))


def definitions(*types: Type) -> dict[str, str]:
    """The definitions that types need, by name, each after those that it needs."""
    found: dict[str, str] = {}
    for t in types:
        _define(t, found)
    return found


def _define(t: Type, found: dict[str, str]) -> None:
    name = shape(t).name
    match t:
        case Set() if words(t) > 1:
            found.setdefault(name, f"RW_LARGE_SETS({words(t)})")
        case Map(key, value):
            _define(value, found)
            n = max(1, size(key))
            found.setdefault(name, f"typedef struct {{ {shape(value).name} v[{n}]; }} {name};")
        case List(element, limit):
            lo, hi = scalar_bounds(element)
            item = stored(min(0, lo), max(hi, limit)).name
            text = f"typedef struct {{ {item} n; {item} v[{max(1, limit)}]; }} {name};"
            found.setdefault(name, text)
        case _:
            return


def register(t: Type) -> str:
    """The type of C that a value of ``t`` has while it is computed."""
    if isinstance(t, Set):
        return "uint64_t" if words(t) == 1 else shape(t).name
    return "rw_int" if is_scalar(t) else shape(t).name


def element(t: Type) -> Scalar:
    """The type of the elements of a set or a list."""
    assert isinstance(t, Set | List)
    return t.element
