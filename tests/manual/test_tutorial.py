"""The tutorial, typed line by line: its files are written, its changes made, its commands run."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from rulewright.verify.cli.main import main

PAGE = Path(__file__).parents[2] / "docs" / "tutorial.md"
FENCE = re.compile(r"(?:\*\*([\w.]+)\*\*\n\n)?```(\w+)\n(.*?)```", re.S)


@pytest.mark.slow
def test_what_the_tutorial_says_is_what_comes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    commands = 0
    for name, kind, text in FENCE.findall(PAGE.read_text("utf-8")):
        if kind == "diff":
            changed(Path(name), text)
        elif kind == "console":
            command, *wanted = text.splitlines()
            said = answer(shlex.split(command.removeprefix("$ ")), capsys)
            assert not missing(wanted, said.splitlines()), f"{command}\n{said}"
            commands += 1
        else:
            Path(name).write_text(text, "utf-8")
    assert commands >= 9
    project = {"clauses.md", "engine.py", "pebbles.answers", "pebbles.rules", "test_engine.py"}
    assert project | {"count.py"} <= {p.name for p in tmp_path.iterdir()}


def answer(words: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    """What a command prints."""
    if words[0] == "pytest":
        options = ("-p", "no:xdist", "-p", "no:cacheprovider")
        return subprocess.run(
            [sys.executable, "-m", *words, *options], capture_output=True, text=True, timeout=120
        ).stdout
    if words[0] == "python":
        return subprocess.run(
            [sys.executable, *words[1:]], capture_output=True, text=True, check=True, timeout=60
        ).stdout
    capsys.readouterr()
    assert words[0] == "rulewright"
    main(words[1:])
    return capsys.readouterr().out


def changed(path: Path, text: str) -> None:
    """Replace the lines with ``-``, which stand there once, by those with ``+``."""
    sides = {sign: "".join(block(text, sign)) for sign in "-+"}
    before = path.read_text("utf-8")
    assert before.count(sides["-"]) == 1, sides["-"]
    path.write_text(before.replace(sides["-"], sides["+"]), "utf-8")


def block(text: str, sign: str) -> Iterator[str]:
    for line in text.splitlines():
        assert line[:1] in "-+", line
        if line.startswith(sign):
            yield line[1:] + "\n"


def missing(wanted: list[str], said: list[str]) -> list[str]:
    """What of the wanted lines does not come in their order; ``…`` stands for any lines, or any words."""
    at, free = 0, False
    for number, line in enumerate(wanted):
        if line == "…":
            free = True
            continue
        found = next((n for n in range(at, len(said)) if like(said[n], line)), None)
        if found is None or (not free and found != at):
            return wanted[number:]
        at, free = found + 1, False
    return [] if free or at == len(said) else ["(no more)"]


def like(said: str, wanted: str) -> bool:
    pattern = ".*".join(re.escape(part) for part in wanted.split("…"))
    return re.fullmatch(pattern, said.rstrip()) is not None


def test_a_line_that_does_not_come_is_missed() -> None:
    assert missing(["a", "…", "d"], ["a", "b", "c", "d"]) == []
    assert missing(["a", "d"], ["a", "b", "d"]) == ["d"]
    assert missing(["…", "x"], ["a", "b"]) == ["x"]
    assert missing(["a"], ["a", "b"]) == ["(no more)"]
    assert missing(["a…d"], ["a b c d"]) == []
    assert missing(["a…e"], ["a b c d"]) == ["a…e"]
