"""States that are known, inside what the kernel asks: a claim says what each variable holds."""

from __future__ import annotations

from collections.abc import Iterator

from tests.reference_eval import Position, Reference

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir.program import Program
from rulewright.verify.kernel.certificate import Certificate, Claim, CutNode
from rulewright.verify.kernel.obligations import Obligation, obligations
from rulewright.verify.proof.cuts import loop_heads
from rulewright.verify.solvers.installed import first
from rulewright.verify.solvers.solver import Sat, SolverLimit, Unsat


def holding(of: Program, position: Position) -> tuple[x.Expr, ...]:
    """That each variable has the value that it has in a position."""
    values = Reference(of).scope(position).values
    return tuple(
        x.Compare("==", x.Var(v.name, v.type), x.Const(values[v.name], v.type))
        for v in of.variables
        if v.kind != "scratch"
    )


def pinned(
    of: Program, position: Position, followed: frozenset[str], unrolled: bool
) -> Certificate:
    """A certificate for the first check that claims a position where it rests."""
    claims = tuple(Claim(e) for e in holding(of, position))
    return Certificate(
        of.checks[0].name,
        followed=followed,
        unrolled=unrolled,
        loops=loop_heads(of.blocks),
        claims=((CutNode(position.node), claims),),
    )


def from_node(of: Program, certificate: Certificate, node: int) -> Iterator[Obligation]:
    """What is asked of the ways from a node."""
    for obligation in obligations(of, 0, certificate):
        if f" ({node}): " in obligation.title:
            yield obligation


def answered(obligation: Obligation, what: str) -> bool | None:
    """Whether nothing can break what ``what`` is about; None if the solver does not know."""
    wrong = tuple(v for v in obligation.violations if what in v.what)
    if not wrong:
        return True
    asked = Obligation(
        obligation.title,
        obligation.assumed,
        wrong,
        obligation.facts,
        obligation.walks,
        obligation.terms,
    )
    match first().check(asked.script, SolverLimit(20_000_000, 20.0)):
        case Unsat():
            return True
        case Sat():
            return False
        case _:
            return None
