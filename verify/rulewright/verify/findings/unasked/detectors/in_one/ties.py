"""Ends with several winners, or with none, about which no clause seems to say anything."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TypeGuard

from rulewright.dsl.ir.program import End, Node, Program
from rulewright.dsl.ruleset import Ruleset
from rulewright.dsl.syntax import parts as p
from rulewright.dsl.syntax.node import Cite
from rulewright.dsl.syntax.tree import nodes
from rulewright.engines.game import Outcome

from .....plays.play import Play
from .....results.verdict import Reached, Refuted
from ....collect import Results
from ....finding import Shown
from ....kinds import FindingKind
from ...detector import Noticed
from ...explored import Explored

_SPEAKS = re.compile(
    r"\b(tie|ties|tied|drawn?|draws|shares?|shared|split|both|together|joint(ly)?|several|"
    r"equal(ly)?|level|even|alike|as (many|much)|same|nobody|no[- ]one|no (player|winner)|"
    r"everyone|everybody|all (the )?players|(more than|at least) one|two or more)\b",
    re.IGNORECASE,
)
"""Words by which a clause is taken to speak of such an end. That is a guess, and told as one: other words,
and other languages, may say it, too."""


def ties(games: tuple[Explored, ...]) -> Iterable[Noticed]:
    """Each ``win`` or ``rank`` with such a result, with a shortest play."""
    said: set[str] = set()
    for one in games:
        spoken = _spoken(one.ruleset, one.program)
        for number, state in enumerate(one.states()):
            node = one.program.nodes[one.game.node(state)]
            tie = _tie(node, one.game.outcome(state), spoken)
            if tie is not None and tie.name not in said:
                said.add(tie.name)
                yield replace(tie, play=one.play(number), seen=one.selected)


def ties_of_plays(results: Sequence[Results]) -> Iterable[Noticed]:
    """The same in games of any size, as far as plays that answer questions show it."""
    for one in results:
        selected = one.selected
        spoken = set() if selected.ruleset is None else _spoken(selected.ruleset, selected.program)
        for answer in one.report.answers:
            if isinstance(answer.verdict, Reached | Refuted):
                play = answer.verdict.witness.play
                tie = _tie(play.last_node, play.outcome, spoken)
                if tie is not None:
                    yield replace(tie, play=Shown(play), seen=selected)


def silent_ends(ruleset: Ruleset, program: Program) -> Iterable[tuple[int, End]]:
    """The ends at which somebody is to win and about which no clause says what happens if not exactly one
    does, with their numbers."""
    spoken = _spoken(ruleset, program)
    for number, node in enumerate(program.nodes):
        if _is_silent(node, spoken):
            yield number, node


def tie_of(play: Play) -> Noticed | None:
    """What is reported of a play to one of them."""
    return _tie(play.last_node, play.outcome, set())


def _tie(node: Node, outcome: Outcome | None, spoken: set[str]) -> Noticed | None:
    """What is reported of an end at which several win, or nobody, if no clause speaks of it."""
    if not _is_silent(node, spoken) or outcome is None or len(outcome.winners) == 1:
        return None
    assert node.span is not None, "it is an end that somebody wrote"
    winners = len(outcome.winners)
    what = "nobody wins" if winners == 0 else "several win"
    return Noticed(
        FindingKind.NO_TIE_BREAK, re.sub(r"\W", "_", "_".join((what, *node.clauses))), node.span,
        node.clauses, f"Play can end so that {what}; no clause seems to speak of that",
        "say what then happens, or make it a reading; if a clause says it in words of its own, accept this",
    )  # fmt: skip


def _is_silent(node: Node, spoken: set[str]) -> TypeGuard[End]:
    return (
        isinstance(node, End)
        and node.kind == "win"
        and node.span is not None
        and not set(node.clauses) & spoken
    )


def _spoken(ruleset: Ruleset, program: Program) -> set[str]:
    """The clauses that speak of it in their text, and those whose meaning is a reading."""
    clauses = () if ruleset.clauses is None else ruleset.clauses.clauses
    found = {clause.id for clause in clauses if _SPEAKS.search(clause.text)}
    for part in ruleset.variants[program.instance.variant].parts:
        if isinstance(part, p.ReadingPart):
            found |= {n.clause for n in nodes(part) if isinstance(n, Cite)}
    return found
