"""Types of every kind, and their values."""

from __future__ import annotations

from hypothesis import strategies as st

from rulewright.dsl.ir.types import (
    Bool,
    Enum,
    Int,
    List,
    Map,
    Option,
    Record,
    Scalar,
    Set,
    Type,
    Value,
    bounds,
    size,
)

BOOL = Bool()
CELL = Enum("Cell", ("a1", "b1", "c1", "d1"))
SMALL, SIGNED = Int(1, 3), Int(-2, 2)
PAIR = Record("Pair", (("cell", CELL), ("rank", SMALL), ("up", BOOL)))
WIDE = Int(-20, 20)
CELLS, NUMBERS = Set(CELL), Set(SIGNED)
ROW = List(SMALL, 3)

SCALARS: tuple[Scalar, ...] = (
    BOOL,
    CELL,
    SMALL,
    SIGNED,
    PAIR,
    Option(CELL),
    Option(SIGNED),
    Option(BOOL),
)
TYPES: tuple[Type, ...] = (
    *SCALARS,
    CELLS,
    NUMBERS,
    Set(PAIR),
    ROW,
    List(Option(CELL), 2),
    Map(CELL, Option(CELL)),
    Map(SIGNED, SMALL),
    Map(BOOL, CELLS),
    Map(CELL, CELLS),
    Map(CELL, CELL),
    Map(CELL, ROW),
)


def values(t: Type) -> st.SearchStrategy[Value]:
    """Any value of a type."""
    match t:
        case Bool():
            return st.booleans()
        case Set(element):
            return st.integers(0, (1 << size(element)) - 1)
        case Map(key, inner):
            return st.tuples(*[values(inner)] * size(key))
        case List(element, limit):
            return st.lists(values(element), max_size=limit).map(tuple)
        case _:
            return st.integers(*bounds(t))
