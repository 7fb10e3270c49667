"""Numbers that no rulebook states, and on which answers depend, as answers about several games show."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from rulewright.dsl.instantiate import with_settings
from rulewright.dsl.ir.program import Check, Program
from rulewright.dsl.syntax.parts import ParameterPart

from ...answers.plays import kept_play, shown_again
from ...plays.play import ReplayError
from ...results.check_result import CheckResult
from ...results.verdict import Proved, Reached, Refuted
from ..collect import Results
from ..finding import Finding
from ..kinds import FindingKind
from ..origins.from_results import named, occurrence
from ..subject import Selected
from .detectors.in_one.open_parameters import HINT, KIND, otherwise


def open_values(results: Sequence[Results]) -> list[Finding]:
    """A finding for each open parameter of which two values give a question different answers.

    One game has an answer. The same game with another game's value is either that other game, which has an
    answer of its own; or a play that is known there shows in it what is proved impossible in the first.
    ``results`` are those of one ruleset.
    """
    found: dict[str, Finding] = {}
    for one in results:
        for part, value in _open(one):
            name = part.name.text
            if name in found:
                continue
            for other in results:
                there = dict(other.selected.program.instance.parameters).get(name, value)
                finding = None if there == value else _between(one, other, part, value, there)
                if finding is not None:
                    found[name] = finding
                    break
    return list(found.values())


def _open(one: Results) -> Iterator[tuple[ParameterPart, int]]:
    instance = one.selected.program.instance
    ruleset = one.selected.ruleset
    values = dict(instance.parameters)
    for part in () if ruleset is None else ruleset.parameters(instance.variant):
        if part.is_open and part.name.text in values:
            yield part, values[part.name.text]


def _between(
    one: Results, other: Results, part: ParameterPart, before: int, after: int
) -> Finding | None:
    """What depends on the value, in a game as it is and with another game's value."""
    pairs = [
        (answer, opposite)
        for answer in one.report.answers
        for opposite in other.report.answers
        if None is not answer.holds is not opposite.holds is not None
        and _asks(answer.check) == _asks(opposite.check)
        and one.selected.program.players == other.selected.program.players
    ]
    changed = _with(one.selected, part.name.text, after) if pairs else None
    if changed is None:
        return None
    if _rules(changed.program) == _rules(other.selected.program):
        again = pairs
    else:
        shown = ((answer, _shown(changed, opposite)) for answer, opposite in pairs)
        again = [(a, o) for a, o in shown if o is not None and isinstance(a.verdict, Proved)]
        other = replace(other, selected=changed)
    if not again:
        return None
    name = part.name.text
    asked = [(named(answer.check), bool(opposite.holds)) for answer, opposite in again]
    first, second = again[0]
    return Finding(
        key=f"{FindingKind.OPEN_PARAMETER}.{name}",
        kind=KIND,
        clauses=tuple(cite.clause for cite in part.cites),
        sentence=otherwise(name, before, after, asked),
        occurrences=tuple(
            replace(known, note=f"{name} = {value}")
            for result, answer, value in ((one, first, before), (other, second, after))
            if (known := occurrence(result.selected, answer)) is not None
        ),
        span=part.name.span,
        hint=HINT,
    )


def _asks(check: Check) -> tuple[object, ...]:
    return check.name, check.kind, check.text


def _rules(program: Program) -> tuple[object, ...]:
    """Everything by which a program is played, without its questions."""
    return (
        program.players, program.variables, program.functions, program.blocks, program.nodes,
        program.resets, program.entry,
    )  # fmt: skip


def _with(selected: Selected, name: str, value: int) -> Selected | None:
    """The same game with another value; None if there is no such game."""
    instance = selected.program.instance
    assert selected.ruleset is not None
    program = with_settings(selected.ruleset, instance, parameters={name: value})
    if program is None:
        return None
    changed = program.instance
    options: tuple[str, ...] = ("--variant", instance.variant)
    options += tuple(
        word
        for kind, pairs in (("--set", changed.parameters), ("--reading", changed.readings))
        for name, chosen in pairs
        for word in (kind, f"{name}={chosen}")
    )
    return replace(selected, program=program, options=options, for_play=False)


def _shown(changed: Selected, known: CheckResult) -> CheckResult | None:
    """What the play of an answer shows in another game; None if nothing."""
    checks = [_asks(check) for check in changed.program.checks]
    if not isinstance(known.verdict, Refuted | Reached) or _asks(known.check) not in checks:
        return None
    play = kept_play(known.verdict.witness.play)
    try:
        return shown_again(changed.game(), checks.index(_asks(known.check)), play)
    except ReplayError:
        return None
