"""What a solver has answered before it is not asked again; everything else it is."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import pytest

from rulewright.dsl.file_cache import FileCache
from rulewright.verify.kernel.meaning.terms import KernelTermBuilder, script
from rulewright.verify.solvers.remembering import Remembering, remembering
from rulewright.verify.solvers.solver import Result, Sat, SolverLimit, Undecided, Unsat

LIMIT = SolverLimit.steady(1.0)
QUESTION = "(declare-fun v3 () Bool)\n(assert (and v3 (not v3)))\n(check-sat)\n"


@dataclass
class Teller:
    """Says what it is told to, and counts how often it was asked."""

    answer: Result
    name: str = "teller 1"
    asked: list[str] = field(default_factory=list)

    def check(self, script: str, limit: SolverLimit) -> Result:
        self.asked.append(script)
        return self.answer


def memory(folder: Path) -> FileCache:
    return FileCache(folder, ".unsat", 100, 64)


def test_what_has_no_model_is_asked_once(tmp_path: Path) -> None:
    teller = Teller(Unsat())
    for _ in range(3):
        assert Remembering(teller, memory(tmp_path)).check(QUESTION, LIMIT) == Unsat()
    assert len(teller.asked) == 1


@pytest.mark.parametrize("answer", [Sat(), Undecided("too long")], ids=["sat", "undecided"])
def test_nothing_else_is_remembered(tmp_path: Path, answer: Result) -> None:
    """A limit that was too low says nothing about the next time, nor does an accident."""
    teller = Teller(answer)
    for _ in range(2):
        assert Remembering(teller, memory(tmp_path)).check(QUESTION, LIMIT) == answer
    assert len(teller.asked) == 2
    assert not list(tmp_path.iterdir())


def test_another_question_is_another(tmp_path: Path) -> None:
    Remembering(Teller(Unsat()), memory(tmp_path)).check(QUESTION, LIMIT)
    others = [
        QUESTION.replace("(not v3)", "v3"),
        QUESTION.replace("(not v3)", "(not v4)"),
        QUESTION.replace("Bool", "(_ BitVec 3)"),
        QUESTION.replace("(and", "(or"),
    ]
    teller = Teller(Sat())
    for other in others:
        assert Remembering(teller, memory(tmp_path)).check(other, LIMIT) == Sat()
    assert len(teller.asked) == len(others)


def test_what_two_proofs_owe_is_asked_once(tmp_path: Path) -> None:
    """The kernel's terms about other variables, made at another time, are the same question."""
    teller = Teller(Unsat())
    solver = Remembering(teller, memory(tmp_path))
    for before in (0, 7):
        terms = KernelTermBuilder()
        for _ in range(before):
            terms.function()
        a, b = terms.variable(0), terms.variable(0)
        solver.check(script([terms.and_((a, b)), terms.not_(a)]).text, LIMIT)
    assert len(teller.asked) == 1
    solver.check(script([terms.and_((a, b)), terms.not_(b)]).text, LIMIT)
    assert len(teller.asked) == 2


def test_the_answer_of_another_version_does_not_count(tmp_path: Path) -> None:
    Remembering(Teller(Unsat()), memory(tmp_path)).check(QUESTION, LIMIT)
    newer = Teller(Sat(), name="teller 2")
    assert Remembering(newer, memory(tmp_path)).check(QUESTION, LIMIT) == Sat()


@pytest.mark.parametrize("spoilt", [b"", b"unsat", b"unsat\n", b"x" * 100])
def test_what_is_spoilt_is_asked_again(tmp_path: Path, spoilt: bytes) -> None:
    Remembering(Teller(Unsat()), memory(tmp_path)).check(QUESTION, LIMIT)
    (kept,) = tmp_path.iterdir()
    kept.write_bytes(spoilt)
    teller = Teller(Sat())
    assert Remembering(teller, memory(tmp_path)).check(QUESTION, LIMIT) == Sat()
    assert len(teller.asked) == 1
    assert not kept.exists()


def test_an_answer_to_another_question_is_none(tmp_path: Path) -> None:
    """What is kept is good under its own name alone."""
    solver = Remembering(Teller(Unsat()), memory(tmp_path))
    solver.check(QUESTION, LIMIT)
    (one,) = tmp_path.iterdir()
    other = QUESTION.replace("(not v3)", "v3")
    solver.check(other, LIMIT)
    (two,) = set(tmp_path.iterdir()) - {one}
    two.write_bytes(one.read_bytes())
    assert Remembering(Teller(Sat()), memory(tmp_path)).check(other, LIMIT) == Sat()


def test_where_nothing_can_be_kept_the_solver_is_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "link"))
    (tmp_path / "link").symlink_to(tmp_path)
    teller = Teller(Unsat())
    assert remembering(teller) is teller


def test_a_full_disk_costs_the_memory_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("rulewright.dsl.file_cache.os.replace", full)
    assert Remembering(Teller(Unsat()), memory(tmp_path)).check(QUESTION, LIMIT) == Unsat()
    assert not list(tmp_path.iterdir())
