"""The answers that the shipped games come with: they can be read, and they hold."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.shipped import ruleset, shipped
from tests.tiers import slow

from rulewright.dsl.inputs.locate import find, rulesets
from rulewright.verify.answers.format import read, write
from rulewright.verify.answers.kept import KeptPlay
from rulewright.verify.answers.sources import changed, texts
from rulewright.verify.cli.main import main
from rulewright.verify.cli.verification.large_games import looked_through
from rulewright.verify.findings.collect import Results
from rulewright.verify.findings.subject import Selected
from rulewright.verify.results.check_result import InstanceResult

FILES = [path.with_suffix(".answers") for path in rulesets()]
THERE = [path for path in FILES if path.exists()]


def test_there_are_some() -> None:
    assert {path.stem for path in THERE} >= {"circle", "tictactoe", "connectfour", "hex"}


@pytest.mark.parametrize("path", THERE, ids=lambda path: path.stem)
def test_they_are_as_they_were_written_and_of_these_rules(path: Path) -> None:
    kept = read(path.read_bytes())
    assert write(kept) == path.read_text("utf-8")
    loaded = ruleset(path.stem)
    names = {f"instance {part.name.text}" for part in loaded.instances}
    assert set(kept.games) <= names
    assert changed(kept.texts, texts(loaded, path.with_suffix(".rules"))) == ()


@pytest.mark.parametrize("path", THERE, ids=lambda path: path.stem)
def test_what_a_play_shows_has_a_number_that_stays(path: Path) -> None:
    """`rulewright show NAME F3` shows the same in every version, and no two findings have one number."""
    kept, loaded = read(path.read_bytes()), ruleset(path.stem)
    played = [part.name.text for part in loaded.instances if part.for_play]
    named = [f"instance {name}" for name in played or [p.name.text for p in loaded.instances]]
    answers = (kept.games[name].answers for name in named if name in kept.games)
    keys = {
        check for some in answers for check, a in some.items() if isinstance(a.evidence, KeptPlay)
    }
    keys |= {f"reading.{c.reading}" for c in kept.comparisons if isinstance(c.evidence, KeptPlay)}
    assert keys <= set(kept.findings)
    assert len(set(kept.findings.values())) == len(kept.findings)


@pytest.mark.heavy
@pytest.mark.parametrize("name", ["circle", "petite-mort", *slow(["arktia", "run-run-run"])])
def test_where_nothing_was_found_unasked_it_is_not_looked_for_again(name: str) -> None:
    """Such a ruleset is asked about in less time; ``verify NAME --update`` keeps it anew."""
    path, loaded = find(name), ruleset(name)
    results = [
        Results(one, InstanceResult(program.instance, (), (), None), ())
        for part in loaded.instances
        if part.for_play
        for program in (shipped(name, part.name.text),)
        for one in (Selected(path, program, ruleset=loaded),)
    ]
    rules = next(looked_through(name, results))
    assert rules.digest in read(path.with_suffix(".answers").read_bytes()).nothing


LARGE = ["arktia", "petite-mort", "run-run-run"]
"""Of all others the plugin for pytest asks everything (``make slow``), of two classics in ``make test``, too."""


@pytest.mark.parametrize("name", slow(LARGE))
def test_they_hold(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Every play, every proof, every search: whatever is kept is shown again."""
    code = main(["verify", name, "--frozen"])
    captured = capsys.readouterr()
    assert code == 0, captured.out[:2000] + captured.err[:2000]
