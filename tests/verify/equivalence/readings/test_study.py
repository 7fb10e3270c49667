"""Every option gets an answer, in the smallest game that has one."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import NoReturn

import pytest
from tests.verify.equivalence import countdown

from rulewright.dsl.ruleset import Ruleset
from rulewright.verify.answers.format import read, write
from rulewright.verify.answers.kept import Kept, KeptComparison, KeptOpen, KeptPlay
from rulewright.verify.cli.main import main
from rulewright.verify.equivalence.bisimulation import BoundedEquivalence
from rulewright.verify.equivalence.distinguish import distinguish
from rulewright.verify.equivalence.product import PythonProduct
from rulewright.verify.equivalence.readings.known import ReadingResult
from rulewright.verify.equivalence.readings.programs import Programs
from rulewright.verify.equivalence.readings.questions import GameRef, questions
from rulewright.verify.equivalence.readings.study import answers
from rulewright.verify.limits import Budget, OutOfTime

pytestmark = pytest.mark.usefixtures("only_asked")

TWO, SIX, TALKING = GameRef("standard", "two"), GameRef("standard", "six"), GameRef("talking")


@pytest.fixture(scope="module")
def ruleset() -> Ruleset:
    return countdown.ruleset()


@pytest.fixture(scope="module")
def found(ruleset: Ruleset) -> dict[str, ReadingResult]:
    return {a.question.option[0]: a for a in answers(ruleset, questions(ruleset), Budget())}


@pytest.mark.heavy
def test_every_option_that_is_no_default_is_asked_for(found: dict[str, ReadingResult]) -> None:
    states = {name: answer.state for name, answer in found.items()}
    assert states == {
        "up_to_three": "differs",
        "same_words": "same",
        "loses": "differs",
        "open_tally": "differs",
        "secret": "same",
        "runs_on": "differs",
        "unseen": "differs",
        "both": "differs",
    }


@pytest.mark.heavy
def test_where_it_makes_no_difference_the_next_game_is_tried(
    found: dict[str, ReadingResult],
) -> None:
    answer = found["up_to_three"]
    # Of two sticks nobody can take three: 2, 1 and 0 left, the latter two after either player.
    assert [(proof.game_ref, proof.pairs) for proof in answer.same] == [(TWO, 4)]
    assert answer.rules_in == SIX
    assert answer.rules is not None
    assert answer.rules.options == ((), ("take 3",))
    assert answer.rules.shortest


@pytest.mark.thorough
def test_equal_programs_are_no_difference_at_once(found: dict[str, ReadingResult]) -> None:
    answer = found["both"]
    assert {proof.game_ref: proof.pairs for proof in answer.same} == {TWO: 0, SIX: 0}
    assert answer.rules_in == TALKING


@pytest.mark.thorough
def test_a_reading_may_need_another_one(found: dict[str, ReadingResult]) -> None:
    answer = found["unseen"]
    assert {proof.game_ref for proof in answer.same} == {TWO, SIX, TALKING}
    assert answer.rules_in == GameRef("talking", "", (("who", "both"),))
    assert answer.rules is not None
    assert answer.rules.aspect == "secrecy"
    # In 'two' and in 'talking', one of the other options at a time: of step 2, of tally 2, of
    # taker, rest and hidden 1 each, less those of the reading itself.
    assert found["same_words"].together == 2 * (2 + 1 + 1 + 1 + 1)


@pytest.mark.thorough
def test_other_readings_can_be_set(ruleset: Ruleset) -> None:
    asked = questions(ruleset, selected=lambda r: r in ("hidden", "who"), others={"who": "both"})
    assert {q.reading for q in asked if q.game_refs} == {"hidden"}
    assert {game_ref.others for q in asked for game_ref in q.game_refs} == {(("who", "both"),)}
    (answer,) = answers(ruleset, [q for q in asked if q.game_refs], Budget())
    assert answer.rules_in == GameRef("talking", "", (("who", "both"),))


@pytest.mark.thorough
def test_the_table_alone_may_differ(found: dict[str, ReadingResult]) -> None:
    answer = found["open_tally"]
    assert (answer.rules, answer.table_in) == (None, TWO)
    assert answer.table is not None
    assert answer.table.moves == 1
    assert answer.table.table == (("taken", "0", "1"),)
    assert TWO in {proof.game_ref for proof in answer.same}


@pytest.mark.thorough
def test_rules_that_run_on_do_so_after_the_move_that_is_shown(
    found: dict[str, ReadingResult],
) -> None:
    difference = found["runs_on"].rules
    assert difference is not None
    assert [move.text for move in difference.play.moves] == ["take 2"], "then nothing rests"
    assert (difference.moves, difference.plays[1]) == (1, None)
    assert difference.views[1].outcome == "the rules run on for ever"


def test_questions_can_be_restricted(ruleset: Ruleset) -> None:
    asked = questions(ruleset, selected=lambda reading: reading == "taker")
    assert [(q.reading, q.option[0], q.game_refs) for q in asked] == [
        ("taker", "loses", (SIX, TWO, TALKING))
    ]
    asked = questions(ruleset, "talking")
    assert {q.game_refs for q in asked} == {(TALKING,)}
    asked = questions(ruleset, None, ["two"])
    assert {q.game_refs for q in asked} == {(TWO,)}


def test_without_time_everything_is_open(ruleset: Ruleset) -> None:
    for answer in answers(ruleset, questions(ruleset), Budget(0)):
        assert answer.state == "open"
        assert set(answer.untried) == set(answer.question.game_refs)


def test_small_games_come_first_as_far_as_there_is_time_to_know_which_are(ruleset: Ruleset) -> None:
    programs, written = Programs(ruleset), (SIX, TALKING, TWO)
    assert programs.by_extent(written, Budget(0.0).start()) == [SIX, TWO, TALKING]
    assert programs.by_extent(written, Budget().start()) == [TWO, SIX, TALKING]


@pytest.mark.thorough
def test_a_game_whose_program_is_not_made_in_time_still_waits(
    ruleset: Ruleset, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No program is made after the deadline: the game is not tried, and no difference is denied."""

    def late(*_: object, **__: object) -> NoReturn:
        raise OutOfTime

    (asked,) = questions(ruleset, selected=lambda reading: reading == "taker")
    monkeypatch.setattr(Programs, "same", late)
    (answer,) = answers(ruleset, [asked], Budget(0.2))
    assert (answer.state, set(answer.untried)) == ("open", set(asked.game_refs))


@pytest.mark.thorough
def test_a_search_that_is_not_complete_proves_nothing(ruleset: Ruleset) -> None:
    same = countdown.game(ruleset), countdown.game(ruleset, step="same_words")
    comparison = distinguish(PythonProduct(same), Budget(states=2), seed=0)
    assert (comparison.rules, comparison.table) == (None, None)
    assert isinstance(comparison.found, BoundedEquivalence)
    assert comparison.found.random_plays > 0
    other = countdown.game(ruleset), countdown.game(ruleset, taker="loses")
    comparison = distinguish(PythonProduct(other), Budget(states=2), seed=0)
    assert comparison.rules is not None, "random play finds what the search is too short for"
    assert not comparison.rules.shortest


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The ruleset as a file with its clauses."""
    clauses = ["heap", "take", "end", "tally", "play"]
    text = countdown.COUNTDOWN.strip().replace("\n", '\n  clauses "clauses.md"\n', 1)
    (tmp_path / "countdown.rules").write_text(text + "\n")
    (tmp_path / "clauses.md").write_text("".join(f"- **[{c}]** Text. (p. 1)\n" for c in clauses))
    return tmp_path


@pytest.mark.heavy
def test_the_command_line_says_where_how_and_again(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(folder / "countdown.rules")
    code = main(["compare", path, "step", "taker"])
    text = capsys.readouterr().out
    assert code == 0
    assert "3 other options of readings: 2 make another game, 1 makes none" in text
    assert "other options are there after 0 moves in six (no shorter play shows it there)" in text
    assert "up_to_three: A may also: take 3" in text
    assert "no difference in six: proved by complete search (12 pairs of positions)" in text
    assert "play ends in another way after 1 move in two" in text
    assert "wins: play is over: A" in text
    assert f"again: rulewright compare {path} taker --instance two" in text


@pytest.mark.heavy
def test_the_command_line_in_json(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(folder / "countdown.rules")
    code = main(["compare", path, "tally", "--format", "json"])
    shown, secret = json.loads(capsys.readouterr().out)
    assert code == 0
    assert (shown["matters"], shown["aspect"], shown["moves"]) == (True, "table", 1)
    assert (shown["instance"], shown["shortest"], shown["play"]) == ("two", True, ["take 1"])
    assert shown["table"] == [["taken", "0", "1"]]
    assert (secret["matters"], secret["aspect"], secret["play"]) == (False, None, None)
    assert secret["same_in"] == {"two": 4, "six": 12, "the variant talking": 12}


@pytest.mark.thorough
def test_what_is_open_says_what_was_tried_and_what_to_ask_next(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(folder / "countdown.rules")
    assert main(["compare", path, "step", "--states", "2"]) == 3
    text = capsys.readouterr().out
    assert text.startswith("2 other options of readings: 1 makes another game, 1 is open\n")
    assert "no difference in six in any play of up to 0 moves (3 pairs of positions)" in text
    assert f"ask longer: rulewright compare {path} step --instance" in text
    assert "the search stopped after 2 positions; raise --states" in text
    assert "--states 6" in text
    main(["compare", path, "step", "--budget", "0", "--format", "json"])
    for answer in json.loads(capsys.readouterr().out):
        assert (answer["matters"], answer["play"]) == (None, None)
        assert answer["untried"] == ["six", "two", "the variant talking"]
        assert answer["again"].endswith("step --instance six --budget 900")


def test_what_cannot_be_kept_is_told_before_anything_is_compared(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, kept = str(folder / "countdown.rules"), folder / "countdown.answers"
    for there, said in [("", "'verify --update' keeps some there"), ("no", "writes it anew")]:
        if there:
            kept.write_text(there)
        assert main(["compare", path, "taker", "--update"]) == 2
        out, err = capsys.readouterr()
        assert said in " ".join(err.split())
        assert not out


@pytest.mark.heavy
def test_the_plays_are_kept_in_the_place_of_what_is_open_or_longer(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, kept = str(folder / "countdown.rules"), folder / "countdown.answers"
    longer = [KeptComparison("step", "up_to_three", "instance six", KeptPlay((("A", "take 1"),)))]
    undecided = [KeptComparison("taker", "loses", "instance six", KeptOpen("not yet"))]
    kept.write_text(
        write(Kept("countdown", {}, {}, {"reading.step": "F7"}, (*longer, *undecided))), "utf-8"
    )
    assert main(["compare", path, "--update", "--budget", "60"]) == 0
    written = read(kept.read_bytes())
    assert written.findings["reading.step"] == "F7"  # the numbers that there were stay
    assert len(set(written.findings.values())) == len(written.findings)
    there = {k.option: (k.game, k.evidence) for k in written.comparisons}
    assert there["up_to_three"] == ("instance six", KeptPlay(()))
    assert there["loses"] == ("instance two", KeptPlay((("A", "take 2"),)))
    assert there["both"][0] == "variant talking"
    assert "unseen" not in there  # it takes another reading to tell it
    assert "kept in" in capsys.readouterr().err
    before = kept.read_bytes()
    assert main(["compare", path, "taker", "--instance", "six", "--update"]) == 0
    assert kept.read_bytes() == before  # a longer play is not better
    assert main(["verify", path, "--frozen"]) in {0, 1}
    assert "makes two games: play ends in another way after 1 move" in capsys.readouterr().out


@pytest.mark.thorough
@pytest.mark.parametrize("engine", ["python", "auto"])
def test_without_a_compiler_python_compares(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, engine: str
) -> None:
    monkeypatch.setenv("CC", "no_such_compiler")
    path = str(folder / "countdown.rules")
    assert main(["compare", path, "taker", "--engine", engine]) == 0
    assert "play ends in another way after 1 move in two" in capsys.readouterr().out
    assert main(["compare", path, "taker", "--engine", "native"]) == 2
    assert "the native engine cannot do this" in capsys.readouterr().err


@pytest.mark.thorough
def test_names_that_are_not_there(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(folder / "countdown.rules")
    for options, message in [
        (["stepp"], "countdown has no reading stepp; did you mean step?"),
        (["--variant", "talkin"], "countdown has no variant talkin; did you mean talking?"),
        (["--instance", "tow"], "countdown has no instance tow"),
        (["--reading", "hoo=both"], "countdown has no reading hoo"),
        (["--reading", "who=bot"], "no option of who called bot; did you mean both?"),
        (["--variant", "talking", "--instance", "two"], "two is of the variant standard"),
    ]:
        assert main(["compare", path, *options]) == 2
        assert message in capsys.readouterr().err


def test_a_game_without_readings_has_nothing_to_compare(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", "goofspiel", "--instance", "small", "--instance", "four"]) == 0
    assert capsys.readouterr().out == "goofspiel: there are no readings to compare\n"
    assert main(["compare", "goofspiel", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out) == []


@pytest.mark.heavy
def test_no_sentence_is_wider_than_a_hundred_columns(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = folder / "countdown.rules"
    name = "six_in_a_heap_from_which_one_or_two_are_taken"
    rules.write_text(re.sub(r"\bsix\b", name, rules.read_text("utf-8")), "utf-8")
    monkeypatch.chdir(folder)
    assert main(["compare", "countdown.rules", "step", "taker"]) == 0
    told = capsys.readouterr().out
    assert f"in {name} (no shorter play shows it there)" in " ".join(told.split())
    sentences = [line for line in told.splitlines() if not line.startswith("  again: ")]
    assert max(map(len, sentences)) <= 100, "but a command stays whole"
