"""Checks that hold only because what they speak of never comes about, by search and by proof."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rulewright.verify.cli.main import main

pytestmark = pytest.mark.usefixtures("only_asked")

Output = pytest.CaptureFixture[str]

CLAUSES = "- **[turn]** Count, or light the lamp.\n"
RULES = """\
ruleset lamps "Lamps"
  clauses "clauses.md"
  param most: 1..9 = 3                                      by [turn]
  players Ann, Bob                                          by [turn]
  enum Light: Off, Dim, Bright                              by [turn]
  state taken: Player -> 0..6 = 0
  state lamp: Light = Off
  play                                                      by [turn]
    repeat
      turns for p in Player
        choose p
          add(n: 1..3) when taken[p] + n <= 6                by [turn]
            taken[p] := taken[p] + n
          light when most > 3                                 by [turn]
            lamp := Dim
          rest                                                by [turn]
            nothing
  check bright "In bright light, is nothing counted?": always not lamp is Bright or taken[Ann] = 0  by [turn]
  check dim "In dim light, is the lamp out?": never lamp is Dim and lamp is Off  by [turn]
  check six "Has nobody six in bright light?": never some p in Player: taken[p] = 6 and lamp is Bright  by [turn]
  check full "Is there no more than six?": always all p in Player: taken[p] <= 6  by [turn]

  instance dark: standard with most = 3
  instance lit: standard with most = 4
"""


@pytest.fixture
def lamps(tmp_path: Path) -> Path:
    (tmp_path / "clauses.md").write_text(CLAUSES)
    rules = tmp_path / "lamps.rules"
    rules.write_text(RULES)
    return rules


def told(capsys: Output, *arguments: object) -> tuple[set[str], dict[str, set[str]]]:
    """The findings of vacuity; by game, the checks that are marked."""
    main(["verify", *map(str, arguments), "--format", "json"])
    reports = json.loads(capsys.readouterr().out)
    found = {f["name"] for r in reports for f in r["findings"] if f["kind"] == "vacuous"}
    marked = {
        r["instance"]["name"]: {c["name"] for c in r["checks"] if c["vacuous"]} for r in reports
    }
    return found, marked


@pytest.mark.heavy
def test_what_never_applies_is_told_by_proof(lamps: Path, capsys: Output) -> None:
    found, marked = told(capsys, lamps, "--states", 10, "--instance", "dark", "--check", "dim")
    assert (found, marked) == ({"vacuous.dim"}, {"dark": {"dim"}})


@pytest.mark.slow
def test_what_never_applies_is_told_apart_by_proof(lamps: Path, capsys: Output) -> None:
    found, marked = told(capsys, lamps, "--states", 10)
    assert marked == {"dark": {"bright", "dim", "six", "full"}, "lit": {"bright", "six", "full"}}
    # In dim light there is something to say in one of the games.
    assert found == {"vacuous.bright", "vacuous.six", "vacuous.full"}


@pytest.mark.thorough
def test_the_screen_counts_apart_what_a_search_has_shown(lamps: Path, capsys: Output) -> None:
    main(["verify", str(lamps), "--instance", "dark"])
    out = " ".join(capsys.readouterr().out.split())
    assert "4 of 4 answers as expected (4 answers that say nothing)" in out
    assert "is nothing counted?” holds only because what it speaks of never comes about" in out


@pytest.mark.thorough
def test_whoever_asks_how_a_check_was_answered_is_told_that_it_says_nothing(
    lamps: Path, capsys: Output
) -> None:
    main(["show", str(lamps), "six", "--instance", "dark"])
    out = capsys.readouterr().out
    assert "holds only because what it speaks of never comes about" in " ".join(out.split())
    assert "vacuous.six --instance dark" in " ".join(out.replace("\\\n", " ").split())


@pytest.mark.heavy
@pytest.mark.parametrize(
    "effort",
    [(()), pytest.param(("--states", 10), marks=pytest.mark.slow)],
    ids=["search", "proof"],
)
def test_what_is_asked_of_actions_may_say_nothing_as_well(
    lamps: Path, capsys: Output, effort: tuple[object, ...]
) -> None:
    """The lamp is lit in one of the games; nobody ever has six while it is bright, nor seven."""
    lamps.write_text(
        RULES.replace(
            '  check full "',
            '  check lit "Is nobody who acts in the dark?": never after p acts: '
            "lamp is Dim and taken[p] > 5 and lamp is Off  by [turn]\n"
            "  check glare: never after p acts: lamp is Bright and taken[p] = 6  by [turn]\n"
            "  check seven: never after p acts: taken[p] > 6  by [turn]\n"
            "  check busy fails: never after p acts: taken[p] > 5 and lamp is Off  by [turn]\n"
            '  check full "',
        )
    )
    found, marked = told(capsys, lamps, *effort)
    asked = {"lit", "glare", "seven", "busy"}
    assert {name: some & asked for name, some in marked.items()} == {
        "dark": {"lit", "glare", "seven"}, "lit": {"glare", "seven"},
    }  # fmt: skip
    assert found & {f"vacuous.{name}" for name in asked} == {"vacuous.glare", "vacuous.seven"}


@pytest.mark.thorough
def test_nothing_is_said_where_nothing_is_known(lamps: Path, capsys: Output) -> None:
    assert told(capsys, lamps, "--budget", "0")[1] == {"dark": set(), "lit": set()}
