"""``explain``: what kept answers say of a clause, and what no kept play of it does."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.verify.cli.command import Output, answer, complaint

pytestmark = pytest.mark.usefixtures("only_asked")


def test_it_says_that_nothing_is_kept(nim: Path, capsys: Output) -> None:
    text = " ".join(answer(capsys, "explain", "turn", nim)[1].split())
    assert "no answers are kept, and nothing is looked for here" in text
    assert f"what play shows is told by `rulewright verify {nim}`; --update keeps it" in text
    kept = json.loads(answer(capsys, "explain", "turn", nim, "--format", "json")[1])[0]["kept"]
    assert kept is None


@pytest.mark.thorough
def test_answers_and_findings_of_a_clause(circling: Path, capsys: Output) -> None:
    rules = circling.read_text()
    again = '  agree twice fails "Is it shut?"\n    [turn]: shut\n    [end]: no\n'
    never = '  check both fails "Can it be so?": reachable shut and not shut by [turn]\n'
    circling.write_text(
        rules + '  check shuts "Can it shut?": reachable shut by [turn]\n' + never + again
    )
    answer(capsys, "verify", circling, "--update")
    for clause in ("turn", "end"):
        assert "  twice: standard no, refuted in" in answer(capsys, "explain", clause, circling)[1]
    _, text = answer(capsys, "explain", "turn", circling)
    assert "  shuts: standard yes, reached in" in text
    assert "  both: standard no, proved" in text, "what is looked for is proved not to be there"
    assert "Can it shut? Yes (" in text
    assert "no answers are kept" not in text
    assert f"that is done by `rulewright verify {circling}`" in " ".join(text.split())
    said = json.loads(answer(capsys, "explain", "turn", circling, "--format", "json")[1])[0]["kept"]
    (shuts,) = [a for a in said["answers"] if a["check"] == "shuts"]
    assert (shuts["verdict"], said["of_this_text"]) == ("reached", True)
    assert "shuts" in [f["key"] for f in said["findings"]]
    assert set(said["in_no_play"]) < set(said["moves"])
    circling.write_text(circling.read_text().replace("supply stick = 1", "supply stick = 2"))
    assert "not as they were" in answer(capsys, "explain", "turn", circling)[1]


def test_it_is_no_wider_than_a_screen_and_files_are_named_from_here(
    circling: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A question may be long, and the folder far away."""
    words = "Is it so, whoever begins and however often " + "anybody has done it before, " * 6
    with circling.open("a") as file:
        file.write(f'  check shuts "{words}and now?": reachable shut by [turn]\n')
    monkeypatch.chdir(circling.parent)
    text = answer(capsys, "explain", "turn", circling)[1]
    assert "anybody has done it before, anybody" in " ".join(text.split())
    assert max(map(len, text.splitlines())) <= 100
    assert f"  {circling.name}:" in text
    monkeypatch.chdir("/")
    assert f"{circling}"[1:] in answer(capsys, "explain", "turn", circling)[1]


def test_the_clause_may_stand_behind_the_ruleset(nim: Path, capsys: Output) -> None:
    assert answer(capsys, "explain", nim, "turn") == answer(capsys, "explain", "turn", nim)
    # Two words that are no rulesets: the first one is the clause, and the other is missing.
    assert "there is no ruleset trun" in complaint(capsys, "explain", "turn", "trun")[1]


def test_a_reading_is_told_as_one(capsys: Output) -> None:
    code, err = complaint(capsys, "explain", "enough", "pig")
    assert (code, "it is a reading of pig, by [play.roll], [end.goal]" in err) == (2, True)


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("act", "it is a procedure of circle, by [turn.choice], "),
        ("place", "it is an option of circle, by [turn.place], [aggr.place], [three.place]"),
        ("may_place", "it is a function of circle, by [turn.beside], [turn.free], "),
        ("token", "it is a supply of circle, by [setup.pieces]"),
        ("F1", "rulewright show RULESET F1"),
        ("gap.left_open", "rulewright show RULESET gap.left_open"),
    ],
)
def test_of_each_rule_its_clauses_are_told(name: str, told: str, capsys: Output) -> None:
    """Where somebody names a rule, or a finding, in place of a clause."""
    code, err = complaint(capsys, "explain", name, "circle")
    assert code == 2
    assert told in " ".join(err.split())


def test_only_the_clause_is_required(capsys: Output) -> None:
    assert "required: CLAUSE\n" in complaint(capsys, "explain")[1]


@pytest.mark.heavy
def test_what_no_kept_play_does_is_named(nim: Path, capsys: Output) -> None:
    rules = nim.read_text()
    extra = "          peek when heap > 8 by [turn]\n            nothing\n        if stick = 0"
    nim.write_text(rules.replace("        if stick = 0", extra))
    answer(capsys, "verify", nim, "--update")
    said = json.loads(answer(capsys, "explain", "turn", nim, "--format", "json")[1])[0]["kept"]
    assert said["moves"] == ["take_some", "peek"]
    assert said["in_no_play"] == ["peek"]
    text = " ".join(answer(capsys, "explain", "turn", nim)[1].split())
    none = (
        f"in none of the plays that are kept ({said['plays']}), though others may have them: peek"
    )
    assert none in text
    other = nim.with_suffix(".answers")
    other.write_text("nonsense")
    code, why = complaint(capsys, "explain", "turn", nim)
    assert (code, "nim.answers" in why) == (2, True)


@pytest.mark.thorough
def test_readings_of_it_with_what_came_of_them(nim: Path, capsys: Output) -> None:
    answer(capsys, "verify", nim, "--update")
    text = answer(capsys, "explain", "end", nim)[1]
    assert "winner = other: another game, after " in text
