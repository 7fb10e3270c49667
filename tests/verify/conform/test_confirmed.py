"""What goes wrong whatever the play is: it is told after how many requests, and the saved test fails until it is mended."""

from __future__ import annotations

import json
import runpy
import sys
from pathlib import Path

import pytest
from tests.shipped import shipped

from rulewright.verify.cli.main import main
from rulewright.verify.conform.connection.protocol import setup_of

ADAPTER = Path(__file__).parents[3] / "docs" / "adapters" / "engine.py"

FAULTS = {
    "exit": "sys.exit(3)",
    "lists nothing": "Game.legal = lambda self: []",
    "hangs": "import time; time.sleep(100)",
}
"""What an engine does at its n-th request."""


def found(
    folder: Path, request: int, fault: str, capsys: pytest.CaptureFixture[str]
) -> tuple[str, Path]:
    """What is said of an engine that does so from a request on, and the saved test."""
    source = ADAPTER.read_text("utf-8")
    line = "    asked = json.loads(text)\n"
    assert line in source
    engine = folder / "engine.py"
    engine.write_text(
        source.replace(line, f"{line}    if asked['id'] >= {request}: {fault}\n"), "utf-8"
    )
    suite = folder / "suite.json"
    game = setup_of(shipped("tictactoe", "box")).json()
    plays = [["place a1", "place b1", "place c1"], ["place b2", "place b3"], ["place c3"]]
    kept = {"suite": 1, "game": game, "plays": plays}
    suite.write_text(json.dumps(kept), "utf-8")
    words = [
        "conform",
        "tictactoe",
        "--instance",
        "box",
        "--engine",
        f"{sys.executable} {engine}",
        "--plays",
        "5",
    ]
    saved = folder / "saved"
    words += [
        "--suite",
        str(suite),
        "--answer-seconds",
        "0.5" if "sleep" in fault else "60",
        "--save",
        str(saved),
    ]
    assert main(words) == 1
    (test,) = saved.glob("test_*.py")
    return " ".join(capsys.readouterr().out.split()), test


def fails(test: Path) -> bool:
    """Whether a saved test fails."""
    (check,) = (v for k, v in runpy.run_path(str(test)).items() if k.startswith("test_"))
    try:
        check()
    except AssertionError:
        return True
    return False


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("request_", "fault", "told"),
    [
        (75, "exit", "75 requests in 4 plays of one process; the play alone does not show it"),
        (76, "lists nothing", "of one process; the play alone does not show it"),
        (20, "exit", "20 requests, as what is not legal is tried in each position; the moves"),
        pytest.param(75, "hangs", "of one process; the play alone", marks=pytest.mark.slow),
        (3, "exit", "seen after 0 actions"),
    ],
)
def test_what_comes_whatever_the_play_is(
    request_: int, fault: str, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out, test = found(tmp_path, request_, FAULTS[fault], capsys)
    assert told in out, out
    assert fails(test)
    (tmp_path / "engine.py").write_text(ADAPTER.read_text("utf-8"), "utf-8")
    assert not fails(test)
