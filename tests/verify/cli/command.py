"""The command, run in this process: its exit code, and what it says."""

from __future__ import annotations

import pytest

from rulewright.verify.cli.main import main

Output = pytest.CaptureFixture[str]


def run(capsys: Output, *arguments: object) -> tuple[int, str, str]:
    """The exit code, the standard output and the standard error."""
    code = main([str(a) for a in arguments])
    said = capsys.readouterr()
    return code, said.out, said.err


def answer(capsys: Output, *arguments: object) -> tuple[int, str]:
    """The exit code and the standard output."""
    code, out, _ = run(capsys, *arguments)
    return code, out


def unfolded(text: str) -> str:
    """A text without line breaks: a command that goes on in further lines is one command."""
    return " ".join(text.replace("\\\n", "\n").split())


def complaint(capsys: Output, *arguments: object) -> tuple[int, str]:
    """The exit code and the standard error."""
    code, _, err = run(capsys, *arguments)
    return code, err
