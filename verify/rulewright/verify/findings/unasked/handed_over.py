"""The game that is over where its rules pass a certain truth value to a function; the question is whether
that never happens."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir import fold
from rulewright.dsl.ir.choices import choices_of
from rulewright.dsl.ir.printing.names import roots
from rulewright.dsl.ir.program import (
    Chance,
    Check,
    Choice,
    Decision,
    End,
    Fault,
    Function,
    Node,
    Program,
    Reset,
)
from rulewright.dsl.ir.types import Enum
from rulewright.dsl.ir.unknown import refuse
from rulewright.dsl.ir.walk import calls, children, substituted, walk

from ...properties.asked_of_programs import Copies, asking_never, at

WAY = "~handed"
"""Appended to the name of a function: whether it passes that value, when it is evaluated."""


def stopping_where(program: Program, function: str, given: bool) -> Program | None:
    """The program; None if that cannot be decided, or if the function is not called.

    An ``and`` evaluates its later operands only if they matter, an ``or`` and an ``if`` likewise; of a
    quantifier's elements each is evaluated. Considered is what the rules evaluate, and the checks.
    """
    everything = tuple(roots(program))
    named = _leading_to(program, function)
    handing = _Telling(function, given, named)
    asked = any(map(handing.leads, everything))
    unclear = any(isinstance(n, x.After) and handing.leads(n) for n in walk(*everything))
    if not asked or unclear or any(handing.leads(each.body) for each in program.strategies):
        return None
    end = len(program.nodes)
    stopping = replace(
        program,
        functions=tuple(f for each in program.functions for f in handing.functions(each)),
        blocks=tuple(handing.block(block, end) for block in program.blocks),
        nodes=(*program.nodes, Fault("what was asked for is so")),
        resets=(*program.resets, Reset(())),
    )
    by_rules = at((number, handing.resting(node)) for number, node in enumerate(program.nodes))
    by_checks = [handing.checking(check, program.players) for check in program.checks]
    return asking_never(stopping, fold.or_([x.At((end,)), by_rules, *by_checks]))


def _leading_to(program: Program, function: str) -> frozenset[str]:
    """The functions that call this one, directly or through others."""
    found: set[str] = set()
    for each in program.functions:
        if calls(each.body) & {function, *found}:
            found.add(each.name)
    return frozenset(found)


@dataclass(frozen=True, slots=True)
class _Telling:
    """Tells of expressions whether their evaluation passes ``given`` to the function; ``named`` lead to it."""

    function: str
    given: bool
    named: frozenset[str]
    copies: Copies = field(default_factory=Copies)

    def leads(self, root: x.Expr | x.Stmt) -> bool:
        return bool(calls(root) & {self.function, *self.named})

    def of(self, root: x.Expr | None) -> x.Expr:
        """Whether an expression does."""
        if root is None or not self.leads(root):
            return x.NO
        match root:
            case x.Call(function=name, args=args):
                own = x.Call(f"{name}{WAY}", self._copied(args), x.BOOL)
                if name == self.function:
                    (arg,) = self._copied(args)
                    return fold.or_([self.of(args[0]), arg if self.given else fold.not_(arg)])
                return fold.or_([*map(self.of, args), own if name in self.named else x.NO])
            case x.And(args=args) | x.Or(args=args):
                return self._in_turn(args, stops=isinstance(root, x.Or))
            case x.If(condition=condition, then=then, otherwise=otherwise):
                met = self.copies.of(condition)
                ways = fold.if_(met, self.of(then), self.of(otherwise), x.BOOL)
                return fold.or_([self.of(condition), ways])
            case x.Quantifier(var=var, over=over, where=where, body=body):
                return fold.or_([self.of(over), self._some(var, over, where, body)])
            case x.Filter(var=var, over=over, where=where):
                return fold.or_([self.of(over), self._some(var, over, where, None)])
            case x.Best(var=var, over=over, key=key):
                return fold.or_([self.of(over), self._some(var, over, None, key)])
            case x.MapOf(var=var, body=body, type=t):
                return self._some(var, x.every(t.key), None, body)
            case _:
                return fold.or_([self.of(each) for each in _expressions(root)])

    def _copied(self, args: Sequence[x.Expr]) -> tuple[x.Expr, ...]:
        return tuple(map(self.copies.of, args))

    def _in_turn(self, args: Sequence[x.Expr], *, stops: bool) -> x.Expr:
        """Operands, of which the next is evaluated only if this one is not ``stops``."""
        found: x.Expr = x.NO
        for arg in reversed(args):
            before = self.copies.of(arg)
            on = fold.and_([fold.not_(before) if stops else before, found])
            found = fold.or_([self.of(arg), on])
        return found

    def _some(
        self, var: x.Local, over: x.Expr, where: x.Expr | None, body: x.Expr | None
    ) -> x.Expr:
        one = self.copies.local(var)
        found = self.of(body)
        if where is not None:
            found = fold.or_([self.of(where), fold.and_([self.copies.of(where), found])])
        there = substituted(found, {var: one})
        return fold.quantifier("some", one, self.copies.of(over), None, there, x.BOOL)

    def functions(self, function: Function) -> Iterator[Function]:
        """A function, and the one that tells whether its evaluation does."""
        yield function
        if function.name in self.named:
            given = {param: self.copies.local(param) for param in function.params}
            body = substituted(self.of(function.body), given)
            name = f"{function.name}{WAY}"
            yield Function(name, tuple(given.values()), x.BOOL, body, function.clauses)

    def block(self, block: x.Block, end: int) -> x.Block:
        """A block that ends where it does."""
        body = tuple(self._statements(block.body, end))
        if isinstance(block.terminator, x.Branch):
            body += tuple(self._unless(block.terminator.condition, end))
        return replace(block, body=body)

    def _statements(self, body: Sequence[x.Stmt], end: int) -> Iterator[x.Stmt]:
        for statement in body:
            for each in _expressions(statement):
                yield from self._unless(each, end)
            match statement:
                case x.When(then=then, otherwise=otherwise):
                    yield replace(
                        statement,
                        then=tuple(self._statements(then, end)),
                        otherwise=tuple(self._statements(otherwise, end)),
                    )
                case x.Each(body=inner):
                    yield replace(statement, body=tuple(self._statements(inner, end)))
                case x.Store() | x.Let() | x.Require():
                    yield statement
                case _:
                    refuse(statement)

    def _unless(self, asked: x.Expr, end: int) -> Iterator[x.Stmt]:
        found = self.of(asked)
        if found != x.NO:
            yield x.Require(fold.not_(found), end)

    def resting(self, node: Node) -> x.Expr:
        """Whether a node does, when play rests there."""
        found = [self.of(each) for each in _asked_at(node)]
        for choice in choices_of(node):
            found.append(self.copies.some(choice, self.of))
            if isinstance(choice, Choice):
                found += self._ranges(choice)
        return fold.or_(found)

    def _ranges(self, choice: Choice) -> Iterator[x.Expr]:
        """Whether the range of a parameter does, for some of the preceding arguments."""
        for number, parameter in enumerate(choice.parameters):
            before = replace(choice, parameters=choice.parameters[:number], guard=x.YES)
            over = self.of(parameter.over)
            yield self.copies.some(before, lambda _, over=over: over)  # type: ignore[misc]

    def checking(self, check: Check, players: Enum) -> x.Expr:
        """Whether a check does, wherever it is evaluated."""
        found = self.of(check.property)
        if check.player is None:
            return found
        one = self.copies.local(check.player)
        there = substituted(found, {check.player: one})
        return fold.quantifier("some", one, x.every(players), None, there, x.BOOL)


def _expressions(root: x.Expr | x.Stmt) -> Iterator[x.Expr]:
    """Those directly inside; for a statement, those that it evaluates before it does anything."""
    for each in children(root):
        if not isinstance(each, x.Store | x.Let | x.When | x.Each | x.Require):
            yield each


def _asked_at(node: Node) -> Iterator[x.Expr]:
    match node:
        case Decision(player=player):
            yield player
        case Chance(parameter=parameter):
            yield parameter.over
        case End(winners=winners, scores=scores):
            yield winners
            if scores is not None:
                yield scores
        case Fault():
            pass
        case _:
            refuse(node)
