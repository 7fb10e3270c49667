"""Small rulesets in files, for the command line."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from rulewright.verify.cli.verification import large_games
from rulewright.verify.findings.unasked import look

NIM = """\
ruleset nim "Nim"
  clauses "clauses.md"

  param heap: 1..9 = 3 by [heap]
  players Ann, Bob
  supply stick = heap by [heap]
  state kept: Player -> 0..9 = 0

  reading winner "who wins by the last stick" by [end]
    taker: "the one who takes it" default
    other: "the other one"

  play by [turn]
    repeat
      turns for p in Player
        choose p
          take_some(n: 1..2) when n <= stick by [turn]
            take n of stick to kept[p]
        if stick = 0
          match winner
            taker: win p by [end]
            other: win next(p) by [end]

  check ends "Does every game end?": every play ends
  check bob "Can Bob win?": reachable won(Bob)
  check ann fails "Can Ann never win?": never won(Ann)

  instance small: standard with heap = 3
  instance other: standard with heap = 2, winner = other
"""

CLAUSES = """\
- **[heap]** Some sticks lie on the table.
- **[turn]** Players in turn take one or two sticks.
- **[end]** The last stick decides.
"""


@pytest.fixture(scope="module")
def only_asked() -> Iterator[None]:
    """What nobody asked about is looked for in the text alone.

    Of a small game the search for it is most of what ``verify`` does; ``tests/verify/findings`` is about it.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(look, "_searched", lambda *_: [])
        patch.setattr(large_games, "in_plays", lambda *_: ())
        yield


@pytest.fixture
def nim(tmp_path: Path) -> Path:
    """A heap of three sticks: 1+1+1, 1+2, 2+1 are its three complete plays."""
    return nim_in(tmp_path)


def nim_in(folder: Path) -> Path:
    """The same in a folder of one's own."""
    path = folder / "nim.rules"
    path.write_text(NIM)
    (folder / "clauses.md").write_text(CLAUSES)
    return path


@pytest.fixture
def circling(tmp_path: Path) -> Path:
    """Play can go round for ever, get stuck, or run short."""
    path = tmp_path / "circling.rules"
    path.write_text(
        """\
ruleset circling "Circling"
  clauses "clauses.md"
  players Ann
  supply stick = 1 by [heap]
  state kept: 0..9 = 0
  state shut: Bool = no

  play by [turn]
    repeat
      choose Ann
        stay when not shut by [turn]
          nothing
        grab when not shut by [turn]
          take 1 of stick to kept
        shut_it when not shut by [end]
          shut := yes

  check ends: every play ends
"""
    )
    (tmp_path / "clauses.md").write_text(CLAUSES)
    return path
