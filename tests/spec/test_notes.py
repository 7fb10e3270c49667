"""The notes of each game say what the tool answers, and name what is there."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

import pytest
from tests.shipped import ruleset, shipped
from tests.spec import notes
from tests.tiers import slow

from rulewright.dsl.inputs.locate import find, rulesets
from rulewright.dsl.instantiate import instantiate
from rulewright.engines.python.game import PythonGame
from rulewright.verify.answers.kept import KeptPlay
from rulewright.verify.explicit.searcher import NativeSearcher
from rulewright.verify.limits import Budget
from rulewright.verify.portfolio.portfolio import answer_checks
from rulewright.verify.results.check_result import InstanceResult
from rulewright.verify.results.verdict import Reached, Refuted


@pytest.mark.parametrize("game", notes.GAMES)
def test_the_games_as_sold_are_answered_as_the_table_says(game: str) -> None:
    """If they are answered in another way now: ``python -m tests.spec.notes``."""
    assert notes.table(game) == notes.as_sold(game)


@pytest.mark.parametrize("game", notes.GAMES)
def test_the_readings_make_other_games_as_the_table_says(game: str) -> None:
    """If other plays are kept now: ``python -m tests.spec.notes``."""
    assert notes.readings_table(game) == notes.readings_kept(game)
    assert notes.readings_table(game).count("\n") == 2 + len(notes.options(game))


@pytest.mark.parametrize("game", notes.GAMES)
def test_no_kept_answer_says_another_thing(game: str) -> None:
    claims, answers = notes.claims(game), notes.current(game)
    assert claims
    assert [found for claim in claims if (found := notes.contradiction(claim, answers))] == []


@pytest.mark.parametrize("game", notes.GAMES)
def test_every_claim_is_about_a_question_of_an_instance(game: str) -> None:
    instances = {part.name.text for part in ruleset(game).instances}
    asked = set(notes.questions(game))
    for claim in notes.claims(game):
        assert claim.instance in instances, claim
        assert claim.check in asked, claim


@pytest.mark.parametrize("game", slow(notes.GAMES))
def test_a_complete_search_says_the_same(game: str) -> None:
    """Of the small instances; each is searched once, to the end."""
    claimed = defaultdict(list)
    for claim in notes.claims(game):
        if claim.instance not in notes.sold(game):
            claimed[claim.instance].append(claim)
    counts = notes.counts(game)
    for instance in claimed | counts:
        report = searched(game, instance)
        found = {answer.check.name: answer.verdict for answer in report.answers}
        for claim in claimed[instance]:
            verdict = found[claim.check]
            moves = len(verdict.witness) if isinstance(verdict, Reached | Refuted) else None
            assert (verdict.kind, moves) == (claim.verdict, claim.moves), claim
        if instance in counts:
            seen = report.coverage
            assert seen is not None
            assert (seen.states, seen.transitions, seen.depth) == counts[instance], instance


def searched(game: str, instance: str) -> InstanceResult:
    """What a search finds that comes to its end."""
    played = PythonGame(shipped(game, instance))
    report = answer_checks(played, Budget(), searcher=NativeSearcher(), plays=0)
    assert report.coverage is not None
    assert report.coverage.stopped is None, instance
    return report


def readings(game: str) -> dict[str, set[str]]:
    """The options of each reading in any variant."""
    loaded = ruleset(game)
    options: dict[str, set[str]] = defaultdict(set)
    for variant in loaded.variants:
        for reading in loaded.readings(variant):
            options[reading.name.text] |= {option.name.text for option in reading.options}
    return options


def test_the_readme_counts_the_readings_of_the_wheel() -> None:
    page = (notes.FOLDER.parents[1] / "README.md").read_text("utf-8")
    assert f"the match of two rounds; {len(readings('circle'))} readings |" in page


@pytest.mark.parametrize("game", notes.GAMES)
def test_so_many_readings_with_so_many_other_options(game: str) -> None:
    options = readings(game)
    others = sum(len(names) - 1 for names in options.values())
    assert f"{len(options)} readings with {others} other options" in notes.text(game)


@pytest.mark.parametrize("game", notes.GAMES)
def test_the_notes_name_what_is_there(game: str) -> None:
    """Every name of two words or more in code is one of the rules, of the box, or a file's."""
    written = find(game).read_text("utf-8") + "".join(
        path.read_text("utf-8") for path in find(game).parent.glob("*.csv")
    )
    files = {path.stem for path in find(game).parent.rglob("*")} | {
        path.stem for path in Path(__file__).parent.rglob("*")
    }
    spans = re.findall(r"`([^`\n]+)`", re.sub(r"```.*?```", "", notes.text(game), flags=re.DOTALL))
    named = {word for span in spans for word in re.findall(r"\b[a-z]+(?:_[a-z]+)+\b", span)}
    assert {n for n in named if not re.search(rf"\b{n}\b", written) and n not in files} == set()


KEPT = [path.stem for path in rulesets() if path.with_suffix(".answers").exists()]


@pytest.mark.parametrize("game", KEPT)
def test_nothing_is_reached_before_the_first_move(game: str) -> None:
    """A question that holds where play begins is answered by the box, not by play: it cannot fail."""
    answers = notes.current(game)
    at_once = [
        (name, check)
        for name, of in answers.games.items()
        for check, answer in of.answers.items()
        if answer.verdict == "reached"
        and isinstance(answer.evidence, KeptPlay)
        and not answer.evidence.moves
    ]
    assert at_once == []


def test_pawns_are_asked_about_where_there_are_more_than_the_box_has() -> None:
    """With five pawns and none to spare nobody could ever need a sixth: play would stop before."""
    loaded = ruleset("petite-mort")
    spare = instantiate(loaded).instance.parameters
    assert dict(spare)["spare"] > 0
    settings = {
        (part.name.text, s.name.text): s.value for part in loaded.instances for s in part.settings
    }
    assert [
        name for (name, what), value in settings.items() if what == "spare" and value == 0
    ] == []
    assert ("small", "spare") in settings
