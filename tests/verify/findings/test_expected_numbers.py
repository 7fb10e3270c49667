"""The numbers that an author expects of a game, against what is there."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.verify.cli.command import Output, answer

from rulewright.dsl.load import load_text
from rulewright.verify.answers.sources import texts
from rulewright.verify.explicit.searcher import NativeSearcher, PythonSearcher, Searcher
from rulewright.verify.findings.origins.expected_numbers import (
    counted,
    games,
    larger_games,
    number_diagnostics,
)
from rulewright.verify.limits import Budget

# A heap of which one or two are taken: a position for each rest and player to move, an end for each
# player who took the last one; plays of 3: 1+1+1, 1+2, 2+1.
HEAP = """ruleset heap "A heap"
  players A, B
  param heap: 1..30 = 3 by [r]
  state left: 0..30 = heap
  play by [r]
    repeat
      turns for p in Player
        choose p
          take(k: 1..2) when k <= left  by [r]
            left -= k
        if left = 0: win p
  check last: reachable won(B)
  instance small: standard
"""
RIGHT = "    expect 6 positions, 6 actions\n    expect 2 ends, 3 plays\n"
CIRCLE = HEAP.replace("left -= k", "left := (left + k) mod 4").replace("k <= left", "k > 0")


def sentences(text: str, searcher: Searcher, most: int | None = None) -> list[str | None]:
    """What is said of each number: None if it is open, nothing where it is right."""
    ruleset = load_text(text, "heap.rules")
    found = counted(games(Path("heap.rules"), ruleset), searcher, Budget().start(), most)
    return [None if each.right is None else each.sentence for each in found]


def by_hand(heap: int) -> tuple[int, int, int]:
    """Positions, ends and plays of the heap, by walking over it here."""
    seen: set[tuple[int, int]] = set()

    def plays(left: int, mover: int) -> int:
        seen.add((left, mover))
        return 1 if left == 0 else sum(plays(left - k, 1 - mover) for k in (1, 2) if k <= left)

    count = plays(heap, 0)
    return len(seen), sum(left == 0 for left, _ in seen), count


@pytest.mark.thorough
@pytest.mark.parametrize("searcher", [PythonSearcher(), NativeSearcher()], ids=["python", "c"])
def test_right_numbers_are_right_and_wrong_ones_are_told_with_both(searcher: Searcher) -> None:
    positions, ends, plays = by_hand(3)
    assert (
        f"    expect {positions} positions, 6 actions\n    expect {ends} ends, {plays} plays\n"
        == RIGHT
    )
    assert sentences(HEAP + RIGHT, searcher) == ["", "", "", ""]
    wrong = RIGHT.replace("6 positions", "8 positions").replace("3 plays", "4 plays")
    assert sentences(HEAP + wrong, searcher) == [
        "8 positions of heap small are expected, there are 6", "", "",
        "4 plays of heap small are expected, there are 3",
    ]  # fmt: skip


@pytest.mark.thorough
def test_plays_without_a_bound_and_what_is_not_counted_to_the_end() -> None:
    python = PythonSearcher()
    assert sentences(CIRCLE + "    expect 3 plays\n", python) == [
        "3 plays of heap small are expected, there is no bound: play can go on for ever"
    ]
    many = HEAP.replace("= 3 by", "= 30 by")
    assert sentences(many + "    expect 9 plays\n", python, most=20) == [None]
    assert sentences(many + "    expect 9 positions\n", python, most=20) == [
        "9 positions of heap small are expected, there are at least 21"
    ]
    assert sentences(many + "    expect 60 positions, 2 ends\n", python, most=20) == [None, None]


def test_check_looks_at_small_games_alone() -> None:
    ruleset = load_text(HEAP + "    expect 9 positions\n", "heap.rules")
    (found,) = number_diagnostics(Path("heap.rules"), ruleset)
    assert (found.code, found.span.line, found.span.column) == ("E828", 14, 12)
    assert number_diagnostics(Path("heap.rules"), ruleset, most=8) == []
    assert [larger_games(Path("heap.rules"), ruleset, most) for most in (8, 9)] == [1, 0]


@pytest.mark.slow
def test_check_and_verify_fail_with_the_number(tmp_path: Path, capsys: Output) -> None:
    path = tmp_path / "heap.rules"
    clauses = "# Clauses\n\n- **[r]** All of it. (page 1)\n"
    (tmp_path / "clauses.md").write_text(clauses, "utf-8")
    text = HEAP.replace("  players", '  clauses "clauses.md"\n  players', 1)
    path.write_text(text + RIGHT, "utf-8")
    assert answer(capsys, "check", path)[0] == 0
    code, out = answer(capsys, "verify", path)
    assert (code, "4 of 4 numbers as expected" in out) == (0, True), out
    path.write_text(text + RIGHT.replace("2 ends", "5 ends"), "utf-8")
    code, out = answer(capsys, "check", path)
    said = " ".join(out.split())
    assert (code, "E828 5 ends of heap small are expected, there are 2" in said) == (2, True), out
    code, out = answer(capsys, "verify", path)
    assert (code, "3 of 4 numbers as expected" in out) == (1, True), out
    assert "5 ends of heap small are expected, there are 2" in out
    chosen = answer(capsys, "verify", str(path), "--set", "heap=4")[1]
    assert "expected, there are" not in chosen


def test_kept_answers_do_not_depend_on_numbers(tmp_path: Path) -> None:
    path = tmp_path / "heap.rules"
    plain, said = (texts(load_text(t, str(path)), path) for t in (HEAP, HEAP + RIGHT))
    assert plain == said


def test_check_says_what_it_leaves_to_verify(tmp_path: Path, capsys: Output) -> None:
    (tmp_path / "clauses.md").write_text("- **[r]** Rule. (page 1)\n", "utf-8")
    text = HEAP.replace("\n", '\n  clauses "clauses.md"\n', 1)
    (tmp_path / "heap.rules").write_text(text + "    expect 6744 positions\n", "utf-8")
    _, out = answer(capsys, "check", tmp_path / "heap.rules")
    assert "expected of 1 larger game are counted by 'verify'" in out


BLOCKED = """ruleset heap "A heap"
  players stuck, other
  state left: 0..2 = 2
  state blocked: Bool = no
  play by [r]
    repeat
      turns for p in Player
        choose p
          take(k: 1..2) when k <= left, not blocked  by [r]
            left -= k
          block when left = 2  by [r]
            blocked := yes
            left := 1
        if left = 0: win p
  check last: reachable won(other)
  instance small: standard
    expect 5 positions, 2 ends
"""


@pytest.mark.thorough
@pytest.mark.parametrize("searcher", [PythonSearcher(), NativeSearcher()], ids=["python", "c"])
def test_a_winner_may_be_called_as_positions_in_which_nobody_can_act(searcher: Searcher) -> None:
    """Both players can win, and one position is no end: after the first player blocked."""
    assert sentences(BLOCKED, searcher) == ["", ""]
