"""What contradicts a claim, as a question about a program: whether play ever rests where it does."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from itertools import count

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir import fold
from rulewright.dsl.ir.choices import parameters_of
from rulewright.dsl.ir.program import Chance, Check, Choice, Program
from rulewright.dsl.ir.types import Int, scalar, size
from rulewright.dsl.ir.walk import bound_locals, substituted


def asking_never(program: Program, against: x.Expr) -> Program:
    """The program whose one question is whether play never rests where that holds."""
    check = Check("never_so", "never", against, None, "")
    return replace(program, checks=(check,), strategies=(), examples=())


def at(nodes: Iterable[tuple[int, x.Expr]]) -> x.Expr:
    """Whether play rests at one of these nodes, and the expression beside it holds."""
    return fold.or_([fold.and_([x.At((number,)), condition]) for number, condition in nodes])


@dataclass(frozen=True, slots=True)
class Copies:
    """Copies of expressions of a program. No two binders of a program bind the same name, including
    those of copies."""

    numbers: count[int] = field(default_factory=count)

    def of(self, root: x.Expr) -> x.Expr:
        """A copy."""
        return substituted(root, {each: self.local(each) for each in bound_locals(root)})

    def local(self, like: x.Local) -> x.Local:
        """A local with a new name."""
        return x.Local(f"{like.name}~{next(self.numbers)}", like.type)

    def some(self, choice: Choice | Chance, holds: Callable[[x.Expr], x.Expr]) -> x.Expr:
        """Whether there are arguments of a choice for which that holds which is made of its condition."""
        found, parameters = self._arguments(choice, holds)
        for local, over in reversed(parameters):
            found = fold.quantifier("some", local, over, None, found, x.BOOL)
        return found

    def many(self, choice: Choice | Chance) -> x.Expr:
        """For how many arguments a choice is possible."""
        found, parameters = self._arguments(choice, lambda condition: condition)
        found, most = fold.if_(found, fold.number(1), fold.number(0), Int(0, 1)), 1
        for local, over in reversed(parameters):
            most *= size(scalar(local.type))
            found = fold.quantifier("sum", local, over, None, found, Int(0, most))
        return found

    def _arguments(
        self, choice: Choice | Chance, made: Callable[[x.Expr], x.Expr]
    ) -> tuple[x.Expr, list[tuple[x.Local, x.Expr]]]:
        """What is made of the condition, and the parameters with what they range over, in names of their own."""
        given: dict[x.Local, x.Expr] = {}
        parameters = []
        for parameter in parameters_of(choice):
            over = substituted(self.of(parameter.over), given)
            before = x.Local(parameter.name, parameter.type)
            after = self.local(before)
            given[before] = after
            parameters.append((after, over))
        return substituted(self.of(made(condition_of(choice))), given), parameters


def condition_of(choice: Choice | Chance) -> x.Expr:
    """When an option is legal, or what chance may bring comes."""
    if isinstance(choice, Choice):
        return choice.guard
    return fold.compare("<", fold.number(0), choice.weight)
