"""Encodings: every value has its own bits, and bits that are no value are refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests import ir_examples as examples
from tests import ir_strategies as programs

from rulewright.dsl.ir.types import Bool, Enum, Int, List, Map, Option, Record, Set, Type, contains
from rulewright.engines.common.state_codec import StateCodec, bits, pack, unpack

THREE = Enum("Three", ("a", "b", "c"))
PAIR = Record("Pair", (("three", THREE), ("number", Int(-1, 1))))

# How many values there are, by hand: 3 marks and none on two keys; lists of 0, 1 or 2 of three.
SMALL: tuple[tuple[Type, int], ...] = (
    (Bool(), 2),
    (Int(4, 4), 1),
    (Int(-3, 1), 5),
    (THREE, 3),
    (Option(THREE), 4),
    (Option(Bool()), 3),
    (PAIR, 9),
    (Set(THREE), 8),
    (Set(Int(-1, 1)), 8),
    (Map(Bool(), Option(THREE)), 16),
    (Map(THREE, Set(Bool())), 64),
    (List(THREE, 2), 13),
    (List(Int(7, 7), 2), 3),
    (Map(Bool(), List(Bool(), 1)), 9),
)


@pytest.mark.parametrize(("t", "count"), SMALL)
def test_every_pattern_of_a_small_type(t: Type, count: int) -> None:
    found = set()
    for pattern in range(1 << bits(t)):
        try:
            value = unpack(t, pattern)
        except ValueError:
            continue
        assert contains(t, value)
        assert pack(t, value) == pattern
        found.add(value)
    assert len(found) == count


@given(st.sampled_from(programs.TYPES).flatmap(lambda t: st.tuples(st.just(t), programs.values(t))))
def test_values_go_both_ways(drawn: tuple[Type, object]) -> None:
    t, value = drawn
    packed = pack(t, value)
    assert 0 <= packed < 1 << bits(t)
    assert unpack(t, packed) == value


def test_where_things_stand() -> None:
    """Node in 2 bits, then nine marks of 2 bits and a player of 1: 21 bits, 3 bytes."""
    layout = StateCodec(examples.tictactoe())
    assert layout.size == 3
    marks = (0, 1, 2, 2, 2, 2, 2, 2, 1)
    number = 1 | sum(m << 2 + 2 * i for i, m in enumerate(marks)) | 1 << 20
    assert layout.encode(1, (marks, 1)) == number.to_bytes(3, "little")
    assert layout.decode(number.to_bytes(3, "little")) == (1, (marks, 1))


def test_what_is_not_kept_must_be_forgotten() -> None:
    layout = StateCodec(examples.tictactoe())
    drawn = layout.encode(2, ((0,) * 9, 1))
    with pytest.raises(ValueError, match="p is not kept at node 2"):
        layout.decode(drawn)
