"""Checks and agreements: questions about the finished program."""

from __future__ import annotations

from collections.abc import Iterable

from ..ir import code as x
from ..ir import fold
from ..ir.program import Check, End, Node
from ..syntax import expressions as e
from ..syntax import parts as p
from ..syntax.one_line import one_line
from .at_faults import AtFaults
from .expressions.elaborator import ExpressionElaborator
from .expressions.operators import comparisons
from .symbols.report import ElaborationError
from .symbols.scope import Scope
from .symbols.variants import Variant


class PropertyElaborator(ExpressionElaborator):
    """Expressions of checks and strategies: they may ask how play ended."""

    nodes: tuple[Node, ...] | None = None

    def outcome(self, node: e.Application, scope: Scope) -> x.Expr:
        if self.nodes is None:
            self.report.fail(
                "E801", node.span, f"{node.name.text} can only be asked in a check or a strategy"
            )
        ends = {i: n for i, n in enumerate(self.nodes) if isinstance(n, End)}
        match node.name.text:
            case "won":
                player = self.of_type(node.args[0], scope, self.world.players)
                cases = [
                    fold.and_([x.At((i,)), fold.in_(player, end.winners)])
                    for i, end in ends.items()
                    if end.kind == "win"
                ]
                return fold.or_(cases)
            case "drawn":
                cases = [x.At((i,)) for i, end in ends.items() if end.kind == "draw"]
                for i, end in ends.items():
                    if end.kind == "win":
                        nobody = fold.compare("==", end.winners, x.Const(0, end.winners.type))
                        cases.append(fold.and_([x.At((i,)), nobody]))
                return fold.or_(cases)
            case "lost":
                return _at(i for i, end in ends.items() if end.kind == "lose")
            case _:
                return _at(iter(ends))


def _at(nodes: Iterable[int]) -> x.Expr:
    found = tuple(nodes)
    return x.At(found) if found else x.NO


def checks(
    variant: Variant, expressions: PropertyElaborator, at_faults: AtFaults, source: str
) -> tuple[Check, ...]:
    """The checks and agreements of a variant, in the order of the file."""
    found: list[Check] = []
    for part in variant.parts:
        try:
            if isinstance(part, p.CheckPart):
                found.append(_check(part, expressions, at_faults, source))
            elif isinstance(part, p.AgreePart):
                found.append(_agreement(part, expressions, at_faults))
        except ElaborationError:
            continue
    return tuple(found)


def _check(
    part: p.CheckPart, expressions: PropertyElaborator, at_faults: AtFaults, source: str
) -> Check:
    expressions.world.claim_outside(part)
    scope, player = Scope(written_out=expressions.written_out), None
    if part.player is not None:
        acts = part.player.text
        if acts in expressions.world.labels:
            expressions.report.fail(
                "E806", part.player.span, f"{acts} stands for whoever acts here, and is a value as well",
                f"write 'after p acts:', and 'p is {acts} and …' behind it if nobody else is meant",
            )  # fmt: skip
        player = expressions.local(acts, expressions.world.players)
        scope = scope.bind(part.player, player)
    property_: x.Expr = x.YES
    if part.body is not None:
        property_ = at_faults(expressions.truth(part.body, scope))
    text = one_line(source, part.asked)
    return Check(
        part.name.text, part.kind, property_, player, text, part.question, not part.fails,
        tuple(c.clause for c in part.cites), part.name.span,
    )  # fmt: skip


def _agreement(part: p.AgreePart, expressions: PropertyElaborator, at_faults: AtFaults) -> Check:
    """Two wordings agree if they are equal in every reachable position."""
    expressions.world.claim_outside(part)
    if len(part.wordings) < 2:
        expressions.report.fail(
            "E802", part.name.span, "an agreement compares two wordings or more"
        )
    first = expressions.elaborate(part.wordings[0].body, Scope())
    wordings = [_same_wording(expressions, first, w.body) for w in part.wordings[1:]]
    same = at_faults(fold.and_(wordings))
    clauses = tuple(w.cite.clause for w in part.wordings)
    text = " and ".join(f"[{c}]" for c in clauses) + " say the same"
    return Check(
        part.name.text,
        "always",
        same,
        None,
        text,
        part.question,
        not part.fails,
        clauses,
        part.name.span,
    )


def _same_wording(expressions: PropertyElaborator, first: x.Expr, wording: e.Expression) -> x.Expr:
    """Whether another wording says the same as the first: any type that can be compared."""
    value = expressions.elaborate(wording, Scope(), first.type)
    return comparisons.equal(expressions, first, value, Scope(), wording.span)
