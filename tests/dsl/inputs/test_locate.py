"""The shipped rulesets are found by name, and other files by path."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.dsl.inputs.locate import find, from_here, rulesets, spec_root


def test_the_checkout_comes_first() -> None:
    assert spec_root() == Path(__file__).resolve().parents[3] / "spec"


def test_every_shipped_ruleset_is_found_by_its_name() -> None:
    assert {"circle", "tictactoe", "connectfour", "hex", "breakthrough"} <= {
        path.stem for path in rulesets()
    }
    assert all(find(path.stem) == path for path in rulesets())
    assert all(find(path.stem.replace("-", "_")) == path for path in rulesets())


def test_a_path_is_taken_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "nim.rules"
    path.touch()
    assert find(str(path)) == path


@pytest.mark.parametrize(
    ("name", "message"),
    [("cirlce", "did you mean circle"), ("qqqq", "shipped are "), (".", "is a folder")],
)
def test_what_is_not_there(name: str, message: str) -> None:
    with pytest.raises(FileNotFoundError, match=message):
        find(name)


def test_a_file_is_called_as_it_is_from_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    inside, outside = tmp_path / "games" / "nim.rules", tmp_path.parent / "nim.rules"
    monkeypatch.chdir(tmp_path)
    assert from_here(str(inside)) == str(Path("games") / "nim.rules")
    assert from_here(str(outside)) == str(outside)
    assert from_here("nim.rules") == "nim.rules"


def test_a_folder_that_is_gone_is_no_place_to_call_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    assert from_here(str(tmp_path / "nim.rules")) == str(tmp_path / "nim.rules")
