"""Options that are never legal, and conditions of options that never forbid anything."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from rulewright.dsl.ir import fold
from rulewright.dsl.ir.code import Const, Expr
from rulewright.dsl.ir.program import Choice, Decision, Program
from rulewright.dsl.ir.types import Bool
from rulewright.dsl.span import Span
from rulewright.engines.python.game import PythonGame

from .....properties.asked_of_programs import Copies, at
from ....kinds import FindingKind
from ...detector import Conjecture, Noticed
from ...explored import Positions

TRUE = Const(1, Bool())


@dataclass(frozen=True, slots=True)
class _Option:
    """That an option is never legal; or that its ``condition`` forbids nothing."""

    span: Span
    condition: bool


@dataclass(frozen=True, slots=True)
class DeadOptions:
    """Each option that no position of any game allows, though play comes to its decision, unless
    ``conditions_alone``; each condition of an option that is always met."""

    conditions_alone: bool = False

    def claims(self, games: tuple[Positions, ...]) -> Iterable[Conjecture[_Option]]:
        known: dict[Span, tuple[Choice, tuple[str, ...]]] = {}
        guarded: set[Span] = set()
        for one in games:
            for _, node, _ in one.decisions():
                for choice in node.choices:
                    if choice.span is not None:
                        known[choice.span] = choice, choice.clauses or node.clauses
                        if choice.guard != TRUE:
                            guarded.add(choice.span)
        for span, (choice, clauses) in known.items():
            if not self.conditions_alone:
                never = never_chosen(choice.name, span, clauses)
                yield Conjecture(never, _Option(span, condition=False), (span,))
            if span in guarded:
                always = Noticed(
                    FindingKind.DEAD_RULE, f"{choice.name}_condition", span, clauses,
                    f"The condition of the option {choice.name!r} is always met where it is offered",
                    "leave it out, or ask what it was to forbid",
                )  # fmt: skip
                yield Conjecture(always, _Option(span, condition=True))

    def left(
        self, claims: Sequence[Conjecture[_Option]], one: Positions
    ) -> Sequence[Conjecture[_Option]]:
        conditions = {claim.about.span for claim in claims if claim.about.condition}
        options = {claim.about.span for claim in claims}
        free = PythonGame(_without_guards(one.program), one.selected.move_limit)
        against: set[_Option] = set()
        for state, node, actions in one.decisions():
            asked = [(n, c.span) for n, c in enumerate(node.choices) if c.span in options]
            if not asked:
                continue
            legal = Counter(action.choice for action in actions)
            guarded = any(span in conditions for _, span in asked)
            there = Counter(action.choice for action in free.legal(state) if guarded)
            for number, span in asked:
                assert span is not None
                if legal[number]:
                    against.add(_Option(span, condition=False))
                if legal[number] < there[number]:
                    against.add(_Option(span, condition=True))
        return [claim for claim in claims if claim.about not in against]

    def names(self, claim: Conjecture[_Option]) -> Collection[str]:
        return ()

    def against(self, claim: Conjecture[_Option], program: Program) -> Expr | None:
        """That it is legal; or, for its condition, that it is not met."""
        about = claim.about
        return _somewhere(program, about.span, fold.not_ if about.condition else _itself)


def legal(program: Program, span: Span) -> Expr | None:
    """Whether the option there can be chosen; None if the program does not have it, or has another one."""
    return _somewhere(program, span, _itself)


def _somewhere(program: Program, span: Span, holds: Callable[[Expr], Expr]) -> Expr | None:
    """Whether play rests where an option stands and, for some arguments, the expression made of its
    condition holds."""
    copies = Copies()
    found = [
        (number, copies.some(choice, holds))
        for number, node in enumerate(program.nodes)
        if isinstance(node, Decision)
        for choice in node.choices
        if choice.span == span
    ]
    return at(found) if found else None


def _itself(guard: Expr) -> Expr:
    return guard


def never_chosen(name: str, span: Span, clauses: tuple[str, ...]) -> Noticed:
    """That an option is never legal."""
    return Noticed(
        FindingKind.DEAD_RULE, name, span, clauses, f"The option {name!r} can never be chosen",
        "its condition is never met where it is offered",
    )  # fmt: skip


def _without_guards(program: Program) -> Program:
    nodes = tuple(
        replace(n, choices=tuple(replace(c, guard=TRUE) for c in n.choices))
        if isinstance(n, Decision)
        else n
        for n in program.nodes
    )
    return replace(program, nodes=nodes)
