"""Questions as texts: what stands in them; what another solver said of them."""

from __future__ import annotations

import pytest
from tests.verify.solvers.fakes import Asked

from rulewright.verify.render.proofs import (
    MARK,
    Proof,
    as_file,
    comment,
    crosscheck_json,
    crosscheck_lines,
    stems,
)
from rulewright.verify.solvers import installed
from rulewright.verify.solvers.crosscheck import CrossCheck
from rulewright.verify.solvers.solver import Solver, SolverLimit, Unsat

LIMIT = SolverLimit(units=10**9, seconds=60.0)
ICE = Proof("circle box", "ice", "Does the ice stay in one piece?", ("melt.choice", "ice.1"))

SCRIPT = "(set-logic QF_UFBV)\n(declare-fun a () Bool)\n(assert a)\n(assert (not a))\n(check-sat)\n"
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


@pytest.mark.thorough
@pytest.mark.parametrize("text", HOSTILE)
def test_no_text_gets_out_of_its_comment(text: str) -> None:
    proof = Proof(text, text, text, (text,))
    written = as_file(proof, 1, Asked(text, SCRIPT, text))
    head, found, rest = written.partition("(set-logic QF_UFBV)\n")
    assert found + rest == SCRIPT
    assert head.endswith("\n")
    for line in head[:-1].split("\n"):
        assert line.startswith("; ")
        assert line.isprintable()
        assert len(line) <= 100
    open_ = SCRIPT.replace("(assert (not a))\n", "")
    assert isinstance(installed.first().check(written, LIMIT), Unsat)
    # Without its contradiction it has a model, so nothing was asserted by the comments.
    left = installed.first().check(as_file(proof, 1, Asked(text, open_, text)), LIMIT)
    assert not isinstance(left, Unsat)


@pytest.mark.thorough
@pytest.mark.parametrize("solver", installed.others(), ids=lambda s: s.name.split()[0])
def test_no_text_gets_out_of_its_comment_for_another_solver(solver: Solver) -> None:
    """All of them at once."""
    head = "".join(
        as_file(Proof(text, text, text, (text,)), 1, Asked(text, "", text)) for text in HOSTILE
    )
    assert isinstance(solver.check(head + SCRIPT, LIMIT), Unsat)
    open_ = SCRIPT.replace("(assert (not a))\n", "")
    assert not isinstance(solver.check(head + open_, LIMIT), Unsat)


def test_no_text_no_comment() -> None:
    assert comment("clauses", "") == []
    assert comment("clauses", " \n ") == []


def test_no_two_proofs_share_names() -> None:
    proofs = [Proof("a b", "c", "", ()), Proof("a", "b c", "", ()), Proof("A", "b-c", "", ())]
    assert stems(proofs) == ["a_b_c", "a_b_c-2", "A_b_c-3"]
    assert stems([Proof("../../etc", "/x", "", ())]) == ["_etc_x"]
    assert len({*stems([Proof("x" * 500, str(n), "", ()) for n in range(3)])}) == 3


def test_a_cross_check_is_told_with_its_counts() -> None:
    assert list(crosscheck_lines(CrossCheck({"fake 1": 3}))) == [
        "Cross-check: 3 of 3 questions confirmed by fake 1"
    ]
    open_ = tuple((f"question {n}", "too hard") for n in range(7))
    lines = list(crosscheck_lines(CrossCheck({"a 1": 1000, "b 2": 1}, open_)))
    assert lines[0] == (
        "Cross-check: 1,000 of 1,008 questions confirmed by a 1, 1 of 1,008 questions confirmed by b 2"
    )
    assert lines[1] == "  not decided: question 0 (too hard)"
    assert lines[-1] == "  and 2 more"
    assert len(lines) == 7
    assert (
        next(crosscheck_lines(CrossCheck({}, open_))) == "Cross-check: 0 of 7 questions confirmed"
    )
    assert list(crosscheck_lines(CrossCheck({}))) == ["Cross-check: no answer rests on a solver."]


def test_a_cross_check_as_json() -> None:
    assert crosscheck_json(CrossCheck({"a 1": 2}, (("q", "hard"),))) == {
        "asked": 3,
        "confirmed": {"a 1": 2},
        "undecided": [{"question": "q", "why": "hard"}],
    }
