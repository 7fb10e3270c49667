"""The command line: answers, exit codes, and messages for wrong input."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.ir.printing.program import show_program
from rulewright.dsl.load import load
from rulewright.engines.native.compiler import available
from rulewright.engines.native.compiler import command as compiler
from rulewright.verify.cli.main import main

Output = pytest.CaptureFixture[str]


def answer(capsys: Output, *arguments: object) -> tuple[int, str]:
    """The exit code and the standard output."""
    code = main([str(a) for a in arguments])
    return code, capsys.readouterr().out


def complaint(capsys: Output, *arguments: object) -> tuple[int, str]:
    """The exit code and the standard error."""
    code = main([str(a) for a in arguments])
    return code, capsys.readouterr().err


def test_explore_prints_the_keys_that_were_promised(nim: Path, capsys: Output) -> None:
    code, text = answer(capsys, "explore", nim, "--format", "json")
    data = json.loads(text)
    assert code == 0
    assert list(data) == [
        "states",
        "transitions",
        "depth",
        "terminal",
        "complete",
        "stopped",
        "instance",
    ]
    # (sticks, mover, Ann's, Bob's): 3A00 -> 2B10, 1B20; 2B10 -> 1A11, end; 1A11, 1B20 -> ends.
    assert (data["states"], data["transitions"], data["depth"]) == (7, 6, 3)
    assert data["terminal"] == {"Ann": 1, "Bob": 2}
    assert data["complete"] is True
    assert data["instance"]["parameters"] == {"heap": 3}


def test_explore_counts_plays(nim: Path, capsys: Output) -> None:
    code, text = answer(capsys, "explore", nim, "--games")
    assert code == 0
    assert "complete plays: 3" in text
    assert answer(capsys, "explore", nim, "--perft", "3")[1] == "nim standard: 2 3 1\n"


def test_an_unfinished_search_is_undecided(nim: Path, capsys: Output) -> None:
    code, text = answer(capsys, "explore", nim, "--states", "2")
    assert code == 3
    assert "not complete: the budget of 2 states is used up" in text
    code, text = answer(capsys, "explore", nim, "--budget", "0", "--format", "json")
    assert (code, json.loads(text)["complete"]) == (3, False)


def test_settings_choose_the_game(nim: Path, capsys: Output) -> None:
    _, text = answer(capsys, "explore", nim, "--set", "heap=1", "--format", "json")
    assert json.loads(text)["terminal"] == {"Ann": 1}
    _, text = answer(
        capsys, "explore", nim, "--set", "heap=1", "--reading", "winner=other", "--format", "json"
    )
    assert json.loads(text)["terminal"] == {"Bob": 1}
    _, text = answer(capsys, "explore", nim, "--instance", "other", "--format", "json")
    assert json.loads(text)["instance"]["readings"] == {"winner": "other"}


def test_verify_says_the_answer_first(nim: Path, capsys: Output) -> None:
    code, text = answer(capsys, "verify", nim)
    assert code == 0
    assert text.splitlines()[0] == "Nim: 1 thing wrong, 1 to know"
    assert "6 of 6 answers as expected" in text.splitlines()[1]
    code, text = answer(capsys, "show", nim, "F1")
    assert code == 0
    assert "Ann: take_some 1   [turn]" in text


def test_verify_with_an_answer_that_is_not_expected(nim: Path, capsys: Output) -> None:
    code, text = answer(capsys, "verify", nim, "--set", "heap=1", "--check", "bob")
    assert code == 1
    assert text.startswith("Nim: 1 thing wrong\n")
    assert "0 of 1 answer as expected" in text.splitlines()[1]
    assert "proved by complete search" in text


def test_verify_finds_what_nobody_asked(circling: Path, capsys: Output) -> None:
    code, text = answer(capsys, "verify", circling)
    assert code == 1
    assert "Play is stuck" in text
    assert "for ever" in answer(capsys, "show", circling, "ends")[1]


def test_verify_without_time_is_undecided(nim: Path, capsys: Output) -> None:
    code, text = answer(capsys, "verify", nim, "--instance", "small", "--budget", "0")
    assert code == 3
    assert "proved" not in text


def test_traces_are_written_and_replayed(nim: Path, tmp_path: Path, capsys: Output) -> None:
    folder = tmp_path / "traces"
    code, _ = answer(capsys, "verify", nim, "--instance", "small", "--traces", folder)
    assert code == 0
    traces = sorted(folder.iterdir())
    assert [t.name for t in traces] == ["nim_small_ann.itf.json", "nim_small_bob.itf.json"]
    code, text = answer(capsys, "replay", traces[1], "--ruleset", nim)
    assert code == 0
    assert "which shows: reachable won(Bob)" in text.splitlines()[0]
    assert "The end: Bob [end]" in text


def test_a_loop_and_a_fault_are_replayed(circling: Path, tmp_path: Path, capsys: Output) -> None:
    answer(capsys, "verify", circling, "--traces", tmp_path / "t")
    for trace in (tmp_path / "t").iterdir():
        code, text = answer(capsys, "replay", trace, "--ruleset", circling)
        assert code == 0, text
    data = json.loads((tmp_path / "t" / "circling_standard_ends.itf.json").read_text())
    assert data["loop"] == 0


def test_a_trace_that_breaks_the_rules(nim: Path, tmp_path: Path, capsys: Output) -> None:
    answer(capsys, "verify", nim, "--instance", "small", "--traces", tmp_path)
    path = tmp_path / "nim_small_bob.itf.json"
    data = json.loads(path.read_text())
    data["states"][1]["stick"] = {"#bigint": "0"}
    path.write_text(json.dumps(data))
    code, text = answer(capsys, "replay", path, "--ruleset", nim)
    assert code == 1
    assert "state 1: the file says stick" in text


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
    assert text.startswith(f"rulewright: {path}: ")
    assert "Traceback" not in text


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--instance", "smal"], "did you mean small?"),
        (["--variant", "standart"], "did you mean standard?"),
        (["--set", "heep=2"], "did you mean heap?"),
        (["--set", "heap=77"], "heap"),
        (["--set", "heap=two"], "no whole number"),
        (["--set", "heap"], "NAME=VALUE"),
        (["--set", "heap=1", "--set", "heap=2"], "set twice"),
        (["--reading", "winner=takr"], "did you mean taker?"),
        (["--reading", "first=taker"], "no reading first"),
        (["--format", "jsn"], "invalid choice"),
        (["--budget", "soon"], "no number of seconds"),
        (["--budget", "-1"], "no number of seconds"),
        (["--budget", "nan"], "no number of seconds"),
        (["--seed", "x"], "no whole number"),
        (["--colour"], "unrecognized"),
    ],
)
def test_wrong_options(options: list[str], message: str, nim: Path, capsys: Output) -> None:
    code, text = complaint(capsys, "explore", nim, *options)
    assert code == 2
    assert message in text
    assert "Traceback" not in text


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["explore", "tictactoo"], "tictactoe"),
        (["explore", "/nowhere/x.rules"], "there is no ruleset"),
        (["explore", "--instance", "small"], "need a RULESET"),
        (["verify", "tictactoe", "--check", "ens"], "did you mean ends?"),
        (["replay", "/nowhere/x.json"], "cannot read"),
        (["explain", "play.plac", "tictactoe"], "did you mean play.place?"),
        (["play", "tictactoe", "--human", "Y"], "players are X, O"),
        (["explore", "tictactoe", "--games", "--turns"], "does not go with"),
        (["frobnicate"], "invalid choice"),
        ([], "required"),
    ],
)
def test_wrong_requests(arguments: list[str], message: str, capsys: Output) -> None:
    code, text = complaint(capsys, *arguments)
    assert code == 2
    assert message in text


def test_a_broken_ruleset_is_wrong_input(tmp_path: Path, capsys: Output) -> None:
    path = tmp_path / "broken.rules"
    path.write_bytes(b"\xff\x00 no text")
    for command in ("explore", "verify", "simulate", "play", "build"):
        code, text = complaint(capsys, command, path)
        assert (code, "Traceback" in text) == (2, False)
    code, text = answer(capsys, "check", path)
    assert code == 2
    assert text.startswith("1 error in 1 of 1 ruleset")


def test_check_of_what_is_sound(nim: Path, capsys: Output) -> None:
    assert answer(capsys, "check", nim) == (0, "1 ruleset is sound\n")
    code, text = answer(capsys, "check", nim, "--format", "json")
    assert (code, json.loads(text)["diagnostics"]) == (0, [])


def test_simulate_is_the_same_for_the_same_seed(nim: Path, capsys: Output) -> None:
    first = answer(capsys, "simulate", nim, "--plays", "50", "--seed", "7", "--format", "json")
    again = answer(capsys, "simulate", nim, "--plays", "50", "--seed", "7", "--format", "json")
    other = answer(capsys, "simulate", nim, "--plays", "50", "--seed", "8", "--format", "json")
    assert first == again != other
    data = json.loads(first[1])
    assert sum(data["outcomes"].values()) == data["plays"] == 50
    assert 2 <= data["length"]["least"] <= data["length"]["greatest"] <= 3


def test_simulate_reports_faults(circling: Path, capsys: Output) -> None:
    assert answer(capsys, "simulate", circling, "--plays", "50")[0] == 1


def test_a_game_is_played_from_piped_input(
    nim: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    typed = "help\nmoves 2\ntake_some 9\ntake_some 1\nundo\nundo\ntake_some 2\ntake_some 1\n"
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
    code, text = answer(capsys, "play", nim, "--human", "all")
    assert code == 0
    assert "There is nothing to take back." in text
    assert "'take_some 9'" in text
    assert text.rstrip().endswith("The end: Bob [end]")


def test_play_against_random_and_leave(
    nim: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("quit\n"))
    code, text = answer(capsys, "play", nim, "--human", "Bob")
    assert code == 0
    assert "1. Ann: take_some" in text
    assert "Good-bye." in text
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    assert answer(capsys, "play", nim)[0] == 0
    assert "The end" in answer(capsys, "play", nim, "--human", "none")[1]


def test_explain_tells_rules_from_readings_and_questions(capsys: Output) -> None:
    code, text = answer(capsys, "explain", "turn.free", "circle")
    assert code == 0
    rules, rest = text.split(" readings of it\n")
    readings, questions = rest.split(" questions about it\n")
    assert "let may_place" in rules
    assert "reading freedom" in readings
    assert "check life_placing" in questions


def test_explain(nim: Path, capsys: Output) -> None:
    code, text = answer(capsys, "explain", "[turn]", nim)
    assert code == 0
    assert text.splitlines()[0] == "nim [turn]: Players in turn take one or two sticks."
    assert len(text.splitlines()) == 4


def test_build_prints_code_that_runs(nim: Path, tmp_path: Path, capsys: Output) -> None:
    code, text = answer(capsys, "build", nim)
    assert code == 0
    path = tmp_path / "out" / "nim.py"
    assert answer(capsys, "build", nim, "--output", path)[0] == 0
    assert path.read_text().rstrip() == text.rstrip()
    assert [p.name for p in path.parent.iterdir()] == ["nim.py"]
    run = f"import runpy; g = runpy.run_path({str(path)!r}); print(len(g['legal'](g['new']())))"
    assert (
        subprocess.run([sys.executable, "-c", run], capture_output=True, text=True).stdout == "2\n"
    )
    assert complaint(capsys, "build", nim, "--output", tmp_path)[0] == 2


def test_build_writes_c(nim: Path, tmp_path: Path, capsys: Output) -> None:
    path = tmp_path / "nim.c"
    assert answer(capsys, "build", nim, "--target", "c", "--output", path)[0] == 0
    assert path.read_text().rstrip() == answer(capsys, "build", nim, "--target", "c")[1].rstrip()
    if available() is None:
        main_ = "int main(void) { char s[999]; int b; rwx_first(s, &b); return (int)rwx_legal(s, 0, 0); }"
        path.write_text(path.read_text() + main_)
        target = tmp_path / "nim"
        subprocess.run([*compiler(), "-std=gnu11", "-o", target, path], check=True)
        assert subprocess.run([target]).returncode == 2
    assert complaint(capsys, "build", nim, "--target", "fortran")[0] == 2


def test_build_shows_the_program_that_all_others_read(nim: Path, capsys: Output) -> None:
    ruleset = load(nim)
    name = ruleset.instances[0].name.text
    status, text, *_ = answer(capsys, "build", nim, "--instance", name, "--target", "ir")
    assert status == 0
    assert text.rstrip() == show_program(instantiate(ruleset, instance=name)).rstrip()


def test_help_imports_nothing_heavy() -> None:
    script = (
        "import sys; from rulewright.verify.cli.main import main; main(['--help']); "
        "print([m for m in ('z3', 'lark', 'jinja2') if m in sys.modules], file=sys.stderr)"
    )
    result = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        env={"PYTHONPATH": ":".join(sys.path)},
    )
    assert (result.returncode, result.stderr) == (0, "[]\n")


def test_a_fault_of_the_tool_is_a_message(
    nim: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(path: Path, *, every: bool) -> None:
        raise KeyError("a bug")

    monkeypatch.setattr("rulewright.dsl.load.load", broken)
    code, text = complaint(capsys, "explore", nim)
    assert code == 4
    assert "--debug" in text
    assert "Traceback" not in text
    with pytest.raises(KeyError):
        main(["explore", str(nim), "--debug"])


def test_fmt_changes_a_file_once(nim: Path, capsys: Output) -> None:
    code, _ = answer(capsys, "fmt", nim)
    assert code == 0
    formatted = nim.read_text()
    assert answer(capsys, "fmt", "--check", nim) == (0, "nothing to change\n")
    nim.write_text(formatted.replace("param heap:", "param   heap :"))
    spoilt = nim.read_text()
    assert answer(capsys, "fmt", "--check", nim) == (1, f"would change: {nim}\n")
    assert nim.read_text() == spoilt
    assert answer(capsys, "fmt", nim) == (0, f"changed: {nim}\n")
    assert nim.read_text() == formatted
    assert sorted(p.name for p in nim.parent.iterdir()) == ["clauses.md", "nim.rules"]


def test_a_file_that_cannot_be_written_is_left_alone(nim: Path, capsys: Output) -> None:
    code, text = complaint(capsys, "build", nim, "--output", nim / "below" / "x.py")
    assert code == 2
    assert "cannot write" in text


def test_the_engine_that_searches_can_be_chosen(
    nim: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, text = answer(capsys, "explore", nim, "--engine", "python")
    assert code == 0
    assert "searched on the Python engine" in text
    monkeypatch.setenv("CC", "no_such_compiler")
    code, text = complaint(capsys, "explore", nim, "--engine", "native")
    assert code == 2
    assert "no native engine here" in text
    assert answer(capsys, "explore", nim, "--engine", "auto")[0] == 0


@pytest.mark.thorough
@pytest.mark.skipif(available() is not None, reason="there is no C compiler")
def test_the_native_engine_gives_the_same_answers(nim: Path, capsys: Output) -> None:
    for command in (
        ["explore"],
        ["explore", "--turns"],
        ["explore", "--perft", "3"],
        ["verify", "--check", "ann"],
    ):
        found = []
        for engine in ("python", "native"):
            code, text = answer(capsys, *command[:1], nim, *command[1:], "--engine", engine)
            assert code == 0
            assert ("native engine" in text) == (engine == "native")
            found.append(text.replace("native", "Python").replace(" (Python engine)", ""))
        assert found[0] == found[1]


@pytest.mark.skipif(available() is not None, reason="there is no C compiler")
def test_where_the_native_engine_gives_up_is_said(
    nim: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "kept"))
    broken = tmp_path / "broken_cc"
    broken.write_text("#!/bin/sh\n[ $# -le 1 ] && exit 0\necho no space left\nexit 1\n")
    broken.chmod(0o755)
    monkeypatch.setenv("CC", str(broken))
    code, text = complaint(capsys, "explore", nim, "--engine", "native")
    assert code == 2
    assert "no space left" in text
    assert answer(capsys, "explore", nim)[0] == 0


GAP = """ruleset hole "Hole"
  clauses "clauses.md"
  players X, O                                              by [play]
  state n: 0..2 = 0
  supply piece = {pieces}                                   by [play]
  play                                                      by [play]
    repeat
      choose X
        take_one when n < 2                                 by [play]
          take piece to n
        stop_here when n = 2                                by [play]
          gap "what happens with two"
  check two: reachable n = 2                                by [play]
"""


@pytest.mark.parametrize(("pieces", "code", "said"), [(2, 0, "a gap"), (1, 1, "a shortage")])
def test_a_gap_that_is_marked_is_told_and_a_fault_is_wrong(
    tmp_path: Path, capsys: Output, pieces: int, code: int, said: str
) -> None:
    (tmp_path / "clauses.md").write_text("# Clauses\n\n- **[play]** Play. (p. 1)\n")
    rules = tmp_path / "hole.rules"
    text = GAP.replace("{pieces}", str(pieces))
    if pieces == 1:
        text = text.replace("reachable n = 2", "reachable n = 1")
    rules.write_text(text)
    found, shown = answer(capsys, "verify", rules)
    assert found == code
    assert shown.startswith("Hole: 1 thing wrong, ")
    assert said in answer(capsys, "show", rules, "F1")[1].splitlines()[0]


def test_without_being_told_verify_answers_for_the_games_that_people_play(
    nim: Path, capsys: Output
) -> None:
    def asked(*options: str) -> list[str]:
        code, text = answer(capsys, "verify", nim, "--format", "json", *options)
        assert code == 0
        return [report["instance"]["name"] for report in json.loads(text)]

    assert asked() == ["small", "other"]
    nim.write_text(nim.read_text().replace("other: standard with", "other: standard for play with"))
    assert asked() == ["other"]
    assert asked("--all") == ["small", "other"]
    assert asked("--instance", "small") == ["small"]
    code, said = complaint(capsys, "verify", nim, "--all", "--instance", "small")
    assert (code, "--all goes without" in said) == (2, True)
