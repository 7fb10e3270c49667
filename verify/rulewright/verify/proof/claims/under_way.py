"""What holds while a move is in progress, or while a step is still to come that the answer depends on.

At a loop inside a move, what was asked of the chosen option may still hold. And where somebody decides,
more than the answer may hold, as long as something is still to be done: a condition says so that the rules
ask later of what they remember.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir.choices import choices_of, parameters_of
from rulewright.dsl.ir.code import Branch, When
from rulewright.dsl.ir.fold import not_, or_
from rulewright.dsl.ir.loops import following, reachable
from rulewright.dsl.ir.program import Choice, Decision, Node, Parameter, Program
from rulewright.dsl.ir.walk import free_locals, reads, stores, substituted

from ...effort.proving import CLAIMING
from ...kernel.certificate import Claim, CutBlock, CutNode, CutPoint
from ...kernel.meaning.widths import Widths
from ...kernel.ways.moves import Moves
from ...symbolic.analysis.analysis import Analysis


def chosen_for(program: Program, loops: frozenset[int]) -> Iterator[tuple[CutPoint, Claim]]:
    """For each loop inside a move what was asked of the option by which it is reached, as far as it
    concerns arguments that are still to be used."""
    moves, widths = Moves(program), Widths(program)
    for node in program.nodes:
        for option in choices_of(node):
            inside = moves.reached_from(option.block) & loops
            if not inside or not isinstance(option, Choice):
                continue
            arguments = {parameter.variable for parameter in option.parameters}
            used = {head: arguments & _read(program, moves.reached_from(head)) for head in inside}
            for condition in asked_of(program, option):
                if widths.of(condition) <= CLAIMING.elements and not free_locals(condition):
                    about = reads(condition)
                    for head in sorted(inside):
                        if about & used[head]:
                            yield CutBlock(head), Claim(condition)


def _read(program: Program, blocks: Iterable[int]) -> frozenset[str]:
    """The variables that blocks read themselves."""
    found = frozenset[str]()
    for number in blocks:
        block = program.blocks[number]
        found |= reads(*block.body)
        if isinstance(block.terminator, Branch):
            found |= reads(block.terminator.condition)
    return found


def asked_of(program: Program, option: Choice) -> Iterator[x.Expr]:
    """What is asked of an option, stated about the variables that hold its arguments."""
    given = {x.Local(p.name, p.type): _held(program, p) for p in parameters_of(option)}
    for parameter in option.parameters:
        for condition in _of_elements(program, parameter.over, _held(program, parameter)):
            yield from (substituted(part, given) for part in conjuncts(condition))
    yield from (substituted(part, given) for part in conjuncts(option.guard))


def _held(program: Program, parameter: Parameter) -> x.Expr:
    """The variable that holds an argument."""
    kind = next(v.type for v in program.variables if v.name == parameter.variable)
    return x.Var(parameter.variable, kind)


def _of_elements(program: Program, over: x.Expr, element: x.Expr) -> Iterator[x.Expr]:
    """What holds of an element of a set defined by a condition."""
    functions = {function.name: function for function in program.functions}
    while True:
        match over:
            case x.Call(name, ()):
                over = functions[name].body
            case x.Filter(var, held, where):
                yield substituted(where, {var: element})
                over = held
            case _:
                return


def conjuncts(e: x.Expr) -> Iterator[x.Expr]:
    """The conditions that have to hold together for one to hold."""
    if isinstance(e, x.And):
        for arg in e.args:
            yield from conjuncts(arg)
    else:
        yield e


def still_to_come(
    analysis: Analysis, goals: Sequence[Claim], loops: frozenset[int]
) -> Iterator[tuple[CutPoint, Claim]]:
    """For each decision, claims stronger than the answers, each in every case of what is asked later."""
    program = analysis.program
    for number, node in enumerate(program.nodes):
        conditions = dict.fromkeys(_asked_later(analysis, node, loops))
        for claim in _more(goals) if isinstance(node, Decision) else ():
            about = analysis.reads(claim.expression)
            if any(stored & about for _, stored in conditions):
                yield CutNode(number), claim
            for condition, stored in conditions:
                if stored & about:
                    for case in (condition, not_(condition)):
                        said = or_((case, claim.expression))
                        yield CutNode(number), replace(claim, expression=said)


def _more(goals: Iterable[Claim]) -> Iterator[Claim]:
    """The same comparisons with equality excluded."""
    for goal in goals:
        match goal.expression:
            case x.Compare("<=", left, right) if goal.holds:
                yield replace(goal, expression=x.Compare("<", left, right))
            case x.Compare("<", left, right) if not goal.holds:
                yield replace(goal, expression=x.Compare("<", right, left), holds=True)


def _asked_later(
    analysis: Analysis, node: Node, loops: frozenset[int]
) -> Iterator[tuple[x.Expr, frozenset[str]]]:
    """What the rules ask before the next loop about what procedures remember and do not change before that;
    and what they then store to."""
    program = analysis.program
    own = {v.name for v in program.variables if not v.declared}
    for option in choices_of(node):
        ahead = reachable(program.blocks, option.block, loops)
        remembered = own - _stored(program, ahead)
        for number in sorted(ahead):
            for condition, stored in _conditions(program, number, loops):
                about = analysis.reads(condition)
                if about and about <= remembered and not free_locals(condition):
                    yield condition.arg if isinstance(condition, x.Not) else condition, stored


def _conditions(
    program: Program, number: int, loops: frozenset[int]
) -> Iterator[tuple[x.Expr, frozenset[str]]]:
    """What a block asks, and what is stored to before that."""
    block = program.blocks[number]
    for stmt in block.body:
        if isinstance(stmt, When):
            yield stmt.condition, stores(stmt)
    if isinstance(block.terminator, Branch):
        ways = (reachable(program.blocks, b, loops) for b in following(block))
        yield block.terminator.condition, _stored(program, frozenset[int]().union(*ways))


def _stored(program: Program, blocks: Iterable[int]) -> frozenset[str]:
    """The variables to which blocks store."""
    return frozenset[str]().union(*(stores(*program.blocks[number].body) for number in blocks))
