"""A project of a user: a ruleset that pytest collects, an engine with a fault, and its tests."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from rulewright.dsl.inputs.locate import find
from rulewright.verify.cli.main import main as verify
from rulewright.verify.results.verdict import RAISE_BUDGET, Explained, Sampled, Unknown, Verdict
from rulewright.verify.stategraph.graph import LimitReached
from rulewright.verify.testing.plugin import AnswersItem, CheckItem, why_open

pytestmark = pytest.mark.usefixtures("only_asked")

ADAPTER = Path(__file__).parents[3] / "docs" / "adapters" / "engine.py"
ENGINE_TEST = """
from rulewright.verify.testing import follows

def test_the_engine():
    follows("tictactoe.rules", "{python} engine.py", ["place a1", "place b1", "place b2", "place c1", "place c3"])
"""


QUIET = ("-p", "no:pytest-lsp", "-p", "no:asyncio")
PLUGIN = ("-p", "rulewright.verify.testing.plugin", "-p", "no:rulewright", *QUIET)
INSIDE = (*PLUGIN, "-p", "no:unraisableexception")
"""In the process of the tests; what pytest collects at its end would be the garbage of all of them."""


def run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pytest", *PLUGIN, *words]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    for name in ("tictactoe.rules", "clauses.md", "tictactoe.answers"):
        shutil.copy(find("tictactoe").parent / name, tmp_path / name)
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    (tmp_path / "test_engine.py").write_text(ENGINE_TEST.format(python=sys.executable))
    text = ADAPTER.read_text("utf-8")
    assert "a1 b2 c3," in text
    (tmp_path / "engine.py").write_text(text.replace("a1 b2 c3,", ""))
    return tmp_path


@pytest.mark.slow
def test_a_fault_fails_with_its_play_and_passes_when_it_is_mended(project: Path) -> None:
    planted = run(project)
    assert planted.returncode == 1
    assert "1 failed, 7 passed" in planted.stdout, planted.stdout
    assert "the rules:  play is over: X wins [end.line]" in planted.stdout
    assert "the engine: play goes on" in planted.stdout
    shutil.copy(ADAPTER, project / "engine.py")
    mended = run(project, "test_engine.py")
    assert mended.returncode == 0, mended.stdout
    assert "1 passed" in mended.stdout


class Chosen:
    """Hears what a run is going to ask."""

    def __init__(self) -> None:
        self.items: list[pytest.Item] = []

    @pytest.hookimpl(trylast=True)
    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Keep the items."""
        self.items = session.items


def asked(folder: Path, *words: str) -> list[tuple[str, list[str], bool]]:
    """The items of a run, with the checks that are asked for the sake of each."""
    chosen = Chosen()
    pytest.main(
        [str(folder), "-q", "--co", "-p", "no:cacheprovider", *INSIDE, *words], plugins=[chosen]
    )
    return [
        (item.name, item.answers.checks, item.answers.whole)
        for item in chosen.items
        if isinstance(item, CheckItem | AnswersItem)
    ]


@pytest.mark.heavy
def test_what_no_item_needs_is_not_asked(project: Path) -> None:
    both = ["one_winner", "draw_reachable"]
    assert asked(project, "-k", "check and draw_reachable") == [
        ("check[box-draw_reachable]", ["draw_reachable"], False)
    ]
    assert [(set(checks) >= {*both}, whole) for _, checks, whole in asked(project)] == [
        (True, True)
    ] * 4
    kept = project / "tictactoe.answers"
    kept.write_text(kept.read_text("utf-8").replace("instance box", "instance other"), "utf-8")
    assert not [name for name, *_ in asked(project) if name.startswith("answers")]
    kept.write_text("nonsense", "utf-8")
    assert [name for name, *_ in asked(project) if name.startswith("answers")] == ["answers[box]"]


@pytest.mark.heavy
def test_what_was_open_and_is_answered_now_is_told_and_fails_nothing(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What was answered and is answered otherwise fails."""
    words = [str(project / "tictactoe.rules"), "-q", "-p", "no:cacheprovider", *INSIDE]
    words += ["-k", "answers"]
    kept = project / "tictactoe.answers"
    text = kept.read_text("utf-8")
    play = text[text.index("  draw_reachable: reached") : text.index("  ends: proved")]
    kept.write_text(text.replace(play, "  draw_reachable: open\n    nothing at all\n"), "utf-8")
    assert pytest.main(words) == 0
    told = capsys.readouterr().out
    assert "was open, is now reached in 9 moves" in told
    assert "'rulewright verify tictactoe.rules --update' keeps it" in told
    kept.write_text(text.replace("16,167 actions", "16,168 actions"), "utf-8")
    assert pytest.main(words) == 1


IN_OTHER_WORDS = """ruleset heap "Heap"
  clauses "clauses.md"
  players A, B
  state left: 0..3 = 3
  reading most "How many may be taken?" by [take]
    two: "one or two" default
    words: "one or two, in other words"
  play by [take]
    repeat
      turns for p in Player
        choose p
          take(n: 1..3) when n <= left, if most is two then n < 3 else n in {1, 2} by [take]
            left -= n
        if left = 0: win p by [take]
  instance box "Heap": standard for play
"""


@pytest.mark.heavy
def test_a_comparison_of_readings_that_does_not_hold_any_more_fails(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = tmp_path / "heap.rules"
    rules.write_text(IN_OTHER_WORDS)
    (tmp_path / "clauses.md").write_text("- **[take]** One is taken. (common usage)\n")
    verify(["verify", str(rules), "--update"])
    words = [str(rules), "-q", "-p", "no:cacheprovider", *INSIDE, "-k", "answers"]
    assert pytest.main(words) == 0
    kept = rules.with_suffix(".answers")
    same, pairs = "in instance box: the same game\n", "    6 pairs of positions\n"
    text = kept.read_text("utf-8")
    assert same + pairs in text, text
    other = "in instance box: another game\n    A: take 1\n"
    kept.write_text(text.replace(same + pairs, other), "utf-8")
    capsys.readouterr()
    assert pytest.main(words) == 1
    assert "was another game, is now the same game" in capsys.readouterr().out


def with_a_check_that_fails(project: Path) -> str:
    """The words that choose it, by its file: the test of the engine is left out."""
    rules = project / "tictactoe.rules"
    rules.write_text(rules.read_text("utf-8").replace("draw_reachable ", "draw_reachable fails "))
    (project / "tictactoe.answers").unlink()
    return str(rules)


@pytest.mark.heavy
def test_what_failed_is_asked_again_alone(project: Path) -> None:
    path = with_a_check_that_fails(project)
    assert pytest.main([path, "-q", *INSIDE, "-k", "draw_reachable or example"]) == 1
    chosen = Chosen()
    pytest.main([path, "-q", "--co", "--lf", *INSIDE], plugins=[chosen])
    assert [item.name for item in chosen.items] == ["check[box-draw_reachable]"]


@pytest.mark.slow
def test_items_run_side_by_side(project: Path) -> None:
    path = with_a_check_that_fails(project)
    found = run(project, "-n", "2", path)
    assert found.returncode == 1, found.stdout
    assert "1 failed, 5 passed" in found.stdout, found.stdout
    assert "expected: no; reached in 9 moves" in found.stdout


@pytest.mark.parametrize(
    ("verdict", "told"),
    [
        (
            Unknown(Explained("there was no time"), RAISE_BUDGET),
            "open: unknown: there was no time; raise --rulewright-effort",
        ),
        (
            Unknown(LimitReached("move", 9)),
            "open: unknown: a move takes more than 9 passes of loops, so what follows it is not known; raise --move-limit; raise --rulewright-effort",
        ),
        (
            Sampled(7),
            "open: nothing found in 7 random plays; this assures nothing; raise --rulewright-effort",
        ),
    ],
)
def test_pytest_has_no_budget_to_raise(verdict: Verdict, told: str) -> None:
    assert why_open(verdict) == told


@pytest.mark.heavy
def test_what_a_ruleset_asks_fails_in_words(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = project / "tictactoe.rules"
    text = rules.read_text("utf-8")
    rules.write_text(text.replace("draw_reachable ", "draw_reachable fails "))
    rules.write_text(rules.read_text("utf-8").replace("    then won(X)", "    then won(O), won(X)"))
    with rules.open("a", encoding="utf-8") as file:
        file.write("  instance board: standard\n    expect 5477 positions\n")
    (project / "tictactoe.answers").unlink()
    words = [str(rules), "-q", "-p", "no:cacheprovider", *INSIDE, "-k"]
    assert pytest.main([*words, "(draw_reachable and box) or example or expect"]) == 1
    told = capsys.readouterr().out
    assert "Can the game be drawn?" in told
    assert "expected: no; reached in 9 moves" in told
    assert "5. X: place a3" in told
    assert (
        ":10: E827 the example line (Three in a line win): won(O) does not hold here"
        in " ".join(told.split())
    )
    assert "5,477 positions of tictactoe board are expected, there are 5,478" in told
    assert "3 failed, 1 passed" in told
    assert "Traceback" not in told
    rules.write_text("ruleset broken\n")
    assert pytest.main([*words, "sound"]) == 1
    assert "tictactoe.rules:1" in capsys.readouterr().out


SMALL_AND_LARGE = """ruleset pile "Pile"
  clauses "clauses.md"
  players A, B
  param most: 1..3 = 3 by [take]
  state left: 0..3 = most
  state taken: Bool = no
  play by [take]
    repeat
      turns for p in Player
        choose p
          take by [take]
            left -= 1
            taken := yes
        if left = 0: win p by [take]
  check long_play: reachable taken and left = {left}
  check ends: every play ends
  instance small "Small": standard with most = 1
  instance large "Large": standard with most = 3
"""


@pytest.mark.heavy
@pytest.mark.parametrize(
    ("left", "more", "told"),
    [
        (2, "", "4 passed"),
        (3, "", "2 failed, 2 passed"),
        (3, '  accept long_play by [take] "it is so"\n', "4 passed"),
    ],
)
def test_a_game_may_be_too_small_for_what_another_one_shows(
    tmp_path: Path, left: int, more: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """In the small one two are never left; that is no failure if in the large one they are, or if it is accepted."""
    rules = tmp_path / "pile.rules"
    rules.write_text(SMALL_AND_LARGE.format(left=left) + more)
    (tmp_path / "clauses.md").write_text("- **[take]** One is taken. (common usage)\n")
    pytest.main([str(rules), "-q", "-p", "no:cacheprovider", *INSIDE, "-k", "check"])
    assert told in capsys.readouterr().out


FEWER = """
from rulewright.verify.conform.rules.ruled import RuledEngine
from rulewright.verify.testing.games import game
from rulewright.verify.testing.machine import state_machine


class Fewer(RuledEngine):
    def __init__(self):
        super().__init__(lambda _: game("tictactoe"))

    def legal(self):
        return super().legal()[1:]


TestFewer = state_machine("tictactoe", Fewer).TestCase
"""


@pytest.mark.heavy
def test_a_state_machine_fails_in_lines_that_one_can_read(tmp_path: Path) -> None:
    """The play is drawn; what was found is not written out as Python has it."""
    (tmp_path / "test_fewer.py").write_text(FEWER, "utf-8")
    out = run(tmp_path).stdout
    assert "the engine: it is not among the legal actions" in out
    assert "Discrepancy(aspect" not in out
