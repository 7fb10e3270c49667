"""Traces: what is written is read back, and what is broken is named."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.verify.table_game import TableGame

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
    scalar_values,
    size,
    subsets,
)
from rulewright.engines.game import Action
from rulewright.verify.plays.itf import Sides, TraceError, read, replay, to_json
from rulewright.verify.plays.itf_values import ItfError, from_itf, to_itf
from rulewright.verify.plays.play import ReplayError, play_of

COLOUR = Enum("Colour", ("Red", "Green", "Blue"))
PLAIN: list[Scalar] = [Bool(), Int(-2, 3), COLOUR]
RECORD = Record("Piece", (("colour", COLOUR), ("big", Bool()), ("size", Int(1, 2))))
SUITS = subsets(COLOUR)
SCALARS: list[Scalar] = [*PLAIN, RECORD, *(Option(t) for t in (Bool(), Int(-2, 3), COLOUR, RECORD))]
TYPES: list[Type] = [
    *SCALARS,
    *(Set(t) for t in SCALARS),
    *(List(t, 3) for t in SCALARS),
    SUITS,
    Option(SUITS),
    Set(SUITS),
    List(SUITS, 2),
    Map(SUITS, Int(0, 1)),
    *(Map(k, v) for k in SCALARS[:4] for v in (COLOUR, Set(Bool()), List(Int(0, 1), 2))),
]


def values(t: Type) -> st.SearchStrategy[Value]:
    match t:
        case Set(element):
            return st.integers(0, (1 << size(element)) - 1)
        case List(element, limit):
            return st.lists(values(element), max_size=limit).map(tuple)
        case Map(key, inner):
            return st.tuples(*[values(inner)] * size(key))
        case _:
            return st.sampled_from(scalar_values(t))


@given(st.sampled_from(TYPES).flatmap(lambda t: st.tuples(st.just(t), values(t))))
def test_values_go_round(pair: tuple[Type, Value]) -> None:
    t, value = pair
    assert from_itf(t, json.loads(json.dumps(to_itf(t, value)))) == value


def test_the_format_of_values() -> None:
    # As the format's definition writes them; the record's value is 1 * 4 + 1 * 2 + 0.
    assert to_itf(Int(-2, 3), -2) == {"#bigint": "-2"}
    assert to_itf(Set(COLOUR), 0b101) == {"#set": ["Red", "Blue"]}
    assert to_itf(Map(Bool(), COLOUR), (0, 2)) == {"#map": [[False, "Red"], [True, "Blue"]]}
    assert to_itf(Option(COLOUR), 3) == "none"
    assert to_itf(RECORD, 6) == {"colour": "Green", "big": True, "size": {"#bigint": "1"}}
    assert to_itf(List(COLOUR, 2), (1,)) == ["Green"]
    assert to_itf(Set(SUITS), 0b100001) == {"#set": [{"#set": []}, {"#set": ["Red", "Blue"]}]}


@pytest.mark.parametrize(
    ("t", "data"),
    [
        (Int(0, 3), {"#bigint": "4"}),
        (Int(0, 3), 1),
        (Int(0, 3), {"#bigint": "two"}),
        (Bool(), "yes"),
        (COLOUR, "Purple"),
        (Set(COLOUR), ["Red"]),
        (Map(Bool(), COLOUR), {"#map": [[True, "Red"]]}),
        (Map(Bool(), COLOUR), {"#map": [[True, "Red"], [True, "Red"], [False, "Red"]]}),
        (Map(Bool(), COLOUR), {"#map": [1, 2]}),
        (RECORD, {"colour": "Red"}),
        (List(COLOUR, 1), ["Red", "Red"]),
    ],
)
def test_wrong_values_are_refused(t: Type, data: Any) -> None:
    with pytest.raises(ItfError):
        from_itf(t, data)


GAME = TableGame([[1], [0, 2], []], {2: "draw"})
GO = [Action(0, (0,)), Action(0, (1,))]


def written(loop: int | None = None) -> dict[str, Any]:
    play = play_of(GAME, GO, loop)
    found: dict[str, Any] = json.loads(json.dumps(to_json(play, violated="never so")))
    return found


def test_what_is_written_is_read_back() -> None:
    data = written()
    assert data["vars"] == ["at"]
    assert data["states"][2]["at"] == {"#bigint": "2"}
    assert data["states"][1]["#meta"]["action"] == "go 0"
    assert data["states"][1]["#meta"]["clauses"] == ["play.go"]
    trace = read(json.dumps(data))
    assert trace.actions == tuple(GO)
    assert trace.violated == "never so"
    assert trace.instance == GAME.program.instance
    assert replay(GAME, trace) == play_of(GAME, GO)


def test_in_what_an_engine_differed_is_read_back() -> None:
    sides = Sides("play goes on", "it is taken", ("end.line",), "place a1")
    assert read(json.dumps(to_json(play_of(GAME, GO), sides=sides))).sides == sides
    assert read(json.dumps(written())).sides is None


@pytest.mark.parametrize(
    ("differs", "why"),
    [
        (1, '"differs" should be an object'),
        ({"clauses": "end.line"}, '"clauses" should be a list'),
        ({"engine": 1}, '"engine" should be a text'),
    ],
)
def test_sides_that_are_none_are_named(differs: Any, why: str) -> None:
    data = written()
    data["#meta"]["rulewright"]["differs"] = differs
    with pytest.raises(TraceError, match=why):
        read(json.dumps(data))


def test_of_a_play_with_too_many_values_the_moves_are_written() -> None:
    play = play_of(GAME, GO)
    for most, whole in ((None, True), (3, True), (2, False)):  # one variable at three positions
        data = to_json(play, most=most)
        assert data["vars"] == (["at"] if whole else [])
        trace = read(json.dumps(data))
        assert trace.actions == tuple(GO)
        assert bool(trace.states) is whole


def test_a_loop_is_kept() -> None:
    assert read(json.dumps(written(1))).loop == 1


def test_a_tampered_state_is_named() -> None:
    data = written()
    data["states"][1]["at"] = {"#bigint": "5"}
    with pytest.raises(TraceError, match=r"state 1: the file says at is .*5.*by the rules .*1"):
        replay(GAME, read(json.dumps(data)))


def test_a_foreign_variable_is_named() -> None:
    data = written()
    data["states"][0]["dust"] = True
    with pytest.raises(TraceError, match="state 0: dust is no variable"):
        replay(GAME, read(json.dumps(data)))


def test_an_illegal_move_is_named() -> None:
    data = written()
    data["states"][2]["#meta"]["args"] = [9]
    with pytest.raises(ReplayError, match="move 2 cannot be played"):
        replay(GAME, read(json.dumps(data)))


@given(st.integers(0, 10_000))
def test_a_truncated_file_never_passes(cut: int) -> None:
    text = json.dumps(written())
    with pytest.raises(TraceError):
        read(text[: cut % len(text)])


@given(st.binary(max_size=40))
def test_bytes_never_crash(data: bytes) -> None:
    with pytest.raises(TraceError):
        read(data)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"\xff\xfe\x00\x01", "not a text file"),
        ("", "not JSON"),
        ('{"#meta": {}', "cut off"),
        ("[" * 200_000, "not"),
        ("[1, 2]", "not a trace"),
        ('{"#meta": {}, "vars": [], "states": [{}]}', "not one of ours"),
        ('{"#meta": {"rulewright": {}}, "states": []}', "at least one state"),
        ('{"#meta": {"rulewright": {}}, "states": [{}], "loop": 4}', "loop"),
        ('{"#meta": {"rulewright": {"parameters": {}, "readings": {}}}, "states": [{}]}', "name"),
    ],
)
def test_what_is_wrong_is_said(text: str | bytes, message: str) -> None:
    with pytest.raises(TraceError, match=message):
        read(text)
