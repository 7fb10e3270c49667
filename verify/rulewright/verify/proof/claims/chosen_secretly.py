"""What was asked of a secret choice holds until it is carried out: of those that have chosen, while others
choose, and of those whose choice is still to be carried out, while it is that of others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir import fold
from rulewright.dsl.ir import types as ty
from rulewright.dsl.ir.choices import choices_of
from rulewright.dsl.ir.program import Choice, Function, Program
from rulewright.dsl.ir.walk import free_locals, reads, substituted, walk

from ...kernel.certificate import Claim, CutPoint
from ..value_loops import ValueLoop, ascends, blocks_inside, place, rests_inside, value_loops
from .under_way import asked_of, conjuncts


def chosen_secretly(program: Program, loops: frozenset[int]) -> Iterator[tuple[CutPoint, Claim]]:
    """For each option that is remembered for its chooser, and each cut point at which it may be remembered.

    ``loops``: the blocks that are cut points.
    """
    remembered = list(_remembered(program))
    for loop in value_loops(program):
        if not ascends(loop):
            continue
        points = rests_inside(program, loop, loops)[1]
        for chooser, mark, option in remembered:
            if loop.variable.type != chooser.type or not ty.is_scalar(chooser.type):
                continue
            other = x.Local("chooser", chooser.type)
            mine, its = place(loop.variable), place(other)
            if loop.variable == chooser:
                out_of_turn = fold.compare("<=", mine, its)
            elif _looks_up(program, loop, mark):
                out_of_turn = fold.compare("<", its, mine)
            else:
                continue
            for held in dict.fromkeys(_asked(program, option, chooser, other)):
                body = fold.or_((out_of_turn, held))
                claim = Claim(
                    x.Quantifier("all", other, x.every(chooser.type), None, body, ty.Bool())
                )
                yield from ((point, claim) for point in points)


def _remembered(program: Program) -> Iterator[tuple[x.Var, str, Choice]]:
    """The options of which a mark is stored for a chooser: the chooser, the map of marks, the option."""
    for node in program.nodes:
        for option in choices_of(node):
            if isinstance(option, Choice):
                for stmt in program.blocks[option.block].body:
                    if not isinstance(stmt, x.Store) or not isinstance(stmt.value, x.Const):
                        continue
                    if isinstance(stmt.key, x.Var):
                        yield stmt.key, stmt.var, option


def _asked(program: Program, option: Choice, chooser: x.Var, other: x.Local) -> Iterator[x.Expr]:
    """What was asked of the option, of another chooser, if that one has chosen it: about what was stored
    for the chooser."""
    types = {v.name: v.type for v in program.variables}
    stored_as: dict[x.Var, x.Expr] = {chooser: other}
    not_chosen: list[x.Expr] = []
    for stmt in program.blocks[option.block].body:
        if isinstance(stmt, x.Store) and stmt.key == chooser:
            of_all = types[stmt.var]
            assert isinstance(of_all, ty.Map)
            its = x.Lookup(x.Var(stmt.var, of_all), other, of_all.value)
            if isinstance(stmt.value, x.Var):
                stored_as[stmt.value] = its
            elif isinstance(stmt.value, x.Const):
                not_chosen.append(fold.not_(fold.compare("==", its, stmt.value)))
    arguments = {parameter.variable for parameter in option.parameters}
    functions = {function.name: function for function in program.functions}
    for condition in asked_of(program, option):
        for part in _within(condition, functions):
            held = substituted(part, stored_as)
            is_stored = not isinstance(held, x.Const) and not reads(held) & arguments
            if is_stored and free_locals(held) in ((), (other,)):
                yield fold.or_((*not_chosen, held))


def _within(condition: x.Expr, functions: Mapping[str, Function]) -> Iterator[x.Expr]:
    """The conjuncts of the conjunction that a function stands for; else the condition itself."""
    if isinstance(condition, x.Call):
        function = functions[condition.function]
        given = dict(zip(function.params, condition.args, strict=True))
        body = substituted(function.body, given)
        if isinstance(body, x.And):
            for part in conjuncts(body):
                yield from _within(part, functions)
            return
    yield condition


def _looks_up(program: Program, loop: ValueLoop, mark: str) -> bool:
    """Whether a loop asks for the mark of its value."""
    ends = (program.blocks[number].terminator for number in blocks_inside(program, loop))
    asked = (walk(end.condition) for end in ends if isinstance(end, x.Branch))
    for part in chain.from_iterable(asked):
        match part:
            case x.Lookup(x.Var(name), key) if name == mark and key == loop.variable:
                return True
    return False
