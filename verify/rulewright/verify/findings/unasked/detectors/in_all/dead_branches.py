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
from rulewright.dsl.syntax.node import Node
from rulewright.dsl.syntax.one_line import one_line
from rulewright.dsl.syntax.tree import cited, nodes, rewritten
from rulewright.engines.python.game import PythonGame

from .....limits import Budget
from .....stategraph.bfs import explore
from ....kinds import FindingKind
from ....origins.from_results import name_of
from ...detector import Claim, Noticed
from ...explored import MOST, Explored
from ...probing import instantiated
from ..text.left_over import left_over

PROBE = "play comes to branch "
"""What a gap says that stands in the place of a branch; the branch's number follows."""

Place = s.Block | s.IfStatement | s.Repeat
"""A block; or an ``if`` without ``else``, for what would be done if its condition were not met; or a loop, for its end."""
Branch = Claim[Place]


@dataclass(frozen=True, slots=True)
class DeadBranches:
    """Each branch, of an ``if``, a ``match`` or an ``otherwise``, and each loop, to which no game comes.

    So it is, too, with what would be done if the condition of an ``if`` were not met. In the place
    of each stands a gap, and the game is searched again. Those to which play comes are put back as
    they were until it comes to none: what gaps are left then have changed nothing.
    """

    def claims(self, games: tuple[Explored, ...]) -> Iterable[Branch]:
        return branches(games[0].ruleset)

    def left(self, claims: Sequence[Branch], one: Explored) -> Sequence[Branch]:
        reached = claims
        while reached and claims:
            reached = _reached(claims, one)
            claims = [branch for branch in claims if branch not in reached]
        return claims


def branches(ruleset: Ruleset) -> Iterator[Branch]:
    """The statements of each branch, those around others first; not in procedures that nothing performs."""
    source = ruleset.tree.source
    unused = {noticed.name for noticed in left_over(ruleset)}
    for node in _used(ruleset.tree.parts, unused):
        match node:
            case s.IfStatement(condition=condition, then=then, otherwise=otherwise):
                yield _branch(source, then, "if", condition)
                if not otherwise:
                    yield _always_met(source, node)
                elif not isinstance(otherwise[0], s.IfStatement):
                    yield _branch(source, otherwise, "else of", condition)
            case s.MatchStatement(cases=cases, otherwise=last):
                for case in cases:
                    yield _branch(source, case.body, "case", case.patterns[0])
                if last:
                    yield _branch(source, last, "else of", node.subject)
            case s.Repeat(kind="until", control=control, body=body) if control is not None:
                yield from _loop(source, body, "repeat until", control)
                yield _never_over(source, node, control)
            case s.For(over=over, turns=False, body=body):
                yield from _loop(source, body, "for each in", over)
            case s.Choose(options=options, otherwise=last) if last:
                yield _never_needed(last, [option.name.text for option in options])
            case _:
                pass


def _used(parts: tuple[p.Part, ...], unused: Collection[str]) -> Iterator[Node]:
    for part in parts:
        if isinstance(part, p.VariantPart):
            yield from _used(part.parts, unused)
        elif part.name.text not in unused:
            yield from nodes(part)


def _branch(source: str, block: s.Block, words: str, node: Node) -> Branch:
    text = one_line(source, node.span)
    noticed = Noticed(
        FindingKind.DEAD_RULE,
        f"branch_{name_of(f'{words} {text}')}",
        block[0].span,
        cited(block) or cited(node),
        f"Play never comes to the branch {words} {text!r}",
        "look whether its condition can be met",
    )
    return Claim(noticed, block, (node.span, *(each.span for each in block)))


def _loop(source: str, body: s.Block, words: str, node: Node) -> Iterator[Branch]:
    """The body of a loop; not where somebody decides: that is told of the decision."""
    if any(isinstance(inner, s.Choose | s.Secret | s.Pick) for inner in nodes(body)):
        return
    inside = _branch(source, body, words, node)
    text = one_line(source, node.span)
    sentence = f"Play never comes into the loop {words} {text!r}"
    hint = "look whether there is anything left for it to do"
    yield replace(inside, noticed=replace(inside.noticed, sentence=sentence, hint=hint))


def _always_met(source: str, node: s.IfStatement) -> Branch:
    text = one_line(source, node.condition.span)
    noticed = Noticed(
        FindingKind.DEAD_RULE,
        f"always_{name_of(text)}",
        node.condition.span,
        cited(node),
        f"The condition {text!r} is always met where it is asked",
        "leave it out, or ask what else was to be possible",
    )
    return Claim(noticed, node)


def _never_over(source: str, node: s.Repeat, control: e.Expression) -> Branch:
    text = one_line(source, control.span)
    noticed = Noticed(
        FindingKind.DEAD_RULE,
        f"never_until_{name_of(text)}",
        control.span,
        cited(control),
        f"The loop never ends by its condition {text!r}",
        "look whether it can be met, or write 'repeat' alone",
    )
    return Claim(noticed, node)


def _never_needed(block: s.Block, options: Sequence[str]) -> Branch:
    noticed = Noticed(
        FindingKind.DEAD_RULE,
        f"otherwise_{'_'.join(dict.fromkeys(options))}",
        block[0].span,
        cited(block),
        f"The 'otherwise' of {', '.join(dict.fromkeys(options))} is never needed: one can always be chosen",
        "leave it out, or look for the condition that is missing",
    )
    return Claim(noticed, block)


def _reached(branches: Sequence[Branch], one: Explored) -> Sequence[Branch]:
    """Those to which play comes before any other, as far as that can be seen; if it cannot, it may."""
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
    graph = explore(game, Budget(None, MOST))
    if graph.stopped is not None:
        return _each(branches, one)
    come_to = {game.node(state) for state in graph.states}
    return tuple(branches[number] for place, number in gaps.items() if place in come_to)


def _each(branches: Sequence[Branch], one: Explored) -> Sequence[Branch]:
    """The same by two halves, so that one that cannot be tried keeps none of the others from it."""
    if len(branches) == 1:
        return branches
    middle = len(branches) // 2
    return (*_reached(branches[:middle], one), *_reached(branches[middle:], one))


def _with_gaps(parts: tuple[p.Part, ...], branches: Sequence[Branch]) -> tuple[p.Part, ...]:
    """The ruleset's parts with a gap in each of these branches, which says the branch's number."""
    gaps = {
        id(branch.about): (s.Gap(PROBE + str(number), span=branch.noticed.span),)
        for number, branch in enumerate(branches)
    }

    def gap(before: object, after: Any) -> Any:
        """Branches are known by what stands there; an ``if`` gets one where its ``else`` would be, a loop where it ends."""
        if id(before) not in gaps:
            return after
        gap = gaps[id(before)]
        if isinstance(before, s.Repeat):
            asked = s.IfStatement(after.control, gap, (), span=before.span)
            return replace(after, kind="forever", control=None, body=(asked, *after.body))
        return gap if isinstance(before, tuple) else replace(after, otherwise=gap)

    changed: tuple[p.Part, ...] = rewritten(parts, gap)
    return changed
