"""Formulas over small bit vectors, written as SMT-LIB and decided by trying everything.

The meanings are those of the theory FixedSizeBitVectors (https://smt-lib.org/theories.shtml) and of
the logic QF_BV, written down here once more in terms of whole numbers.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random

WIDTH = 3
MOD = 1 << WIDTH
NAMES = ("x", "y")
Environment = Mapping[str, int]
Table = tuple[int, ...]


@dataclass(frozen=True)
class Formula:
    """Its text, and what it is in an environment, where the table is the function ``f``."""

    text: str
    value: Callable[[Environment, Table], int]


def signed(number: int) -> int:
    """The number that the bits stand for in two's complement."""
    return number - MOD if number >= MOD // 2 else number


def toward_zero(a: int, b: int) -> int:
    """The quotient without its fraction."""
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


def sdiv(a: int, b: int) -> int:
    """bvsdiv."""
    x, y = signed(a), signed(b)
    if y == 0:
        return 1 if x < 0 else MOD - 1
    return toward_zero(x, y) % MOD


def srem(a: int, b: int) -> int:
    """bvsrem: the sign of the dividend."""
    x, y = signed(a), signed(b)
    return a if y == 0 else (x - y * toward_zero(x, y)) % MOD


def smod(a: int, b: int) -> int:
    """bvsmod: the sign of the divisor, as Python has it."""
    x, y = signed(a), signed(b)
    return a if y == 0 else (x % y) % MOD


NUMBERS: Mapping[str, Callable[[int, int], int]] = {
    "bvadd": lambda a, b: (a + b) % MOD,
    "bvsub": lambda a, b: (a - b) % MOD,
    "bvmul": lambda a, b: a * b % MOD,
    "bvudiv": lambda a, b: a // b if b else MOD - 1,
    "bvurem": lambda a, b: a % b if b else a,
    "bvsdiv": sdiv,
    "bvsrem": srem,
    "bvsmod": smod,
    "bvand": lambda a, b: a & b,
    "bvor": lambda a, b: a | b,
    "bvxor": lambda a, b: a ^ b,
    "bvshl": lambda a, b: a << b & MOD - 1,
    "bvlshr": lambda a, b: a >> b,
    "bvashr": lambda a, b: (signed(a) >> b) % MOD,
}
ORDERS: Mapping[str, Callable[[int, int], bool]] = {
    "=": lambda a, b: a == b,
    "distinct": lambda a, b: a != b,
    "bvult": lambda a, b: a < b,
    "bvule": lambda a, b: a <= b,
    "bvugt": lambda a, b: a > b,
    "bvuge": lambda a, b: a >= b,
    "bvslt": lambda a, b: signed(a) < signed(b),
    "bvsle": lambda a, b: signed(a) <= signed(b),
    "bvsgt": lambda a, b: signed(a) > signed(b),
    "bvsge": lambda a, b: signed(a) >= signed(b),
}


def number(random: Random, depth: int) -> Formula:
    """A random number."""
    if depth == 0:
        if random.random() < 0.3:
            constant = random.randrange(MOD)
            return Formula(f"(_ bv{constant} {WIDTH})", lambda env, f: constant)
        name = random.choice(NAMES)
        return Formula(name, lambda env, f: env[name])
    kind = random.choice(["two"] * 5 + ["f", "ite", "not", "neg", "extended"])
    a, b = number(random, depth - 1), number(random, depth - 1)
    match kind:
        case "two":
            op = random.choice(sorted(NUMBERS))
            return Formula(
                f"({op} {a.text} {b.text})",
                lambda env, f: NUMBERS[op](a.value(env, f), b.value(env, f)),
            )
        case "f":
            # Of two bits to one, so that all functions can be tried.
            return Formula(
                f"(concat #b00 (f ((_ extract 1 0) {a.text})))",
                lambda env, f: f[a.value(env, f) % 4],
            )
        case "ite":
            c = truth(random, depth - 1)
            return Formula(
                f"(ite {c.text} {a.text} {b.text})",
                lambda env, f: a.value(env, f) if c.value(env, f) else b.value(env, f),
            )
        case "not":
            return Formula(f"(bvnot {a.text})", lambda env, f: MOD - 1 - a.value(env, f))
        case "neg":
            return Formula(f"(bvneg {a.text})", lambda env, f: -a.value(env, f) % MOD)
        case _:
            high = random.randrange(1, 4)
            return Formula(
                f"((_ extract {high + WIDTH - 1} {high}) ((_ sign_extend {high}) {a.text}))",
                lambda env, f: (signed(a.value(env, f)) >> high) % MOD,
            )


def truth(random: Random, depth: int) -> Formula:
    """A random truth."""
    if depth == 0 or random.random() < 0.5:
        op = random.choice(sorted(ORDERS))
        a, b = number(random, max(0, depth - 1)), number(random, max(0, depth - 1))
        return Formula(
            f"({op} {a.text} {b.text})", lambda env, f: ORDERS[op](a.value(env, f), b.value(env, f))
        )
    p, q = truth(random, depth - 1), truth(random, depth - 1)
    connective, meaning = random.choice(
        [
            ("and", lambda a, b: a and b),
            ("or", lambda a, b: a or b),
            ("=>", lambda a, b: not a or b),
            ("xor", lambda a, b: bool(a) != bool(b)),
        ]
    )
    return Formula(
        f"({connective} {p.text} (not {q.text}))",
        lambda env, f: meaning(p.value(env, f), not q.value(env, f)),
    )


def script(formulas: list[Formula]) -> str:
    """A script that asks whether all of them can be true."""
    lines = ["(set-logic QF_UFBV)", "(declare-fun f ((_ BitVec 2)) (_ BitVec 1))"]
    lines += [f"(declare-fun {name} () (_ BitVec {WIDTH}))" for name in NAMES]
    lines += [f"(assert {formula.text})" for formula in formulas]
    return "\n".join([*lines, "(check-sat)", ""])


def satisfiable(formulas: list[Formula]) -> bool:
    """Whether all of them are true of some numbers and some function."""
    return any(
        all(formula.value(dict(zip(NAMES, numbers, strict=True)), table) for formula in formulas)
        for numbers in itertools.product(range(MOD), repeat=len(NAMES))
        for table in itertools.product(range(2), repeat=4)
    )
