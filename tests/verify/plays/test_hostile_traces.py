"""Traces that nobody wrote in good faith: a message, code 2, and no traceback."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.verify.cli.main import main
from rulewright.verify.plays import itf, movelist
from rulewright.verify.plays.json_values import Json
from rulewright.verify.plays.strict_json import shortened

LONG = "9" * 10_000
DEEP = "[" * 100_000 + "]" * 100_000
NAMED = {"ruleset": "nim", "variant": "standard", "parameters": {"heap": 3}, "readings": {}}
STATE = {"#meta": {"choice": 0, "args": [1]}}


def trace(*, rulewright: object = NAMED, states: object = (), **more: object) -> str:
    return json.dumps({"#meta": {"rulewright": rulewright}, "states": states, **more})


HOSTILE = {
    "long number": (trace(states=[{}, {"x": 1}]).replace('"x": 1', f'"x": {LONG}'), "digits"),
    "long argument": (trace(states=[{}, STATE]).replace("[1]", f"[{LONG}]"), "digits"),
    "long parameter": (trace(states=[{}]).replace('"heap": 3', f'"heap": {LONG}'), "digits"),
    "long loop": (trace(states=[{}], loop=0).replace('"loop": 0', f'"loop": {LONG}'), "digits"),
    "deep": (DEEP, "nested too deeply"),
    "deep value": (trace(states=[{"x": 1}]).replace('"x": 1', f'"x": {DEEP}'), "nested too deeply"),
    "not a number": (trace(states=[{"x": 1}]).replace('"x": 1', '"x": NaN'), "NaN is no number"),
    "infinite": (trace(states=[{"x": 1}]).replace('"x": 1', '"x": -Infinity'), "is no number"),
    "key twice": (trace(states=[{"x": 1}]).replace('"x": 1', '"x": 1, "x": 2'), "stands twice"),
    "half a letter": (trace(states=[{"x": "\ud83d"}]), "is half of a letter"),
    "half a letter as a key": (trace(states=[{"\ude00": 1}]), "\\ude00 is half of a letter"),
    "truth as loop": (trace(states=[{}, STATE], loop=True), '"loop" should be'),
    "truth as choice": (trace(states=[{}, {"#meta": {"choice": True, "args": []}}]), 'needs "choice"'),
    "truth as argument": (trace(states=[{}, {"#meta": {"choice": 0, "args": [True]}}]), "whole numbers"),
    "truth as parameter": (
        trace(rulewright=NAMED | {"parameters": {"heap": True}}, states=[{}]), "settings"
    ),
    "fraction": (trace(states=[{}, {"#meta": {"choice": 0.5, "args": []}}]), 'needs "choice"'),
    "list as name": (trace(rulewright=NAMED | {"ruleset": ["nim"]}, states=[{}]), "name a ruleset"),
    "object as check": (trace(rulewright=NAMED | {"check": {}}, states=[{}]), "should be a text"),
    "states as object": (trace(states={"0": {}}), "should be a list"),
    "a state as text": (trace(states=["x"]), "should be an object"),
    "no states": (trace(states=[]), "at least one state"),
    "no object": ("[1, 2]", "not a trace"),
    "cut": (trace(states=[{}])[:-3], "cut off"),
}  # fmt: skip
"""What no trace says, and what is said of it."""
NOTHING = {"#map": [[who, {"#bigint": "0"}] for who in ("Ann", "Bob")]}
HEAP = trace(states=[{"stick": "?", "kept": NOTHING, "p": "Ann"}])
AT_ODDS = {
    "long value": (HEAP.replace('"?"', f'{{"#bigint": "{LONG}"}}'), "too many digits"),
    "quite deep value": (HEAP.replace('"?"', DEEP[99_100:-99_100]), "no integer"),
}
"""What a trace may say, but the game does not."""


@pytest.mark.parametrize("name", [*HOSTILE, *AT_ODDS])
def test_what_is_wrong_with_a_trace_is_said_in_a_line(
    nim: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    text, said = (HOSTILE | AT_ODDS)[name]
    path = tmp_path / "trace.json"
    path.write_text(text)
    code = main(["replay", str(path), "--ruleset", str(nim)])
    shown = "".join(capsys.readouterr())
    assert said in " ".join(shown.split())
    assert code == (2 if name in HOSTILE else 1), shown
    assert len(shown) < 400


def test_what_begins_with_a_mark_of_its_order_is_read(
    nim: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "trace.json"
    path.write_bytes(b"\xef\xbb\xbf" + trace(states=[{}]).encode())
    assert main(["replay", str(path), "--ruleset", str(nim)]) == 0
    path.write_bytes(b"\xef\xbb\xbfruleset: nim\n")
    assert main(["replay", str(path), "--ruleset", str(nim)]) == 2
    assert "should name the instance" in capsys.readouterr().err


@pytest.mark.thorough
def test_what_is_nested_so_deeply_that_it_cannot_be_shown_is_named() -> None:
    deep: Json = 1
    for _ in range(100_000):
        deep = [deep]
    assert shortened(deep) == "what is nested so deeply"


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(
        st.sampled_from(["#meta", "rulewright", "states", "loop", "choice", "args", "#bigint"]),
        inner, max_size=3,
    ),
    max_leaves=12,
)  # fmt: skip


@given(JSON, JSON, JSON)
def test_anything_else_is_a_trace_or_an_error(named: object, states: object, loop: object) -> None:
    for text in (trace(rulewright=named, states=states, loop=loop), json.dumps(named)):
        with suppress(itf.TraceError):
            itf.read(text)


@given(st.text(max_size=60))
def test_any_text_is_a_list_of_moves_or_an_error(text: str) -> None:
    with suppress(itf.TraceError):
        movelist.read(text)


@pytest.mark.parametrize(
    "words",
    [["--set", f"heap={LONG}"], ["--seed", LONG], ["--budget", LONG], ["--states", LONG]],
    ids=lambda words: words[0],
)
def test_long_numbers_on_the_command_line(
    nim: Path, capsys: pytest.CaptureFixture[str], words: list[str]
) -> None:
    assert main(["verify", str(nim), *words]) == 2
    shown = " ".join("".join(capsys.readouterr()).split())
    assert "is too long for a number" in shown
    assert len(shown) < 200


@pytest.mark.parametrize("place", ["1..9 = 3", "heap = 2", "n: 1..2"])
def test_long_numbers_in_a_ruleset(
    nim: Path, capsys: pytest.CaptureFixture[str], place: str
) -> None:
    nim.write_text(nim.read_text().replace(place, place[:-1] + LONG))
    assert main(["check", str(nim)]) == 2
    out, err = capsys.readouterr()
    assert "digits" in out + err
