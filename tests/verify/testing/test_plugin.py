"""A project of a user: a ruleset that pytest collects, an engine with a fault, and its tests."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from rulewright.dsl.inputs.locate import find

ADAPTER = Path(__file__).parents[3] / "docs" / "adapters" / "engine.py"
ENGINE_TEST = """
from rulewright.verify.testing import follows

def test_the_engine():
    follows("tictactoe.rules", "{python} engine.py", ["place a1", "place b1", "place b2", "place c1", "place c3"])
"""


def run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-p", "no:xdist",
               "-p", "rulewright.verify.testing.plugin", "-p", "no:rulewright", *words]  # fmt: skip
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    for name in ("tictactoe.rules", "clauses.md", "tictactoe.answers"):
        shutil.copy(find("tictactoe").parent / name, tmp_path / name)
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    (tmp_path / "test_engine.py").write_text(ENGINE_TEST.format(python=sys.executable))
    text = ADAPTER.read_text("utf-8")
    assert "a1 b2 c3," in text
    (tmp_path / "engine.py").write_text(text.replace("a1 b2 c3,", ""))
    return tmp_path


@pytest.mark.thorough
def test_a_fault_fails_with_its_play_and_passes_when_it_is_mended(project: Path) -> None:
    planted = run(project)
    assert planted.returncode == 1
    assert "1 failed, 7 passed" in planted.stdout, planted.stdout
    assert "the rules:  play is over: X wins [end.line]" in planted.stdout
    assert "the engine: play goes on" in planted.stdout
    shutil.copy(ADAPTER, project / "engine.py")
    mended = run(project)
    assert mended.returncode == 0, mended.stdout
    assert "8 passed" in mended.stdout


@pytest.mark.thorough
def test_what_a_ruleset_asks_fails_in_words(project: Path) -> None:
    rules = project / "tictactoe.rules"
    text = rules.read_text("utf-8")
    rules.write_text(text.replace("draw_reachable ", "draw_reachable fails "))
    rules.write_text(rules.read_text("utf-8").replace("    then won(X)", "    then won(O), won(X)"))
    with rules.open("a", encoding="utf-8") as file:
        file.write("  instance board: standard\n    expect 5477 positions\n")
    (project / "tictactoe.answers").unlink()
    found = run(project, "-k", "(draw_reachable and box) or example or expect")
    assert found.returncode == 1, found.stdout
    assert "Can the game be drawn?" in found.stdout
    assert "expected: no; reached in 9 moves" in found.stdout
    assert "5. X: place a3" in found.stdout
    assert (
        ":10: E827 the example line (Three in a line win): won(O) does not hold here"
        in found.stdout
    )
    assert "5,477 positions of tictactoe board are expected, there are 5,478" in found.stdout
    assert "3 failed, 1 passed" in found.stdout
    assert "Traceback" not in found.stdout
    rules.write_text("ruleset broken\n")
    broken = run(project, "-k", "sound")
    assert broken.returncode == 1
    assert "tictactoe.rules:1" in broken.stdout
