"""``replay``: traces are played again, and what is wrong with a file is said."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.verify.cli.command import Output, answer, complaint

pytestmark = pytest.mark.usefixtures("only_asked")


@pytest.mark.thorough
def test_traces_are_written_and_replayed(nim: Path, tmp_path: Path, capsys: Output) -> None:
    folder = tmp_path / "traces"
    code, _ = answer(capsys, "verify", nim, "--instance", "small", "--traces", folder)
    assert code == 0
    traces = sorted(folder.iterdir())
    assert [t.name for t in traces] == ["nim_small_ann.itf.json", "nim_small_bob.itf.json"]
    code, text = answer(capsys, "replay", traces[1], "--ruleset", nim)
    assert code == 0
    assert "which shows: reachable won(Bob)" in text.splitlines()[0]
    assert "The end: Bob wins [end]" in text


@pytest.mark.thorough
def test_a_loop_and_a_fault_are_replayed(circling: Path, tmp_path: Path, capsys: Output) -> None:
    answer(capsys, "verify", circling, "--traces", tmp_path / "t")
    for trace in (tmp_path / "t").iterdir():
        code, text = answer(capsys, "replay", trace, "--ruleset", circling)
        assert code == 0, text
    data = json.loads((tmp_path / "t" / "circling_standard_ends.itf.json").read_text())
    assert data["loop"] == 0


@pytest.mark.thorough
def test_a_trace_that_breaks_the_rules(nim: Path, tmp_path: Path, capsys: Output) -> None:
    answer(capsys, "verify", nim, "--instance", "small", "--traces", tmp_path)
    path = tmp_path / "nim_small_bob.itf.json"
    data = json.loads(path.read_text())
    data["states"][1]["stick"] = {"#bigint": "0"}
    path.write_text(json.dumps(data))
    code, text = answer(capsys, "replay", path, "--ruleset", nim)
    assert code == 1
    assert "state 1: the file says stick" in text


@pytest.mark.thorough
def test_a_play_that_does_not_show_its_claim(nim: Path, tmp_path: Path, capsys: Output) -> None:
    answer(capsys, "verify", nim, "--instance", "small", "--traces", tmp_path)
    path = tmp_path / "nim_small_bob.itf.json"
    data = json.loads(path.read_text())
    data["states"].pop()
    path.write_text(json.dumps(data))
    code, text = answer(capsys, "replay", path, "--ruleset", nim)
    assert code == 1
    assert "does not show" in text


@pytest.mark.parametrize("content", [b"", b"\x00\xff\xfe", b'{"#meta": {"ru', b"[]", b"{}"])
def test_no_trace_at_all(content: bytes, tmp_path: Path, capsys: Output) -> None:
    path = tmp_path / "bad.itf.json"
    path.write_bytes(content)
    code, text = complaint(capsys, "replay", path)
    assert code == 2
    assert text.startswith(f"rulewright: {path}:")
    assert "Traceback" not in text


@pytest.mark.parametrize(
    ("ruleset", "files", "told"),
    [
        ("lanterns", [], "give its file with --ruleset"),
        ("lanterns", ["lanterns.rules"], "--ruleset {}/lanterns.rules may be its file"),
        ("lanterns", ["lanterns/lanterns.rules"], "--ruleset {}/lanterns/lanterns.rules may be its file"),
        ("tictactow", [], "give its file with --ruleset; did you mean tictactoe?"),
    ],
)  # fmt: skip
def test_a_play_of_ones_own_ruleset_asks_for_its_file(
    ruleset: str, files: list[str], told: str, tmp_path: Path, capsys: Output
) -> None:
    for file in files:
        (tmp_path / file).parent.mkdir(exist_ok=True)
        (tmp_path / file).write_text("ruleset lanterns", "utf-8")
    play = tmp_path / "play.txt"
    play.write_text(f"ruleset: {ruleset}\ninstance: box\n\nA: up\n", "utf-8")
    code, text = complaint(capsys, "replay", str(play))
    begins = f"rulewright: {play} is a play of {ruleset}, which is not shipped: "
    assert (code, " ".join(text.split())) == (2, begins + told.format(tmp_path))
