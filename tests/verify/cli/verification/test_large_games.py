"""What nobody asked about larger games: where nothing was found, that is kept, and not looked for again."""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Callable, Sequence
from io import StringIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.load import load
from rulewright.verify.cli.terminal.console import Console
from rulewright.verify.cli.verification import large_games
from rulewright.verify.cli.verification.kept_answers import KeptAnswers
from rulewright.verify.draw.style import PLAIN
from rulewright.verify.execution.workers import Job
from rulewright.verify.findings.subject import Selected
from rulewright.verify.limits import Budget
from rulewright.verify.results.check_result import InstanceResult

RULES = """\
ruleset walk "Walk"
  clauses "walk.md"
  players Ann, Bob
  board path = square(6, 6)
  state on: Square -> Player? = none
  play by [play]
    repeat
      turns for p in Player
        choose p
          go(s: Square) when on[s] is none
            on[s] := p
"""
PARTS = ["_through_plays", "_through_rules"]


class Looks:
    """Looks through games of rules as if they were large, and notes which parts were looked through."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.path = folder / "walk.rules"
        self.path.write_text(RULES)
        (folder / "walk.md").write_text("# Walk\n\n- **[play]** They walk. (page 1)\n")
        self.found: dict[str, tuple[str, ...]] = {}
        self.seconds: float | None = None
        self._parts: list[str] = []
        self._monkeypatch, self._caches = monkeypatch, folder / "caches"
        self._caches.mkdir()
        for part in PARTS:
            monkeypatch.setattr(large_games, part, self._through(part))

    def _through(self, part: str) -> Callable[..., tuple[str, ...]]:
        def look(of: object, deadline: object) -> tuple[str, ...]:
            self._parts.append(part)
            return self.found.get(part, ())

        return look

    def __call__(self, *, fresh: bool = False) -> list[str]:
        """The parts that are looked through now, on a machine that remembers nothing."""
        self._parts.clear()
        self._monkeypatch.setenv("XDG_CACHE_HOME", tempfile.mkdtemp(dir=self._caches))
        ruleset = load(self.path)
        one = Selected(self.path, instantiate(ruleset), ruleset=ruleset)
        options = {"frozen": False, "update": True, "fresh": fresh, "answers": None}
        kept = KeptAnswers(argparse.Namespace(**options), [one])
        result = SimpleNamespace(
            selected=one, report=InstanceResult(one.program.instance, (), (), None)
        )
        work = SimpleNamespace(deadline=Budget(self.seconds).start(), side_by_side=_at_once)
        large_games.in_large_games({"walk": cast(Any, [result])}, cast(Any, work), kept)
        kept.save(Console(StringIO(), StringIO(), StringIO(), PLAIN))
        return sorted(self._parts)


def _at_once(jobs: Sequence[Job], _: str) -> list[object]:
    return [job.work(*job.arguments, lambda count, what: None) for job in jobs]


@pytest.fixture
def looks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Looks:
    return Looks(tmp_path, monkeypatch)


@pytest.mark.thorough
def test_what_had_nothing_to_tell_is_looked_at_again_if_its_rules_changed(looks: Looks) -> None:
    assert looks() == PARTS
    assert looks() == []
    looks.path.write_text(RULES.replace("go(", "step("))
    assert looks() == PARTS
    assert looks() == []
    looks.path.write_text(RULES)
    assert looks() == PARTS


@pytest.mark.thorough
def test_whoever_wants_everything_afresh_gets_it(looks: Looks) -> None:
    assert looks() == PARTS
    assert looks(fresh=True) == PARTS


def test_what_there_is_to_tell_is_looked_for_each_time(looks: Looks) -> None:
    looks.found = {"_through_rules": ("something",)}
    assert looks() == PARTS
    assert looks() == ["_through_rules"]


def test_what_there_was_no_time_for_is_not_taken_for_nothing(looks: Looks) -> None:
    looks.seconds = 0.0
    assert looks() == PARTS
    looks.seconds = None
    assert looks() == PARTS
