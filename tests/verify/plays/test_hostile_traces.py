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

LONG = "9" * 10_000
DEEP = "[" * 100_000 + "]" * 100_000
NAMED = {"ruleset": "nim", "variant": "standard", "parameters": {"heap": 3}, "readings": {}}
STATE = {"#meta": {"choice": 0, "args": [1]}}


def trace(*, rulewright: object = NAMED, states: object = (), **more: object) -> str:
    return json.dumps({"#meta": {"rulewright": rulewright}, "states": states, **more})


HOSTILE = {
    "long number": trace(states=[{}, {"x": 1}]).replace('"x": 1', f'"x": {LONG}'),
    "long argument": trace(states=[{}, STATE]).replace("[1]", f"[{LONG}]"),
    "long bigint": trace(states=[{"kept": {"#bigint": LONG}}]),
    "long parameter": trace(rulewright=NAMED | {"parameters": {"heap": 3}}, states=[{}]).replace(
        '"heap": 3', f'"heap": {LONG}'
    ),
    "long loop": trace(states=[{}], loop=0).replace('"loop": 0', f'"loop": {LONG}'),
    "deep": DEEP,
    "deep value": trace(states=[{"x": 1}]).replace('"x": 1', f'"x": {DEEP}'),
    "quite deep": trace(states=[{"x": 1}]).replace('"x": 1', f'"x": {DEEP[99_100:-99_100]}'),
    "not a number": trace(states=[{"x": 1}]).replace('"x": 1', '"x": NaN'),
    "infinite": trace(states=[{"x": 1}]).replace('"x": 1', '"x": -Infinity'),
    "key twice": trace(states=[{"x": 1}]).replace('"x": 1', '"x": 1, "x": 2'),
    "truth as loop": trace(states=[{}, STATE], loop=True),
    "truth as choice": trace(states=[{}, {"#meta": {"choice": True, "args": []}}]),
    "truth as argument": trace(states=[{}, {"#meta": {"choice": 0, "args": [True]}}]),
    "truth as parameter": trace(rulewright=NAMED | {"parameters": {"heap": True}}, states=[{}]),
    "fraction": trace(states=[{}, {"#meta": {"choice": 0.5, "args": []}}]),
    "list as name": trace(rulewright=NAMED | {"ruleset": ["nim"]}, states=[{}]),
    "object as check": trace(rulewright=NAMED | {"check": {}}, states=[{}]),
    "states as object": trace(states={"0": {}}),
    "a state as text": trace(states=["x"]),
    "no states": trace(states=[]),
    "half a pair": trace(rulewright=NAMED | {"ruleset": "\ud800"}, states=[{}]),
    "no object": "[1, 2]",
    "cut": trace(states=[{}])[:-3],
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_traces(
    nim: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    path = tmp_path / "trace.json"
    path.write_text(HOSTILE[name])
    code = main(["replay", str(path), "--ruleset", str(nim)])
    out, err = capsys.readouterr()
    assert code == (1 if name in ("long bigint", "quite deep", "half a pair") else 2), out + err
    assert "fault of this tool" not in err
    assert 0 < len(out + err) < 1_000


def test_what_begins_with_a_mark_of_its_order_is_read(nim: Path, tmp_path: Path) -> None:
    path = tmp_path / "trace.json"
    path.write_bytes(b"\xef\xbb\xbf" + HOSTILE["cut"].encode() + b"}]}")
    assert main(["replay", str(path), "--ruleset", str(nim)]) == 2


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
    out, err = capsys.readouterr()
    assert "too long for a number" in err
    assert len(out + err) < 2_000


@pytest.mark.parametrize("place", ["1..9 = 3", "heap = 2", "n: 1..2"])
def test_long_numbers_in_a_ruleset(
    nim: Path, capsys: pytest.CaptureFixture[str], place: str
) -> None:
    nim.write_text(nim.read_text().replace(place, place[:-1] + LONG))
    assert main(["check", str(nim)]) == 2
    out, err = capsys.readouterr()
    assert "digits" in out + err
