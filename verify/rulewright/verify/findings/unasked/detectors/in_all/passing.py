"""What changes during a move although it is the same wherever play rests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir.names import made_of
from rulewright.dsl.ir.program import Program, Variable
from rulewright.dsl.ir.types import Bool
from rulewright.dsl.ir.unknown import refuse
from rulewright.dsl.ir.walk import walk
from rulewright.engines.python.game import PythonGame

from .....effort.answering import NOTICING
from .....limits import Budget
from .....properties.asked_of_programs import asking_never
from .....stategraph.bfs import NullObserver, explore
from ...explored import Positions

MARK = "passing"


def unchanged(conditions: Mapping[str, Sequence[x.Expr]], one: Positions) -> set[x.Expr]:
    """The conditions that hold wherever play comes, also during a move.

    ``conditions`` of each variable: they hold wherever play rests, and mention only it. If the course of a
    move cannot be observed, conditions that something in it could break are left out.
    """
    left = {c: name for name, some in conditions.items() for c in some}
    while left:
        marks = {c: made_of(MARK, number) for number, c in enumerate(left)}
        game = PythonGame(_marked(one.program, left, marks), one.selected.move_limit)
        seen = _Unrested()
        graph = explore(game, Budget(None, NOTICING.positions), seen)
        broken = {c for c, m in marks.items() if any(game.value(s, m) for s in graph.states)}
        left = {c: name for c, name in left.items() if c not in broken}
        if graph.stopped is None and not seen.any:
            break
        if not broken:
            stored = _stored(one.program)
            return {c for c, name in left.items() if name not in stored}
    return set(left)


def asking_unchanged(program: Program, variable: str, condition: x.Expr) -> Program:
    """The program whose one question is whether a condition on a variable is never broken, also during a
    move."""
    mark = made_of(MARK, 0)
    watched = _marked(program, {condition: variable}, {condition: mark})
    return asking_never(watched, x.Var(mark, Bool()))


@dataclass(slots=True)
class _Unrested(NullObserver):
    """Records whether some move never rests: its course cannot be observed."""

    any: bool = field(default=False)

    def diverges(self, source: int, before: object, action: object) -> None:
        self.any = True


def _stored(program: Program) -> set[str]:
    """The variables to which something is stored."""
    parts = walk(*(statement for block in program.blocks for statement in block.body))
    return {part.var for part in parts if isinstance(part, x.Store)}


def _marked(program: Program, of: Mapping[x.Expr, str], marks: Mapping[x.Expr, str]) -> Program:
    """The program in which a mark is set as soon as its condition is not met; checks are left out."""
    after: dict[str, list[x.Stmt]] = {}
    for condition, mark in marks.items():
        is_set = x.Store(mark, None, x.YES, None)
        after.setdefault(of[condition], []).append(x.When(condition, (), (is_set,)))
    blocks = tuple(replace(b, body=_watched(b.body, after)) for b in program.blocks)
    more = tuple(Variable(mark, Bool(), 0, "state") for mark in marks.values())
    return replace(program, variables=(*program.variables, *more), blocks=blocks, checks=())


def _watched(body: tuple[x.Stmt, ...], after: Mapping[str, Sequence[x.Stmt]]) -> tuple[x.Stmt, ...]:
    """The statements, and after each store to a variable what looks at it."""
    found: list[x.Stmt] = []
    for statement in body:
        match statement:
            case x.Store(var):
                found += [statement, *after.get(var, ())]
            case x.When(condition, then, otherwise):
                found.append(x.When(condition, _watched(then, after), _watched(otherwise, after)))
            case x.Each(local, over, inner):
                found.append(x.Each(local, over, _watched(inner, after)))
            case x.Let() | x.Require():
                found.append(statement)
            case _:
                refuse(statement)
    return tuple(found)
