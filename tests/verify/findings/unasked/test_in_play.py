"""What comes about in no play, or in one that no clause speaks of."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.tiers import every

from rulewright.verify.cli.main import main

Output = pytest.CaptureFixture[str]


DUEL = """\
ruleset duel "Duel"
  clauses "duel.md"
  players Ann, Bob                                          by [end]
  param rounds: 1..700 = 1                                  by [end]
  state n: 0..700 = 0
  state points: Player -> 0..1 = 0
  play                                                      by [end]
    repeat until n = rounds
      n += 1
      turns for p in Player
        choose p
          score
            points[p] := 1
          rest
            points[p] := 0
    if rounds = 1: win Ann
    win those q in Player with most points[q]               by [end]
  check bob "Can Bob win?": reachable won(Bob)              by [end]

  instance large: standard with rounds = 700
  instance short: standard
  instance three: standard with rounds = 3
"""


@pytest.mark.slow
def test_what_comes_about_is_said_of_the_game_in_which_it_does(
    tmp_path: Path, capsys: Output
) -> None:
    (tmp_path / "duel.md").write_text("# Duel\n\n- **[end]** Who has most points wins. (p. 1)\n")
    (tmp_path / "duel.rules").write_text(DUEL)
    main(["verify", str(tmp_path / "duel.rules"), "--format", "json"])
    games = json.loads(capsys.readouterr().out)
    (tie,) = (f for game in games for f in game["findings"] if f["kind"] == "no_tie_break")
    assert [o["instance"]["name"] for o in tie["occurrences"]] == ["three"]
    assert tie["moves"] == 6


@pytest.mark.slow
def test_of_a_large_game_the_known_plays_tell_how_they_end(tmp_path: Path, capsys: Output) -> None:
    (tmp_path / "duel.md").write_text("# Duel\n\n- **[end]** Who has most points wins. (p. 1)\n")
    large = DUEL.replace("rounds: 1..700 = 1", "rounds: 1..700 = 700").partition("\n  instance")[0]
    large = large.replace("reachable won(Bob)", "reachable won(Bob) and not won(Ann)")
    both = "  check both: reachable won(Ann) and won(Bob)  by [end]\n"
    for check, expected in (("", 0), (both, 1)):
        (tmp_path / "duel.rules").write_text(f"{large}\n{check}")
        main(["verify", str(tmp_path / "duel.rules"), "--format", "json"])
        (game,) = json.loads(capsys.readouterr().out)
        ties = [f for f in game["findings"] if f["kind"] == "no_tie_break"]
        assert [f["name"] for f in ties] == ["no_tie_break.several_win_end"][:expected]


FULL = """\
ruleset full "Full"
  clauses "full.md"
  players Ann, Bob                                          by [turn]
  supply coin = 0                                           by [turn]
  state jar: 0..2 = 2
  state lid: 0..2 = 2
  state purse: 0..2 = 0
  play                                                      by [turn]
    choose Ann
      fill
        jar += lid - 1
      pay when jar < 9
        take coin to purse
    draw
"""


@pytest.mark.thorough
def test_what_a_fault_keeps_as_it_was_is_told_once(tmp_path: Path, capsys: Output) -> None:
    (tmp_path / "full.md").write_text("# Full\n\n- **[turn]** Ann fills the jar. (p. 1)\n")
    (tmp_path / "full.rules").write_text(FULL)
    main(["verify", str(tmp_path / "full.rules"), "--format", "json"])
    (game,) = json.loads(capsys.readouterr().out)
    assert {f["name"] for f in game["findings"]} == {
        "contradiction.jar", "shortage.there_is_not_enough_coin_left", "dead_rule.lid",
        "dead_rule.pay_condition", "dead_rule.Bob_never_acts",
    }  # fmt: skip


WELL = """\
ruleset well "Well"
  clauses "well.md"
  players Ann                                               by [turn]
  state depth: 0..3 = 0
  state full: Bool = no
  play                                                      by [turn]
    repeat until depth = 3
      choose Ann
        dig when depth < 2
          depth += 1
        fill
          full := yes
      if full: leave
    draw
"""


@pytest.mark.thorough
@pytest.mark.parametrize("deepest", [2, 3])
def test_a_loop_that_is_only_left_otherwise_never_ends_by_its_condition(
    deepest: int, tmp_path: Path, capsys: Output
) -> None:
    (tmp_path / "well.md").write_text("# Well\n\n- **[turn]** Ann digs the well. (p. 1)\n")
    (tmp_path / "well.rules").write_text(WELL.replace("depth < 2", f"depth < {deepest}"))
    main(["verify", str(tmp_path / "well.rules"), "--format", "json"])
    (game,) = json.loads(capsys.readouterr().out)
    names = {f["name"] for f in game["findings"]}
    assert ("dead_rule.never_until_depth_3" in names) == (deepest < 3)


LAMPS = """\
ruleset lamps "Lamps"
  clauses "lamps.md"
  param most: 1..4 = 2                                      by [turn]
  players Ann, Bob                                          by [turn]
  enum Light: Off, Dim, Bright                              by [turn]
  state taken: Player -> 0..4 = 0
  state lamp: Light = Off
  state bonus: 0..2 = 0
  state stuck: Bool = no
  reading glow "Does the lamp glow?"                        by [turn]
    never_glows: "no" default
    glows: "yes"
    shines: "brightly"
  play                                                      by [turn]
    repeat
      turns for p in Player
        choose p
          add(n: 1..2) when taken[p] + n <= most            by [turn]
            taken[p] := taken[p] + n
          light when glow is glows                          by [turn]
            lamp := Dim
          pass                                              by [turn]
            leave
        if glow is shines: lamp := Bright
        match glow
          never_glows: nothing
          glows | shines: bonus := 1
        if lamp is Bright and bonus = 1: bonus := 2
        if most = 4: win p
        if lamp is not Bright: nothing
        if taken[p] > 3
          stuck := yes
        if stuck: lose
  check full "Is there no more than four?": always all p in Player: taken[p] <= 4  by [turn]
"""


def _dead(folder: Path, text: str, capsys: Output) -> set[str]:
    (folder / "lamps.md").write_text("# Lamps\n\n- **[turn]** Count, or light the lamp. (p. 1)\n")
    (folder / "lamps.rules").write_text(text)
    main(["verify", str(folder / "lamps.rules"), "--format", "json"])
    (game,) = json.loads(capsys.readouterr().out)
    return {f["name"] for f in game["findings"] if f["kind"] in ("dead_rule", "no_choice")}


@pytest.mark.heavy
def test_what_another_setting_brings_about_is_not_dead(tmp_path: Path, capsys: Output) -> None:
    assert (
        _dead(tmp_path, LAMPS, capsys)
        == {
            "dead_rule.branch_if_taken_p_3",  # who has four wins first, and with less than four nobody has
            "dead_rule.branch_if_stuck",
            "dead_rule.stuck",
        }
    )


@pytest.mark.slow
def test_a_variant_that_nobody_asks_about_brings_things_about(
    tmp_path: Path, capsys: Output
) -> None:
    dim = LAMPS.replace("when glow is glows ", "when lit()").replace(
        "  play  ",
        "  let lit() = no\n  variant dark: standard\n    let lit() = taken[Ann] > 0\n  play  ",
    )
    assert "dead_rule.light" not in _dead(tmp_path, dim, capsys)
    without = dim.replace("    let lit() = taken[Ann] > 0\n", "    let lit() = taken[Ann] > 4\n")
    assert "dead_rule.light" in _dead(tmp_path, without, capsys)


ROADS = """\
ruleset lamps "Roads"
  clauses "lamps.md"
  param most: 1..2 = 1                                      by [turn]
  players Ann, Bob, Cleo                                    by [turn]
  enum Way: Left, Right                                     by [turn]
  state gone: 0..3 = 0
  state way: Way = Left
  reading who "Who walks?"                                  by [turn]
    two: "two of them" default
    everybody: "everybody"
  let far(n: 0..3, enough: Bool) = n > 2 and enough
  let steps(w: Way) = if w is Right then 2 else 1
  let length(w: Way) =
    match w
      Left: 1
      Right: 2
  play                                                      by [turn]
    repeat
      turns for p in Player if p is not Cleo or who is everybody
        roll wind of 1..most
        p chooses side in those w in Way: w is Left or most = 2
        way := side
        choose p
          walk when gone + steps(way) <= 3 and wind <= length(way)   by [turn]
            gone := gone + steps(way)
          rest when gone < 2 unless gone > 0 and most = 1            by [turn]
            nothing
          stop                                              by [turn]
            leave
        if far(gone, yes): leave
    win Ann
  check less "Is no one too far?": always gone <= 2 or far(gone, no) or gone = 3  by [turn]
"""


LESS: dict[tuple[str, str], set[str]] = {
    ("most: 1..2", "most: 1..1"): {
        "no_choice.wind", "no_choice.side", "dead_rule.never_most_2_of_play", "dead_rule.way",
        "dead_rule.never_w_is_right_of_steps", "dead_rule.case_right_of_length",
        "dead_rule.always_most_1_of_play", "dead_rule.always_wind_length_way_of_play",
    },
    (" or who is everybody", ""): {"dead_rule.who", "dead_rule.Cleo_never_acts"},
    ("or far(gone, no) ", ""): {"dead_rule.always_enough_of_far"},
}  # fmt: skip
"""A value, an option or a check less, and what is told then."""


@pytest.mark.heavy
def test_what_differs_in_some_game_or_is_asked_by_a_check_is_no_finding(
    tmp_path: Path, capsys: Output
) -> None:
    assert _dead(tmp_path, ROADS, capsys) == set()


@pytest.mark.heavy
@pytest.mark.parametrize("change", every(3, [(change,) for change in LESS]))
def test_what_differs_nowhere_any_more_is_one(
    change: tuple[str, str], tmp_path: Path, capsys: Output
) -> None:
    assert _dead(tmp_path, ROADS.replace(*change), capsys) == LESS[change]


@pytest.mark.slow
def test_where_some_setting_is_too_large_nothing_is_called_dead(
    tmp_path: Path, capsys: Output
) -> None:
    large = LAMPS.replace("most: 1..4", "most: 1..900").replace("0..4", "0..900")
    assert _dead(tmp_path, large, capsys) == set()


SOWN = """\
ruleset sown "Sown"
  clauses "lamps.md"
  players Ann, Bob
  enum Crop: Corn, Bean, Rye
  supply seed[c: Crop] = if c is Bean then 0 else 2 by [turn]
  supply coin[Player] = 1 by [turn]
  state field: Crop -> 0..4 = 0
  state purse: 0..2 = 0
  play by [turn]
    repeat 3 times
      choose Ann
        sow(c: Crop) when {when} by [turn]
          take seed[c] to field[c]
        earn when coin[Ann] > 0 by [turn]
          take coin[Ann] to purse
        rest by [turn]
          nothing
    draw
"""


@pytest.mark.heavy
def test_of_each_kind_in_a_supply_it_is_told_that_nothing_is_taken(
    tmp_path: Path, capsys: Output
) -> None:
    """Of beans there are none to take, which is told; who is not asked for coins is no kind that the rules name."""
    never = SOWN.format(when="seed[c] > 0, c is not Rye")
    assert {"dead_rule.seed_Rye", "dead_rule.seed_Bean"} <= _dead(tmp_path, never, capsys)
    assert not {"dead_rule.seed_Corn", "dead_rule.coin_Bob"} & _dead(tmp_path, never, capsys)
    assert "dead_rule.seed_Rye" not in _dead(tmp_path, SOWN.format(when="seed[c] > 0"), capsys)
    nothing = _dead(tmp_path, SOWN.format(when="seed[c] > 2"), capsys)
    assert "dead_rule.seed" in nothing
    assert not {name for name in nothing if name.startswith("dead_rule.seed_")}, "all is said"


HOPS = """\
ruleset hops "Hops"
  clauses "lamps.md"
  players Ann, Bob
  state n: 0..3 = 0
  play by [turn]
    choose Ann
      hop when n > {first}
        n := 1
      rest
        nothing
    choose Bob
      hop when n > {second}
        n := 2
      rest
        nothing
    if n > 2: win Ann
    choose Ann
      hop
        nothing
      rest
        nothing
    if n > 2: win Bob
    draw
"""


@pytest.mark.heavy
def test_options_of_one_name_are_told_of_each_by_itself(tmp_path: Path, capsys: Output) -> None:
    """The number is of those alone that are never chosen: a finding keeps its name when another option gets one."""
    never = _dead(tmp_path, HOPS.format(first=0, second=0), capsys)
    assert {"dead_rule.hop", "dead_rule.hop_2"} <= never
    assert {"dead_rule.branch_if_n_2", "dead_rule.branch_if_n_2_2"} <= never
    assert "dead_rule.hop_3" not in never
    freed = HOPS.format(first=0, second=1).replace("hop when n > 0", "hop")
    second = _dead(tmp_path, freed, capsys)
    assert "dead_rule.hop" in second
    assert "dead_rule.hop_2" not in second


TRIED = """\
ruleset tried "Tried"
  clauses "lamps.md"
  players Ann, Bob
  state mark: 0..2 = 0
  procedure make(n: 0..2) by [turn]
    mark := n
  play by [turn]
    choose Ann
      go(n: 1..2) when after make(n): mark > 1
        {done}
      rest
        nothing
    draw
"""


@pytest.mark.thorough
def test_state_that_is_changed_only_to_see_how_things_would_be_is_needed(
    tmp_path: Path, capsys: Output
) -> None:
    assert "dead_rule.mark" not in _dead(tmp_path, TRIED.format(done="nothing"), capsys)
    never = TRIED.replace("after make(n): mark > 1", "n > 1, mark < 1").format(done="mark := 0")
    assert "dead_rule.mark" in _dead(
        tmp_path, never.replace("  procedure make(n: 0..2) by [turn]\n    mark := n\n", ""), capsys
    )
