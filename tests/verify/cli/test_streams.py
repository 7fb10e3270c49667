"""Outputs that are closed, full or know few signs; and who is told to end."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path
from typing import NoReturn

import pytest
from tests.tiers import every, slow

from rulewright.verify.cli.main import main
from rulewright.verify.cli.terminal.console import Console, write_file
from rulewright.verify.draw.style import PLAIN

COMMAND = (sys.executable, "-m", "rulewright.verify.cli.main")
FULL = Path("/dev/full")


def run(words: list[str], **more: str) -> subprocess.CompletedProcess[bytes]:
    """The command in a process of its own, with more in its environment."""
    return subprocess.run(
        [*COMMAND, *words],
        capture_output=True,
        env={**os.environ, **more},
        timeout=120,
        check=False,
    )


def shell(line: str) -> tuple[int, str]:
    """The exit code of ``rulewright …`` in a line for the shell, and all that it wrote to its error stream."""
    text = f'rulewright() {{ "{sys.executable}" -m rulewright.verify.cli.main "$@"; }}; {line}'
    done = subprocess.run(
        ["bash", "-c", text], capture_output=True, text=True, timeout=120, check=False
    )
    return done.returncode, done.stderr


@pytest.mark.parametrize(
    ("value", "size"), [("72", 72), ("0", None), ("", None), ("wide", None), ("-9", None)]
)
def test_a_pipe_is_as_large_as_the_environment_says(
    value: str, size: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    console = Console(io.StringIO(), io.StringIO(), io.StringIO(), PLAIN)
    monkeypatch.setenv("COLUMNS", value)
    monkeypatch.setenv("LINES", value)
    assert (console.columns, console.lines) == (size or 100, size or 50)


@pytest.mark.heavy
@pytest.mark.parametrize("words", ["build hex", *slow(["--help"])])
def test_nobody_reads_the_rest(words: str) -> None:
    """The reader has gone before anything is written."""
    assert shell(f"rulewright {words} | true; exit ${{PIPESTATUS[0]}}") == (141, "")


@pytest.mark.thorough
@pytest.mark.parametrize("words", ["--help", *slow(["explore tictactoe", "explain board hex"])])
def test_no_output_at_all(words: str) -> None:
    assert shell(f"rulewright {words} >&-") == (0, "")
    assert shell(f"rulewright {words} >&- 2>&- <&-") == (0, "")


@pytest.mark.heavy
@pytest.mark.skipif(not FULL.exists(), reason="there is no device that is full")
@pytest.mark.parametrize("words", ["explore tictactoe", *slow(["build hex", "--help"])])
def test_a_full_disk(words: str) -> None:
    code, err = shell(f"rulewright {words} > {FULL}")
    assert code == 2
    assert "the answer cannot be written: No space left on device" in err
    assert err.count("\n") == 1
    assert shell(f"rulewright verify no-such-game 2> {FULL}") == (2, "")


@pytest.mark.heavy
@pytest.mark.parametrize(
    "environment", every(2, [{"PYTHONIOENCODING": "ascii"}, {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}]),
    ids=["ascii", "C"],
)  # fmt: skip
@pytest.mark.parametrize(
    "words",
    [
        ["verify", "circle", "--check", "life_placing", "--instance", "small"],
        *slow(
            [
                ["explore", "tictactoe", "--format", "json"],
                ["explain", "turn.rotate", "circle"],
                ["simulate", "hex", "--games", "3"],
                ["--help"],
                ["verify", "--help"],
                ["build", "circle"],
                ["check", "nö_sùch—ruleset"],
            ]
        ),
    ],
    ids=lambda words: words[0],
)
def test_a_terminal_that_knows_few_signs(words: list[str], environment: dict[str, str]) -> None:
    done = run(words, **environment)
    assert done.returncode in (0, 1, 2, 3), done.stderr
    assert b"fault of this tool" not in done.stderr
    assert (done.stdout + done.stderr).isascii()
    assert done.stdout + done.stderr


@pytest.mark.heavy
def test_a_locale_that_knows_few_signs() -> None:
    done = run(["check", "nö_sùch—ruleset"], LC_ALL="C", PYTHONCOERCECLOCALE="0", PYTHONUTF8="0")
    assert done.returncode == 2
    assert done.stderr.isascii()
    assert b"there is no" in done.stderr or b"no file" in done.stderr


def test_a_device_is_written_to_and_not_replaced(tmp_path: Path) -> None:
    link = tmp_path / "nowhere"
    link.symlink_to(os.devnull)
    assert main(["build", "tictactoe", "--output", str(link)]) == 0
    assert link.is_char_device()


def test_what_is_half_written_goes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> NoReturn:
        raise KeyboardInterrupt

    monkeypatch.setattr("os.replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_file(tmp_path / "new", "text")
    assert list(tmp_path.iterdir()) == []
