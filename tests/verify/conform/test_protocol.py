"""The protocol as the docs have it: schema, adapters and readers that anybody may copy."""

from __future__ import annotations

import io
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from typing import IO, Any

import pytest
from tests.shipped import shipped

from rulewright.engines.python.game import PythonGame
from rulewright.verify.conform.connection.local import LocalEngine
from rulewright.verify.conform.connection.program import Bounds
from rulewright.verify.conform.connection.protocol import (
    Declined,
    Ending,
    EngineFailure,
    Offer,
    decoded,
    read_state,
    setup_of,
)
from rulewright.verify.conform.connection.remote import Remote
from rulewright.verify.conform.connection.server import answered, serve
from rulewright.verify.conform.corpus import corpus_line
from rulewright.verify.conform.examination import Examination
from rulewright.verify.conform.rules.expected import beginning
from rulewright.verify.conform.rules.ruled import RuledEngine
from rulewright.verify.conform.trials.discrepancy import ended
from rulewright.verify.conform.trials.trial import random_play
from rulewright.verify.plays.json_values import Json

DOCS = Path(__file__).parents[3] / "docs"
ADAPTERS = DOCS / "adapters"
SCHEMA = json.loads((DOCS / "engines.schema.json").read_text("utf-8"))
PATIENT = Bounds(start=60, answer=60, end=60)
TYPES: dict[str, type | tuple[type, ...]] = {
    "object": dict,
    "array": list,
    "string": str,
    "boolean": bool,
    "null": type(None),
    "integer": int,
}


def fits(data: Any, schema: Mapping[str, Any]) -> bool:
    """As much of JSON Schema as ours uses."""
    if "$ref" in schema:
        return fits(data, SCHEMA["$defs"][schema["$ref"].rpartition("/")[2]])
    kinds = schema.get("type", [])
    kinds = [kinds] if isinstance(kinds, str) else kinds
    inner = schema.get("properties", {})
    rest = schema.get("additionalProperties", {})
    pairs = data.items() if isinstance(data, dict) else ()
    return (
        (not kinds or any(isinstance(data, TYPES[kind]) for kind in kinds))
        and (not isinstance(data, bool) or not kinds or "boolean" in kinds)
        and ("const" not in schema or data == schema["const"])
        and ("enum" not in schema or data in schema["enum"])
        and ("oneOf" not in schema or sum(fits(data, one) for one in schema["oneOf"]) == 1)
        and ("not" not in schema or not fits(data, schema["not"]))
        and all(name in data for name in schema.get("required", ()))
        and all(fits(value, inner.get(key, rest)) for key, value in pairs)
        and (not isinstance(data, list) or all(fits(v, schema.get("items", {})) for v in data))
    )


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (b'{"id": 1, "ok": true, "ok": false}', "the key 'ok' stands twice in one object"),
        (b'{"id": NaN}', "NaN is no number"),
        (b'{"id": 1, "why": "\\uD83D"}', "\\ud83d is half of a letter"),
        (b'{"id": -Infinity}', "-Infinity is no number"),
        (b'{"id": ' + b"9" * 4_001 + b"}", "a number of more than 4000 digits: 999999999999…"),
        (b'{"id": "\xff"}', '{"id": "\\xff"} is not in UTF-8 (byte 9)'),
        (b'{"id": 1', '{"id": 1 is no JSON ('),
        (b'{"id": 1} {"id": 2}', '{"id": 1} {"id": 2} is no JSON (extra data, character 11)'),
        (b"apply b2", "apply b2 is no JSON (expecting value, character 1)"),
        (b"", "an empty line is no JSON"),
        (b"\x1b[2J" + b"x" * 5_000, "\\x1b[2Jxxx"),
        (b"[" * 100_000, "more than 50 lists and objects stand in one another"),
        (b'{"id": ' + b"[" * 50 + b"]" * 50 + b"}", "more than 50 lists and objects"),
        (b"[1]", "[1] is no object"),
    ],
)
def test_a_line_without_one_meaning_is_nonsense(line: bytes, why: str) -> None:
    with pytest.raises(EngineFailure) as failure:
        decoded(line)
    assert failure.value.kind == "talks nonsense"
    assert why in failure.value.detail
    assert len(failure.value.detail) < 120


@pytest.mark.heavy
def test_one_of_many_keys_that_stands_twice_is_found_at_once() -> None:
    keys = ", ".join(f'"k{n}": 1' for n in range(200_000))
    with pytest.raises(EngineFailure, match="the key 'k199999' stands twice"):
        decoded(f'{{{keys}, "k199999": 2}}'.encode())


def test_what_is_as_deep_as_can_be_is_read() -> None:
    assert decoded(b'{"id": ' + b"[" * 49 + b"]" * 49 + b"}")


def test_what_an_engine_says_of_its_failure_is_told_in_part() -> None:
    failure = EngineFailure("changes its name", "a\n\x1b" + "b" * 1_000_000)
    assert failure.detail.startswith("a \\x1bbbb")
    assert str(failure) == f"changes its name: {failure.detail}"
    assert len(failure.detail) <= 500


def test_a_letter_may_be_written_in_two_halves() -> None:
    assert decoded(b'{"why": "\\ud83d\\ude00"}') == {"why": "\U0001f600"}


def test_weights_may_be_larger_than_any_number_of_a_trace() -> None:
    """As many ways as there are to deal a hundred cards to five."""
    line = json.dumps({"state": {"weights": {"deal": 5**100}}}).encode()
    weights: frozenset[Offer] = frozenset({"weights"})
    assert read_state(decoded(line)["state"], weights).weights == {"deal": 5**100}


def engine_of(name: str, instance: str) -> LocalEngine:
    game = PythonGame(shipped(name, instance))
    return LocalEngine(RuledEngine(lambda _: game), "ours")


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("name", "instance"), [("tictactoe", "box"), ("petite-mort", "small"), ("kuhn_poker", "box")]
)
def test_what_is_said_fits_the_schema(name: str, instance: str) -> None:
    engine = engine_of(name, instance)
    game = PythonGame(shipped(name, instance))
    state = game.new()
    requests: list[dict[str, Any]] = [
        {"id": 1, "op": "hello", "protocol": 1},
        {"id": 2, "op": "new", "game": setup_of(game.program).json()},
        {"id": 3, "op": "apply", "action": "no such thing", "by": "nobody"},
        {"id": 4, "op": "state"},
    ]
    for text in random_play(beginning(game), Random(1))[:12]:
        who = game.decides(state)
        by = "chance" if who == -1 else game.program.players.labels[who or 0]
        requests.append({"id": len(requests) + 1, "op": "apply", "action": text, "by": by})
        state = game.apply(state, game.parse(state, text))
    for request in requests:
        assert fits(request, SCHEMA["$defs"]["request"]), request
        answer = json.loads(json.dumps(answered(engine, json.dumps(request))))
        assert fits(answer, SCHEMA["$defs"]["answer"]), answer
        assert "error" not in answer
        assert answer.get("ok", True) == (request["id"] != 3)


def test_what_means_nothing_is_answered_with_an_error() -> None:
    engine = engine_of("tictactoe", "box")
    out = io.StringIO()
    lines = ["no json", '{"id": 1, "op": "dance"}', '{"id": 2, "op": "new"}', "", '{"op": "apply"}']
    serve(engine, [*lines, '{"id": 5, "op": "state"}', '{"id": 6, "op": "hello"}'], out)
    answers = [json.loads(line) for line in out.getvalue().splitlines()]
    assert [("error" in answer, answer["id"]) for answer in answers] == [
        (True, None), (True, 1), (True, 2), (True, None), (True, 5), (True, 6),
    ]  # fmt: skip


def test_bytes_that_are_no_text_are_answered_with_an_error() -> None:
    lines = io.TextIOWrapper(io.BytesIO(b"\xff\n{}\n"), "ascii", "surrogateescape")
    serve(engine_of("tictactoe", "box"), lines, out := io.StringIO())
    first, second = (json.loads(line)["error"] for line in out.getvalue().splitlines())
    assert "is not in UTF-8" in first
    assert "UTF-8" not in second


@pytest.mark.thorough
@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
def test_a_class_behind_the_protocol_answers_such_bytes_as_well(
    tmp_path: Path, encoding: str
) -> None:
    made = "class Any:\n    def new(self, game): pass\n    def apply(self, action, by): pass\n"
    (tmp_path / "made.py").write_text(made)
    host = "rulewright.verify.conform.connection.classes.host"
    done = subprocess.run(
        [sys.executable, "-m", host, "made:Any"], input=b"\xff\n{}\n", capture_output=True,
        cwd=tmp_path, env={**os.environ, "PYTHONIOENCODING": f"{encoding}:strict"},
    )  # fmt: skip
    first, second = (json.loads(line)["error"] for line in done.stdout.splitlines())
    assert "is not in UTF-8" in first
    assert "UTF-8" not in second
    assert (done.returncode, done.stderr) == (0, b"")


def test_adapters_and_readers_are_short() -> None:
    for name in ("engine.py", "engine.mjs", "engine.cpp"):
        assert len((ADAPTERS / name).read_text("utf-8").splitlines()) < 80
    for name in ("replay.py", "replay.mjs"):
        assert len((ADAPTERS / name).read_text("utf-8").splitlines()) <= 40


def conforms(command: list[str]) -> None:
    game = PythonGame(shipped("tictactoe", "box"))
    asked = Examination(lambda: Remote(command, PATIENT), game)
    for seed in range(8):
        assert asked.attempt(random_play(beginning(game), Random(seed))) is None
    assert asked.close() is None
    assert asked.actions > 8 * 4, "no game ends sooner"


@pytest.mark.thorough
def test_the_adapter_in_python_follows_the_rules() -> None:
    conforms([sys.executable, str(ADAPTERS / "engine.py")])


@pytest.mark.thorough
def test_the_adapter_in_javascript_follows_the_rules() -> None:
    conforms([shutil.which("node") or pytest.fail("Node is needed"), str(ADAPTERS / "engine.mjs")])


@pytest.mark.thorough
def test_the_adapter_in_cpp_follows_the_rules(tmp_path: Path) -> None:
    compiler = shutil.which("g++") or pytest.fail("a C++ compiler is needed")
    engine = tmp_path / "engine"
    subprocess.run([compiler, "-std=c++17", ADAPTERS / "engine.cpp", "-o", engine], check=True)
    conforms([str(engine)])


# Without -B, bytecode of the sound engine would stand for the faulty one: same size, same second.
READERS = {"replay.py": ("engine.py", "engine_under_test.py", [sys.executable, "-B"]),
           "replay.mjs": ("engine.mjs", "engine_under_test.mjs", ["node"])}  # fmt: skip


@pytest.fixture
def silent() -> Iterator[IO[bytes]]:
    """An input in which nothing comes and that does not end."""
    reading, writing = os.pipe()
    with open(reading, "rb") as silence, open(writing, "wb"):
        yield silence


@pytest.mark.thorough
@pytest.mark.parametrize("reader", READERS)
def test_a_corpus_is_replayed_without_this_tool(
    reader: str, tmp_path: Path, silent: IO[bytes]
) -> None:
    """The adapter is imported as it is: it may not begin to listen then."""
    adapter, module, command = READERS[reader]
    shutil.copy(ADAPTERS / reader, tmp_path / reader)
    ours = (ADAPTERS / adapter).read_text("utf-8")
    game = PythonGame(shipped("tictactoe", "box"))
    plays = [corpus_line(game, random_play(beginning(game), Random(seed))) for seed in range(30)]
    (tmp_path / "plays.jsonl").write_text("\n".join(plays) + "\n", "utf-8")
    for source, passes in ((ours, True), (ours.replace("a1 b2 c3", "a1 b2 c2"), False)):
        (tmp_path / module).write_text(source, "utf-8")
        run = subprocess.run(
            [*command, reader, "plays.jsonl"], cwd=tmp_path, capture_output=True, text=True,
            stdin=silent, timeout=60,
        )  # fmt: skip
        assert (run.returncode == 0) == passes, run.stderr
        assert passes or "outcome" in run.stderr


TELLS_LESS = """
class Game:
    def __init__(self, wanted):
        self.at = 0
    def apply(self, action, by):
        self.at += 1
        return True
    def __getattr__(self, offer):
        state = STATES[self.at]
        ended = state["outcome"] and {k: v for k, v in state["outcome"].items() if k != "scores"}
        told = {**state, "outcome": ended, "position": {"hand": state["position"]["hand"]}}
        return lambda: told[offer]
"""
"""How play ends it says without scores, and of what lies on the table it tells the hands."""


@pytest.mark.thorough
@pytest.mark.parametrize(("wrong", "passes"), [(False, True), (True, False)])
def test_a_corpus_asks_of_an_engine_what_it_tells(
    wrong: bool, passes: bool, tmp_path: Path
) -> None:
    game = PythonGame(shipped("kuhn_poker", "box"))
    line = corpus_line(game, random_play(beginning(game), Random(1)))
    play = json.loads(line)
    states = [play["state"], *(step["state"] for step in play["steps"])]
    if wrong:
        states[-1]["outcome"]["winners"] = ["Somebody"]
    (tmp_path / "plays.jsonl").write_text(line + "\n", "utf-8")
    engine = f"STATES = {states!r}\n{TELLS_LESS}"
    (tmp_path / "engine_under_test.py").write_text(engine, "utf-8")
    shutil.copy(ADAPTERS / "replay.py", tmp_path)
    run = subprocess.run(
        [sys.executable, "-B", "replay.py", "plays.jsonl"], cwd=tmp_path, capture_output=True, text=True,
        timeout=60,
    )  # fmt: skip
    assert (run.returncode == 0) == passes, run.stderr


@pytest.mark.parametrize("number", [None, "1", 1.5, True])
def test_a_request_without_a_number_of_its_own_is_not_answered_as_if_it_had_one(
    number: object,
) -> None:
    engine = LocalEngine(RuledEngine(lambda _: PythonGame(shipped("hex", "small"))), "hex")
    asked = json.dumps({"id": number, "op": "hello", "protocol": 1})
    answer = answered(engine, asked)
    assert answer == {"id": None, "error": '"id" should be a whole number'}
    assert fits(answer, SCHEMA["$defs"]["answer"])


def test_who_wins_is_named_once() -> None:
    ending: Json = {"kind": "win", "winners": ["Black", "Black"]}
    with pytest.raises(EngineFailure, match='"winners" should name each winner once'):
        read_state({"outcome": ending}, frozenset({"outcome"}))
    told = read_state({"outcome": {**ending, "winners": ["Black"]}}, frozenset({"outcome"}))
    assert told.outcome == Ending("win", frozenset({"Black"}))


def test_a_ruleset_declines_games_for_others() -> None:
    """Another one's players cannot play by it, and see nothing of it."""
    engine = LocalEngine(RuledEngine(lambda _: PythonGame(shipped("hex", "small"))), "hex")
    with pytest.raises(Declined, match=r"its players are .+, and not X, O"):
        engine.new(setup_of(shipped("tictactoe", "box")))


@pytest.mark.parametrize("op", ["apply", "state"])
def test_before_a_game_is_begun_nothing_else_is_answered(op: str) -> None:
    """In words for who wrote the tester, whatever class is behind it."""
    game = PythonGame(shipped("tictactoe", "box"))
    engine = LocalEngine(RuledEngine(lambda _: game), "mine")
    asked = json.dumps({"id": 3, "op": op, "action": "place a1", "by": "X"})
    told = {"id": 3, "error": f'no game was begun: "new" comes before "{op}"'}
    assert answered(engine, asked) == told
    answered(engine, json.dumps({"id": 4, "op": "new", "game": {}}))
    assert "state" in answered(engine, asked)


def test_several_win_and_one_wins() -> None:
    one, both = (Ending("win", frozenset(w)) for w in (["First"], ["First", "Second"]))
    assert ended(one) == "play is over: First wins"
    assert ended(both) == "play is over: First and Second win"


REPEATS = """
import json, sys
for number, text in enumerate(sys.stdin, 1):
    answer = '{"id": %d, "ok": true, "protocol": 1, "name": "x", "offers": ["legal"], "state": {"legal": ["%s"]}}'
    print(answer.replace("%d", ("%d", "0%d")[number > 6]) % (number, str(number // 2) + "x" * 300), flush=True)
"""


@pytest.mark.thorough
def test_what_is_said_again_is_taken_at_its_word_each_time() -> None:
    """Long answers that are the same are read once; a number that is none is none, whatever is behind it."""
    engine = Remote([sys.executable, "-c", REPEATS])
    engine.hello()
    states = [
        engine.new(setup_of(shipped("tictactoe", "box"))),
        *(engine.state() for _ in range(4)),
    ]
    assert [state.legal[0][0] for state in states] == ["1", "1", "2", "2", "3"]
    with pytest.raises(EngineFailure, match="talks nonsense"):
        engine.state()
