"""What bounded search looks for: a condition on the state after so many decisions."""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.dsl.ir import types as ty
from rulewright.dsl.ir.code import Expr, Not
from rulewright.dsl.ir.program import Check, Program

from ..kernel.certificate import Claim
from ..kernel.goals import goals
from ..properties.registry import kind_of
from ..properties.target import DeadlockTarget, StateTarget, StepTarget
from ..solvers.terms.terms import Term
from ..symbolic.expressions.environment import SymbolicFrame
from ..symbolic.paths.unrolling import Transitions, UnrolledDecision, UnrolledPosition


@dataclass(frozen=True, slots=True)
class StatePredicate:
    """A resting state in which ``property`` is true."""

    property: Expr


@dataclass(frozen=True, slots=True)
class Deadlock:
    """A decision without a legal option."""


@dataclass(frozen=True, slots=True)
class StepPredicate:
    """A player's decision that leads to a state with ``property``, which may read them."""

    property: Expr
    player: str


ProofTarget = StatePredicate | Deadlock | StepPredicate


def target_of(check: Check) -> ProofTarget | None:
    """What a witness for or against the check shows, according to its kind, in terms of the IR.

    None if no single state or step can show it.
    """
    match kind_of(check).target(0):
        case StateTarget(_, holds):
            return StatePredicate(check.property if holds else Not(check.property))
        case StepTarget():
            assert check.player is not None
            return StepPredicate(check.property, check.player.name)
        case DeadlockTarget():
            return Deadlock()
        case _:
            return None


def goals_of(program: Program, check: Check) -> tuple[Claim, ...]:
    """What must be true wherever play rests; nothing if the check is not about positions."""
    about_positions = isinstance(target_of(check), StatePredicate | StepPredicate)
    return goals(program, check) if about_positions else ()


def reached(
    transitions: Transitions,
    target: ProofTarget,
    position: UnrolledPosition,
    by: tuple[UnrolledPosition, UnrolledDecision] | None,
) -> Term:
    """When a position is what the target asks for; ``by`` is how play came to it."""
    t = transitions.t
    match target:
        case Deadlock():
            return transitions.stuck(position)
        case StatePredicate(property_):
            return _somewhere(transitions, position, property_, {})
        case StepPredicate(property_, name):
            if by is None:
                return t.false
            before, move = by
            players = transitions.program.players
            return t.or_(
                t.and_(
                    (
                        transitions.acted(before, move, player),
                        _somewhere(transitions, position, property_, {name: player}),
                    )
                )
                for player in range(ty.size(players))
            )


def _somewhere(
    transitions: Transitions, position: UnrolledPosition, property_: Expr, bound: dict[str, int]
) -> Term:
    t, evaluator = transitions.t, transitions.executor.evaluator
    locals_ = {name: transitions.executor.n.constant(value) for name, value in bound.items()}
    return t.or_(
        t.and_(
            (rest.condition, evaluator.truth(property_, SymbolicFrame(rest.slots, locals_, node)))
        )
        for node, rest in transitions.states(position)
    )
