"""Numbers that no rulebook states, and on which answers depend, as answers about several games show."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from rulewright.dsl.instantiate import with_settings
from rulewright.dsl.ir.program import Program
from rulewright.dsl.syntax.parts import ParameterPart

from ...answers.plays import defect_again, kept_play, shown_again
from ...plays.play import ReplayError
from ...results.check_result import CheckResult, Defect
from ...results.verdict import Proved, Reached, Refuted
from ..collect import Results
from ..finding import REPLAYED, Finding, Occurrence, Shown
from ..kinds import FindingKind
from ..origins.from_results import key_of_defect, named, occurrence
from ..subject import Selected
from .detectors.in_one.open_parameters import HINT, KIND, otherwise
from .differing import asks, comes_about, differing_answers, only_in


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
    if one.selected.program.players != other.selected.program.players:
        return None
    pairs = differing_answers(one.report, other.report)
    stopped = tuple(only_in(other.report, one.report))
    changed = _with(one.selected, part.name.text, after) if pairs or stopped else None
    if changed is None:
        return None
    if _rules(changed.program) == _rules(other.selected.program):
        again = pairs
    else:
        shown = ((answer, _shown(changed, opposite)) for answer, opposite in pairs)
        again = [(a, o) for a, o in shown if o is not None and isinstance(a.verdict, Proved)]
        other = replace(other, selected=changed)
    name = part.name.text
    asked = [(named(answer.check), bool(opposite.holds)) for answer, opposite in again]
    known = [] if not again else [
        replace(each, note=f"{name} = {value}")
        for result, answer, value in ((one, again[0][0], before), (other, again[0][1], after))
        if (each := occurrence(result.selected, answer)) is not None
    ]  # fmt: skip
    for defect in stopped:
        if (there := _stops(changed, defect)) is not None:
            asked.append((comes_about(defect), True))
            play = Shown(there.witness.play, f"{name} = {after}")
            known = known or [Occurrence(changed, "refuted", REPLAYED, (play,))]
    if not asked:
        return None
    return Finding(
        key=f"{FindingKind.OPEN_PARAMETER}.{name}",
        kind=KIND,
        clauses=tuple(cite.clause for cite in part.cites),
        sentence=otherwise(name, before, after, asked),
        occurrences=tuple(known),
        span=part.name.span,
        hint=HINT,
    )


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


def _stops(changed: Selected, known: Defect) -> Defect | None:
    """What a play to a defect comes to in another game, if that is the same; None if not."""
    try:
        again = defect_again(changed.game(), kept_play(known.witness.play))
    except ReplayError:
        return None
    return again if key_of_defect(again) == key_of_defect(known) else None


def _shown(changed: Selected, known: CheckResult) -> CheckResult | None:
    """What the play of an answer shows in another game; None if nothing."""
    checks = [asks(check) for check in changed.program.checks]
    if not isinstance(known.verdict, Refuted | Reached) or asks(known.check) not in checks:
        return None
    play = kept_play(known.verdict.witness.play)
    try:
        return shown_again(changed.game(), checks.index(asks(known.check)), play)
    except ReplayError:
        return None
