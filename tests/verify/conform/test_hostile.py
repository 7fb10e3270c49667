"""Engines that hang, die, flood, lie and leave things behind: each gets its name, nothing is left."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.shipped import shipped
from tests.tiers import slow
from tests.verify.conform.asking import examine

from rulewright.engines.python.game import PythonGame
from rulewright.verify.conform.connection import keeper
from rulewright.verify.conform.connection.program import MIB, Bounds
from rulewright.verify.conform.connection.protocol import EngineFailure
from rulewright.verify.conform.connection.remote import Remote
from rulewright.verify.conform.trials.discrepancy import Discrepancy
from rulewright.verify.limits import Budget

HERE = Path(__file__).parent / "hostile"
BOUNDS = Bounds(
    start=1.5, answer=0.7, end=0.5, memory=150 * MIB, line=MIB, noise=MIB, processes=8, threads=100
)
PATIENT = Bounds(
    start=60, answer=60, end=60, memory=150 * MIB, line=MIB, noise=MIB, processes=8, threads=100
)
"""For those that are to be named for something else than their time."""
GONE_SECONDS = 20.0
"""What has let go of all that it had open may be listed a moment longer."""

PYTHON = {
    "sleeps": "hangs",
    "sleeps deaf": "hangs",
    "spins": "hangs",
    "stops itself": "hangs",
    "drips": "hangs",
    "no newline": "hangs",
    "slow start": "hangs",
    "exits": "died",
    "raises": "died",
    "kills itself": "died",
    "kills its parent": "died",
    "stops its parent": "died",
    "kills who is above its parent": "died",
    "stops who is above its parent": "died",
    "kills both above it": "died",
    "stops both above it": "hangs",
    "dead start": "died",
    "closes output": "closes its output",
    "one long line": "floods its output",
    "noise": "floods its output",
    "many lines": "floods its output|speaks unasked|answers late",
    "no json": "talks nonsense",
    "no utf-8": "talks nonsense",
    "deep": "talks nonsense",
    "deep inside": "talks nonsense",
    "one of many keys twice": "talks nonsense",
    "no object": "talks nonsense",
    "not a number": "talks nonsense",
    "no id": "talks nonsense",
    "a later id": "talks nonsense",
    "wrong types": "talks nonsense",
    "chatty start": "speaks unasked|talks nonsense",
    "late": "answers late",
    "twice": "speaks unasked|answers late",
    "unasked": "speaks unasked|talks nonsense",
    "keeps back": "does not keep its word",
    "an error": "reports an error",
    "protocol two": "speaks another protocol",
    "two names": "changes its name",
    "memory": "takes too much memory",
    "memory in a file": "takes too much memory",
    "memory in many files": "takes too much memory",
    "memory in deleted files": "takes too much memory",
    "memory in files of its children": "takes too much memory",
    "forks": "starts too many processes",
    "threads": "starts too many processes",
    "leaves a child": "leaves processes behind",
    "leaves a child that is born anew": "leaves processes behind",
    "leaves an orphan": "leaves processes behind",
    "will not end": "does not end",
    "says goodbye": "speaks unasked",
    "memory at the end": "takes too much memory",
    "aborts at the end": "died",
}
JAVASCRIPT = {
    "spins": "hangs",
    "spins in a worker": "hangs",
    "waits for ever": "hangs",
    "sleeps deaf": "hangs",
    "stops itself": "hangs",
    "no newline": "hangs",
    "does not await": "hangs",
    "exits": "died",
    "exits without a code": "died",
    "leaves a promise open": "died",
    "throws": "died",
    "throws no error": "died",
    "throws later": "died",
    "rejects": "died",
    "kills itself": "died",
    "aborts": "died",
    "overflows the stack": "died",
    "a circle": "died",
    "a big number": "died",
    "closes output": "closes its output",
    "no json": "talks nonsense",
    "as a console shows it": "talks nonsense",
    "undefined": "talks nonsense",
    "not a number": "talks nonsense",
    "the id as a text": "talks nonsense",
    "a part of a number": "talks nonsense",
    "an infinite number": "talks nonsense",
    "a key twice": "talks nonsense",
    "an array": "talks nonsense",
    "the state as a text": "talks nonsense",
    "half a letter": "talks nonsense",
    "latin letters": "talks nonsense",
    "keeps back": "does not keep its word|talks nonsense",
    "an error": "reports an error",
    "another name": "changes its name",
    "logs first": "talks nonsense|speaks unasked",
    "late": "answers late",
    "twice": "speaks unasked|answers late",
    "many lines": "floods its output|speaks unasked|answers late",
    "one long line": "floods its output",
    "writes without waiting": "floods its output|takes too much memory",
    "a long array": "floods its output",
    "noise": "floods its output",
    "memory": "takes too much memory",
    "memory of objects": "takes too much memory",
    "memory of a text": "takes too much memory",
    "forks": "starts too many processes",
    "forks itself": "starts too many processes|takes too much memory",
    "leaves a child": "leaves processes behind",
    "leaves a child that holds the output": "leaves processes behind",
    "leaves a timer": "does not end",
    "leaves a worker": "does not end",
    "says goodbye": "speaks unasked",
    "aborts at the end": "died",
}
CPP = {
    "crashes": "died",
    "overflows the stack": "died",
    "divides by zero": "died",
    "aborts": "died",
    "throws": "died",
    "frees twice": "died",
    "exits": "died",
    "half an answer, and exits": "died",
    "exits, its child holds the output": "died",
    "kills itself": "died",
    "hears no alarm": "died",
    "spins": "hangs",
    "spins in threads": "hangs",
    "sleeps deaf": "hangs",
    "stops itself": "hangs",
    "does not flush": "hangs",
    "only a carriage return": "hangs",
    "closes input": "hangs",
    "becomes another program": "hangs",
    "becomes an echo": "talks nonsense",
    "closes output": "closes its output",
    "turns output elsewhere": "closes its output",
    "memory": "takes too much memory",
    "memory of the system": "takes too much memory",
    "memory of its children": "takes too much memory",
    "memory without its first thread": "takes too much memory",
    "forks": "starts too many processes",
    "forks, each child anew": "starts too many processes",
    "zeros": "talks nonsense",
    "junk": "talks nonsense",
    "wide letters": "talks nonsense",
    "not a number": "talks nonsense",
    "a number with a point": "talks nonsense",
    "a later id": "talks nonsense",
    "too large an id": "talks nonsense",
    "late": "answers late",
    "twice": "speaks unasked|answers late",
    "many lines": "floods its output|speaks unasked|answers late",
    "one long line": "floods its output",
    "noise": "floods its output",
    "leaves a child": "leaves processes behind",
    "leaves a child that holds the output": "leaves processes behind",
    "leaves a child that is born anew": "leaves processes behind",
    "leaves a child without its first thread": "leaves processes behind",
    "leaves an orphan": "leaves processes behind",
    "will not end": "does not end",
    "reads on and on": "does not end",
    "says goodbye": "speaks unasked",
    "aborts at the end": "died",
}
AT_THE_END = ("says goodbye", "memory at the end", "aborts at the end")
"""What they do when their input has ended."""
QUICK = {
    "sleeps deaf",
    "exits",
    "deep inside",
    "stops its parent",
    "late",
    "two names",
    "leaves an orphan",
    "leaves a child that is born anew",
    "memory",
    "memory in a file",
    "says goodbye",
    "aborts at the end",
}


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    compiler = shutil.which("g++") or shutil.which("c++")
    if compiler is None:
        pytest.skip("there is no C++ compiler")
    engine = tmp_path_factory.mktemp("hostile") / "engine"
    words = [compiler, "-std=c++17", "-pthread", HERE / "engine.cpp", "-o", engine]
    subprocess.run(words, check=True)
    return engine


def ended(command: list[str], name: str) -> str:
    """What is said of an engine's end."""
    engine = Remote(command, BOUNDS if name == "does not end" else PATIENT)
    engine.hello()
    with pytest.raises(EngineFailure) as failure:
        engine.close()
    assert not is_there(engine.keeper), "a keeper is left"
    return failure.value.kind


def met(command: list[str], name: str) -> Discrepancy:
    """What is found, after which nothing may be left of the engine."""
    bounds = BOUNDS if name in ("hangs", "does not end") else PATIENT
    started: list[Remote] = []

    def make() -> Remote:
        started.append(Remote(command, bounds))
        return started[-1]

    game = PythonGame(shipped("tictactoe", "box"))
    found = examine(
        make, game, Budget(120), most_plays=3, suite=lambda: [["place a1", "place b1"] * 3],
        shrinking=Budget(0.1),
    )  # fmt: skip
    assert started
    assert all(not is_there(engine.keeper) for engine in started), "a keeper is left"
    assert found.found is not None
    return found.found


def is_there(pid: int) -> bool:
    return Path(f"/proc/{pid}").exists()


@pytest.fixture(autouse=True)
def nothing_is_left() -> Iterator[None]:
    """What an engine leaves becomes a child of this process, if its keeper does not see to it."""
    keeper.adopt_orphans()
    before = set(keeper.below(os.getpid()))
    yield
    until = time.monotonic() + GONE_SECONDS
    while left := set(keeper.below(os.getpid())) - before:
        if time.monotonic() > until:
            break
        time.sleep(0.01)
    assert not left, [Path(f"/proc/{pid}/cmdline").read_text() for pid in left]


def cases(kinds: dict[str, str]) -> list[object]:
    quick = [item for item in kinds.items() if item[0] in QUICK]
    return quick + slow(item for item in kinds.items() if item[0] not in QUICK)


def check(command: list[str], name: str) -> None:
    if name in ("leaves processes behind", "does not end") or command[-1] in AT_THE_END:
        assert ended(command, name) == name
        return
    found = met(command, name)
    assert found.aspect == "engine"
    assert found.engine.split(":")[0] in name.split("|"), found.engine
    if name == "died" and command[-1].endswith(("its parent", "above it")):
        assert "the process that watches it" in found.engine


@pytest.mark.thorough
@pytest.mark.parametrize(("kind", "name"), cases(PYTHON))
def test_python(kind: str, name: str) -> None:
    check([sys.executable, str(HERE / "engine.py"), kind], name)


@pytest.mark.parametrize(("kind", "name"), slow(JAVASCRIPT.items()))
def test_javascript(kind: str, name: str) -> None:
    node = shutil.which("node") or pytest.skip("there is no Node")
    check([node, str(HERE / "engine.mjs"), kind], name)


@pytest.mark.parametrize(("kind", "name"), slow(CPP.items()))
def test_cpp(compiled: Path, kind: str, name: str) -> None:
    check([str(compiled), kind], name)


@pytest.mark.thorough
def test_an_answer_without_the_end_of_its_line_is_told() -> None:
    """What the most common slip looks like from here: the engine believes that it has answered."""
    found = met([sys.executable, str(HERE / "engine.py"), "no newline"], "hangs")
    assert found.engine == "hangs: no answer within 0.7 s, only a line that does not end"


@pytest.mark.thorough
def test_an_answer_without_a_number_is_told() -> None:
    found = met([sys.executable, str(HERE / "engine.py"), "no id"], "talks nonsense")
    assert found.engine == 'talks nonsense: its answer has no "id", and the question\'s is 7'


@pytest.mark.thorough
def test_what_an_engine_has_ended_may_take_a_moment_longer() -> None:
    engine = Remote([sys.executable, str(HERE / "engine.py"), "ends its helper"], PATIENT)
    engine.hello()
    engine.close()


@pytest.mark.thorough
def test_a_command_that_is_not_there() -> None:
    check(["there/is/no/such/engine"], "does not start")


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("program", "told"),
    [
        (
            'print(\'/mine/engine.mjs:3\\n    throw new Error("boom")\\n    ^\\n\\nError: boom\\n'
            "    at apply (engine.mjs:3:1)\\n    at main (engine.mjs:9:1)\\n\\nNode.js v20.20.2', file=sys.stderr)",
            'throw new Error("boom") | Error: boom | Node.js v20.20.2',
        ),
        ("raise KeyError('b2')", "raise KeyError('b2') | KeyError: 'b2'"),
        ("print('\\x1b[2J' + 'x' * 5000, file=sys.stderr)", "\\x1b[2Jxxx"),
    ],
)
def test_the_last_words_tell_the_error(program: str, told: str, tmp_path: Path) -> None:
    (tmp_path / "engine.py").write_text(f"import sys\n{program}\nsys.exit(1)\n", "utf-8")
    engine = Remote([sys.executable, str(tmp_path / "engine.py")], PATIENT)
    with pytest.raises(EngineFailure) as failure:
        engine.hello()
    assert failure.value.kind == "died"
    assert told in failure.value.detail
    assert len(failure.value.detail) < 450
    assert failure.value.detail.isprintable()
