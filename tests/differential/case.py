"""One text through all meanings: what, if anything, is at odds."""

from __future__ import annotations

import traceback
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.oracles.language import Graph, TooMany, search

from rulewright.dsl.diagnostics import RulesetError
from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.ir.program import Program
from rulewright.dsl.load import load_text
from rulewright.dsl.ruleset import Ruleset
from rulewright.engines.native.compiler import available
from rulewright.engines.native.game import NativeGame
from rulewright.engines.python.game import PythonGame
from rulewright.verify.explicit.searcher import NativeSearcher

from .plays import oracle_of, same_play
from .proofs import no_false_proof, no_wrong_bound
from .searches import classes, same_verdicts, walk_together

FILE = str(Path(__file__).parents[1] / "generators" / "drawn.rules")
"""Where random rulesets would stand: beside their table of cards."""
ASPECTS = ("plays", "search", "positions", "native", "proofs", "bounds")
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


def programs(ruleset: Ruleset) -> Iterator[Program]:
    """Each game of a ruleset: the variants, the instances, and each reading changed."""
    for variant in ruleset.variants:
        yield instantiate(ruleset, variant=variant)
        for reading in ruleset.readings(variant):
            for option in reading.options:
                if not option.default:
                    changed = {reading.name.text: option.name.text}
                    yield instantiate(ruleset, variant=variant, readings=changed)
    for instance in ruleset.instances:
        yield instantiate(ruleset, instance=instance.name.text)


def compiled(text: str) -> Ruleset | None:
    """The ruleset, or None where the text is none."""
    try:
        return load_text(text, FILE)
    except RulesetError:
        return None


def examine(text: str, aspects: Collection[str], seconds: float = SECONDS) -> list[Finding]:
    """Everything that is at odds in a text; an empty list if it is no ruleset."""
    ruleset = compiled(text)
    if ruleset is None:
        return []
    found: list[Finding] = []
    for program in programs(ruleset):
        name = " ".join(
            [program.instance.variant, program.instance.name]
            + [f"{k}={v}" for k, v in program.instance.readings]
        )
        graph: Graph | None = None
        for aspect in aspects:
            try:
                graph = _examine(ruleset, program, aspect, graph, seconds)
            except TooMany:
                break
            except Exception as error:
                found.append(Finding(name, aspect, _message(error)))
    return found


def _examine(
    ruleset: Ruleset, program: Program, aspect: str, graph: Graph | None, seconds: float
) -> Graph | None:
    oracle = oracle_of(ruleset, program)
    if aspect == "plays":
        game = PythonGame(program)
        for seed in range(2):
            same_play(oracle, game, seed, ACTIONS)
        return graph
    if graph is None:
        graph = search(oracle, POSITIONS)
    match aspect:
        case "search":
            report = same_verdicts(graph, PythonGame(program))
            if report.coverage.states < len(graph.positions):
                least = classes(graph)
                assert report.coverage.states >= least, ("lost positions", report.coverage, least)
        case "positions":
            walk_together(graph, PythonGame(program), 10 * POSITIONS)
        case "native":
            if available() is None:
                _native(graph, program)
        case "proofs":
            no_false_proof(graph, program, seconds)
        case "bounds":
            no_wrong_bound(graph, program, seconds)
    return graph


def _native(graph: Graph, program: Program) -> None:
    game = NativeGame(program)
    for seed in range(3):
        same_play(graph.oracle, game, seed, ACTIONS)
    same_verdicts(graph, PythonGame(program), NativeSearcher())


def _message(error: Exception) -> str:
    """The assertion's own words, or where the error came from."""
    if isinstance(error, AssertionError) and error.args:
        said = error.args[0]
        return ", ".join(map(str, said)) if isinstance(said, tuple) else str(said)
    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} in {Path(last.filename).name}:{last.name}, {error}"
