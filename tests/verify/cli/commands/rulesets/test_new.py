"""A new game runs, passes its check and its test, and never takes another's place."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.verify.testing.test_plugin import INSIDE

from rulewright.verify.cli.main import main


@pytest.mark.thorough
def test_what_is_begun_is_sound_answered_and_tested(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new", "heaps"]) == 0
    assert sorted(p.name for p in tmp_path.rglob("*")) == [
        "clauses.md", "heaps", "heaps.rules", "test_heaps.py",
    ]  # fmt: skip
    assert main(["check", "heaps/heaps.rules"]) == 0
    assert main(["fmt", "--check", "heaps/heaps.rules"]) == 0
    capsys.readouterr()
    assert main(["verify", "heaps/heaps.rules"]) == 0
    assert "Does every play end?" in capsys.readouterr().out
    assert pytest.main(["-q", "-p", "no:cacheprovider", *INSIDE, "heaps"]) == 0
    assert "3 passed" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["a b", "", "../up", "next", "9", "petite-mort"])
def test_what_cannot_be_a_name(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new", name]) == 2
    assert "name" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_overwritten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "heaps").mkdir()
    (tmp_path / "heaps" / "mine.txt").write_text("mine")
    assert main(["new", "heaps"]) == 2
    assert "there already" in capsys.readouterr().err
    assert [p.name for p in tmp_path.rglob("*")] == ["heaps", "mine.txt"]
