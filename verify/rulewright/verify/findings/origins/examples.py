"""The examples of a ruleset as findings: those that do not come out as their author wrote them."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from rulewright.dsl.diagnostics import Diagnostic
from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.ruleset import Ruleset
from rulewright.engines.common.move_limit import MOVE_LIMIT

from ...plays.example import ExampleFailure, failures
from ..finding import Finding, Occurrence, Shown
from ..kinds import FindingKind
from ..subject import Selected

DOES_NOT_COME_OUT = "E827"
"""The code of the message that an example does not come out."""


def games(path: Path, ruleset: Ruleset, move_limit: int = MOVE_LIMIT) -> list[Selected]:
    """The games of the examples of a ruleset, each once, in the order of the file.

    Raises RulesetError if one of them is wrong.
    """
    found: dict[tuple[str, ...], Selected] = {}
    for variant, part in ruleset.examples:
        instance = None if part.instance is None else part.instance.text
        options = ("--instance", instance) if instance else ("--variant", variant)
        if options not in found:
            program = (
                instantiate(ruleset, instance=instance)
                if instance
                else instantiate(ruleset, variant=variant)
            )
            found[options] = Selected(path, program, options, move_limit, ruleset)
    return _each_once(found.values())


def _each_once(selected: Iterable[Selected]) -> list[Selected]:
    """Two instances may be one game: it has the examples of both."""
    found: list[Selected] = []
    known: set[str] = set()
    for game in selected:
        names = {example.name for example in game.program.examples}
        if not names <= known:
            found.append(game)
            known |= names
    return found


def example_findings(selected: Iterable[Selected]) -> list[Finding]:
    """The examples of these games that do not come out."""
    return [
        _finding(game, failure)
        for game in selected
        for failure in failures(game.program, game.move_limit)
    ]


def example_diagnostics(path: Path, ruleset: Ruleset) -> list[Diagnostic]:
    """The examples of a ruleset that do not come out, each at its line."""
    return [diagnostic(f) for game in games(path, ruleset) for f in failures(game.program)]


def diagnostic(failure: ExampleFailure) -> Diagnostic:
    """Where an example does not come out, and why."""
    span = failure.span or failure.example.span
    assert span is not None, "examples are written in a file"
    return Diagnostic(DOES_NOT_COME_OUT, span, sentence_of(failure))


def sentence_of(failure: ExampleFailure) -> str:
    """Which example, and what does not hold in it, without a full stop."""
    title = f" ({failure.example.title})" if failure.example.title else ""
    return f"the example {failure.example.name}{title}: {failure.sentence}"


def _finding(game: Selected, failure: ExampleFailure) -> Finding:
    sentence = sentence_of(failure)
    shown = Shown(failure.play, said=failure.sentence)
    return Finding(
        key=f"example.{failure.example.name}",
        kind=FindingKind.EXAMPLE,
        clauses=failure.clauses,
        sentence=sentence[:1].upper() + sentence[1:],
        occurrences=(Occurrence(game, "refuted", "the author's play", (shown,)),),
        span=failure.span,
        unexpected=True,
    )
