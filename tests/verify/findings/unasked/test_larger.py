"""What play never comes to in games that nobody searches whole: plays rule out most, the kernel proves the rest."""

from __future__ import annotations

import json
from dataclasses import astuple
from pathlib import Path

import pytest

from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.load import load_text
from rulewright.verify.cli.main import main
from rulewright.verify.effort.answering import NoticingNever
from rulewright.verify.findings.subject import Selected
from rulewright.verify.findings.unasked.detector import NoticedIn
from rulewright.verify.findings.unasked.larger import remembered
from rulewright.verify.findings.unasked.larger.known_game import KnownGame
from rulewright.verify.findings.unasked.larger.never_reached import left_by_plays, never_reached
from rulewright.verify.limits import Budget

GARDEN = """\
ruleset garden "Garden"
  clauses "garden.md"
  players Ann, Bob
  board beds = square(4, 4)
  state on: Square -> Player? = none
  state rain: 0..9 = 0
  state luck: 0..2 = 0
  state barrel: 0..3 = 3
  reading wind "Does wind count?" by [turn]
    calm: "no" default
    gale: "yes"
  play by [turn]
    repeat
      turns for p in Player
        choose p
          plant(s: Square) when on[s] is none
            on[s] := p
          pump when rain > 3
            rain -= 1
            if rain = 0: draw
          spill
            barrel += 1
            if rain = 9: draw
        procedure_of_rain(p)
        if all s in Square: on[s] is not none
          draw

  procedure procedure_of_rain(p: Player) by [turn]
    if rain < 3: rain += 1
    if rain > 5: win p
    if wind is gale: win Bob
    let row = {a1, b2, c3, d4}
    if all s in row: on[s] is Ann
      if all s in Square - row: on[s] is Bob or on[s] is none
        luck := 1
        if on[a2] is Bob and on[b1] is Bob and on[c4] is Bob and on[d3] is Bob: win Ann

"""
SMALL = f"{GARDEN.partition('          spill')[0]}        if rain < 3: rain += 1\n"
TOLD = {
    "dead_rule.pump": "The option 'pump' can never be chosen",
    "dead_rule.branch_if_rain_5": "Play never comes to the branch if 'rain > 5'",
}
"""Never more than 3 is stored to ``rain``."""


def _never(text: str) -> dict[str, str]:
    ruleset = load_text(text, "garden.rules", None, every=False)
    one = Selected(Path("garden.rules"), instantiate(ruleset), ruleset=ruleset)
    deadline = Budget(None).start()
    games = [KnownGame(one)]
    found = never_reached(games, left_by_plays(games, deadline), deadline)
    assert all(there == (NoticedIn(one, "induction"),) for _, there in found)
    return {noticed.key: noticed.sentence for noticed, _ in found}


def _garden(text: str, **readings: str) -> Selected:
    ruleset = load_text(text, "garden.rules", None, every=False)
    program = instantiate(ruleset, readings=readings)
    return Selected(Path("garden.rules"), program, ruleset=ruleset)


@pytest.fixture
def clauses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "garden.md").write_text("# Garden\n\n- **[turn]** One plants, or pumps. (p. 1)\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.thorough
def test_an_option_that_no_play_allows_is_said(clauses: Path) -> None:
    assert _never(SMALL) == {"dead_rule.pump": TOLD["dead_rule.pump"]}


MOODS = """\
ruleset orchard "Orchard"
  clauses "garden.md"
  players Ann, Bob, Cid
  enum Mood: Glad, Grim, Odd
  enum Fruit: Apple, Pear, Fig, Plum
  board grove = square(6, 6)
  supply basket[Fruit] = 9
  state on: Square -> Fruit? = none
  state mood: Player -> Mood = Glad
  state seen: 0..36 = 0
  state points: Player -> 0..99 = 0
  let odd(p: Player) = mood[p] is Odd
  play by [turn]
    repeat
      turns for p in Player
        choose p
          pick(s: Square, f: Fruit) when on[s] is none
            take basket[f] to on[s]
            points[p] += 1
            seen += 1
          rest
            mood[p] := if mood[p] is Glad then Grim else {mood}
          boast when odd(p)
            points[p] += 1
        if seen >= 6
          rank by points
"""


@pytest.mark.heavy
def test_an_option_that_waits_for_a_value_which_nothing_takes_is_said(clauses: Path) -> None:
    """Nobody is ever odd; the fruit, of which more is to be said, have nothing to do with that."""
    assert "dead_rule.boast" in _never(MOODS.format(mood="Glad"))
    assert "dead_rule.boast" not in _never(MOODS.format(mood="Odd"))


@pytest.mark.slow
def test_only_what_is_proved_is_said_and_the_outermost_alone(clauses: Path) -> None:
    """Not what a reading may bring about, what is deep, what a fault takes back, what is inside."""
    assert _never(GARDEN) == TOLD


@pytest.mark.thorough
def test_what_a_reading_decides_through_a_function_or_a_local_is_not_said(clauses: Path) -> None:
    hanging = f"""{SMALL.replace("rain > 3", "rain > 3 and wet(p)")}\
        let much = wet(p)
        if rain > 5 and much: win p

  let wet(p: Player) = wind is gale
"""
    assert _never(hanging) == {}


@pytest.mark.slow
def test_verify_says_it_of_the_games_that_were_asked_about(
    clauses: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (clauses / "garden.rules").write_text(GARDEN)
    main(["verify", "garden.rules", "--format", "json", "--effort", "brief", "--states", "5000"])
    (game,) = json.loads(capsys.readouterr().out)
    dead = {f["name"]: f for f in game["findings"] if f["kind"] == "dead_rule"}
    assert dead.keys() >= TOLD.keys()
    (where,) = dead["dead_rule.pump"]["occurrences"]
    assert (where["verdict"], where["instance"]["variant"]) == ("proved", "standard")


@pytest.mark.thorough
def test_what_had_nothing_to_say_is_not_looked_at_again(
    clauses: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    looks: list[int] = []

    def look(found: tuple[int, ...]) -> tuple[int, ...]:
        looks.append(1)
        return found

    def asked(text: str, found: tuple[int, ...], seconds: float | None = None) -> tuple[int, ...]:
        deadline = Budget(seconds).start()
        digest = remembered.digest_of([_garden(text)], "all")
        return remembered.unless_nothing(digest, lambda: look(found), deadline)

    changed = GARDEN.replace("rain < 3", "rain < 4")
    assert asked(GARDEN, (7,)) == asked(GARDEN, (7,)) == (7,)
    assert asked(changed, (), seconds=0.0) == asked(changed, ()) == asked(changed, ()) == ()
    assert asked(GARDEN, ()) == ()
    assert len(looks) == 5


@pytest.mark.thorough
def test_what_is_known_of_games_is_known_of_these_alone() -> None:
    """Comments count for nothing; rules, readings, which games, and the effort do."""
    digest, effort = remembered.digest_of, astuple(NoticingNever())
    first = digest([_garden(GARDEN)], "all", effort)
    assert digest([_garden(f"{GARDEN}\n# Rain comes first.\n")], "all", effort) == first
    changed = GARDEN.replace("rain < 3", "rain < 4")
    others = [
        digest([_garden(changed)], "all", effort),
        digest([_garden(GARDEN, wind="gale")], "all", effort),
        digest([_garden(GARDEN), _garden(GARDEN, wind="gale")], "all", effort),
        digest([_garden(GARDEN)], "some", effort),
        digest([_garden(GARDEN)], "all", astuple(NoticingNever(blocks=7))),
    ]
    assert len({first, *others}) == 6
