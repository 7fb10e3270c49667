"""``check``, ``fmt`` and ``explain``: rulesets as texts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.verify.cli.command import Output, answer


@pytest.mark.thorough
def test_check_of_what_is_sound(nim: Path, capsys: Output) -> None:
    assert answer(capsys, "check", nim) == (0, "1 ruleset is sound\n")
    code, text = answer(capsys, "check", nim, "--format", "json")
    assert (code, json.loads(text)["diagnostics"]) == (0, [])


@pytest.mark.heavy
def test_explain_tells_rules_from_readings_and_questions(capsys: Output) -> None:
    code, text = answer(capsys, "explain", "turn.free", "circle")
    assert code == 0
    rules, rest = text.split(" readings of it\n")
    readings, questions = rest.split(" questions about it\n")
    assert "let may_place" in rules
    assert "reading freedom" in readings
    assert "check life_placing" in questions


def test_explain(nim: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(nim.parent)
    code, text = answer(capsys, "explain", "[turn]", nim)
    assert code == 0
    assert text.splitlines()[0] == "nim [turn]: Players in turn take one or two sticks."
    assert len(text.splitlines()) == 6
    assert text.splitlines()[-2].startswith(" no answers are kept")
    assert "`rulewright verify nim.rules`" in " ".join(text.split())


@pytest.mark.thorough
def test_fmt_changes_a_file_once(nim: Path, capsys: Output) -> None:
    code, _ = answer(capsys, "fmt", nim)
    assert code == 0
    formatted = nim.read_text()
    assert answer(capsys, "fmt", "--check", nim) == (0, "nothing to change\n")
    nim.write_text(formatted.replace("param heap:", "param   heap :"))
    spoilt = nim.read_text()
    code, out = answer(capsys, "fmt", "--check", nim)
    assert code == 1
    assert out.startswith(f"would change: {nim}\n@@ ")
    changed = [line.split() for line in out.splitlines() if line[0] in "-+"]
    assert [line[:3] for line in changed] == [["-", "param", "heap"], ["+", "param", "heap:"]]
    assert nim.read_text() == spoilt
    assert answer(capsys, "fmt", nim) == (0, f"changed: {nim}\n")
    assert nim.read_text() == formatted
    assert sorted(p.name for p in nim.parent.iterdir()) == ["clauses.md", "nim.rules"]
