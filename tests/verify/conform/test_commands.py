"""The commands ``conform``, ``serve`` and ``record``, as they are typed."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from rulewright.verify.cli.main import main
from rulewright.verify.conform import confirmed
from rulewright.verify.conform.connection import command
from rulewright.verify.conform.connection.classes.host import loaded
from rulewright.verify.conform.connection.program import Bounds
from rulewright.verify.conform.connection.protocol import setup_of
from rulewright.verify.conform.trials import suite as suites
from rulewright.verify.effort.conforming import EXAMINING
from rulewright.verify.testing import game

ADAPTER = Path(__file__).parents[3] / "docs" / "adapters" / "engine.py"
WINS_EARLY = """
from rulewright.verify.conform.rules.ruled import RuledEngine
from rulewright.verify.testing import game


class Wins(RuledEngine):
    def __init__(self):
        super().__init__(lambda _: game("pig", instance="small"))

    def outcome(self):
        found = self.position()["score"]["First"]
        early = {"kind": "win", "winners": ["First"]} if found == 3 else None
        return super().outcome() or early
"""
ENGINE = f"{sys.executable} {ADAPTER}"


@pytest.mark.heavy
def test_an_engine_without_a_fault_and_a_suite_that_is_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = tmp_path / "plays.json"
    words = ["conform", "tictactoe", "--engine", ENGINE, "--suite", str(kept), "--budget", "1"]
    assert main(words) == 0
    assert json.loads(kept.read_text("utf-8"))["suite"] == 1
    before = kept.read_bytes()
    assert main([*words, "--format", "json"]) == 0
    assert kept.read_bytes() == before
    out = capsys.readouterr().out
    found = json.loads(out[out.index("{") :])
    assert found["engine"]["name"] == "my tic-tac-toe"
    assert found["difference"] is None
    kept.write_text("no suite")
    assert main(words) == 2
    assert "no JSON" in capsys.readouterr().err


@pytest.mark.thorough
def test_a_fault_is_shown_and_saved(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    faulty = tmp_path / "engine.py"
    faulty.write_text(ADAPTER.read_text("utf-8").replace("a1 b2 c3,", ""), "utf-8")
    suite = tmp_path / "suite.json"
    assert (
        main(["conform", "tictactoe", "--engine", ENGINE, "--suite", str(suite), "--budget", "0"])
        == 0
    )
    data = json.loads(suite.read_text("utf-8"))
    data["plays"] = [["place a1", "place b1", "place b2", "place c1", "place c3"]]
    suite.write_text(json.dumps(data), "utf-8")
    words = [
        "conform",
        "tictactoe",
        "--engine",
        f"{sys.executable} {faulty}",
        "--suite",
        str(suite),
    ]
    capsys.readouterr()
    assert main([*words, "--save", str(tmp_path / "saved")]) == 1
    out = capsys.readouterr().out
    assert "it ends play otherwise, seen after 5 actions" in " ".join(out.split())
    assert "the engine: play goes on" in out
    names = sorted(path.name for path in (tmp_path / "saved").iterdir())
    stem = f"tictactoe_standard_{Path(sys.executable).stem.replace('.', '_')}_engine_outcome"
    assert names == [f"test_{stem}.py", f"{stem}.corpus.jsonl", f"{stem}.itf.json"]
    assert max(map(len, out.splitlines())) <= 100
    assert main(["replay", str(tmp_path / "saved" / f"{stem}.itf.json")]) == 0
    again = capsys.readouterr().out
    assert "a play of 5 moves, after which an engine differed from the rules" in again
    sides = [line for line in out.splitlines() if line.startswith(("the rules:", "the engine:"))]
    assert len(sides) == 2
    assert again.splitlines()[-2:] == sides, "which side says what, as it was found"
    test = (tmp_path / "saved" / f"test_{stem}.py").read_text("utf-8")
    assert "follows(" in test
    assert "# It is run where `rulewright conform` was" in test


@pytest.mark.heavy
def test_the_check_that_a_fault_breaks_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Two rows are shown full as soon as a1 is taken: both have a line."""
    faulty, suite = tmp_path / "engine.py", tmp_path / "suite.json"
    shown = 'rows = {"1": "X", "2": "O"} if self.on["a1"] else {}; return {"on": {s: rows.get(s[1], m) for s, m in self.on.items()}}'
    text = ADAPTER.read_text("utf-8")
    assert 'return {"on": self.on}' in text
    faulty.write_text(text.replace('return {"on": self.on}', shown), "utf-8")
    words = ["conform", "tictactoe", "--engine", f"{sys.executable} {faulty}", "--format", "json"]
    assert main([*words, "--plays", "3", "--suite", str(suite)]) == 1
    found = json.loads(capsys.readouterr().out)
    assert found["difference"]["play"] == ["place a1"]
    assert found["breaks"] == "one_winner"


@pytest.mark.parametrize("engine", ["", "'", " "])
def test_what_is_no_command(engine: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["conform", "tictactoe", "--engine", engine]) == 2
    assert capsys.readouterr().err.startswith("rulewright: --engine: ")


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("engine", "told"),
    [
        ("no_such_module:Engine", "there is no module no_such_module"),
        ("json:Engine", "json has no class Engine"),
        ("json:JSONEncoder", "json:JSONEncoder has no methods new(game) and apply(action, by)"),
        (f"{sys.executable} no_such_file.py", "there is no file no_such_file.py"),
        ("no_such_command --fast", "no_such_command: No such file or directory"),
    ],
)
def test_an_engine_that_is_not_there_is_told_before_anything_is_done(
    engine: str, told: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def made(*_: object) -> None:
        pytest.fail("no suite is made for an engine that is not there")

    monkeypatch.setattr(suites, "suite", made)
    assert main(["conform", "tictactoe", "--engine", engine]) == 2
    shown = capsys.readouterr()
    assert (shown.out, shown.err) == ("", f"rulewright: --engine: {told}\n")


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ("def new(self, game): pass", "mine:Engine has no method apply(action, by)"),
        ("pass", "mine:Engine has no methods new(game) and apply(action, by)"),
        (
            "def __init__(self, size): pass",
            "mine:Engine cannot be made without arguments: TypeError: Engine.__init__() missing "
            "1 required positional argument: 'size'",
        ),
    ],
    ids=["one", "two", "its making"],
)
def test_what_a_class_lacks_is_told(
    lines: str, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    (tmp_path / "mine.py").write_text(f"class Engine:\n    {lines}\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    assert main(["conform", "tictactoe", "--engine", "mine:Engine"]) == 2
    assert " ".join(capsys.readouterr().err.split()) == f"rulewright: --engine: {told}"


DOES_NOT_TAKE = """
class Engine:
    trusts = True
    def new(self, game): self.taken = 0
    def apply(self, action, by):
        self.taken += 1
        return self.taken < 2
"""


@pytest.mark.heavy
@pytest.mark.parametrize(("boards", "drawn"), [("all", 2), ("last", 1), ("none", 0)])
def test_as_many_positions_are_drawn_as_are_wanted(
    boards: str, drawn: int, tmp_path: Path, capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    # What is drawn does not depend on how many further starts show it.
    monkeypatch.setattr(confirmed, "EXAMINING", replace(EXAMINING, again=1, at_least=1))
    (tmp_path / "refuses.py").write_text(DOES_NOT_TAKE, "utf-8")
    asked = setup_of(game("tictactoe").program).json()
    suite = {"suite": 1, "game": asked, "plays": [["place a1", "place b2"]]}
    (tmp_path / "suite.json").write_text(json.dumps(suite), "utf-8")
    monkeypatch.chdir(tmp_path)
    words = ["conform", "tictactoe", "--engine", "refuses:Engine", "--suite", "suite.json"]
    assert main([*words, "--boards", boards]) == 1
    out = capsys.readouterr().out
    assert out.count("a b c") == drawn
    assert "the engine: it is refused" in out


MINE = "class Engine:\n    def __init__(self):\n        raise KeyError('c3')\n"


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("engine", "told"),
    [
        ("mine.py:Engine", "there is no module mine.py; "
         "a class is named by its module: mine:Engine"),
        ("sub/mine.py:Engine", "sub/mine.py:Engine: No such file or directory; "
         "a class is named by its module: mine:Engine, in the folder sub"),
        ("mine::Engine()", "mine::Engine(): No such file or directory; "
         "a class is named by its module: mine:Engine"),
        ("mine.Engine", "mine.Engine: No such file or directory; "
         "a class is named by its module: mine:Engine"),
        ("mine.py", "mine.py: No such file or directory; "
         'a program is run as "python3 mine.py", a class is named as mine:CLASS'),
        ("mime:Engine", "there is no module mime; did you mean mine?"),
        ("mine:engine", "mine has no class engine; did you mean Engine?"),
        ("mine:Game", "mine has no class Game; it has Engine"),
        ("mine:Engine", "mine:Engine cannot be made: KeyError: 'c3' (mine.py, line 3)"),
        ("needs:Engine", "needs cannot be imported: ModuleNotFoundError: "
         "No module named 'no_such_module' (needs.py, line 1)"),
        ("slips:Engine", "slips cannot be imported: SyntaxError: invalid syntax (slips.py, line 2)"),
    ],
)  # fmt: skip
def test_near_misses_of_a_class_are_told(
    engine: str, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    (tmp_path / "mine.py").write_text(MINE, "utf-8")
    (tmp_path / "needs.py").write_text("import no_such_module", "utf-8")
    (tmp_path / "slips.py").write_text("class Engine:\n    def new(:\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    assert main(["conform", "tictactoe", "--engine", engine]) == 2
    assert " ".join(capsys.readouterr().err.split()) == f"rulewright: --engine: {told}"


def test_what_a_class_inherits_tells_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = ["class Base:", "    name = 'mine'", "    def new(self, game): pass"]
    lines += ["    def apply(self, action, by): pass"]
    lines += ["class Engine(Base):", "    __slots__ = ()", "    version = '2'"]
    (tmp_path / "inherits.py").write_text("\n".join(lines), "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    found = loaded("inherits:Engine").hello()
    assert (found.name, found.version) == ("mine", "2")


@pytest.mark.thorough
def test_an_engine_that_fails_at_once_is_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "engine.py").write_text("import no_such_module")
    words = ["conform", "tictactoe", "--engine", f"{sys.executable} {tmp_path / 'engine.py'}"]
    assert main(words) == 1
    words = capsys.readouterr().out.split()  # where it is folded hangs on how long the path is
    assert "No module named 'no_such_module'" in " ".join(words)


@pytest.mark.parametrize(("given", "start"), [("3", 60.0), ("90", 90.0)])
def test_who_may_answer_late_may_start_late(
    given: str, start: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    bounds: list[Bounds] = []

    def refused(_: str, given: Bounds) -> None:
        bounds.append(given)
        raise ValueError("enough was seen")

    monkeypatch.setattr(command, "maker", refused)
    words = ["conform", "tictactoe", "--engine", "mine", "--answer-seconds", given]
    assert main(words) == 2
    assert [(b.start, b.answer) for b in bounds] == [(start, float(given))]


@pytest.mark.heavy
def test_an_engine_that_follows_no_reading_is_shown_where_it_goes_wrong(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Drawn as conform draws it, in lines of a hundred columns."""
    (tmp_path / "wins_early.py").write_text(WINS_EARLY, "utf-8")
    monkeypatch.chdir(tmp_path)
    words = ["conform", "pig", "--instance", "small", "--identify", "--engine", "wins_early:Wins"]
    words += ["--answer-seconds", "60"]
    assert main(words) == 1
    out = capsys.readouterr().out
    assert "in this play it goes wrong whatever the readings, here beside the rules" in " ".join(
        out.split()
    )
    *_, rules, engine = out.splitlines()
    assert rules == "the rules:  play goes on [play.stop]"
    assert engine == "the engine: play is over: First wins"
    assert "2. chance: die 3" in out
    assert "3. First: stop" in out
    assert "4. " not in out
    assert max(map(len, out.splitlines())) <= 100


GATE = """ruleset gate "Gate"
  clauses "clauses.md"
  players A
  reading way "Which way?" by [way]
    up: "up" default
    both: "up or down"
  play by [way]
    choose A
      go_up by [way]
        nothing
      go_down when way is both by [way]
        nothing
    draw by [way]
"""
LEAVES = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    answer = {"id": asked["id"], "ok": True, "protocol": 1, "name": "gate", "offers": ["decides", "legal"]}
    over = asked["op"] == "apply" or asked["op"] == "state" and over
    state = {"decides": None, "legal": []} if over else {"decides": "A", "legal": ["go_up", "go_down"]}
    print(json.dumps(answer | {"state": state}), flush=True)
    dies(asked)
print("Goodbye!")
"""


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("dies", "told"),
    [
        ("None", "way = both (not the default) when it was told to end: speaks unasked: Goodbye!"),
        (
            "asked['op'] == 'apply' and sys.exit(3)",
            "died: with code 3; without --identify, conform shows after which play",
        ),
    ],
    ids=["at its end", "at a move"],
)
def test_what_was_found_out_is_told_though_an_engine_ends_badly(
    dies: str, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "gate.rules").write_text(GATE, "utf-8")
    (tmp_path / "clauses.md").write_text("- **[way]** Go up. (page 1)\n", "utf-8")
    (tmp_path / "engine.py").write_text(LEAVES.replace("dies(asked)", dies), "utf-8")
    engine = f"{sys.executable} {tmp_path / 'engine.py'}"
    words = ["conform", str(tmp_path / "gate.rules"), "--identify", "--engine", engine]
    assert main([*words, "--answer-seconds", "60"]) == 1
    assert told in " ".join(capsys.readouterr().out.split())


def test_a_recorded_corpus_is_a_play_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["record", "kuhn_poker", "--plays", "3", "--seed", "5"]) == 0
    first = capsys.readouterr().out
    plays = [json.loads(line) for line in first.splitlines()]
    assert len(plays) == 3
    for play in plays:
        assert play["game"]["ruleset"] == "kuhn_poker"
        assert play["steps"][-1]["state"]["outcome"]["kind"] == "win"
        hands = play["steps"][1]["state"]["views"]["First"]["hand"]
        assert hands["Second"] == {"hidden": True}
    assert main(["record", "kuhn_poker", "--plays", "3", "--seed", "5"]) == 0
    assert capsys.readouterr().out == first, "a seed makes the same corpus"


@pytest.mark.thorough
def test_a_ruleset_is_served() -> None:
    lines = [{"id": 1, "op": "hello", "protocol": 1}, {"id": 2, "op": "new", "game": {}}]
    command = [sys.executable, "-m", "rulewright.verify.cli.main", "serve", "tictactoe"]
    text = "\n".join(map(json.dumps, lines)) + "\n"
    run = subprocess.run(command, input=text, capture_output=True, text=True, timeout=120)
    hello, new = map(json.loads, run.stdout.splitlines())
    assert hello["name"] == "rulewright tictactoe standard"
    assert new["state"]["decides"] == "X"
    assert run.returncode == 0
