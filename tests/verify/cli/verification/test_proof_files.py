"""Questions as files: each has its own, and foreign files are left alone."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from tests.verify.solvers.fakes import Asked

from rulewright.verify.cli.exits import InputError
from rulewright.verify.cli.verification.proof_files import save_proofs
from rulewright.verify.render.proofs import MARK, Proof, as_file

ICE = Proof("circle box", "ice", "Does the ice stay in one piece?", ("melt.choice", "ice.1"))


def test_each_question_has_a_file(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "proofs"
    other = Proof("circle box", "ice_1", "", ())
    count = save_proofs(folder, [(ICE, [Asked("a"), Asked("b")]), (other, [Asked("c")])])
    assert count == 3
    names = sorted(path.name for path in folder.iterdir())
    assert names == [
        "circle_box_ice_001.smt2",
        "circle_box_ice_002.smt2",
        "circle_box_ice_1_001.smt2",
    ]
    assert (folder / names[1]).read_text("utf-8") == as_file(ICE, 2, Asked("b"))


def test_a_second_run_replaces_the_first(tmp_path: Path) -> None:
    other = Proof("circle box", "ice_1", "", ())
    save_proofs(tmp_path, [(ICE, [Asked("a"), Asked("b")]), (other, [Asked("c")])])
    save_proofs(tmp_path, [(ICE, [Asked("d")])])
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == ["circle_box_ice_001.smt2", "circle_box_ice_1_001.smt2"]
    assert "question 1: d" in (tmp_path / names[0]).read_text("utf-8")


def make_foreign(path: Path, kind: str) -> None:
    match kind:
        case "text":
            path.write_text("(check-sat)\n")
        case "empty":
            path.touch()
        case "folder":
            path.mkdir()
        case "link":
            target = path.with_name("ours")
            target.write_text(f"{MARK}\n")
            path.symlink_to(target)
        case "longer":
            path.write_text(f"{MARK} and more\n")
        case _:
            os.mkfifo(path)


@pytest.mark.parametrize("kind", ["text", "empty", "folder", "link", "longer", "pipe"])
@pytest.mark.parametrize("number", ["002", "014"])
def test_foreign_files_are_left_alone(tmp_path: Path, kind: str, number: str) -> None:
    make_foreign(tmp_path / f"circle_box_ice_{number}.smt2", kind)
    before = sorted(tmp_path.iterdir())
    first = Proof("circle box", "first", "", ())
    with pytest.raises(InputError, match=f"circle_box_ice_{number}.smt2 was not written by"):
        save_proofs(tmp_path, [(first, [Asked("a")]), (ICE, [Asked("b"), Asked("c")])])
    assert sorted(tmp_path.iterdir()) == before


def test_a_file_in_the_place_of_the_folder(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("mine")
    with pytest.raises(InputError, match="cannot write"):
        save_proofs(path, [(ICE, [Asked("a")])])
    assert path.read_text() == "mine"
