"""What is printed is safe to look at, whatever it is about and whatever the terminal knows."""

from __future__ import annotations

import io
import json
import re
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.verify.conftest import NIM

from rulewright.verify.cli.main import main
from rulewright.verify.cli.terminal.console import Console
from rulewright.verify.displayable import displayable
from rulewright.verify.draw.style import Style

STEERING = "\x00\x07\x08\x0d\x1b\x7f\x80\x85\x9b\u061c\u200e\u200f\u2028\u2029\u2066\u2069\ufeff"
STEERING += "".join(map(chr, range(0x202A, 0x202F))) + "\U000e0041\u2067\u2068"
"""C0, C1, marks and overrides of the reading order, ends of lines, tags."""
HOSTILE = f"\x1b]0;owned\x07\x1b[2J\u202etxt{STEERING}"


def harmless(text: str) -> bool:
    return all(
        c.isprintable() or c == "\n" or unicodedata.category(c) == "Zs" for c in text
    )  # fmt: skip


@given(st.text(st.characters(), max_size=20), st.sampled_from(["utf-8", "ascii", "latin-1"]))
def test_nothing_steers(text: str, encoding: str) -> None:
    shown = displayable(text, encoding)
    assert harmless(shown)
    shown.encode(encoding)
    if harmless(text) and encoding == "utf-8":
        assert shown == text


@given(st.text(st.characters(), max_size=20), st.sampled_from(["utf-8", "ascii"]))
def test_json_stays_json(text: str, encoding: str) -> None:
    shown = displayable(json.dumps({"a": text}, ensure_ascii=False), encoding, exact=True)
    assert harmless(shown)
    assert json.loads(shown) == {"a": text}


def test_nobody_can_imitate_our_colours() -> None:
    out = io.StringIO()
    style = Style(True, "0123")
    place = Console(io.StringIO(), out, io.StringIO(), style)
    place.write([style.bold("a\x1b[31mb") + " \x1b[0m\x1b0124[1m"])
    assert out.getvalue() == "\x1b[1ma\\u001b[31mb\x1b[0m \\u001b[0m\\u001b0124[1m\n"


@pytest.mark.thorough
def test_nothing_else_writes_to_a_terminal() -> None:
    """A solver's worker and the host of an engine's class write into a pipe."""
    root = Path(__file__).parents[3]
    writing = re.compile(r"\bprint\(|\bsys\.std(out|err)\.write\(|\.(out|err)\.write\(")
    found = {
        str(path.relative_to(root))
        for layer in ("dsl", "engines", "verify")
        for path in (root / layer / "rulewright").rglob("*.py")
        if writing.search(path.read_text("utf-8"))
    }
    into_pipes = ("solvers/backends/worker.py", "conform/connection/classes/host.py")
    assert {path for path in found if not path.endswith(into_pipes)} == {
        "verify/rulewright/verify/cli/terminal/console.py"
    }


def test_messages_and_prompts_pass_through_it(capsys: pytest.CaptureFixture[str]) -> None:
    out, err = io.StringIO(), io.StringIO()
    place = Console(io.StringIO("x\n"), out, err, Style())
    place.tell(HOSTILE)
    assert place.ask(HOSTILE) == "x\n"
    place.write_json({HOSTILE: HOSTILE})
    assert harmless(out.getvalue() + err.getvalue())
    assert json.loads(out.getvalue().partition("{")[1] + out.getvalue().partition("{")[2]) == {
        HOSTILE: HOSTILE
    }


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    """A ruleset whose texts, clauses and path try to steer the terminal."""
    text = HOSTILE.replace("\x00", "").replace("\x85", "").replace("\r", "")
    text = text.replace("\u2028", "").replace("\u2029", "")
    path = tmp_path / f"nim{text}.rules"
    rules = NIM.replace('"Nim"', f'"{text}"').replace("Can Bob win?", f"Can {text} win?")
    path.write_text(rules.replace("the other one", text))
    (tmp_path / "clauses.md").write_text(
        f"- **[heap]** {text} on the table.\n- **[turn]** {text}.\n- **[end]** {text}.\n"
    )
    return path


@pytest.mark.thorough
@pytest.mark.parametrize("form", ["text", "json"])
@pytest.mark.parametrize(
    "command", ["check", "verify", "explore", "simulate", "explain", "compare"]
)
def test_a_hostile_ruleset(
    hostile: Path, capsys: pytest.CaptureFixture[str], command: str, form: str
) -> None:
    words = ["heap", str(hostile)] if command == "explain" else [str(hostile)]
    if command in ("verify", "simulate", "compare"):
        words += ["--budget", "20"]
    main([command, *words, "--format", form])
    out, err = capsys.readouterr()
    assert out
    assert harmless(out)
    assert harmless(err)
    if form == "json":
        json.loads(out)


@pytest.mark.parametrize("command", ["check", "fmt", "verify", "replay", "play", "build"])
def test_errors_about_hostile_files(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    path = tmp_path / f"x{HOSTILE[:-30]}.rules".replace("\x00", "")
    path.write_text(f'ruleset {HOSTILE}\n  players "{HOSTILE}\n')
    assert main([command, str(path)]) == 2
    assert harmless("".join(capsys.readouterr()))


@pytest.mark.parametrize(
    "words",
    [["--variant", HOSTILE], ["--set", HOSTILE], ["--engine", HOSTILE], [HOSTILE], ["\udcff"]],
)
def test_errors_about_the_command_line(
    nim: Path, capsys: pytest.CaptureFixture[str], words: list[str]
) -> None:
    assert main(["verify", str(nim), *words]) == 2
    assert harmless("".join(capsys.readouterr()))


def test_a_hostile_trace(nim: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    meta = {"ruleset": HOSTILE, "variant": HOSTILE, "parameters": {}, "readings": {HOSTILE: "a"}}
    state = {HOSTILE: HOSTILE}
    trace = {"#meta": {"rulewright": meta, "check": HOSTILE}, "states": [state]}
    path = tmp_path / "trace.json"
    path.write_text(json.dumps(trace))
    assert main(["replay", str(path)]) == 2
    assert main(["replay", str(path), "--ruleset", str(nim)]) == 2
    moves = tmp_path / "trace.moves"
    moves.write_text(f"ruleset: nim\ninstance: small\n\nAnn: {HOSTILE[:12]}\n{HOSTILE[:12]}: x\n")
    assert main(["replay", str(moves), "--ruleset", str(nim)]) in (1, 2)
    assert harmless("".join(capsys.readouterr()))
