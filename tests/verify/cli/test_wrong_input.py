"""Wrong options, requests and files: a message with its place, and exit code 2."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests.verify.cli.command import Output, answer, complaint, run

from rulewright.verify.cli.main import main


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--instance", "smal"], "did you mean small?"),
        (["--variant", "standart"], "did you mean standard?"),
        (["--set", "heep=2"], "did you mean heap?"),
        (["--set", "heap=77"], "heap"),
        (["--set", "heap=two"], "no whole number"),
        (["--set", "heap"], "NAME=VALUE"),
        (["--set", "heap=1", "--set", "heap=2"], "set twice"),
        (["--reading", "winner=takr"], "did you mean taker?"),
        (["--reading", "first=taker"], "no reading first"),
        (["--format", "jsn"], "invalid choice"),
        (["--budget", "soon"], "no number of seconds"),
        (["--budget", "-1"], "no number of seconds"),
        (["--budget", "nan"], "no number of seconds"),
        (["--seed", "x"], "no whole number"),
        (["--colour"], "unrecognized"),
    ],
)
def test_wrong_options(options: list[str], message: str, nim: Path, capsys: Output) -> None:
    code, text = complaint(capsys, "explore", nim, *options)
    assert code == 2
    assert message in text
    assert "Traceback" not in text


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["explore", "tictactoo"], "tictactoe"),
        (["explore", "/nowhere/x.rules"], "there is no ruleset"),
        (["explore", "--instance", "small"], "need a RULESET"),
        (["verify", "tictactoe", "--check", "ens"], "did you mean ends?"),
        (["replay", "/nowhere/x.json"], "cannot read"),
        (["explain", "play.plac", "tictactoe"], "did you mean play.place?"),
        (["play", "tictactoe", "--human", "Y"], "players are X, O"),
        (["explore", "tictactoe", "--games", "--turns"], "does not go with"),
        (["explore", "pig", "--set", "foo=3"], "rulewright: the variant standard has no parameter"),
        (["explore", "pig", "--instance", "nosuch"], "rulewright: pig has no instance nosuch; "),
        (["explore", "pig", "--reading", "enough=xx"], "|   reading enough "),
        (["check", "--explain", "E999"], " more\n"),
        (["frobnicate"], "invalid choice"),
        ([], "required"),
    ],
)
def test_wrong_requests(arguments: list[str], message: str, capsys: Output) -> None:
    code, text = complaint(capsys, *arguments)
    assert code == 2
    assert message in text
    assert max(map(len, text.splitlines())) <= 100 or "rules:" in text


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["report", "pig", "-o", "{folder}"], "is a folder; name a file"),
        (["verify", "pig", "--report", "{folder}"], "is a folder; name a file"),
        (["verify", "pig", "--traces", "{file}"], "is not a folder; name one"),
        (["verify", "pig", "--proofs", "{file}"], "is not a folder; name one"),
        (["verify", "pig", "--report", "x.html", "--rulebook", "{folder}"], "cannot be read"),
        (["report", "pig", "--rulebook", "{folder}"], "cannot be read"),
        (["conform", "pig", "--engine", "x", "--save", "{file}"], "is not a folder; name one"),
    ],
)
def test_files_are_looked_at_before_anything_is_asked(
    words: list[str],
    message: str,
    tmp_path: Path,
    capsys: Output,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Not after minutes, when all answers are there and lost."""
    (tmp_path / "file").write_text("mine")
    named = {"folder": tmp_path, "file": tmp_path / "file"}
    monkeypatch.setattr("rulewright.verify.cli.arguments.select._load", lambda *_, **__: 1 / 0)
    code, text = complaint(capsys, *(word.format(**named) for word in words))
    assert code == 2
    assert message in " ".join(text.split())
    assert (tmp_path / "file").read_text() == "mine"


def test_a_broken_ruleset_is_wrong_input(tmp_path: Path, capsys: Output) -> None:
    path = tmp_path / "broken.rules"
    path.write_bytes(b"\xff\x00 no text")
    for command in ("explore", "verify", "simulate", "play", "build"):
        code, text = complaint(capsys, command, path)
        assert (code, "Traceback" in text) == (2, False)
    code, text = answer(capsys, "check", path)
    assert code == 2
    assert text.startswith("1 error in 1 of 1 ruleset")


@pytest.mark.thorough
def test_help_imports_nothing_heavy() -> None:
    script = (
        "import sys; from rulewright.verify.cli.main import main; main(['--help']); "
        "print([m for m in ('z3', 'lark', 'jinja2', 'rulewright.dsl.elaborate') if m in sys.modules], file=sys.stderr)"
    )
    result = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        env={"PYTHONPATH": ":".join(sys.path)},
    )
    assert (result.returncode, result.stderr) == (0, "[]\n")


@pytest.mark.thorough
def test_a_command_is_read_alone_as_among_all(capsys: Output) -> None:
    _, listed, _ = run(capsys, "--help")
    names = re.findall(r"^    (\w+) ", listed, re.MULTILINE)
    assert len(names) == len(set(names)) > 15
    for name in names:
        code, text, _ = run(capsys, "--debug", name, "--help")
        assert (code, text.split()[:3]) == (0, ["usage:", "rulewright", name])


def test_a_fault_of_the_tool_is_a_message(
    nim: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(path: Path, *, every: bool) -> None:
        raise KeyError("a bug")

    monkeypatch.setattr("rulewright.dsl.load.load", broken)
    code, text = complaint(capsys, "explore", nim)
    assert code == 4
    assert "--debug" in text
    assert "Traceback" not in text
    with pytest.raises(KeyError):
        main(["explore", str(nim), "--debug"])


def test_a_file_that_cannot_be_written_is_left_alone(nim: Path, capsys: Output) -> None:
    code, text = complaint(capsys, "build", nim, "--output", nim / "below" / "x.py")
    assert code == 2
    assert "cannot write" in text
