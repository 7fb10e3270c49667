"""The findings of one game: from answers to checks, and from what no check asks about."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulewright.dsl.ir.program import Check, Decision, End, Fault, Node
from rulewright.dsl.span import Span
from rulewright.dsl.syntax import statements as s
from rulewright.dsl.syntax.tree import nodes

from ...plays.spoken import stuck
from ...properties.asked import asks, differ, is_agreement
from ...properties.by_types import holds_by_types
from ...properties.registry import kind_of
from ...properties.target import DeadlockTarget, DivergenceTarget, TrapTarget
from ...results.check_result import CheckResult, Defect
from ...results.verdict import Proved, Reached, Refuted
from ..collect import Results
from ..finding import REPLAYED, Finding, Occurrence, Shown
from ..kinds import FindingKind
from ..names import HOLDER, name_of
from ..subject import Selected
from .shortage import shows_shortage


def findings_of(result: Results) -> Iterator[Finding]:
    """The findings about one game, each with its one occurrence there."""
    for defect in result.report.defects:
        yield _of_defect(result, defect)
    for answer, judged in zip(result.report.answers, result.judged, strict=True):
        found = _of_answer(result, answer, judged)
        if found is not None:
            yield found


def kind_of_answer(check: Check, answer: CheckResult) -> FindingKind | None:
    """The kind of finding that an answer makes of its check; None if there is nothing to report."""
    by_play = isinstance(answer.verdict, Refuted | Reached)
    kind = kind_of(check)
    refuted = by_play and kind.seeks == "counterexample"
    match kind.target(0):
        case DivergenceTarget() if refuted:
            return FindingKind.ENDLESS
        case DeadlockTarget() if refuted:
            return FindingKind.STUCK
        case TrapTarget() if by_play:
            meant = answer.as_expected is not False and _is_over(answer)
            return None if meant else FindingKind.TRAP
        case _ if by_play and _ends_in_gap(answer):
            return FindingKind.GAP
        case _ if by_play and is_agreement(check):
            return FindingKind.CONTRADICTION
        case _ if refuted:
            return FindingKind.REFUTED
        case _ if by_play:
            return FindingKind.POSSIBLE
        case _ if answer.vacuous and answer.as_expected:
            return FindingKind.VACUOUS
        case _ if isinstance(answer.verdict, Proved) and answer.as_expected is False:
            return FindingKind.IMPOSSIBLE
        case _:
            return None


def _ends_in_gap(answer: CheckResult) -> bool:
    """Whether the play that shows it leads to a place where the ruleset says that the rules leave something
    open."""
    node = _last(answer)
    return isinstance(node, Fault) and node.declared


def _is_over(answer: CheckResult) -> bool:
    """Whether the play that shows it is over; then what holds there holds for ever, and is not a trap."""
    return isinstance(_last(answer), End)


def _last(answer: CheckResult) -> Node:
    assert isinstance(answer.verdict, Refuted | Reached)
    return answer.verdict.witness.play.last_node


def occurrence(selected: Selected, answer: CheckResult, whole: bool = False) -> Occurrence | None:
    """How an answer is known in a game; None while it is open. ``whole``: the game was searched completely."""
    match answer.verdict:
        case Refuted(witness) | Reached(witness):
            plays: tuple[Shown, ...] = (Shown(witness.play, shortest=whole and not answer.note),)
            method = REPLAYED
            reasons: Sequence[str] = ()
        case Proved(method=method, reasons=reasons):
            plays = ()
        case _:
            return None
    return Occurrence(
        selected, answer.verdict.kind, method, plays, reasons, answer.note, answer.check.name
    )


def _of_answer(result: Results, answer: CheckResult, judged: bool | None) -> Finding | None:
    check = answer.check
    kind = kind_of_answer(check, answer)
    if kind is FindingKind.REFUTED and _of_shortage(result.selected, check):
        kind = FindingKind.SHORTAGE
    whole = result.report.searched is not None
    known = None if kind is None else occurrence(result.selected, answer, whole)
    if kind is None or known is None:
        return None
    vacuous = kind is FindingKind.VACUOUS
    return Finding(
        key=vacuous_key(check) if vacuous else check.name,
        kind=kind,
        clauses=check.clauses,
        sentence=_empty(result, check) if vacuous else sentence(check, answer),
        occurrences=(known,),
        span=check.span,
        unexpected=judged is False,
        hint=_hint(result, check) if vacuous else "",
    )


def _of_shortage(selected: Selected, check: Check) -> bool:
    variant = selected.program.instance.variant
    return selected.ruleset is not None and shows_shortage(selected.ruleset, variant, check.name)


def _empty(result: Results, check: Check) -> str:
    """Why a check says nothing."""
    if holds_by_types(result.selected.program, check):
        return f"{named(check, 'The check ')} holds whatever the rules are: it follows from the ranges alone"
    return f"{named(check, 'The check ')} holds only because what it speaks of never comes about"


def _hint(result: Results, check: Check) -> str:
    if holds_by_types(result.selected.program, check):
        return "ask for less than the ranges say, or leave it out"
    return "ask first whether that can be reached"


def named(check: Check, otherwise: str = "") -> str:
    """A check as a person calls it: its question, else ``otherwise`` and its name."""
    if not check.question:
        return f"{otherwise}{check.name}"
    return f"\N{LEFT DOUBLE QUOTATION MARK}{asks(check)}\N{RIGHT DOUBLE QUOTATION MARK}"


def vacuous_key(check: Check) -> str:
    """The name of the finding that a check says nothing."""
    return f"{FindingKind.VACUOUS}.{check.name}"


def sentence(check: Check, answer: CheckResult) -> str:
    """The question of the author and its answer, else the property and what became of it."""
    if not check.question:
        return f"{check.name} ({check.text}) {'holds' if answer.holds else 'does not hold'}"
    if is_agreement(check) and not answer.holds:
        return differ(check)
    return f"{asks(check)} {'Yes' if answer.holds else 'No'}"


def key_of_defect(defect: Defect) -> str:
    """The name of the finding that a defect is: from its message, or from the decision at which play is stuck,
    as at each another rule is missing."""
    kind, _ = _kind_of_defect(defect)
    node = defect.witness.play.last_node
    if kind is FindingKind.STUCK and isinstance(node, Decision):
        return f"{kind}.{name_of(' '.join((node.name, *(c.name for c in node.choices))))}"
    return f"{kind}.{name_of(message_of(defect))}"


def _number(result: Results, message: str) -> str:
    """What tells a gap from those before it in the text whose words begin alike; nothing for the first."""
    ruleset = result.selected.ruleset
    gaps = () if ruleset is None else nodes(ruleset.tree.parts)
    texts = dict.fromkeys(gap.text for gap in gaps if isinstance(gap, s.Gap))
    alike = [text for text in texts if name_of(text) == name_of(message)]
    place = alike.index(message) if message in alike else 0
    return f"_{place + 1}" if place else ""


def message_of(defect: Defect) -> str:
    """What a defect says, in the words of the ruleset if it has some."""
    node = defect.witness.play.last_node
    return node.message if isinstance(node, Fault) else defect.message


def _of_defect(result: Results, defect: Defect) -> Finding:
    kind, span = _kind_of_defect(defect)
    node = defect.witness.play.last_node
    message = message_of(defect)
    said = node.said if isinstance(node, Fault) else defect.message
    if kind is FindingKind.STUCK:
        said = stuck(defect.witness.play)
    return Finding(
        key=key_of_defect(defect) + _number(result, message),
        kind=kind,
        clauses=defect.clauses,
        sentence=f"The rules do not say: {message}"
        if kind is FindingKind.GAP
        else said
        if HOLDER.match(message)  # it begins with a name of the ruleset
        else said[:1].upper() + said[1:],
        occurrences=(
            Occurrence(
                result.selected,
                "refuted",
                REPLAYED,
                (Shown(defect.witness.play),),
            ),
        ),
        span=span,
        unexpected=not defect.declared,
    )


def _kind_of_defect(defect: Defect) -> tuple[FindingKind, Span | None]:
    """What went wrong, and where in the text."""
    if isinstance(defect.witness.target, DeadlockTarget):
        return FindingKind.STUCK, defect.witness.play.last_node.span
    if isinstance(defect.witness.target, DivergenceTarget):
        return FindingKind.ENDLESS, None
    node = defect.witness.play.last_node
    if defect.declared:
        return FindingKind.GAP, node.span
    shortage = isinstance(node, Fault) and node.message.startswith(SHORTAGE)
    return (FindingKind.SHORTAGE if shortage else FindingKind.CONTRADICTION), node.span


SHORTAGE = "there is not enough "
"""So a fault begins that is about components."""
