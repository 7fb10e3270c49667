"""Random statements beside copies of them: the same under other names, and only if they do the same."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import product
from random import Random
from typing import Any

import pytest
from tests import ir_build as build
from tests.dsl.elaborate.cfg.test_renaming import does, names
from tests.dsl.elaborate.cfg.test_twins import N, copy, v
from tests.ir_build import eq, num
from tests.reference_eval import Scope
from tests.reference_eval.meaning import FaultHappened, execute
from tests.tiers import judges, thorough

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir.code import (
    After,
    Const,
    Each,
    Expr,
    Local,
    Require,
    Stmt,
    Store,
    When,
)
from rulewright.dsl.ir.types import Int, Set, Value

LETTERS = ("p", "q", "r")


SEEN = Int(0, 999)
STATES = (build.state("n", SEEN, 0), *(build.state(name, N, 0) for name in LETTERS))
SIDE = build.program("side", STATES, (), ())
"""Where the statements are executed: it has their states, and nothing else."""


def seen(value: Expr) -> Store:
    """A store to a state that tells what was stored before, and in which order."""
    far = x.Arith("+", x.Arith("*", x.Var("n", SEEN), num(5), SEEN), value, SEEN)
    return Store("n", None, x.Arith("mod", far, num(997), SEEN), None)


def statement(luck: Random, depth: int, number: int) -> Stmt:
    name, other = luck.choice(LETTERS), luck.choice(LETTERS)
    test = eq(v(luck.choice(LETTERS)), num(1))
    kind = luck.randrange(8 if depth else 4)
    inner = [
        tuple(statement(luck, depth - 1, 9 * number + i) for i in range(2))
        for _ in ("ab" if depth else "")
    ]
    match kind:
        case 0 | 1:
            return seen(v(name))
        case 2:
            return copy(name, v(other))
        case 3:
            return copy(name, num(luck.randrange(3)))
        case 4 | 5:
            return When(test, *inner)
        case 6:
            return Each(Local(f"k{number}", N), Const(0b11, Set(N)), inner[0])
        case _:
            return Require(After((copy(name, v(other)),), test), 1)


def renamed(part: object, called: Mapping[str, str]) -> object:
    """Under other names for variables and locals, wherever they stand."""
    match part:
        case x.Var(name, t):
            return x.Var(called.get(name, name), t)
        case Store(name, key, value, fault):
            return Store(called.get(name, name), key, renamed(value, called), fault)  # type: ignore[arg-type]
        case tuple():
            return tuple(renamed(each, called) for each in part)
        case Local(name, t):
            return Local(f"{name}.2", t)
        case When() | Each() | Require() | After() | x.Compare() | x.Arith():
            fields = {f: renamed(getattr(part, f), called) for f in part.__dataclass_fields__}
            return replace(part, **fields)
        case _:
            return part


def result(body: tuple[Stmt, ...], values: dict[str, Value]) -> Value:
    after: dict[str, Value] = {"n": 1, **values}
    try:
        execute(body, Scope(SIDE, after, {}))
    except FaultHappened:
        return ("fault",)  # type: ignore[return-value]
    return after["n"]


def nearly(
    body: tuple[Stmt, ...], called: dict[str, str], luck: Random
) -> Iterator[tuple[Stmt, ...]]:
    """The same statements under other names, but for one; or under still others from somewhere on, or
    inside one of them."""
    like: Any = renamed(body, called)
    for _ in range(6):
        i = luck.randrange(len(like))
        others = dict(zip(LETTERS, luck.sample(LETTERS, 3), strict=True))
        yield (*like[:i], statement(luck, 2, 90), *like[i + 1 :])
        rest: Any = renamed(body[i:], others)
        yield (*like[:i], *rest)
        one: Any = renamed(body[i], others)
        yield (*like[:i], one, *like[i + 1 :])
        if isinstance(body[i], When):
            there: Any = body[i]
            yield (*like[:i], replace(like[i], then=renamed(there.then, others)), *like[i + 1 :])
        if isinstance(body[i], Each):
            there = body[i]
            second: Any = renamed(there.body[1:], others)
            yield (*like[:i], replace(like[i], body=(like[i].body[0], *second)), *like[i + 1 :])


@pytest.mark.parametrize("seed", [*range(3), *thorough(range(3, 20)), *judges(range(20, 80))])
def test_statements_are_the_same_under_other_names_and_else_only_if_they_do_the_same(
    seed: int,
) -> None:
    luck = Random(seed)
    body = tuple(statement(luck, 2, i) for i in range(luck.randint(2, 4)))
    called = dict(zip(LETTERS, luck.sample(LETTERS, 3), strict=True))
    like = renamed(body, called)
    assert isinstance(like, tuple)
    found = names(does(*body), does(*like))
    assert found is not None
    assert found.items() <= called.items()
    for changed in nearly(body, called, luck):
        found = names(does(*body), does(*changed))
        if found is None:
            continue
        for values in product(range(3), repeat=3):
            ours = dict(zip(LETTERS, values, strict=True))
            for rest in range(3):
                theirs = dict.fromkeys(LETTERS, rest) | {found[n]: ours[n] for n in found}
                assert result(body, dict(ours)) == result(changed, theirs)
