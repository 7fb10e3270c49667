"""What a ruleset calls its games, its state and its options is what readers are shown."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from tests.verify.cli.command import Output, run

from rulewright.dsl.format import format_text

pytestmark = pytest.mark.usefixtures("only_asked")

RULES = """\
ruleset heap "Heap"
  clauses "heap.md"
  players Ann, Bob
  supply stone "Stones in the middle" = 4                   by [turn]
  state taken "Stones in front": Player -> 0..9 = 0
  state dusty_hand: Player -> 0..1 = 0
  play                                                      by [turn]
    repeat
      turns for p in Player
        choose p
          take "takes stones:" (n: 1..2) when n <= stone
            take n of stone to taken[p]
            dusty_hand[p] := 1
        if stone = 0: win p
  check bob "Can Bob win?": reachable won(Bob) and dusty_hand[Bob] = 1
  variant short "The short game": standard
    supply stone "Stones in the middle" = 2                 by [turn]
  instance long "The long game": standard
  instance brief: short
"""


@pytest.fixture
def heap(tmp_path: Path) -> Path:
    (tmp_path / "heap.md").write_text("- **[turn]** Take one or two. (p. 1)\n")
    rules = tmp_path / "heap.rules"
    rules.write_text(RULES)
    return rules


def test_titles_stay_where_they_are_when_a_file_is_laid_out(heap: Path) -> None:
    assert format_text(RULES, "heap.rules") == RULES


@pytest.mark.heavy
def test_readers_see_titles_and_who_plays_types_names(
    heap: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, out, _ = run(capsys, "verify", heap)
    assert "long: The long game \N{MIDDLE DOT} brief: The short game\n" in out
    _, out, _ = run(capsys, "show", heap, "F1")
    assert "in long (The long game: standard, 2 players)" in out
    assert "1. Ann: takes stones: 2   [turn]" in out
    assert "Stones in the middle: 4" in out
    assert "Stones in front: Ann 0, Bob 0" in out
    assert "dusty_hand: Ann 0, Bob 0" in out
    monkeypatch.setattr("sys.stdin", io.StringIO("take 2\n"))
    _, out, _ = run(capsys, "play", heap, "--instance", "long")
    assert "  take 1, take 2\n" in out
    assert "1. Ann: takes stones: 2" in out
    page = heap.with_suffix(".html")
    run(capsys, "report", heap, "-o", page)
    text = page.read_text()
    for shown in ("<dt>Stones in front</dt>", "<dt>dusty hand</dt>", "Ann: takes stones: 2</button>",
                  'role="columnheader">The short game</th>'):  # fmt: skip
        assert shown in text
