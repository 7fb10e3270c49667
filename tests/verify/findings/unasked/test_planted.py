"""A rulebook with planted faults, at least one of each kind: all are found, and nothing else."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path

import pytest
from tests.tiers import slow

from rulewright.verify.cli.main import main

FAIR, FERRY, MILL, ORCHARD = (
    Path(__file__).parent / f"{name}.rules" for name in ("fair", "ferry", "mill", "orchard")
)
"""In the orchard some stand in one variant alone, or show with three players only; the mill is small, and has more
readings and numbers than can be gone through."""


Output = pytest.CaptureFixture[str]


def planted(book: Path) -> dict[str, int]:
    """The name of each fault, as the ruleset's comments say it, and its line."""
    lines = book.read_text().splitlines()
    found = ((re.search(r"# planted: (\S+)", line), n) for n, line in enumerate(lines, 1))
    return {match[1]: number for match, number in found if match}


@pytest.mark.heavy
@pytest.mark.parametrize("book", [FAIR, MILL, *slow([FERRY, ORCHARD])], ids=lambda path: path.stem)
def test_what_was_planted_is_found_and_nothing_else(book: Path, capsys: Output) -> None:
    expected = planted(book)
    assert len(expected) >= 20
    assert main(["verify", str(book), "--format", "json"]) == 1
    games = [game["findings"] for game in json.loads(capsys.readouterr().out)]
    for keys in ([finding["name"] for finding in some] for some in games):
        assert len(keys) == len(set(keys))
    found = [finding for some in games for finding in some]
    assert {finding["name"] for finding in found} == set(expected)
    lines = book.read_text().splitlines()
    first = next(n for n, line in enumerate(lines, 1) if line.startswith("  play "))
    variants = (n for n, line in enumerate(lines, 1) if line.startswith("  variant "))
    rules = range(first, next(variants, len(lines)))
    for finding in found:
        key = finding["name"]
        assert finding["clauses"] or finding["line"] not in rules, key
        if finding["line"] is not None:
            assert abs(finding["line"] - expected[key]) <= 1 or key == "endless.play", key
    if book is ORCHARD:
        where = {f["name"]: [o["instance"]["name"] for o in f["occurrences"]] for f in found}
        assert where["dead_rule.wind"] == ["calm_two"]
        assert where["gap.the_bucket_is_full"] == ["three"]
        assert where["dead_rule.asleep"] == ["two", "three", "calm_two"]


KINDS = {
    "nobody can act": "stuck.play_squeeze_slip",
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
    "a kind of which a supply has none": "dead_rule.sack_Oats",
    "state that is never read": "dead_rule.latest",
    "state that never changes": "dead_rule.lamp",
    "a function that nothing mentions": "dead_rule.double",
    "a parameter that nothing mentions": "dead_rule.prize",
    "a statement after an end": "dead_rule.line_after_win_taken_p_0_of_play",
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
    "a check of what is done that never applies": "vacuous.dry",
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


IN_TEXT = ("Weather", "lamp", "prize", "ticket", "latest", "double", "result_of_coins_left",
           "condition_1_2", "line_after_win_taken_p_0_of_play")  # fmt: skip
"""Of the fair, what is dead without any search; and there is the one option of `bow`."""


def test_of_each_kind_a_fault_is_planted() -> None:
    assert set(KINDS.values()) <= {*planted(FAIR), *planted(FERRY), *planted(MILL)}


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


@pytest.mark.thorough
def test_check_warns_of_what_needs_no_search_and_of_nothing_else(capsys: Output) -> None:
    assert main(["check", str(FAIR)]) == 0
    warned = re.findall(r"^warning: .*?:(\d+):\d+: W\d+", capsys.readouterr().out, re.M)
    about = planted(FAIR)
    expected = [about["no_choice.bow"], *(about[f"dead_rule.{name}"] for name in IN_TEXT)]
    assert sorted(map(int, warned)) == sorted(expected)


@pytest.mark.thorough
def test_what_nothing_uses_does_not_hide_what_else_is_in_the_text(capsys: Output) -> None:
    assert main(["check", str(FERRY)]) == 2
    out = " ".join(capsys.readouterr().out.split())
    assert "E320 nothing performs the procedure scuttle" in out
    assert "W001 Nothing mentions the function heavy" in out


@pytest.mark.thorough
def test_without_time_only_the_text_speaks(capsys: Output) -> None:
    main(["verify", str(FAIR), "--format", "json", "--budget", "0"])
    found = json.loads(capsys.readouterr().out)[0]["findings"]
    assert "dead_rule.double" in {f["name"] for f in found}
    assert {f["occurrences"][0]["verdict"] for f in found} == {"read"}
