"""A program that records which branches of its rules were taken.

Twice: by the branches of the text, each once, whoever performs it; and by those of the program, in which a procedure
stands once for each place that performs it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from rulewright.dsl.diagnostics import RulesetError
from rulewright.dsl.instantiate import program_family
from rulewright.dsl.ir import code as x
from rulewright.dsl.ir import fold
from rulewright.dsl.ir.choices import choices_of
from rulewright.dsl.ir.loops import following
from rulewright.dsl.ir.program import Choice, Decision, Program, Variable
from rulewright.dsl.ir.types import Bool
from rulewright.dsl.ir.unknown import refuse
from rulewright.dsl.ir.walk import stores
from rulewright.dsl.marks import MarkPlace, free_prefix, with_marks
from rulewright.dsl.ruleset import Ruleset
from rulewright.dsl.syntax import statements as s
from rulewright.dsl.syntax.branches import branches


@dataclass(frozen=True, slots=True)
class Branched:
    """The same game, with variables that record what was taken.

    ``branches``: for each branch of the text that the program may reach, the variable, and its name.
    ``contexts``: the variables of the arms of the program's own branches.
    """

    program: Program
    branches: tuple[tuple[str, str], ...]
    contexts: tuple[str, ...]


def branched(ruleset: Ruleset, program: Program) -> Branched:
    """The program with its branches recorded; conditions are evaluated once more for that."""
    prefix = free_prefix(ruleset)
    named = dict(places(ruleset))
    marks = {f"{prefix}{number}": place for number, place in enumerate(named.values())}
    try:
        marked = program_family(with_marks(ruleset, marks), program, ())
    except RulesetError:
        marked, marks = program, {}
    stored = _stored(marked)
    writer = _Writer(f"{prefix}way_")
    blocks = tuple(writer.block(block) for block in marked.blocks)
    ways = tuple(f"{prefix}way_{number}" for number in range(writer.count))
    variables = (Variable(name, Bool(), False, "state", "none") for name in ways)
    return Branched(
        replace(marked, blocks=blocks, variables=(*marked.variables, *variables)),
        tuple((mark, name) for mark, name in zip(marks, named, strict=False) if mark in stored),
        ways,
    )


def option_name(node: Decision, choice: Choice) -> str:
    """The name of a decision's option in a suite."""
    return f"{node.name}: {choice.name}"


def places(ruleset: Ruleset) -> Iterator[tuple[str, MarkPlace]]:
    """The places of branches with their names: line, column and the author's words."""
    source = ruleset.tree.source
    for branch in branches(ruleset.tree.parts):
        place, at = branch.place, branch.about.span
        if not isinstance(place, s.Repeat):
            yield f"{at.line}:{at.column}, {branch.words} {branch.text(source)}", place


def _stored(program: Program) -> frozenset[str]:
    """The variables stored to where play may come, as far as the conditions known beforehand tell."""
    starts = [program.entry]
    for node in program.nodes:
        starts += [
            choice.block
            for choice in choices_of(node)
            if not (isinstance(choice, Choice) and choice.guard == x.NO)
        ]
    known = _Known(_truths(program))
    found, waiting = set(starts), starts
    while waiting:
        new = set(known.following(program.blocks[waiting.pop()])) - found
        found |= new
        waiting += new
    bodies = (program.blocks[block].body for block in found)
    return frozenset().union(*(stores(*known.taken(body)) for body in bodies))


def _truths(program: Program) -> dict[str, bool]:
    """The functions with a constant value, and the value."""
    return {f.name: bool(f.body.value) for f in program.functions if isinstance(f.body, x.Const)}


@dataclass(frozen=True, slots=True)
class _Known:
    """What is known of conditions beforehand: the values of constant functions."""

    functions: Mapping[str, bool]

    def following(self, block: x.Block) -> tuple[int, ...]:
        """Where control may go from the end of a block."""
        end = block.terminator
        answer = self._answer(end.condition) if isinstance(end, x.Branch) else None
        if isinstance(end, x.Branch) and answer is not None:
            return (end.then if answer else end.otherwise,)
        return following(block)

    def taken(self, body: tuple[x.Stmt, ...]) -> Iterator[x.Stmt]:
        """The statements without those that are never reached."""
        for statement in body:
            match statement:
                case x.When(condition, then, otherwise):
                    answer = self._answer(condition)
                    if answer is not True:
                        yield from self.taken(otherwise)
                    if answer is not False:
                        yield from self.taken(then)
                case x.Each(body=inner):
                    yield replace(statement, body=tuple(self.taken(inner)))
                case x.Store() | x.Let() | x.Require():
                    yield statement
                case _:
                    refuse(statement)

    def _answer(self, condition: x.Expr) -> bool | None:
        match condition:
            case x.Call(name):
                return self.functions.get(name)
            case x.Not(arg):
                answer = self._answer(arg)
                return None if answer is None else not answer
            case _:
                return None


class _Writer:
    def __init__(self, prefix: str) -> None:
        self._prefix = prefix
        self.count = 0

    def block(self, block: x.Block) -> x.Block:
        body = self._body(block.body)
        end = block.terminator
        if isinstance(end, x.Branch) and not isinstance(end.condition, x.Const):
            for condition in (end.condition, fold.not_(end.condition)):
                mark = self._mark()
                taken = fold.or_([x.Var(mark, Bool()), condition])
                body = (*body, x.Store(mark, None, taken, None))
        return replace(block, body=body)

    def _body(self, body: tuple[x.Stmt, ...]) -> tuple[x.Stmt, ...]:
        return tuple(self._statement(s) for s in body)

    def _statement(self, statement: x.Stmt) -> x.Stmt:
        match statement:
            case x.When(_, then, otherwise):
                return replace(
                    statement,
                    then=(x.Store(self._mark(), None, x.YES, None), *self._body(then)),
                    otherwise=(x.Store(self._mark(), None, x.YES, None), *self._body(otherwise)),
                )
            case x.Each(body=body):
                return replace(statement, body=self._body(body))
            case x.Store() | x.Let() | x.Require():
                return statement
            case _:
                refuse(statement)

    def _mark(self) -> str:
        self.count += 1
        return f"{self._prefix}{self.count - 1}"
