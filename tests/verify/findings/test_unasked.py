"""A rulebook with planted faults, at least one of each kind: all are found, and nothing else."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path

import pytest
from tests.tiers import every, slow

from rulewright.dsl.inputs.locate import rulesets
from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.load import load, load_text
from rulewright.verify.cli.main import main
from rulewright.verify.findings.subject import Selected
from rulewright.verify.findings.unasked.look import read
from rulewright.verify.findings.unasked.where import Places

FAIR, FERRY, ORCHARD = (
    Path(__file__).parent / f"{name}.rules" for name in ("fair", "ferry", "orchard")
)
"""In the orchard some stand in one variant alone, or show with three players only."""
Output = pytest.CaptureFixture[str]


def planted(book: Path) -> dict[str, int]:
    """The name of each fault, as the ruleset's comments say it, and its line."""
    lines = book.read_text().splitlines()
    found = ((re.search(r"# planted: (\S+)", line), n) for n, line in enumerate(lines, 1))
    return {match[1]: number for match, number in found if match}


@pytest.mark.thorough
@pytest.mark.parametrize("book", [FAIR, *slow([FERRY, ORCHARD])], ids=lambda path: path.stem)
def test_what_was_planted_is_found_and_nothing_else(book: Path, capsys: Output) -> None:
    expected = planted(book)
    assert len(expected) >= 20
    assert main(["verify", str(book), "--format", "json"]) == 1
    games = [game["findings"] for game in json.loads(capsys.readouterr().out)]
    for keys in ([finding["name"] for finding in some] for some in games):
        assert len(keys) == len(set(keys))
    found = [finding for some in games for finding in some]
    assert {
        re.sub(r"(line_after_win)_\d+$", r"\1", key) for key in (f["name"] for f in found)
    } == set(expected)
    for finding in found:
        key = re.sub(r"(line_after_win)_\d+$", r"\1", finding["name"])
        if finding["line"] is not None:
            assert abs(finding["line"] - expected[key]) <= 1 or key == "endless.play", key
    if book is ORCHARD:
        where = {f["name"]: [o["instance"]["name"] for o in f["occurrences"]] for f in found}
        assert where["dead_rule.wind"] == ["calm_two"]
        assert where["gap.the_bucket_is_full"] == ["three"]
        assert where["dead_rule.asleep"] == ["two", "three", "calm_two"]


KINDS = {
    "nobody can act": "stuck.play_is_stuck_no_legal_option",
    "a component that runs out when it is needed": "shortage.there_is_not_enough_ribbon_left",
    "nobody says what happens": "gap.who_pays_for_the_noise",
    "one option alone, in the text": "no_choice.bow",
    "one option alone, in play": "no_choice.point",
    "a guard that is always true": "dead_rule.take_one_condition",
    "a guard that nothing in play changes": "dead_rule.condition_1_2",
    "an option that is never there": "dead_rule.juggle",
    "a rule that nothing performs": "dead_rule.scuttle",
    "a card that never comes into play": "dead_rule.Weather_Storm",
    "a reading that no rule asks": "dead_rule.whose",
    "a supply that nothing mentions": "dead_rule.ticket",
    "state that is never read": "dead_rule.latest",
    "state that never changes": "dead_rule.lamp",
    "a function that nothing mentions": "dead_rule.double",
    "a parameter that nothing mentions": "dead_rule.prize",
    "a statement after an end": "dead_rule.line_after_win",
    "a result that is thrown away": "dead_rule.result_of_coins_left",
    "a case that never occurs": "dead_rule.branch_case_blue",
    "a column of cards that nothing reads": "dead_rule.unread_Weather_rain",
    "a loop that never begins": "dead_rule.branch_repeat_until_coin_0",
    "an otherwise that is never needed": "dead_rule.otherwise_load_sail_light_ring_rest_open_hatch_salute_give_up_strand",
    "several winners, of which no clause speaks": "no_tie_break.several_win_quit",
    "no winner, of which no clause speaks": "no_tie_break.nobody_wins_strand",
    "endless play": "endless.play",
    "an open parameter that changes a verdict": "open_parameter.enough",
    "a check that never applies": "vacuous.dark",
    "a check that follows from ranges alone": "vacuous.few",
    "a roll with one result, in play": "no_choice.gust",
    "a roll with one result, in the text": "no_choice.buoy",
    "a player who never acts": "dead_rule.Cleo_never_acts",
    "an operand that is never true": "dead_rule.never_gust_is_blue_of_play",
    "an operand that is always true": "dead_rule.always_coin_3_of_play",
    "a condition in an expression that is never met": "dead_rule.never_lamp_is_green_of_worth",
    "a case of an expression that never occurs": "dead_rule.case_green_blue_of_glow",
}
"""What is found without being asked, and a fault of that kind."""
IN_TEXT = ("Weather", "prize", "ticket", "latest", "double", "result_of_coins_left", "condition_1_2",
           "line_after_win")  # fmt: skip
"""Of the fair, what is dead without any search; and there is the one option of `bow`."""


def test_of_each_kind_a_fault_is_planted() -> None:
    assert set(KINDS.values()) <= {*planted(FAIR), *planted(FERRY)}


@pytest.mark.slow
def test_a_reader_sees_them_on_the_screen_and_one_by_one(capsys: Output) -> None:
    """What a person types: the first line counts them, and `show` lists each of them once."""
    assert main(["verify", str(FAIR)]) == 1
    screen = capsys.readouterr().out
    kinds = Counter(key.partition(".")[0] for key in planted(FAIR))
    wrong = sum(kinds[kind] for kind in ("stuck", "shortage", "endless", "gap"))
    decide = kinds["open_parameter"] + kinds["no_tie_break"]
    know = len(planted(FAIR)) - wrong - decide
    assert screen.startswith(
        f"The fair: {wrong} things wrong, {decide} to decide, {know} to know\n"
    )
    main(["show", str(FAIR)])
    listed = re.findall(r"^F(\d+) ", capsys.readouterr().out, re.M)
    assert sorted(map(int, listed)) == list(range(1, len(planted(FAIR)) + 1))


def test_check_warns_of_what_needs_no_search_and_of_nothing_else(capsys: Output) -> None:
    assert main(["check", str(FAIR)]) == 0
    warned = re.findall(r"^warning: .*?:(\d+):\d+: W\d+", capsys.readouterr().out, re.M)
    about = planted(FAIR)
    expected = [about["no_choice.bow"], *(about[f"dead_rule.{name}"] for name in IN_TEXT)]
    assert sorted(map(int, warned)) == sorted(expected)


CONSTANT = """\
ruleset heap "Heap"
  players Ann, Bob
  state left: 0..9 = 9
  let odd(n: 0..9) = n mod 2 = 1 and (1 < 2 or n > 3)
  play
    repeat
      turns for p in Player
        p chooses way in {1}
        roll die of 3..3
        choose p
          take when left > 0 or no
            left := left - way
          pass when odd(left) and die = 3
            nothing
        each q in Player secretly chooses
          nod
            nothing
"""


def test_parts_of_conditions_and_choices_of_one_are_seen_in_the_text() -> None:
    """What stands inside of something constant is not told once more."""
    found = read(load_text(CONSTANT, "heap.rules"))
    assert {noticed.key: noticed.span.line for noticed in found} == {
        "dead_rule.condition_1_2": 4, "no_choice.way": 8, "no_choice.die": 9, "dead_rule.condition_no_": 11,
        "no_choice.nod": 15,
    }  # fmt: skip


UNREAD = """\
ruleset heap "Heap"
  clauses "clauses.md"
  players Ann, Bob
  state left: 0..9 = 9
  let shown(p: Player, n: 0..9) = n
  let later(p: Player) = yes
  let both(n: 0..9, k: 0..9) = n
  procedure lower(p: Player, n: 1..3)
    left := left - 1
  play
    repeat
      turns for p in Player
        choose p
          take(n: 1..3, k: 1..3) when left > 0 and later(p)
            lower(p, n)
            var kept: 0..9 = 0
            kept := kept + 1
          mark(n: 1..3, s: {n, 1})
            left := if s < left then left - s else 0
        roll wind of 1..3
        Ann chooses way in {1, 2}
        let seen = shown(p, left)
        if seen = 0 or both(left, 1) = 0
          win p
  variant other: standard
    let both(n: 0..9, k: 0..9) = k
"""


def test_what_is_handed_over_or_kept_and_never_read_is_told() -> None:
    """Not what a variant's part of the same name reads, a later parameter, or one that keeps a place."""
    found = read(load_text(UNREAD, "heap.rules"))
    told = {noticed.name: noticed.span.line for noticed in found}
    assert told == {
        "unread_shown_p": 5, "unread_lower_p": 8, "unread_lower_n": 8, "unread_play_take_k": 14,
        "unread_play_kept": 16, "unread_play_wind": 20, "unread_play_way": 21,
    }  # fmt: skip


WAYS = """\
ruleset ways "Ways"
  clauses "clauses.md"
  players Ann, Bob
  state left: 0..9 = 9
  state idle: 0..9 = 0
  param extra: 0..3 = 1
  let odd(n: 0..9) = n mod 2 = 1
  play
    repeat until left = 0
      choose Ann
        take when left > 0
          left -= 1
    draw
  variant other: standard
    without idle
    let even(n: 0..9) = n mod 2 = 0
  variant third: other
    let double(n: 0..9) = n * 2
    let odd(n: 0..9) = n = 1
  instance first: standard with extra = 2
  instance second: other
  instance again: other
"""


GROVE = """\
ruleset grove "Grove"
  clauses "clauses.md"
  players Ann, Bob
  board trees = graph("x-y y-z")
  board wheel = polar(2, 3)
  enum Sky: Sunny, Cloudy
  table price: Sky -> 0..3
    Sunny: 2
    Cloudy: 1
  state sky: Sky = Sunny
  let rate(p: Player, q: Player) = if p is Ann then 1 else 2
  play
    choose Ann
      look when sky is Sunny
        draw
      sweep(r: Ring)
        if r is a: sky := Cloudy
    draw
"""


def test_boards_and_tables_nobody_uses_are_told_and_what_is_unused_is_told_once() -> None:
    """Neither a board of which only rings are named, nor what is unread in what is not in use."""
    found = {n.key: n.sentence for n in read(load_text(GROVE, "grove.rules"))}
    assert found == {
        "dead_rule.trees": "Nothing mentions the board trees",
        "dead_rule.price": "Nothing mentions the table price",
        "dead_rule.rate": "Nothing mentions the function rate",
    }


def test_what_is_in_the_text_is_said_of_the_games_in_which_it_stands() -> None:
    """Not of those whose variant leaves it out or has it otherwise; of one nobody asked for if need be."""
    ruleset = load_text(WAYS, "ways.rules")
    games = [
        Selected(Path("ways.rules"), instantiate(ruleset, instance=name), ruleset=ruleset)
        for name in ("first", "second", "again")
    ]
    places = Places(ruleset, games)
    found = {
        noticed.key: [
            s.program.instance.name or s.program.instance.variant for s in places.of(noticed.span)
        ]
        for noticed in read(ruleset)
    }
    assert found == {
        "dead_rule.idle": ["first"],  # that a variant goes without it is no use of it
        "dead_rule.extra": ["first", "second", "again"],  # nor that an instance sets it
        "dead_rule.odd": ["first", "second", "again"],
        "dead_rule.even": ["second", "again"],
        "dead_rule.double": ["third"],
        "no_choice.take": ["first", "second", "again"],
    }


def test_what_nothing_uses_does_not_hide_what_else_is_in_the_text(capsys: Output) -> None:
    assert main(["check", str(FERRY)]) == 2
    out = capsys.readouterr().out
    assert "E320 nothing performs the procedure scuttle" in out
    assert "W001 Nothing mentions the function heavy" in out


@pytest.mark.thorough
def test_without_time_only_the_text_speaks(capsys: Output) -> None:
    main(["verify", str(FAIR), "--format", "json", "--budget", "0"])
    found = json.loads(capsys.readouterr().out)[0]["findings"]
    assert "dead_rule.double" in {f["name"] for f in found}
    assert {f["occurrences"][0]["verdict"] for f in found} == {"read"}


@pytest.mark.slow
def test_the_shipped_rulesets_have_nothing_of_the_kind_that_is_not_accepted() -> None:
    assert {path.stem: read(load(path, every=False)) for path in rulesets()} == {
        path.stem: [] for path in rulesets()
    }


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


@pytest.mark.thorough
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


@pytest.mark.thorough
def test_what_differs_in_some_game_or_is_asked_by_a_check_is_no_finding(
    tmp_path: Path, capsys: Output
) -> None:
    assert _dead(tmp_path, ROADS, capsys) == set()


@pytest.mark.thorough
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
