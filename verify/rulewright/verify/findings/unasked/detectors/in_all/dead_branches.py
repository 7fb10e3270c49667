"""Branches and cases that play never comes to, and conditions of branches that are always met."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rulewright.dsl.ir.program import Fault
from rulewright.dsl.ruleset import Ruleset
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.syntax import parts as p
from rulewright.dsl.syntax import statements as s
from rulewright.dsl.syntax.branches import BranchArm, BranchPlace, branches
from rulewright.dsl.syntax.tree import cited, nodes, rewritten
from rulewright.engines.python.game import PythonGame

from .....effort.answering import NOTICING
from .....limits import Budget
from .....stategraph.bfs import explore
from ....kinds import FindingKind
from ....names import name_of
from ...detector import Conjecture, Noticed
from ...explored import Positions
from ...probing import instantiated
from ..text.left_over import left_over

PROBE = "play comes to branch "
"""The text of a gap that replaces a branch; the branch's number follows."""

BranchClaim = Conjecture[BranchPlace]


@dataclass(frozen=True, slots=True)
class DeadBranches:
    """Each branch (of an ``if``, a ``match`` or an ``otherwise``) and each loop to which no game comes,
    including the missing ``else`` of an ``if``.

    Each is replaced by a gap, and the game is searched again. Those to which play comes are restored until
    it comes to none: the remaining gaps have then changed nothing.
    """

    def claims(self, games: tuple[Positions, ...]) -> Iterable[BranchClaim]:
        return branch_claims(games[0].ruleset)

    def left(self, claims: Sequence[BranchClaim], one: Positions) -> Sequence[BranchClaim]:
        reached = claims
        while reached and claims:
            reached = _reached(claims, one)
            claims = [branch for branch in claims if branch not in reached]
        return claims


def branch_claims(ruleset: Ruleset) -> Iterator[BranchClaim]:
    """The claim, for each branch, that no play comes to it, enclosing ones first; not in procedures that
    nothing performs, nor for what the language wants looked at."""
    source = ruleset.tree.source
    unused = {noticed.name for noticed in left_over(ruleset)}
    for part in _used(ruleset.tree.parts, unused):
        bound = {node.name.text for node in nodes(part) if isinstance(node, s.Bind)}
        for branch in branches(part):
            noticed = _noticed(source, branch)
            if noticed is not None and not _is_for_none(branch, bound):
                yield _claim(branch, noticed)


def _is_for_none(branch: BranchArm, bound: Collection[str]) -> bool:
    """Whether a branch is taken if one of these locals is ``none``: that has to be looked at before a local
    is used as what it holds, though the author may know that it holds something."""
    match branch.about:
        case e.Comparison("is" | "is not" as op, e.Reference(name), e.Nothing()) if name in bound:
            return (branch.kind == "if") is (op == "is")
        case _:
            return False


def _used(parts: tuple[p.Part, ...], unused: Collection[str]) -> Iterator[p.Part]:
    for part in parts:
        if isinstance(part, p.VariantPart):
            yield from _used(part.parts, unused)
        elif part.name.text not in unused:
            yield part


def _claim(branch: BranchArm, noticed: Noticed) -> BranchClaim:
    place = branch.place
    if not isinstance(place, tuple) or branch.kind == "otherwise":
        return Conjecture(noticed, place)
    return Conjecture(noticed, place, (branch.about.span, *(each.span for each in place)))


def _noticed(source: str, branch: BranchArm) -> Noticed | None:
    """What is reported of a branch. Nothing of a loop in which somebody decides: the decision is reported
    instead."""
    name, sentence, hint = _said(branch, branch.text(source))
    place = branch.place
    if branch.kind == "loop" and any(
        isinstance(inner, s.Choose | s.Secret | s.Pick) for inner in nodes(place)
    ):
        return None
    match branch.kind:
        case "unless":
            clauses = cited(branch.statement)
        case "over":
            clauses = cited(branch.about)
        case "otherwise":
            clauses = cited(place)
        case _:
            clauses = cited(place) or cited(branch.about)
    where = place[0] if isinstance(place, tuple) else branch.about
    return Noticed(FindingKind.DEAD_RULE, name, where.span, clauses, sentence, hint)


def _said(branch: BranchArm, text: str) -> tuple[str, str, str]:
    """The name of what is noticed, the sentence and the hint."""
    match branch.kind:
        case "unless":
            return (
                f"always_{name_of(text)}",
                f"The condition {text!r} is always met where it is asked",
                "leave it out, or ask what else was to be possible",
            )
        case "over":
            return (
                f"never_until_{name_of(text)}",
                f"The loop never ends by its condition {text!r}",
                "look whether it can be met, or write 'repeat' alone",
            )
        case "otherwise":
            return (
                f"otherwise_{text.replace(', ', '_')}",
                f"The 'otherwise' of {text} is never needed: one can always be chosen",
                "leave it out, or look for the condition that is missing",
            )
        case "loop":
            return (
                f"branch_{name_of(f'{branch.words} {text}')}",
                f"Play never comes into the loop {branch.words} {text!r}",
                "look whether there is anything left for it to do",
            )
        case _:
            return (
                f"branch_{name_of(f'{branch.words} {text}')}",
                f"Play never comes to the branch {branch.words} {text!r}",
                "look whether its condition can be met",
            )


def _reached(branches: Sequence[BranchClaim], one: Positions) -> Sequence[BranchClaim]:
    """Those to which play comes before any other, as far as that can be observed; otherwise it may."""
    program = instantiated(one.selected, _with_gaps(one.ruleset.tree.parts, branches))
    if program is None:
        return _each(branches, one)
    numbers = {PROBE + str(number): number for number in range(len(branches))}
    gaps = {
        place: numbers[node.message]
        for place, node in enumerate(program.nodes)
        if isinstance(node, Fault) and node.message in numbers
    }
    if not gaps:
        return ()
    game = PythonGame(program, one.selected.move_limit)
    graph = explore(game, Budget(None, NOTICING.positions))
    if graph.stopped is not None:
        return _each(branches, one)
    come_to = {game.node(state) for state in graph.states}
    return tuple(branches[number] for place, number in gaps.items() if place in come_to)


def _each(branches: Sequence[BranchClaim], one: Positions) -> Sequence[BranchClaim]:
    """The same by halves, so that one that cannot be tried does not prevent the others."""
    if len(branches) == 1:
        return branches
    middle = len(branches) // 2
    return (*_reached(branches[:middle], one), *_reached(branches[middle:], one))


def _with_gaps(parts: tuple[p.Part, ...], branches: Sequence[BranchClaim]) -> tuple[p.Part, ...]:
    """The ruleset's parts with a gap in each of these branches, which says the branch's number."""
    gaps = {
        id(branch.about): (s.Gap(PROBE + str(number), span=branch.noticed.span),)
        for number, branch in enumerate(branches)
    }

    def gap(before: object, after: Any) -> Any:
        """Branches are known by their content; an ``if`` gets a gap as its ``else``, a loop at its end."""
        if id(before) not in gaps:
            return after
        gap = gaps[id(before)]
        if isinstance(before, s.Repeat):
            asked = s.IfStatement(after.control, gap, (), span=before.span)
            return replace(after, kind="forever", control=None, body=(asked, *after.body))
        return gap if isinstance(before, tuple) else replace(after, otherwise=gap)

    changed: tuple[p.Part, ...] = rewritten(parts, gap)
    return changed
