"""What is so in every position of games that nobody searches whole: plays rule out most, the kernel proves the rest."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.load import load_text
from rulewright.verify.findings.subject import Selected
from rulewright.verify.findings.unasked.detector import NoticedIn
from rulewright.verify.findings.unasked.larger.always_so import always_so
from rulewright.verify.findings.unasked.larger.known_game import KnownGame
from rulewright.verify.findings.unasked.larger.never_reached import left_by_plays
from rulewright.verify.limits import Budget

MINE = """\
ruleset mine "Mine"
  clauses "mine.md"
  players Red, Blue
  cards Day from "days.csv"
    light: 0..3
  enum Gem: Ruby, Opal, Jade
  reading dark "Is it ever dark?" by [turn]
    never_: "no" default
    once: "yes"
  board pit = square(6, 6)
  supply gem[Gem] = 2 by [turn]
  state on: Square -> Player? = none
  state bag: Player -> Gem? = none
  state today: Day = Dawn
  state depth: 0..4 = 0
  state lamp: Bool = no
  <functions>
  play by [turn]
    repeat
      turns for p in {Red, Blue}
        roll d of {<days>}
        today := d
        if dark is once: lamp := yes
        choose p
          dig(s: Square) when on[s] is none and <below>
            on[s] := p
          find(g: <found>) when bag[p] is none
            take gem[g] to bag[p]
          lose_it when bag[p] is not none
            put bag[p] back to gem
          deepen when light(today) > 2 and depth < 3
            depth += 1
          climb when depth > 0
            depth -= 1
          rest when depth <= <most>
            nothing
          sing
            choose p
              low when depth > <most>
                nothing
              high
                nothing
        if all s in Square: on[s] is not none
          draw
"""
WHOLE = {
    "days": "Dawn, Noon, Dusk",
    "found": "{Ruby, Opal, Jade}",
    "below": "depth < 2",
    "most": "2",
    "functions": "",
}
"""Nothing is to be said, not even of the lamp, which a reading may light."""
FAULTS = {
    "days": ("Dawn, Noon", "dead_rule.Day_Dusk"),
    "below": ("depth < 4", "dead_rule.always_depth_4_of_play"),
    "most": ("3", "dead_rule.rest_condition"),
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "mine.md").write_text("# Mine\n\n- **[turn]** One digs, or rests. (p. 1)\n")
    (tmp_path / "days.csv").write_text("name,light\nDawn,2\nNoon,3\nDusk,1\n")
    return tmp_path


def _said(folder: Path, changed: dict[str, str], more: str = "") -> set[str]:
    text = MINE + more
    for name, value in {**WHOLE, **changed}.items():
        text = text.replace(f"<{name}>", value)
    ruleset = load_text(text, str(folder / "mine.rules"), folder, every=False)
    one = Selected(Path("mine.rules"), instantiate(ruleset), ruleset=ruleset)
    deadline = Budget(None).start()
    games = [KnownGame(one)]
    found = always_so(games, left_by_plays(games, deadline), deadline)
    assert all(there == (NoticedIn(one, "induction"),) for _, there in found)
    assert all("in these games" in noticed.hint for noticed, _ in found)
    return {noticed.key for noticed, _ in found}


@pytest.mark.heavy
def test_of_rules_without_faults_nothing_is_said(folder: Path) -> None:
    assert _said(folder, {}) == set()


@pytest.mark.slow
def test_what_a_variant_has_in_another_way_is_not_said(folder: Path) -> None:
    changed = {"below": "may_dig(s)", "functions": "let may_dig(s: Square) = yes"}
    wet = (
        "\n  variant wet: standard\n    let may_dig(s: Square) = s is not a1\n    let dry = lamp\n"
    )
    assert "dead_rule.always_may_dig_s_of_play" in _said(folder, changed)
    assert _said(folder, changed, wet) == set()


@pytest.mark.slow
@pytest.mark.parametrize("name", FAULTS)
def test_each_fault_is_said_where_it_is(folder: Path, name: str) -> None:
    value, key = FAULTS[name]
    said = _said(folder, {name: value})
    assert key in said
    more = {"no_choice.low_high"} if name == "most" else set()
    assert said == {key, *more}
