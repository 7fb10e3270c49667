"""Questions as files: what stands in them, and whose files are left alone."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from tests.verify.solvers.fakes import Asked

from rulewright.verify.cli.exits import InputError
from rulewright.verify.render.proofs import MARK, Proof, as_file, comment, save_proofs, stems
from rulewright.verify.solvers import installed
from rulewright.verify.solvers.solver import SolverLimit, Unsat

LIMIT = SolverLimit(units=10**9, seconds=60.0)
ICE = Proof("circle box", "ice", "Does the ice stay in one piece?", ("melt.choice", "ice.1"))

HOSTILE = (
    "a\n(assert false)",
    "a\r(assert false)",
    "a\r\n(assert false)\r\n",
    "a\x0b(assert false)\x0c(assert false)\x1c(assert false)",
    "a\x85(assert false)\u2028(assert false)\u2029(assert false)",
    'a|b "c ; d ) ( (exit)',
    "\x00\x1b[31m\u202e\u2066 \ud800",
    "(assert false) " * 50,
    "x" * 1000,
    "\\\n(assert false)",
)


def test_a_file_says_whose_question_it_is_and_what_it_shows() -> None:
    text = as_file(ICE, 7, Asked("from the node melt", "(check-sat)\n", "first\nsecond"))
    assert text == (
        f"{MARK}\n"
        "; game: circle box\n"
        "; check: ice: Does the ice stay in one piece?\n"
        "; clauses: melt.choice, ice.1\n"
        "; question 7: from the node melt\n"
        "; shows: first\n"
        "; shows: second\n"
        "; the answer has to be: unsat\n"
        "(check-sat)\n"
    )


@pytest.mark.parametrize("text", HOSTILE)
def test_no_text_gets_out_of_its_comment(text: str) -> None:
    proof = Proof(text, text, text, (text,))
    script = (
        "(set-logic QF_UFBV)\n(declare-fun a () Bool)\n(assert a)\n(assert (not a))\n(check-sat)\n"
    )
    written = as_file(proof, 1, Asked(text, script, text))
    head, found, rest = written.partition("(set-logic QF_UFBV)\n")
    assert found + rest == script
    assert head.endswith("\n")
    for line in head[:-1].split("\n"):
        assert line.startswith("; ")
        assert line.isprintable()
        assert len(line) <= 100
    open_ = script.replace("(assert (not a))\n", "")
    for solver in (installed.first(), *installed.others()):
        assert isinstance(solver.check(written, LIMIT), Unsat)
        # Without its contradiction it has a model, so nothing was asserted by the comments.
        assert not isinstance(
            solver.check(as_file(proof, 1, Asked(text, open_, text)), LIMIT), Unsat
        )


def test_no_text_no_comment() -> None:
    assert comment("clauses", "") == []
    assert comment("clauses", " \n ") == []


def test_no_two_proofs_share_names() -> None:
    proofs = [Proof("a b", "c", "", ()), Proof("a", "b c", "", ()), Proof("A", "b-c", "", ())]
    assert stems(proofs) == ["a_b_c", "a_b_c-2", "A_b_c-3"]
    assert stems([Proof("../../etc", "/x", "", ())]) == ["_etc_x"]
    assert len({*stems([Proof("x" * 500, str(n), "", ()) for n in range(3)])}) == 3


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
