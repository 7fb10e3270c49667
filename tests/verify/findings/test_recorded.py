"""Findings beside the answers: what of them is kept, for how long, and what is told of it."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from tests.shipped import shipped
from tests.verify.cli.command import Output, answer, run
from tests.verify.cli.commands.answers.test_show import RULES as STICKS

from rulewright.verify.answers.kept import KeptFinding
from rulewright.verify.findings.collect import Results
from rulewright.verify.findings.finding import Finding, Occurrence
from rulewright.verify.findings.kinds import FindingKind
from rulewright.verify.findings.subject import Selected
from rulewright.verify.findings.summary.beside import BesideAnswers
from rulewright.verify.findings.summary.overview import Overview
from rulewright.verify.findings.summary.recorded import (
    is_recorded,
    recorded_after,
    recorded_findings,
)
from rulewright.verify.findings.summary.taken import Taken
from rulewright.verify.results.check_result import InstanceResult

PROGRAM = shipped("pig", "small")
ONE, TWO = (
    Selected(Path("pig.rules"), PROGRAM, ("--instance", name)) for name in ("small", "large")
)


def finding(name: str, *games: Selected, everywhere: bool = False) -> Finding:
    """A play that never ends in these games; ``everywhere``: an option that no game ever has."""
    kind = FindingKind.DEAD_RULE if everywhere else FindingKind.ENDLESS
    occurrences = [Occurrence(g, "proved" if everywhere else "refuted", "a play") for g in games]
    return Finding(f"{kind}.{name}", kind, ("turn",), name, tuple(occurrences), unexpected=True)


def overview(
    *found: Finding, games: tuple[Selected, ...] = (ONE, TWO), ended: str = ""
) -> Overview:
    results = [Results(g, InstanceResult(PROGRAM.instance, (), (), None), ()) for g in games]
    return Overview(
        "pig", "Pig", tuple(results), (), (), found,
        beside=BesideAnswers(noticed=()), taken=Taken(ended=ended),
    )  # fmt: skip


def recorded(
    *found: Finding, before: tuple[KeptFinding, ...] = (), games: tuple[Selected, ...] = (ONE, TWO),
    unchanged: bool = True, ended: str = "",
) -> tuple[KeptFinding, ...]:  # fmt: skip
    about = overview(*found, games=games, ended=ended)
    return recorded_after(before, about, all_games=len(games) == 2, unchanged=unchanged)


LOOP = finding("loop", ONE, TWO)
DEAD = finding("dead", ONE, everywhere=True)


def test_what_answers_and_the_text_show_is_not_noted() -> None:
    of_check = replace(LOOP, key="ends")
    read = replace(LOOP, occurrences=(Occurrence(ONE, "read", "the text"),))
    unnamed = finding("other", replace(ONE, options=("--set", "goal=3")))
    assert recorded(of_check, read, unnamed) == ()
    assert recorded(LOOP) == (
        KeptFinding(
            "endless.loop", "endless", "loop", ("turn",), ("instance small", "instance large"),
            unexpected=True,
        ),
    )  # fmt: skip


def test_what_is_not_found_again_is_dropped_and_what_was_not_looked_for_stays() -> None:
    before = recorded(LOOP, DEAD)
    assert len(before) == 2
    assert recorded(before=before) == ()
    assert set(recorded(before=before, ended="it was interrupted")) == set(before)
    assert set(recorded(before=before, games=(ONE,))) == set(before)
    assert recorded(before=before, games=(ONE,), unchanged=False) == ()


def test_a_run_about_some_games_says_nothing_of_all_of_them() -> None:
    assert recorded(DEAD, games=(ONE,)) == ()
    (small,) = recorded(finding("loop", ONE), games=(ONE,))
    assert small.games == ("instance small",)
    assert recorded(before=(small,), games=(ONE,)) == ()
    (both,) = recorded(finding("loop", TWO), before=(small,), games=(TWO,))
    assert set(both.games) == {"instance small", "instance large"}


def test_a_note_is_a_finding_of_its_games_alone() -> None:
    (note,) = recorded(LOOP)
    (there,) = recorded_findings([note], [TWO])
    assert (there.key, there.kind, is_recorded(there)) == (
        "endless.loop",
        FindingKind.ENDLESS,
        True,
    )
    assert (there.severity, there.clauses) == ("wrong", ("turn",))
    assert [o.selected for o in there.occurrences] == [TWO]
    assert not is_recorded(LOOP)
    assert not [*recorded_findings([replace(note, kind="unheard_of")], [TWO])]
    assert not [*recorded_findings([note], [replace(TWO, options=())])]


RULES = STICKS.partition("  check ended")[0].replace(
    "        if left = 0\n",
    """\
          wait                                              by [take]
            nothing
          peek when left < 0                                by [take]
            nothing
        if left = 0
""",
)


def written(folder: Path, more: str = "") -> Path:
    """The ruleset in a folder, with something behind it."""
    (folder / "clauses.md").write_text("- **[take]** Take one. (p. 1)\n- **[end]** Win. (p. 1)\n")
    path = folder / "sticks.rules"
    path.write_text(f"{RULES}{more}")
    return path


@pytest.mark.heavy
def test_what_a_search_found_is_listed_and_told_of_its_clauses(
    tmp_path: Path, capsys: Output
) -> None:
    """Whatever nobody asked about; and no move is said never to be made because few plays are kept."""
    path = written(tmp_path)
    _, screen, _ = run(capsys, "verify", path, "--update")
    there = ["endless.play", "dead_rule.peek", "vacuous.few"]
    listed = " ".join(answer(capsys, "show", path)[1].split())
    assert "F1 endless.play: Play can go round for ever (as kept)" in listed
    assert all(f" {key}: " in listed for key in there)
    assert "Found once" not in listed
    told = answer(capsys, "explain", "take", path)[1]
    assert "  F1 Play can go round for ever (as kept)\n" in told
    assert "The option 'peek' can never be chosen (as kept)" in told
    assert "never done" not in told
    assert "“Who wins?” makes two games" in answer(capsys, "explain", "end", path)[1]
    said = json.loads(answer(capsys, "explain", "take", path, "--format", "json")[1])[0]["kept"]
    assert set(there) <= {f["key"] for f in said["findings"]}
    assert {f["id"] for f in said["findings"]} <= set(screen.split())
    path.write_text(RULES.replace("          wait       ", "          rest       "))
    listed = " ".join(answer(capsys, "show", path)[1].split())
    assert "Found once, and perhaps no longer there: F1 endless.play" in listed
    assert "for ever" not in answer(capsys, "explain", "take", path)[1]


@pytest.mark.heavy
def test_what_is_kept_of_other_games_is_told_with_their_names(
    tmp_path: Path, capsys: Output
) -> None:
    more = "  variant calm: standard by [take]\n    play by [take]\n      win A by [end]\n"
    games = "  instance calm: calm for play\n  instance round: standard\n"
    path = written(tmp_path, f"{more}{games}")
    run(capsys, "verify", path, "--update")
    run(capsys, "verify", path, "--update", "--instance", "round")
    listed = " ".join(answer(capsys, "show", path)[1].split())
    assert "In other games alone: F" in listed
    assert "endless.play (round)" in listed
