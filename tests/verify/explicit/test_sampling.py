"""Random plays in C: what was seen in one is there when it is played again."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.verify.conftest import NIM

from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.load import load_text
from rulewright.engines.native.compiler import available
from rulewright.engines.python.game import PythonGame
from rulewright.verify.explicit.native.build import compiled
from rulewright.verify.explicit.native.random_plays.sampling import sample, sampled
from rulewright.verify.explicit.searcher import asks
from rulewright.verify.limits import Budget
from rulewright.verify.portfolio.methods.sampling import contradicted_in_c, sample_in_c
from rulewright.verify.results.verdict import Reached, Refuted

pytestmark = [
    pytest.mark.thorough,
    pytest.mark.skipif(bool(available()), reason="no C compiler"),
]
ALWAYS = Budget().start()
CIRCLING = """\
ruleset circling "Circling"
  clauses "clauses.md"
  players Ann, Bob
  supply stick = 2 by [heap]
  state kept: 0..9 = 0
  state shut: Bool = no
  play by [turn]
    repeat
      turns for p in Player
        choose p
          stay when not shut by [turn]
            nothing
          grab when not shut by [turn]
            take 1 of stick to kept
          shut_it when not shut and kept = 2 by [end]
            shut := yes
  check ends fails: every play ends
  check bob fails: never after p acts: p is Bob and kept = 2
  check two: reachable kept = 2
  check three: reachable kept = 3
  check acts fails: someone can always act
"""


def game(text: str) -> PythonGame:
    return PythonGame(instantiate(load_text(text, "some.rules", every=False)))


@pytest.mark.heavy
def test_the_fewest_moves_of_all_plays() -> None:
    """Nim with three sticks: Bob wins in two moves at best, Ann in three."""
    nim = game(NIM)
    asked = asks(nim, frozenset({1, 2}))
    found = sample(compiled(nim), asked, 7, 200, 50, ALWAYS)
    assert found.plays == 200
    assert {n: s.moves for n, s in found.checks.items()} == {1: 2, 2: 3}
    for number, sighting in found.checks.items():
        states, actions = sampled(compiled(nim), 7, sighting)
        assert len(actions) == sighting.moves
        assert nim.holds(number, states[-1])
    assert sample(compiled(nim), asked, 7, 200, 50, ALWAYS) == found


def test_what_is_answered_is_replayed() -> None:
    circling = game(CIRCLING)
    found = sample_in_c(circling, range(5), 1, 300, 40, ALWAYS, lambda plays: None)
    assert sorted(found.answers) == [0, 1, 2, 4]
    lengths = {}
    for number, answer in found.answers.items():
        assert isinstance(answer.verdict, Refuted | Reached)
        lengths[number] = len(answer.verdict.witness)
    # Staying comes round, which is seen after 1, 2, 4, … moves; two sticks are taken in two moves, the second by Bob; a third
    # decision shuts everything.
    assert lengths == {0: 4, 1: 2, 2: 2, 4: 3}
    assert [defect.message for defect in found.defects] == [
        "fault: there is not enough stick left to take"
    ]


@pytest.mark.heavy
def test_what_plays_contradict_is_known_and_nothing_is_kept(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Two sticks are taken, three never are. Without time, or a compiler, nothing is contradicted."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    rules = CIRCLING.partition("  check ends")[0]
    never = "  check two fails: never kept = 2\n  check three: never kept = 3\n"
    circling = game(f"{rules}{never}")
    assert contradicted_in_c(circling, 300, 40, ALWAYS) == {0}
    assert contradicted_in_c(circling, 300, 40, Budget(0.0).start()) == frozenset()
    assert not list(tmp_path.rglob("*.so"))
    monkeypatch.setenv("CC", "no_such_compiler")
    assert contradicted_in_c(circling, 300, 40, ALWAYS) == frozenset()
