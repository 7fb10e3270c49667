"""``--rulebook``: what the user's own text of a rulebook says, beside the clauses that point there."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from tests.verify.cli.command import Output, answer, complaint, run, unfolded

pytestmark = pytest.mark.usefixtures("only_asked")

TEXT = """The rules of Nim

Who takes the <b>last</b> stick
wins & goes home. \x1b[31mRed\x1b[0m
Turn about, one stick or two.
"""
SAID = "Who takes the <b>last</b> stick wins & goes home. [31mRed[0m"


@pytest.fixture
def pointing(nim: Path) -> Path:
    """Nim, with two clauses that point at lines of its rulebook."""
    clauses = nim.parent / "clauses.md"
    lines = clauses.read_text().replace("two sticks.", "two sticks. {line 5}")
    assert "{line 5}" in lines
    clauses.write_text(lines.replace("decides.", "decides.\n  {lines 3-4}"))
    (nim.parent / "rulebook.txt").write_text(TEXT)
    return nim


def book(nim: Path) -> Path:
    return nim.parent / "rulebook.txt"


@pytest.mark.thorough
def test_explain_shows_the_sentence(pointing: Path, capsys: Output) -> None:
    code, text = answer(capsys, "explain", "turn", pointing, "--rulebook", book(pointing))
    assert code == 0
    assert text.splitlines()[:2] == [
        "nim [turn]: Players in turn take one or two sticks.",
        ' in the rulebook: "Turn about, one stick or two."',
    ]
    _, without = answer(capsys, "explain", "turn", pointing)
    assert "Turn about" not in without
    words = ["explain", "turn", pointing, "--rulebook", book(pointing), "--format", "json"]
    assert json.loads(answer(capsys, *words)[1])[0]["rulebook"] == "Turn about, one stick or two."


@pytest.mark.heavy
def test_it_is_shown_beside_findings_and_kept_nowhere(pointing: Path, capsys: Output) -> None:
    report = pointing.parent / "page.html"
    words = ["--rulebook", book(pointing), "--update"]
    code, _, said = run(capsys, "report", pointing, "-o", report, *words)
    assert (code, "answers are kept" in said) == (0, True)
    page = report.read_text()
    assert (
        "<q>Who takes the &lt;b&gt;last&lt;/b&gt; stick wins &amp; goes home. [31mRed[0m</q>"
        in page
    )
    assert "<b>last" not in page
    kept = pointing.with_suffix(".answers").read_text()
    assert "goes home" not in kept
    explained = answer(capsys, "explain", "end", pointing, "--rulebook", book(pointing))[1]
    assert SAID in explained
    assert "\x1b" not in explained


@pytest.mark.heavy
def test_a_rulebook_changes_no_answer(pointing: Path, capsys: Output) -> None:
    assert answer(capsys, "verify", pointing, "--update")[0] == 0
    clauses = pointing.parent / "clauses.md"
    clauses.write_text(clauses.read_text().replace("{line 5}", "{lines 4-5}"))
    code, text = answer(capsys, "verify", pointing, "--frozen")
    assert (code, "Changed" in text) == (0, False)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["verify", "--rulebook"], "--rulebook goes with --report"),
        (["show", "--rulebook"], "--rulebook goes with a FINDING"),
    ],
)
def test_no_rulebook_is_taken_for_nothing(
    words: list[str], why: str, pointing: Path, capsys: Output
) -> None:
    code, text = complaint(capsys, words[0], pointing, *words[1:], book(pointing))
    assert (code, why in unfolded(text)) == (2, True)
    code, text = complaint(capsys, "explain", "turn", *words[1:], book(pointing))
    assert (code, "--rulebook goes with one RULESET" in text) == (2, True)


@pytest.mark.thorough
def test_what_is_no_text_is_not_read(pointing: Path, capsys: Output) -> None:
    folder = pointing.parent
    (folder / "binary").write_bytes(b"a\0b")
    (folder / "latin").write_bytes("eins\nzw\u00f6lf".encode("latin-1"))
    (folder / "long").write_bytes(b"a" * 4_000_001)
    os.mkfifo(folder / "pipe")
    for name, why in [
        ("binary", "it holds binary data"), ("latin", "not in UTF-8 (line 2)"),
        ("long", "longer than 4000000 bytes"), ("pipe", "it is a pipe"), ("/dev/zero", "a device"),
        (".", "a folder"), ("missing", "No such file"),
    ]:  # fmt: skip
        code, text = complaint(capsys, "explain", "turn", pointing, "--rulebook", folder / name)
        assert (code, why in unfolded(text)) == (2, True), (name, text)
    out = folder / "page.html"
    assert run(capsys, "report", pointing, "-o", out, "--rulebook", folder / "pipe")[0] == 2
    assert not out.exists()


def test_lines_that_are_not_there_are_told(pointing: Path, capsys: Output) -> None:
    book(pointing).write_text("one line\n")
    _, out, err = run(capsys, "explain", "turn", pointing, "--rulebook", book(pointing))
    assert "[turn] points at lines that" in unfolded(err)
    assert "it has 1" in unfolded(err)
    assert "in the rulebook" not in out
