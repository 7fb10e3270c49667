"""A move that takes too long is no verdict; one that never rests is known as such, exactly."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from textwrap import dedent, indent
from typing import Any

import pytest
from tests.engines.engines import ENGINES, NEEDS_COMPILER, Engine
from tests.tiers import judges

from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.ir.program import Program
from rulewright.dsl.load import load_text
from rulewright.engines.game import Action, EndlessLoop, LongMove
from rulewright.engines.native.game import NativeGame
from rulewright.engines.python.game import PythonGame
from rulewright.verify.cli.main import main
from rulewright.verify.equivalence.readings.questions import questions
from rulewright.verify.equivalence.readings.study import answers
from rulewright.verify.explicit.searcher import NativeSearcher, PythonSearcher, Searcher
from rulewright.verify.limits import Budget
from rulewright.verify.portfolio.portfolio import answer_checks
from rulewright.verify.results.check_result import InstanceResult
from rulewright.verify.simulation.simulate import PlayEnd, simulate

pytestmark = pytest.mark.usefixtures("only_asked")

SEARCHERS = (
    pytest.param(PythonSearcher(), id="python"),
    pytest.param(NativeSearcher(), id="native", marks=NEEDS_COMPILER),
)
STEPS = "state step: 0..999 = 0\nstate high: 0..999 = 0\nstate bad: Bool = no"
CHECKS = """
check good: never bad
check bad_comes: reachable bad
check ends: every play ends
check by_a: never after p acts: bad
check fine: reachable forever bad
"""


def ruleset(act: str, parts: str = STEPS, more: str = "") -> str:
    """A game in which A may go on or do something first."""
    return (
        'ruleset sample "A sample"\n'
        "  players A, B\n"
        + indent(dedent(parts).strip() + "\n" + CHECKS.strip(), "  ")
        + "\n  play\n    choose A\n      act\n"
        + indent(dedent(act).strip(), " " * 8)
        + "\n      pass\n        nothing\n"
        + indent(dedent(more).strip(), " " * 4)
        + "\n    draw\n"
    )


COUNT = "repeat 40 times\n  repeat 30 times\n    step := (step + 1) mod 2\nbad := yes"
"""40 passes and the head once more, each with 31 of the inner head: 41 + 40 * 31 passes."""
PASSES = 41 + 40 * 31
ROUND = "step := 7\nrepeat\n  step := (step + 1) mod 200"
"""Comes back to where it was after 200 passes."""
ONCE = "step := 0\nrepeat until step = 990\n  step := step + 1"
CLOCK = "repeat\n  step := (step + 1) mod 1000\n  if step = 0: high := (high + 1) mod 1000"
"""Comes back to where it was after a million passes."""
LIMITS = (1, 64, 65, 456, 457, 712, 713, 990, 1281)


def program(act: str, **parts: str) -> Program:
    return instantiate(load_text(ruleset(act, **parts), "sample.rules"))


def played(game: Any) -> str:
    """How the first action of a game ends."""
    try:
        game.apply(game.new(), Action(0, ()))
    except EndlessLoop:
        return "never rests"
    except LongMove:
        return "too long"
    return "rests"


@pytest.mark.thorough
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("act", "limit", "end"),
    [
        (COUNT, PASSES, "rests"),
        (COUNT, PASSES - 1, "too long"),
        (ONCE, 991, "rests"),
        (ONCE, 990, "too long"),
        (ROUND, 1000, "never rests"),
        (ROUND, 200, "too long"),
        (CLOCK, 5000, "too long"),
    ],
)
def test_what_never_rests_is_told_from_what_takes_long(
    engine: Engine, act: str, limit: int, end: str
) -> None:
    game = (
        NativeGame(program(act), move_limit=limit)
        if engine is NativeGame
        else PythonGame(program(act), limit)
    )
    assert played(game) == end


@pytest.mark.thorough
@NEEDS_COMPILER
@pytest.mark.parametrize(
    ("act", "limits"),
    [(ROUND, LIMITS[::4]), *judges((act, LIMITS) for act in (CLOCK, ROUND, COUNT, ONCE))],
)
def test_the_engines_agree_at_every_limit(act: str, limits: tuple[int, ...]) -> None:
    of = program(act)
    for limit in limits:
        native = NativeGame(of, move_limit=limit)
        assert played(native) == played(PythonGame(of, limit)), limit


@pytest.mark.thorough
@pytest.mark.parametrize(
    "engine", [pytest.param(NativeGame, marks=NEEDS_COMPILER, id="native"), *judges([PythonGame])]
)
def test_the_case_of_a_million_passes(engine: Engine) -> None:
    """1.2 million passes: known neither to rest nor to go on for ever, and beyond the limit."""
    long = COUNT.replace("40", "2000").replace("30", "600")
    assert played(engine(program(long))) == "too long"
    assert played(NativeGame(program(long), move_limit=2_000_000)) == "rests"


@pytest.mark.thorough
@NEEDS_COMPILER
def test_a_long_way_round_is_found_with_a_higher_limit() -> None:
    assert played(NativeGame(program(CLOCK), move_limit=3_000_000)) == "never rests"


def report(act: str, searcher: Searcher, limit: int, more: str = "") -> InstanceResult:
    game = PythonGame(program(act, more=more), limit)
    return answer_checks(game, Budget(), searcher=searcher, plays=20)


def kinds(found: InstanceResult) -> dict[str, str]:
    return {answer.check.name: answer.verdict.kind for answer in found.answers}


@pytest.mark.thorough
@pytest.mark.parametrize("searcher", SEARCHERS)
def test_a_limit_is_no_verdict(searcher: Searcher) -> None:
    found = report(COUNT, searcher, 100)
    assert set(kinds(found).values()) == {"unknown"}
    assert found.coverage.stopped is not None
    assert found.coverage.stopped.limit == "move"
    for answer in found.answers:
        assert "--move-limit" in str(answer.verdict)
        assert answer.holds is None
    assert not found.defects


@pytest.mark.thorough
@pytest.mark.parametrize("searcher", SEARCHERS)
def test_what_was_unknown_is_answered_with_a_higher_limit(searcher: Searcher) -> None:
    found = report(COUNT, searcher, 5000)
    assert found.coverage.stopped is None
    assert kinds(found) == {
        "good": "refuted", "bad_comes": "reached", "ends": "proved", "by_a": "refuted", "fine": "reached"
    }  # fmt: skip


@pytest.mark.thorough
@pytest.mark.parametrize("searcher", SEARCHERS)
def test_what_was_seen_before_the_limit_counts(searcher: Searcher) -> None:
    """What other plays show is shown; of the rest nobody knows."""
    late = f"repeat\n  choose B\n    long\n{indent(COUNT, ' ' * 6)}\n    short\n      bad := yes"
    found = report("nothing", searcher, 100, more=late)
    assert kinds(found) == {
        "good": "refuted", "bad_comes": "reached", "ends": "refuted", "by_a": "refuted", "fine": "unknown"
    }  # fmt: skip


@pytest.mark.thorough
@pytest.mark.parametrize("searcher", SEARCHERS)
def test_what_never_rests_is_refuted(searcher: Searcher) -> None:
    found = report(ROUND, searcher, 1000)
    assert kinds(found) == {
        "good": "proved", "bad_comes": "proved", "ends": "refuted", "by_a": "proved", "fine": "proved"
    }  # fmt: skip
    assert [defect.message for defect in found.defects] == [
        "after 'act' the rules run on and never come to rest"
    ]


def test_a_sample_tells_one_from_the_other() -> None:
    def ends(act: str) -> set[PlayEnd]:
        game = PythonGame(program(act), 300 if act is COUNT else 1000)
        return set(simulate(game, 30, 1, 50, Budget().start()).ends)

    assert ends(COUNT) == {PlayEnd.TOO_LONG, PlayEnd.OVER}
    assert ends(ROUND) == {PlayEnd.DIVERGENCE, PlayEnd.OVER}


READINGS = STEPS + '\nreading way "Which?" by [r]\n  short: "one step" default\n  long: "many"\n'
BY_READING = f"if way is long\n{indent(COUNT, '  ')}\nelse\n  bad := yes"
AT_ONCE = COUNT.replace("bad := yes", "nothing")


@pytest.mark.thorough
@pytest.mark.parametrize("engine", ["python", pytest.param("native", marks=NEEDS_COMPILER), "auto"])
@pytest.mark.parametrize("setup", [True, *judges([False])])
def test_a_comparison_stops_at_a_long_move(engine: Any, setup: bool) -> None:
    text = ruleset(BY_READING, READINGS)
    if setup:
        start = f"  play\n    if way is long\n{indent(AT_ONCE, ' ' * 6)}\n    choose A\n"
        text = ruleset("nothing", READINGS).replace("  play\n    choose A\n", start)
    rules = load_text(text, "sample.rules")
    for limit, state in ((100, "open"), (5000, "same")):
        asked = questions(rules)
        (found,) = answers(rules, asked, Budget(), engine=engine, move_limit=limit)
        stopped = [open_.stopped and open_.stopped.limit for _, open_ in found.open]
        assert (found.state, stopped) == (state, ["move"] if state == "open" else [])


def run(arguments: Sequence[str], capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    code = main(arguments)
    told = capsys.readouterr()
    return code, told.out, told.err


@pytest.fixture
def rules(tmp_path: Path) -> str:
    (tmp_path / "clauses.md").write_text("- **[r]** text (1)\n")
    text = ruleset(COUNT).replace("  players A, B\n", '  clauses "clauses.md"\n  players A, B\n', 1)
    path = tmp_path / "sample.rules"
    path.write_text(text.replace("  play\n", "  play  by [r]\n"))
    return str(path)


@pytest.mark.thorough
def test_the_commands_name_the_limit(rules: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(["verify", rules, "--check", "fine", "--move-limit", "100"], capsys)
    assert code == 3
    assert "raise --move-limit" in " ".join(out.split())
    code, out, _ = run(["explore", rules, "--move-limit", "100", "--format", "json"], capsys)
    assert code == 3
    assert json.loads(out)["complete"] is False
    assert "--move-limit" in json.loads(out)["stopped"]
    code, out, _ = run(["explore", rules, "--format", "json"], capsys)
    assert (code, json.loads(out)["complete"], json.loads(out)["stopped"]) == (0, True, None)
    code, _, err = run(["explore", rules, "--move-limit", "100", "--perft", "2"], capsys)
    assert (code, "--move-limit" in err) == (3, True)
    code, out, _ = run(["simulate", rules, "--games", "9", "--move-limit", "100"], capsys)
    assert code == 3
    assert "a move too long" in out
    assert "--move-limit" in out


@pytest.mark.thorough
def test_a_replay_says_that_a_move_is_too_long(
    rules: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    traces = str(tmp_path / "traces")
    assert run(["verify", rules, "--traces", traces], capsys)[0] == 1
    trace = next(str(path) for path in Path(traces).iterdir() if "good" in path.name)
    assert run(["replay", trace, "--ruleset", rules], capsys)[0] == 0
    code, _, err = run(["replay", trace, "--ruleset", rules, "--move-limit", "100"], capsys)
    assert (code, "--move-limit" in err) == (3, True)
