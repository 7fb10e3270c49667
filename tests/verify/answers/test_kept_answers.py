"""``verify`` with kept answers: they are checked again, changes are told, nothing is believed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.tiers import every
from tests.verify.conftest import nim_in

from rulewright.verify.cli.main import main

pytestmark = pytest.mark.usefixtures("only_asked")

Output = pytest.CaptureFixture[str]
SMALL = ("--instance", "small", "--engine", "python")


def run(capsys: Output, *arguments: object) -> tuple[int, str, str]:
    """The exit code and both outputs of ``verify``."""
    code = main(["verify", *(str(a) for a in arguments)])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def verdicts(capsys: Output, *arguments: object) -> tuple[int, dict[str, str], list[str]]:
    """The exit code, the verdict on each check, and what changed."""
    code, out, _ = run(capsys, *arguments, "--format", "json")
    (game,) = json.loads(out)
    changes = [f"{c['question']}: {c['was']} -> {c['now']}" for c in game["changes"]]
    return code, {c["name"]: c["verdict"] for c in game["checks"]}, changes


TRUE = {"ends": "proved", "bob": "reached", "ann": "refuted"}


@pytest.fixture(scope="module")
def answered(tmp_path_factory: pytest.TempPathFactory) -> str:
    """What is kept of a small game of nim, looked for once."""
    path = nim_in(tmp_path_factory.mktemp("nim"))
    assert main(["verify", str(path), *SMALL, "--update"]) == 0
    return path.with_suffix(".answers").read_text("utf-8")


@pytest.fixture
def kept(nim: Path, answered: str) -> Path:
    """The answers about a small game of nim."""
    path = nim.with_suffix(".answers")
    path.write_text(answered, "utf-8")
    return path


@pytest.mark.thorough
def test_answers_are_kept_and_hold(kept: Path, nim: Path, capsys: Output) -> None:
    written = kept.read_text("utf-8")
    assert verdicts(capsys, nim, *SMALL) == (0, TRUE, [])
    assert run(capsys, nim, *SMALL, "--frozen")[0] == 0
    assert kept.read_text("utf-8") == written
    run(capsys, nim, *SMALL, "--update")
    assert kept.read_text("utf-8") == written
    run(capsys, nim, *SMALL, "--update", "--fresh")
    assert kept.read_text("utf-8") == written


@pytest.mark.heavy
def test_how_to_keep_answers_is_said_as_long_as_none_are(nim: Path, capsys: Output) -> None:
    how = f"to keep the answers: rulewright verify {nim} --update"

    def says_how(*options: str) -> bool:
        return how in " ".join(run(capsys, nim, *SMALL, *options)[1].replace("\\\n", "").split())

    assert [says_how(), says_how("--update"), says_how(), says_how("--fresh")] == [
        True, False, False, False
    ]  # fmt: skip


@pytest.mark.thorough
def test_a_kept_play_is_played_and_nothing_is_searched(
    kept: Path, nim: Path, capsys: Output
) -> None:
    _, out, _ = run(capsys, nim, *SMALL, "--check", "bob", "--check", "ann", "--format", "json")
    (game,) = json.loads(out)
    assert game["coverage"] is None
    assert [(c["verdict"], c["kept"]) for c in game["checks"]] == [
        ("reached", True),
        ("refuted", True),
    ]
    assert len(game["checks"][0]["trace"]["states"]) == 3  # Bob's shortest: two and one


TAMPERED = [
    ("the word of a verdict", "bob: reached", "bob: refuted"),
    ("a proof of what is false", "ann: refuted\n", "ann: proved by complete search\n"),
    ("an illegal move", "Bob: take_some 1", "Bob: take_some 9"),
    ("another player", "Bob: take_some 1", "Ann: take_some 1"),
    ("another move", "Bob: take_some 1", "Bob: take_some 2"),
    ("a move left out", "    Bob: take_some 1\n", ""),
    ("a number", "7 positions", "8 positions"),
    ("the instance", "\ninstance small\n", "\ninstance other\n"),
    ("a check of another name", "  bob: reached", "  bobby: reached"),
    ("two checks in each other's place", "  bob: reached", "  zoe: reached"),
    ("nothing", "end of", "end of"),
    ("a round that is none", "  bob: reached\n", "  bob: reached\n    position 0 comes again\n"),
    ("what it was made from", "[turn] ", "[turn] 00"),
    ("an answer twice", "  ends: ", "  bob: "),
    ("a conflict", "\ninstance small\n", "\n<<<<<<< mine\ninstance small\n"),
    ("no text", "nim", "n\udcffm"),
    ("cut off", "end of 3 answers and 1 comparison\n", ""),
    ("an open answer", "ends: proved by complete search\n    7 positions, 6 actions", "ends: open"),
]


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("old", "new"), every(6, [t[1:] for t in TAMPERED], judging=True), ids=[t[0] for t in TAMPERED]
)
def test_no_edit_makes_a_false_verdict(
    old: str, new: str, kept: Path, nim: Path, capsys: Output
) -> None:
    text = kept.read_text("utf-8")
    assert old in text
    edited = text.replace(old, new, 1).encode("utf-8", "surrogateescape")
    kept.write_bytes(edited)
    for some in ((), ("--check", "bob", "--check", "ann")):
        code, out, err = run(capsys, nim, *SMALL, *some, "--format", "json")
        if code == 2:
            assert str(kept) in err
            assert "line " in err
            continue
        (game,) = json.loads(out)
        for check in game["checks"]:
            assert check["verdict"] in {TRUE[check["name"]], "unknown"}
    assert kept.read_bytes() == edited
    harmless = new == old or "[turn]" in old or "open" in new
    assert (run(capsys, nim, *SMALL, "--frozen")[0] == 0) == harmless


@pytest.mark.thorough
@pytest.mark.parametrize(("old", "new"), [t[1:] for t in TAMPERED[1::12]])
def test_a_fresh_answer_reads_nothing_that_is_kept(
    old: str, new: str, kept: Path, nim: Path, capsys: Output
) -> None:
    kept.write_text(kept.read_text("utf-8").replace(old, new, 1))
    assert verdicts(capsys, nim, *SMALL, "--fresh") == (0, TRUE, [])


def paragraph(text: str) -> str:
    """A text without its line breaks."""
    return " ".join(text.split())


@pytest.mark.slow
def test_a_change_that_changes_no_answer_is_told_too(kept: Path, nim: Path, capsys: Output) -> None:
    assert "changed" not in run(capsys, nim, *SMALL)[1]
    text = nim.read_text("utf-8")
    nim.write_text(text.replace("when n <= stick", "when n < stick + 1", 1))
    told = "[turn] changed since answers were kept: no answer is another"
    assert run(capsys, nim, *SMALL)[1].startswith(f"{told}\n\n")
    assert told not in run(capsys, nim, *SMALL, "--fresh")[1], "nothing was compared"
    assert told not in run(capsys, nim, *SMALL, "--budget", "0")[1], "nothing was looked at"


@pytest.mark.heavy
def test_a_change_is_told_first_with_the_clauses_between(
    kept: Path, nim: Path, capsys: Output
) -> None:
    text = nim.read_text("utf-8")
    nim.write_text(text.replace("take_some(n: 1..2) when n <= stick", "take_some(n: 1..1)"))
    code, out, _ = run(capsys, nim, *SMALL)
    assert code == 1
    assert paragraph(out).startswith(
        "Changed. nim small: Can Bob win? was reached in 2 moves, is now proved by complete "
        "search; between the two, [turn] changed "
    )
    assert run(capsys, nim, *SMALL, "--frozen")[0] == 1
    written = kept.read_text("utf-8")
    assert "bob: reached" in written
    run(capsys, nim, *SMALL, "--update")
    assert "bob: proved by complete search" in kept.read_text("utf-8")
    assert run(capsys, nim, *SMALL, "--frozen")[0] == 0


@pytest.mark.thorough
def test_a_play_that_is_none_any_more_is_looked_for_again(
    kept: Path, nim: Path, capsys: Output
) -> None:
    text = nim.read_text("utf-8")
    nim.write_text(text.replace("take_some", "draw_some"))
    code, out, _ = run(capsys, nim, *SMALL, "--check", "bob")
    assert code == 0
    first = paragraph(out.split("\n\n")[0])
    assert first.startswith("Changed. nim small: Can Bob win? was reached in 2 moves, is still")
    assert "draw_some" in first or "take_some" in first
    assert first.endswith("between the two, [turn] changed")
    assert run(capsys, nim, *SMALL, "--check", "bob", "--frozen")[0] == 1


@pytest.mark.thorough
def test_a_text_that_nothing_depends_on_changes_no_answer(
    kept: Path, nim: Path, capsys: Output
) -> None:
    text = nim.read_text("utf-8")
    nim.write_text(text.replace('check bob "Can Bob win?"', 'check bob "May Bob win?"') + "# End\n")
    assert verdicts(capsys, nim, *SMALL) == (0, TRUE, [])
    assert run(capsys, nim, *SMALL, "--frozen")[0] == 0


@pytest.mark.thorough
def test_what_nobody_asked_about_stays_and_remembers_what_changed(
    kept: Path, nim: Path, capsys: Output
) -> None:
    run(capsys, nim, "--instance", "other", "--engine", "python", "--update")
    before = kept.read_text("utf-8")
    assert "instance small" in before
    assert "instance other" in before
    assert "changed since" not in before
    text = nim.read_text("utf-8")
    nim.write_text(text.replace("when n <= stick", "when n <= stick, n <= 2"))
    run(capsys, nim, "--instance", "other", "--engine", "python", "--update")
    after = kept.read_text("utf-8")
    small = after[after.index("\ninstance small\n") :]
    assert small.count("changed since: [turn]") == 3
    assert "changed since" not in after[: after.index("\ninstance small\n")]
    assert run(capsys, nim, *SMALL, "--frozen")[0] == 0


@pytest.mark.thorough
def test_a_check_that_is_new_is_not_as_kept(kept: Path, nim: Path, capsys: Output) -> None:
    text = nim.read_text("utf-8")
    nim.write_text(text.replace("  check ends", "  check more: reachable over\n  check ends"))
    code, _, err = run(capsys, nim, *SMALL, "--frozen")
    assert code == 1
    assert "nothing is kept about more of nim small" in err
    assert verdicts(capsys, nim, *SMALL)[1]["more"] == "reached"


@pytest.mark.heavy
def test_a_check_or_a_game_that_is_gone_is_forgotten(kept: Path, nim: Path, capsys: Output) -> None:
    run(capsys, nim, "--engine", "python", "--update")
    text = nim.read_text("utf-8")
    text = text.replace('  check bob "Can Bob win?": reachable won(Bob)\n', "")
    nim.write_text(text[: text.index("  instance other")])
    run(capsys, nim, *SMALL, "--update")
    left = kept.read_text("utf-8")
    assert "bob: reached" not in left
    assert "instance other" not in left


@pytest.mark.thorough
def test_options_that_do_not_go_together(kept: Path, nim: Path, capsys: Output) -> None:
    for options in (["--frozen", "--update"], ["--frozen", "--fresh"]):
        code, _, err = run(capsys, nim, *SMALL, *options)
        assert code == 2
        assert "--frozen" in err
    code, _, err = run(capsys, nim, *SMALL, "--answers", nim.parent / "nowhere")
    assert code == 2
    assert "there are no answers" in err
    kept.unlink()
    assert run(capsys, nim, *SMALL, "--frozen")[0] == 2


@pytest.mark.thorough
def test_no_other_file_is_taken_for_answers_or_written_over(nim: Path, capsys: Output) -> None:
    clauses = nim.with_name("clauses.md")
    before = clauses.read_bytes(), nim.read_bytes()
    for file in (clauses, nim):
        for options in (["--update"], ["--update", "--fresh"]):
            code, _, err = run(capsys, nim, *SMALL, *options, "--answers", file)
            assert code == 2
            assert str(file) in err
    nim.with_suffix(".answers").symlink_to(clauses)
    for options in (["--update"], ["--update", "--fresh"]):
        code, _, err = run(capsys, nim, *SMALL, *options)
        assert code == 2
        assert "no file of answers" in " ".join(err.split())
    assert (clauses.read_bytes(), nim.read_bytes()) == before
    for name in ("x" * 5000, "a\0b", nim.parent):
        code, _, err = run(capsys, nim, *SMALL, "--update", "--answers", name)
        assert code == 2
        assert "fault of this tool" not in err


@pytest.mark.thorough
def test_a_broken_file_is_written_anew_if_that_is_said(
    kept: Path, nim: Path, capsys: Output
) -> None:
    good = kept.read_bytes()
    kept.write_bytes(good[:100])
    code, _, err = run(capsys, nim, *SMALL, "--update")
    assert code == 2
    assert "--fresh --update writes it anew" in err
    assert kept.read_bytes() == good[:100]
    assert run(capsys, nim, *SMALL, "--update", "--fresh")[0] == 0
    assert kept.read_bytes() == good


@pytest.mark.thorough
def test_a_changed_setting_uses_and_keeps_nothing(kept: Path, nim: Path, capsys: Output) -> None:
    written = kept.read_text("utf-8")
    code, _, _ = run(capsys, nim, "--set", "heap=2", "--engine", "python", "--update")
    assert code in {0, 1}
    assert kept.read_text("utf-8") == written


@pytest.mark.heavy
def test_answers_elsewhere(nim: Path, tmp_path: Path, capsys: Output) -> None:
    elsewhere = tmp_path / "elsewhere" / "kept"
    code, _, err = run(capsys, nim, *SMALL, "--update", "--answers", elsewhere)
    assert (code, elsewhere.parent.exists()) == (2, False), (
        "a name that is mistyped makes no folder"
    )
    assert "there is no folder" in err
    elsewhere.parent.mkdir()
    run(capsys, nim, *SMALL, "--update", "--answers", elsewhere)
    assert not nim.with_suffix(".answers").exists()
    assert run(capsys, nim, *SMALL, "--frozen", "--answers", elsewhere)[0] == 0


@pytest.mark.thorough
def test_where_nothing_can_be_written_nothing_is_half_written(
    kept: Path, nim: Path, capsys: Output
) -> None:
    folder = nim.parent / "not_a_folder"
    folder.write_text("a file")
    code, _, err = run(capsys, nim, *SMALL, "--update", "--answers", folder / "kept")
    assert code == 2
    assert "not_a_folder" in err
    assert sorted(p.name for p in nim.parent.iterdir()) == [
        "clauses.md",
        "nim.answers",
        "nim.rules",
        "not_a_folder",
    ]


@pytest.mark.heavy
def test_troubles_are_kept_and_played_again(circling: Path, capsys: Output) -> None:
    assert run(capsys, circling, "--engine", "python", "--update")[0] == 1
    kept = circling.with_suffix(".answers").read_text("utf-8")
    assert "position 0 comes again" in kept
    assert kept.count("  not asked: ") == 2
    _, out, _ = run(capsys, circling, "--format", "json")
    (game,) = json.loads(out)
    assert game["coverage"] is None
    assert len(game["faults"]) == 2
    assert game["changes"] == []
    assert run(capsys, circling, "--frozen")[0] == 0
