"""Shorthands for programs of the IR that are built by hand."""

from __future__ import annotations

from rulewright.dsl.ir.code import (
    Block,
    Combine,
    Compare,
    Const,
    Expr,
    ListOf,
    Local,
    SetOf,
    Var,
    every,
)
from rulewright.dsl.ir.program import (
    Check,
    Function,
    Instance,
    Node,
    Parameter,
    Program,
    Reset,
    Supply,
    Variable,
)
from rulewright.dsl.ir.types import (
    Bool,
    Enum,
    Int,
    List,
    Option,
    Record,
    Scalar,
    Set,
    Type,
    Value,
    default,
)

BOOL = Bool()
SOLO = Enum("Player", ("P",))
PLAYER = Enum("Player", ("X", "O"))


def num(n: int) -> Const:
    return Const(n, Int(n, n))


def eq(left: Expr, right: Expr) -> Compare:
    return Compare("==", left, right)


def state(name: str, t: Type, initial: Value) -> Variable:
    return Variable(name, t, initial, "state")


def scratch(name: str, t: Type) -> Variable:
    return Variable(name, t, default(t), "scratch")


def var(v: Variable) -> Var:
    return Var(v.name, v.type)


def none(t: Option) -> Const:
    return Const(default(t), t)


def pick(local: Local, v: Variable, over: Expr | None = None) -> Parameter:
    assert isinstance(local.type, Bool | Int | Enum | Option | Record)
    return Parameter(local.name, local.type, over or every(local.type), v.name)


def program(
    name: str,
    variables: tuple[Variable, ...],
    blocks: tuple[Block, ...],
    nodes: tuple[Node, ...],
    *,
    players: Enum = SOLO,
    functions: tuple[Function, ...] = (),
    resets: dict[int, tuple[str, ...]] | None = None,
    checks: tuple[Check, ...] = (),
    supplies: tuple[Supply, ...] = (),
    strategies: tuple[Function, ...] = (),
) -> Program:
    """A program that begins in block 0; ``resets`` by node, nothing for the others."""
    given = resets or {}
    return Program(
        instance=Instance(name, name.title(), "standard", "", (), ()),
        players=players,
        variables=variables,
        functions=functions,
        blocks=blocks,
        nodes=nodes,
        resets=tuple(Reset(given.get(i, ())) for i in range(len(nodes))),
        entry=0,
        checks=checks,
        strategies=strategies,
        supplies=supplies,
    )


def single(element: Expr, t: Scalar) -> SetOf:
    """The set of one element."""
    return SetOf((element,), Set(t))


def without(of: Expr, element: Expr, t: Scalar) -> Combine:
    """A set without an element."""
    return Combine("difference", of, single(element, t), Set(t))


def with_(of: Expr, element: Expr, t: Scalar) -> Combine:
    """A set with one more element."""
    return Combine("union", of, single(element, t), Set(t))


def alone(element: Expr, t: Scalar) -> ListOf:
    """The list of one item."""
    return ListOf((element,), List(t, 1))
