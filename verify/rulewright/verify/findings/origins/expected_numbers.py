"""The numbers that an author expects of a game, and those that it has."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rulewright.dsl.diagnostics import Diagnostic
from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.ruleset import Ruleset
from rulewright.dsl.syntax.parts import ExpectedNumber
from rulewright.engines.common.move_limit import MOVE_LIMIT
from rulewright.engines.game import Action

from ...effort.answering import NOTICING
from ...explicit.searcher import PythonSearcher, Searcher, SearchRequest
from ...limits import Budget, Deadline
from ...stategraph.count import count_plays
from ...stategraph.graph import StateGraph
from ..finding import Finding, Occurrence
from ..kinds import FindingKind
from ..subject import Selected

NOT_AS_EXPECTED = "E828"
"""The code of the message that a number is not as expected."""


@dataclass(frozen=True, slots=True)
class Counted:
    """The result for one expected number: ``right`` is None if the search was not finished.

    ``sentence``: the expected and the actual number, without a full stop; empty if it is right.
    """

    selected: Selected
    expected: ExpectedNumber
    right: bool | None
    sentence: str = ""


def games(path: Path, ruleset: Ruleset, move_limit: int = MOVE_LIMIT) -> list[Selected]:
    """The games with expected numbers, in the order of the file.

    Raises RulesetError if one of them is wrong.
    """
    found = []
    for part in ruleset.instances:
        if part.expected:
            name = part.name.text
            program = instantiate(ruleset, instance=name)
            options = ("--instance", name)
            found.append(Selected(path, program, options, move_limit, ruleset, part.for_play))
    return found


def counted(
    selected: Iterable[Selected], searcher: Searcher, deadline: Deadline, most: int | None = None
) -> list[Counted]:
    """Each number expected of these games, with the actual one.

    At most ``most`` positions are looked at, if that is given.
    """
    found: list[Counted] = []
    for chosen in selected:
        if expected := _expected(chosen):
            found += _counted(chosen, expected, searcher, deadline, most)
    return found


def number_findings(found: Iterable[Counted]) -> list[Finding]:
    """The numbers that are not as expected."""
    return [_finding(each) for each in found if each.right is False]


def number_diagnostics(
    path: Path, ruleset: Ruleset, most: int = NOTICING.expected_positions
) -> list[Diagnostic]:
    """The numbers that are not as expected, each at its place; only of small games."""
    small = [chosen for chosen in games(path, ruleset) if _is_small(chosen, most)]
    found = counted(small, PythonSearcher(), Budget().start(), most)
    return [diagnostic(each) for each in found if each.right is False]


def larger_games(path: Path, ruleset: Ruleset, most: int = NOTICING.expected_positions) -> int:
    """How many games have expected numbers that are not counted where only the text is looked at."""
    return sum(not _is_small(chosen, most) for chosen in games(path, ruleset))


def _is_small(chosen: Selected, most: int) -> bool:
    return all(n.number <= most for n in _expected(chosen) if n.of.text == "positions")


def diagnostic(counted_: Counted) -> Diagnostic:
    """Where a number is not as expected."""
    return Diagnostic(NOT_AS_EXPECTED, counted_.expected.span, counted_.sentence)


def _expected(selected: Selected) -> tuple[ExpectedNumber, ...]:
    """What is expected of the chosen instance, unless some of its settings were changed."""
    instance = selected.program.instance
    for part in () if selected.ruleset is None else selected.ruleset.instances:
        if part.expected and part.name.text == instance.name and selected.ruleset is not None:
            same = instantiate(selected.ruleset, instance=instance.name).instance == instance
            return part.expected if same else ()
    return ()


def _counted(
    chosen: Selected, expected: Sequence[ExpectedNumber], searcher: Searcher, deadline: Deadline,
    most: int | None,
) -> Iterator[Counted]:  # fmt: skip
    said = next((n.number for n in expected if n.of.text == "positions"), None)
    enough = (
        NOTICING.unsaid_positions
        if said is None
        else NOTICING.said_times * said + NOTICING.said_more
    )
    budget = Budget(deadline.left(), enough if most is None else min(enough, most + 1))
    plays = any(n.of.text == "plays" for n in expected)
    graph = searcher.ask(SearchRequest(chosen.game(), budget, keep_transitions=plays)).graph
    for number in expected:
        yield _compared(chosen, number, graph)


def _compared(
    chosen: Selected, expected: ExpectedNumber, graph: StateGraph[Any, Action]
) -> Counted:
    what = expected.of.text
    begin = f"{expected.number:,} {what} of {chosen.name} are expected"
    if not graph.complete:
        more = len(graph.states)
        if what == "positions" and more > expected.number:
            return Counted(chosen, expected, False, f"{begin}, there are at least {more:,}")
        return Counted(chosen, expected, None)
    number = _number(what, graph)
    if number == expected.number:
        return Counted(chosen, expected, True)
    there = (
        "there is no bound: play can go on for ever" if number is None else f"there are {number:,}"
    )
    return Counted(chosen, expected, False, f"{begin}, {there}")


def _number(what: str, graph: StateGraph[Any, Action]) -> int | None:
    """The number in a complete graph; None if the number of plays is unbounded."""
    match what:
        case "positions":
            return len(graph.states)
        case "actions":
            return graph.transitions
        case "ends":
            return sum(graph.terminal.values()) - graph.deadlocks
        case "plays":
            return count_plays(graph)
    raise ValueError(what)


def _finding(counted_: Counted) -> Finding:
    chosen, what = counted_.selected, counted_.expected.of.text
    words = f"rulewright explore {chosen.shown} --instance {chosen.program.instance.name}"
    command = f"{words} --count-plays" if what == "plays" else words
    return Finding(
        key=f"expect.{chosen.program.instance.name}.{what}",
        kind=FindingKind.NUMBER,
        clauses=(),
        sentence=counted_.sentence,
        occurrences=(Occurrence(chosen, "proved", "complete search", command=command),),
        span=counted_.expected.span,
        unexpected=True,
    )
