"""One text through all meanings: what, if anything, is at odds."""

from __future__ import annotations

import traceback
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from tests.oracles.language import Graph, TooMany, search

from rulewright.dsl.diagnostics import RulesetError
from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.ir.program import Program
from rulewright.dsl.load import load_text
from rulewright.dsl.ruleset import Ruleset
from rulewright.engines.native.compiler import available
from rulewright.engines.native.game import NativeGame
from rulewright.engines.python.game import PythonGame
from rulewright.verify.effort.encoding import SOLVING
from rulewright.verify.explicit.native.functions import SOURCES
from rulewright.verify.explicit.searcher import NativeSearcher

from .comparisons import same_comparison
from .plays import oracle_of, same_play
from .proofs import no_false_proof, no_wrong_bound
from .searches import classes, same_verdicts, walk_together

FILE = str(Path(__file__).parents[1] / "generators" / "drawn.rules")
"""Where random rulesets would stand: beside their table of cards."""
ASPECTS = ("plays", "search", "positions", "native", "proofs", "bounds", "readings")
POSITIONS, ACTIONS, SECONDS = 400, 20, 4.0


@dataclass(frozen=True)
class Finding:
    """What is at odds in a text: in which game, under which aspect, and where it was noticed."""

    game: str
    aspect: str
    message: str

    @property
    def key(self) -> tuple[str, str]:
        """What stays the same while a text gets smaller: the aspect and the kind of difference."""
        return self.aspect, self.message.split(",")[0]


def _settings(ruleset: Ruleset) -> Iterator[dict[str, Any]]:
    """Each game of a ruleset: the variants, each reading changed, and the instances."""
    for variant in ruleset.variants:
        yield {"variant": variant}
        for reading in ruleset.readings(variant):
            for option in reading.options:
                if not option.default:
                    yield {"variant": variant, "readings": {reading.name.text: option.name.text}}
    for instance in ruleset.instances:
        yield {"instance": instance.name.text}


def compiled(text: str, *, every: bool = True) -> Ruleset | None:
    """The ruleset, or None where the text is none; not ``every`` game of it need be one."""
    try:
        return load_text(text, FILE, every=every)
    except RulesetError:
        return None


def examine(
    text: str, aspects: Collection[str], seconds: float = SECONDS, only: int | None = None
) -> list[Finding]:
    """Everything that is at odds in a text; an empty list if it is no ruleset."""
    ruleset = compiled(text)
    return [] if ruleset is None else examined(ruleset, aspects, seconds, only)


def examine_one(text: str, aspects: Collection[str], number: int) -> list[Finding]:
    """The same of one of its games, the one of that number, round and round; no other is compiled."""
    ruleset = compiled(text, every=False)
    try:
        return [] if ruleset is None else examined(ruleset, aspects, only=number)
    except RulesetError:
        return []


def examined(
    ruleset: Ruleset, aspects: Collection[str], seconds: float = SECONDS, only: int | None = None
) -> list[Finding]:
    """Everything that is at odds in a ruleset.

    ``seconds`` are for each proof. With ``only``, one of its games is looked at: the one of that
    number, round and round.
    """
    games = list(_settings(ruleset))
    if only is not None:
        games = [games[only % len(games)]]
    found: list[Finding] = []
    for game in games:
        case = _Case(ruleset, instantiate(ruleset, **game), seconds)
        for aspect in aspects:
            try:
                case.examine(aspect)
            except TooMany:
                continue
            except Exception as error:
                found.append(Finding(str(game), aspect, _message(error)))
    return found


def only_game(text: str) -> Graph:
    """All positions of the standard game of a text."""
    ruleset = compiled(text)
    assert ruleset is not None
    return _Case(ruleset, instantiate(ruleset), SECONDS).graph


class _Case:
    """One game of a text, with what is made for it once."""

    def __init__(self, ruleset: Ruleset, program: Program, seconds: float) -> None:
        self.ruleset = ruleset
        self.program = program
        self.seconds = seconds
        self.oracle = oracle_of(ruleset, program)
        self._graph: Graph | None = None

    @cached_property
    def game(self) -> PythonGame:
        return PythonGame(self.program)

    @property
    def graph(self) -> Graph:
        """All positions. Raises TooMany."""
        if self._graph is None:
            self._graph = search(self.oracle, POSITIONS)
        return self._graph

    def examine(self, aspect: str) -> None:
        """Assert that nothing is at odds under one aspect."""
        match aspect:
            case "plays":
                for seed in range(2):
                    same_play(self.oracle, self.game, seed, ACTIONS)
            case "search":
                report = same_verdicts(self.graph, self.game)
                if report.coverage.states < len(self.graph.positions):
                    least = classes(self.graph)
                    assert report.coverage.states >= least, ("lost positions", least, report)
            case "positions":
                walk_together(self.graph, self.game, 10 * POSITIONS)
            case "native":
                if available() is None:
                    # With the search, so that one library serves both.
                    native = NativeGame(self.program, SOURCES)
                    same_play(self.oracle, native, 2, ACTIONS)
                    same_verdicts(self.graph, self.game, NativeSearcher())
            case "proofs":
                no_false_proof(self.graph, self.game, int(self.seconds * SOLVING.units_per_second))
            case "bounds":
                no_wrong_bound(
                    self.graph, self.program, int(self.seconds * SOLVING.units_per_second)
                )
            case "readings":
                same_comparison(self.ruleset, self.program, POSITIONS)
            case _:
                raise ValueError(f"there is no aspect {aspect}")


def _message(error: Exception) -> str:
    """The assertion's own words, or where the error came from."""
    if isinstance(error, AssertionError) and error.args:
        said = error.args[0]
        return ", ".join(map(str, said)) if isinstance(said, tuple) else str(said)
    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} in {Path(last.filename).name}:{last.name}, {error}"
