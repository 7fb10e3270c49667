"""What is so in games of more positions than are looked at one by one, if a search goes through all of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.load import load_text
from rulewright.verify.findings.subject import Selected
from rulewright.verify.findings.unasked.detector import NoticedIn
from rulewright.verify.findings.unasked.larger import proving
from rulewright.verify.findings.unasked.larger.always_so import always_so
from rulewright.verify.findings.unasked.larger.known_game import KnownGame
from rulewright.verify.findings.unasked.larger.never_reached import left_by_plays, never_reached
from rulewright.verify.limits import Budget

HEAPS = """\
ruleset heaps "Heaps"
  enum Heap: One, Two
  enum Coin: Gold, Tin, Lead
  players Ann, Bob
  supply coins[Coin] = 3 by [take]
  state left: Heap -> 0..7 = 7
  state tick: 0..4 = 0
  state flag: 0..3 = 1
  state glow: 0..3 = 0
  state spark: 0..3 = 0
  state had: Player -> 0..3 = 0

  let taken() = 7 - left[One] + (7 - left[Two]) div 2

  play by [take]
    repeat until <until>
      turns for p in Player
        choose p
          take(h: Heap) when left[h] >= (if h is One then 1 else 2)
            left[h] -= if h is One then 1 else 2
            tick := (tick + 1) mod 5
            if <held> and coins[Gold] >= 1 and had[p] < 1
              take 1 of coins[Gold] to had[p]
              take 1 of coins[<also>] to had[p]
            flag := <flag>
            spark := 1
            spark := 0
            if glow = 0: nothing
        otherwise
          win p
        choose p
          wave when <wave>
            nothing
          shrug
            nothing
        if taken() mod 5 = (tick + <turn>) mod 5
          glow := 2
        else
          nothing
"""
WHOLE = {
    "until": "taken() = 6", "held": "left[h] < 6", "also": "Tin", "flag": "tick mod 4",
    "wave": "tick > 2", "turn": "0",
}  # fmt: skip
"""How many were taken, all in all, is the same as what counts them: a solver would have to find that. So the
last ``else`` is for nothing. There is more gold than two players take, and no use of lead; and the game is
over before a heap is empty."""
SAID_OF_ALL = {
    "dead_rule.branch_else_of_taken_mod_5_tick", "dead_rule.always_coins_gold_1_of_play",
    "dead_rule.otherwise_take", "dead_rule.coins_Lead",
}  # fmt: skip
FAULTS = {
    "until": ("taken() = 12", "dead_rule.never_until_taken_12"),
    "held": ("left[h] < 7", "dead_rule.always_left_h_7_of_play"),
    "also": ("Lead", "dead_rule.coins_Tin"),
    "flag": ("min(tick, 0) + 1", "dead_rule.flag"),
    "wave": ("tick > 4", "dead_rule.wave"),
    "turn": ("3", "dead_rule.branch_if_taken_mod_5_tick_3"),
}


def _said(changed: dict[str, str]) -> set[str]:
    text = HEAPS
    for name, value in {**WHOLE, **changed}.items():
        text = text.replace(f"<{name}>", value)
    ruleset = load_text(text, "heaps.rules", None, every=False)
    one = Selected(Path("heaps.rules"), instantiate(ruleset), ruleset=ruleset)
    games, deadline = [KnownGame(one, positions=2_000)], Budget(None).start()
    left = left_by_plays(games, deadline)
    found = (*never_reached(games, left, deadline), *always_so(games, left, deadline))
    assert all(there == (NoticedIn(one, "complete search"),) for _, there in found)
    return {noticed.key for noticed, _ in found}


@pytest.fixture(autouse=True)
def no_prover(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(proving, "SmtProver")


def test_of_rules_without_faults_only_that_is_said_which_is_so() -> None:
    """Not of the spark: it changes during a move."""
    assert _said({}) == SAID_OF_ALL


@pytest.mark.parametrize("name", FAULTS)
def test_each_fault_is_said_where_it_is(name: str) -> None:
    value, key = FAULTS[name]
    assert key in _said({name: value})
