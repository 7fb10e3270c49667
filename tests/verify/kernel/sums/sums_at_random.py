"""Random programs of which sums are claimed: few values, so that all of them can be tried.

Two decisions take turns. What their options do changes numbers, sets and maps by little, so that some sums
of them are kept, and some nearly so.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Literal

from tests import ir_build as build

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir import types as ty
from rulewright.dsl.ir.code import (
    Block,
    Branch,
    Each,
    Goto,
    Require,
    Stmt,
    Stop,
    Store,
    When,
)
from rulewright.dsl.ir.program import (
    Check,
    Choice,
    Decision,
    Fault,
    Program,
    Reset,
    Variable,
)
from rulewright.verify.kernel.certificate import Claim

PLACE = ty.Enum("Place", ("Pa", "Pb", "Pc"))
FEW, MANY, TRUTH = ty.Int(0, 1), ty.Int(0, 2), ty.Bool()
FAULT = 2
WIDE = ty.Int(-99, 99)

N = build.state("n", ty.Int(0, 3), 1)
MARKED = build.state("marked", ty.Set(PLACE), 0b010)
HELD = build.state("held", ty.Map(PLACE, MANY), (1, 0, 2))
ONE = build.state("one", ty.Map(PLACE, FEW), (1, 0, 0))
LIT = build.state("lit", ty.Map(PLACE, TRUTH), (False, True, False))
ROWS = build.state("rows", ty.Map(PLACE, ty.Set(FEW)), (0, 3, 1))
LINE = build.state("line", ty.List(PLACE, 2), (1,))
CHOSEN = Variable("chosen", PLACE, 0, "frame")
KEPT = (N, MARKED, HELD, ONE, LIT, ROWS, LINE)
WORTH = x.Local("worth", PLACE)


def program(luck: Random) -> Program:
    """Two or three variables, moves that change them, and comparisons of sums as checks, the first apart."""
    some = luck.sample(KEPT, 2)
    if luck.random() < 0.4 and ROWS not in some and not {HELD, ONE, LIT} & {*some}:
        some.append(luck.choice((ONE, LIT)))
    blocks: list[Block] = [Block("play", (), Stop(0))]
    nodes = []
    for number in range(2):
        choices = []
        for i in range(2):
            p = x.Local("p", PLACE)
            over = build.every(PLACE) if luck.random() < 0.7 else _places(some, luck)
            guard = _guard(some, luck, p)
            choices.append(Choice(f"act{i}", (build.pick(p, CHOSEN, over),), guard, len(blocks)))
            body = tuple(
                _statement(some, luck, build.var(CHOSEN), 2) for _ in range(luck.randint(1, 3))
            )
            blocks.append(Block(f"act{number}{i}", body, Stop(luck.choice((0, 1)))))
        nodes.append(Decision(f"node{number}", x.Const(0, build.SOLO), tuple(choices)))
    worth = x.If(build.eq(WORTH, x.Const(1, PLACE)), build.num(2), build.num(1), ty.Int(1, 2))
    made = build.program(
        "sums",
        (*some, CHOSEN),
        tuple(blocks),
        (*nodes, Fault("this does not fit")),
        functions=(
            build.Function("worth", (WORTH,), worth.type, worth),
            *(_others(v) for v in some if isinstance(v.type, ty.Map)),
        ),
        resets=dict.fromkeys(range(3), ("chosen",)),
    )
    acts = Check("acts", "acts", x.YES, None, "")
    sums = (Check(f"c{i}", "always", comparison(made, luck), None, "") for i in range(10))
    return replace(made, checks=(acts, *sums))


def with_a_loop(luck: Random) -> Program:
    """A program with a loop inside of some of its moves, two players, and more that is set back where
    play rests; its last checks are about what a player has just done."""
    of = program(luck)
    some = [v for v in of.variables if v != CHOSEN]
    head, chosen = len(of.blocks), build.var(CHOSEN)
    again = Branch(_condition(luck.choice(some), luck, chosen), head + 1, head + 2)
    body = tuple(_statement(some, luck, chosen, 1) for _ in range(luck.randint(1, 2)))
    blocks = [
        replace(block, terminator=Goto(head, "on")) if i and luck.random() < 0.5 else block
        for i, block in enumerate(of.blocks)
    ]
    blocks += [
        Block("head", (), again),
        Block("body", body, Goto(head, "again")),
        Block("done", (), Stop(luck.randrange(2))),
    ]
    nodes = tuple(
        replace(node, player=x.Const(luck.randrange(2), build.PLAYER))
        if isinstance(node, Decision)
        else node
        for node in of.nodes
    )
    resets = list(of.resets)
    if luck.random() < 0.4:
        node = luck.randrange(len(resets))
        resets[node] = Reset((*resets[node].variables, luck.choice(some).name))
    player = x.Local("player", build.PLAYER)
    first = build.eq(player, x.Const(0, build.PLAYER))
    by_player = (
        Check(f"by{i}", "never_by", x.And((first, luck.choice(of.checks[1:]).property)), player, "")
        for i in range(2)
    )
    return replace(
        of,
        players=build.PLAYER,
        blocks=tuple(blocks),
        nodes=nodes,
        resets=tuple(resets),
        checks=(*of.checks, *by_player),
    )


def _others(v: Variable) -> build.Function:
    """The other places where there is something."""
    k = x.Local("k", PLACE)
    other = x.And((x.Not(build.eq(k, WORTH)), _condition(v, Random(0), k)))
    return build.Function(
        f"others_{v.name}",
        (WORTH,),
        ty.Set(PLACE),
        x.Filter(k, build.every(PLACE), other, ty.Set(PLACE)),
    )


# --- what moves do --------------------------------------------------------------------------------


def _guard(some: Sequence[Variable], luck: Random, p: x.Expr) -> x.Expr:
    return x.YES if luck.random() < 0.4 else _condition(luck.choice(some), luck, p)


def _condition(v: Variable, luck: Random, p: x.Expr) -> x.Expr:
    here = build.var(v)
    match v.type:
        case ty.Int():
            return x.Compare(
                luck.choice(("<", "<=", "==")), here, x.Const(luck.randint(0, 3), v.type)
            )
        case ty.Set():
            inside = x.In(p, here)
            return inside if luck.random() < 0.5 else x.Not(inside)
        case ty.Map(_, ty.Bool()):
            return x.Lookup(here, p, TRUTH)
        case ty.Map(_, ty.Set()):
            return x.In(x.Const(1, FEW), x.Lookup(here, p, ROWS.type.value))
        case ty.Map(_, inner):
            return x.Compare("<", x.Const(0, ty.scalar(inner)), x.Lookup(here, p, inner))
        case _:
            return x.Compare("<", x.Size(here, ty.Int(0, 2)), build.num(2))


def _places(some: Sequence[Variable], luck: Random) -> x.Expr:
    if MARKED in some and luck.random() < 0.5:
        return build.var(MARKED)
    var = x.Local("j", PLACE)
    keyed = [v for v in some if isinstance(v.type, ty.Map)]
    if keyed and luck.random() < 0.6:
        return x.Filter(
            var, build.every(PLACE), _condition(luck.choice(keyed), luck, var), ty.Set(PLACE)
        )
    return x.Const(luck.randrange(1, 8), ty.Set(PLACE))


def _statement(some: Sequence[Variable], luck: Random, p: x.Expr, depth: int) -> Stmt:
    kind = luck.random()
    if depth and kind < 0.2:
        parts = [
            tuple(_statement(some, luck, p, depth - 1) for _ in range(luck.randint(0, 2)))
            for _ in "ab"
        ]
        return When(_condition(luck.choice(some), luck, p), *parts)
    if depth and kind < 0.4:
        local = x.Local("q" * depth, PLACE)
        inner = tuple(
            _statement(some, luck, luck.choice((local, local, p)), depth - 1) for _ in range(2)
        )
        return Each(local, _places(some, luck), inner)
    if kind < 0.45:
        return Require(_condition(luck.choice(some), luck, p), FAULT)
    return _store(luck.choice(some), some, luck, p)


def _store(v: Variable, some: Sequence[Variable], luck: Random, p: x.Expr) -> Stmt:
    here, by = build.var(v), luck.choice((-1, 1))
    key = p if luck.random() < 0.8 else x.Const(luck.randrange(3), PLACE)
    match v.type:
        case ty.Int():
            more: x.Expr = build.num(by)
            if MARKED in some and luck.random() < 0.3:
                more = x.Size(build.var(MARKED), ty.Int(0, 3))
            return Store(v.name, None, x.Arith(luck.choice("+-"), here, more, WIDE), FAULT)
        case ty.Set(element):
            if luck.random() < 0.15:
                return Store(
                    v.name, None, x.Combine("difference", build.every(element), here, v.type), None
                )
            change = luck.choice((build.with_, build.without))
            return Store(v.name, None, change(here, key, element), None)
        case ty.Map(_, ty.Bool()):
            value = (
                x.Const(luck.random() < 0.5, TRUTH)
                if luck.random() < 0.7
                else x.Not(x.Lookup(here, p, TRUTH))
            )
        case ty.Map(_, ty.Set() as inner):
            one = x.Const(luck.randint(0, 1), FEW)
            change = luck.choice((build.with_, build.without))
            value = change(x.Lookup(here, key, inner), one, FEW)
        case ty.Map(_, inner):
            if luck.random() < 0.15:
                moved = luck.sample(range(3), 3)
                order = x.Const(tuple(moved), ty.Map(PLACE, PLACE))
                return Store(v.name, None, x.Permute(here, order, v.type), None)
            value = x.Arith("+", x.Lookup(here, key, inner), build.num(by), WIDE)
            if luck.random() < 0.2:
                value = x.Const(luck.randint(0, ty.scalar(inner).hi), ty.scalar(inner))
            return Store(v.name, key, value, FAULT)
        case _:
            longer = x.Concat(here, build.alone(key, PLACE), ty.List(PLACE, 3))
            shorter = x.Slice(here, build.num(1), build.num(2), v.type)
            return Store(v.name, None, luck.choice((longer, shorter)), FAULT)
    return Store(v.name, key, value, None)


# --- what is claimed ------------------------------------------------------------------------------


def comparison(of: Program, luck: Random) -> x.Compare:
    """A comparison of two sums over variables."""
    ops: tuple[Literal["==", "!=", "<", "<="], ...] = ("==", "!=", "<", "<=", "<", "<=", "==")
    left = _sum(of, luck, luck.randint(1, 3))
    right = build.num(luck.randint(0, 5)) if luck.random() < 0.5 else _sum(of, luck, 1)
    return x.Compare(luck.choice(ops), left, right)


def claims(of: Program, asked: x.Compare, luck: Random) -> list[Claim]:
    """Claims about the same sums, give or take a constant, and what is made of them by not, and, or."""
    found = [Claim(asked)]
    for _ in range(5):
        e: x.Expr = _near(asked, luck)
        if luck.random() < 0.3:
            other = _guard(of.variables[:1], luck, x.Const(0, PLACE))
            e = luck.choice((x.And, x.Or))((e, other) if luck.random() < 0.5 else (other, x.Not(e)))
        found.append(Claim(e, luck.random() < 0.7))
    return found


def _near(e: x.Compare, luck: Random) -> x.Compare:
    """A comparison of the same sums, or of the same the other way round, and a constant."""
    ops: tuple[Literal["==", "!=", "<", "<="], ...] = ("==", "!=", "<", "<=")
    left, right = (e.left, e.right) if luck.random() < 0.7 else (e.right, e.left)
    if luck.random() < 0.5:
        right = x.Arith(luck.choice("+-"), right, build.num(luck.randint(1, 2)), WIDE)
    return x.Compare(luck.choice(ops), left, right)


def _sum(of: Program, luck: Random, parts: int) -> x.Expr:
    own = [v for v in of.variables if v.kind == "state"]
    found = _part(luck.choice(own), luck)
    for _ in range(parts - 1):
        found = x.Arith(luck.choice("++-"), found, _part(luck.choice(own), luck), WIDE)
    return found


def _part(v: Variable, luck: Random) -> x.Expr:
    found = _plain(v, luck)
    if luck.random() < 0.2:
        return x.Arith("*", found, build.num(luck.choice((2, -1))), WIDE)
    return found


def _plain(v: Variable, luck: Random) -> x.Expr:
    here, k = build.var(v), x.Local("k", PLACE)
    over = build.every(PLACE) if luck.random() < 0.6 else x.Const(luck.randrange(8), ty.Set(PLACE))
    not_first = x.Not(build.eq(k, x.Const(0, PLACE))) if luck.random() < 0.3 else None
    three = ty.Int(0, 3)
    if isinstance(v.type, ty.Map) and luck.random() < 0.25:
        return _nested(v, luck, over)
    match v.type:
        case ty.Int():
            return x.Convert(here, WIDE)
        case ty.Set(element):
            every = build.every(element)
            return luck.choice(
                (
                    x.Size(here, three),
                    x.Size(x.Combine("difference", every, here, v.type), three),
                    x.Size(x.Combine("difference", over, here, v.type), three),
                    x.Quantifier("count", k, over, x.In(k, here), None, three),
                    x.Quantifier("count", k, here, not_first, None, three),
                    x.Quantifier("sum", k, here, None, x.Call("worth", (k,), ty.Int(1, 2)), WIDE),
                    _truth(x.In(x.Const(luck.randrange(3), PLACE), here)),
                )
            )
        case ty.Map(_, ty.Bool()):
            lit = x.Lookup(here, k, TRUTH)
            return luck.choice(
                (
                    x.Quantifier("count", k, over, lit, None, three),
                    x.Size(x.Filter(k, over, lit, ty.Set(PLACE)), three),
                    x.Quantifier("sum", k, over, lit, x.Call("worth", (k,), ty.Int(1, 2)), WIDE),
                    _truth(x.Lookup(here, x.Const(luck.randrange(3), PLACE), TRUTH)),
                )
            )
        case ty.Map(_, ty.Set() as inner):
            size = x.Size(x.Lookup(here, k, inner), ty.Int(0, 2))
            return x.Quantifier("sum", k, over, not_first, size, WIDE)
        case ty.Map(_, inner):
            entry = x.Lookup(here, k, inner)
            worth = x.Call("worth", (k,), ty.Int(1, 2))
            some = x.Compare("<", build.num(0), entry)
            over = x.Filter(k, over, some, ty.Set(PLACE)) if luck.random() < 0.2 else over
            return luck.choice(
                (
                    x.Quantifier("sum", k, over, not_first, entry, WIDE),
                    x.Quantifier("sum", k, over, some, worth, WIDE),
                    x.Quantifier(
                        "sum", k, over, not_first, x.Arith("*", entry, build.num(2), WIDE), WIDE
                    ),
                    x.Quantifier("count", k, over, build.eq(entry, build.num(1)), None, three),
                )
            )
        case _:
            return x.Size(here, ty.Int(0, 2))


def _nested(v: Variable, luck: Random, over: x.Expr) -> x.Expr:
    """Sums of which each part looks at several entries, by locals that are called alike."""
    k, three = x.Local("k", PLACE), ty.Int(0, 3)
    given = luck.choice((WORTH, x.Const(luck.randrange(3), PLACE)))
    others = x.Call(f"others_{v.name}", (given,), ty.Set(PLACE))
    some = _condition(v, luck, k)
    inside = x.Filter(k, build.every(PLACE), some, ty.Set(PLACE))
    best = x.Best(
        k, build.every(PLACE), x.If(some, build.num(1), build.num(0), FEW), True, ty.Set(PLACE)
    )
    here = _truth(_condition(v, luck, WORTH))
    worth = x.Call("worth", (WORTH,), ty.Int(1, 2))
    each, body = luck.choice(
        (
            (WORTH, x.Quantifier("count", k, others, None, None, three)),
            (WORTH, x.Quantifier("sum", k, others, None, worth, WIDE)),
            (WORTH, x.Quantifier("sum", k, others, None, here, WIDE)),
            (k, _truth(x.Quantifier("some", k, build.every(PLACE), None, some, TRUTH))),
            (
                k,
                x.Size(x.Combine("union", inside, x.Const(1, ty.Set(PLACE)), ty.Set(PLACE)), three),
            ),
            (k, x.Size(best, three)),
            (k, x.Size(inside, three)),
        )
    )
    return x.Quantifier("sum", each, over, None, body, WIDE)


def _truth(e: x.Expr) -> x.Expr:
    return x.If(e, build.num(1), build.num(0), ty.Int(0, 1))
