"""What values are called: by what they are, not by the numbers that stand for them."""

from __future__ import annotations

import pytest

from rulewright.dsl.ir.types import (
    Bool,
    Enum,
    Int,
    List,
    Map,
    Option,
    Record,
    Set,
    Type,
    Value,
    subsets,
)
from rulewright.verify.equivalence.labels import NONE, Label, label, labels, text

KIND, TURNED = Enum("Kind", ("Ka", "Kb", "Kc")), Enum("Turned", ("Kc", "Kb", "Ka"))
SPOT = Record("Spot", (("kind", KIND), ("at", Int(2, 3)), ("up", Bool())))
PAIR = Record("", (("_0", Bool()), ("_1", Int(-1, 0))))


@pytest.mark.parametrize(
    ("t", "value", "name"),
    [
        (Bool(), True, "yes"),
        (Bool(), False, "no"),
        (Int(-3, 3), -2, "-2"),
        (Int(1, 9), 7, "7"),
        (KIND, 0, "Ka"),
        (TURNED, 2, "Ka"),
        (Option(KIND), 1, "Kb"),
        (Option(KIND), 3, NONE),
        (Option(Int(0, 2)), 2, "2"),
        (Option(Int(0, 2)), 3, NONE),
        # 7 = 1 * (2 * 2) + 1 * 2 + 1: the fields' ordinals, the first slowest
        (SPOT, 7, ("Kb", "3", "yes")),
        (SPOT, 0, ("Ka", "2", "no")),
        (SPOT, 11, ("Kc", "3", "yes")),
        (Option(SPOT), 12, NONE),
        (Set(KIND), 0b101, frozenset({"Ka", "Kc"})),
        (Set(Int(2, 4)), 0b110, frozenset({"3", "4"})),
        (Set(KIND), 0, frozenset()),
        (subsets(KIND), 0b101, frozenset({"Ka", "Kc"})),
        (Option(subsets(KIND)), 0b1000, NONE),
        (Set(subsets(TURNED)), 1 << 0b011, frozenset({frozenset({"Kc", "Kb"})})),
        (List(TURNED, 3), (2, 0, 2), ("list", "Ka", "Kc", "Ka")),
        (List(KIND, 2), (), ("list",)),
        (Map(KIND, Int(0, 9)), (5, 0, 7), frozenset({("Ka", "5"), ("Kb", "0"), ("Kc", "7")})),
        (
            Map(PAIR, Bool()),
            (True, False, False, True),
            frozenset(
                {
                    (("no", "-1"), "yes"),
                    (("no", "0"), "no"),
                    (("yes", "-1"), "no"),
                    (("yes", "0"), "yes"),
                }
            ),
        ),
    ],
)
def test_a_value_is_called_by_what_it_is(t: Type, value: Value, name: Label) -> None:
    assert label(t, value) == name


def test_what_is_no_value_has_no_name() -> None:
    with pytest.raises(TypeError, match="is no value of"):
        label(Set(KIND), (1,))


def test_equal_values_of_two_types_are_called_alike() -> None:
    """The order of a map's keys, and how wide a range is, are nobody's business."""
    assert label(Map(KIND, Int(0, 9)), (1, 2, 3)) == label(Map(TURNED, Int(0, 3)), (3, 2, 1))
    assert label(Set(KIND), 0b001) == label(Set(TURNED), 0b100)
    assert label(Option(Int(0, 2)), 3) != label(Int(0, 3), 3)


@pytest.mark.parametrize(
    "t", [Bool(), Int(-2, 2), KIND, Option(KIND), SPOT, Option(SPOT), PAIR, subsets(KIND)]
)
def test_no_two_values_of_a_type_are_called_alike(t: Bool | Int | Enum | Option | Record) -> None:
    found = labels(t)
    assert len(set(found.values())) == len(found)
    assert found == {value: label(t, value) for value in found}


def test_the_values_of_a_type_begin_where_it_does() -> None:
    assert labels(Int(2, 4)) == {2: "2", 3: "3", 4: "4"}
    assert labels(Bool()) == {0: "no", 1: "yes"}
    assert labels(Option(TURNED)) == {0: "Kc", 1: "Kb", 2: "Ka", 3: NONE}


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ka", "Ka"),
        (NONE, "none"),
        (("Ka", "2"), "(Ka, 2)"),
        (("Ka", NONE), "(Ka, none)"),
        (frozenset({"Kb", "Ka"}), "{Ka, Kb}"),
        (frozenset(), "{}"),
    ],
)
def test_names_as_text(name: Label, shown: str) -> None:
    assert text(name) == shown
