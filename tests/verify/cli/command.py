"""The command, run in this process: its exit code, and what it says."""

from __future__ import annotations

import pytest

from rulewright.verify.cli.main import main

Output = pytest.CaptureFixture[str]


def answer(capsys: Output, *arguments: object) -> tuple[int, str]:
    """The exit code and the standard output."""
    code = main([str(a) for a in arguments])
    return code, capsys.readouterr().out


def complaint(capsys: Output, *arguments: object) -> tuple[int, str]:
    """The exit code and the standard error."""
    code = main([str(a) for a in arguments])
    return code, capsys.readouterr().err
