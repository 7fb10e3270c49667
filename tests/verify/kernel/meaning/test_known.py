"""What an expression depends on: a value is never taken for one with something else in it."""

from __future__ import annotations

from dataclasses import replace

from tests.verify.kernel.certified import program

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir.program import Function
from rulewright.dsl.ir.types import Bool, Int
from rulewright.verify.kernel.meaning.known import Known

NUMBER = Int(0, 9)
N, M = x.Var("n", NUMBER), x.Var("m", NUMBER)
K, L = x.Local("k", NUMBER), x.Local("l", NUMBER)


def known_with(*functions: Function) -> Known:
    of = program("choose A\n  go\n    n := n")
    return Known(replace(of, functions=functions))


def test_all_that_is_read_counts_with_what_is_inside() -> None:
    reads = known_with().reads(x.And((x.Compare("<", N, K), x.Compare("<", M, L))))
    assert (reads.variables, reads.locals, reads.node) == ({"n", "m"}, {"k", "l"}, False)
    assert reads.in_order == (("m", "n"), ("k", "l"))
    many = tuple(x.Compare("<", x.Var(name, NUMBER), N) for name in "hgfedcba")
    assert known_with().reads(x.And(many)).in_order[0] == tuple("abcdefghn")
    reads = known_with().reads(x.Store("n", None, x.Arith("+", M, K, Int(0, 18)), None))
    assert (reads.variables, reads.locals) == ({"n", "m"}, {"k"})


def test_what_a_function_reads_counts_where_it_is_called() -> None:
    inner = Function("inner", (K,), Bool(), x.And((x.At((0,)), x.Compare("<", N, K))), ())
    outer = Function("outer", (), Bool(), x.Call("inner", (M,), Bool()), ())
    reads = known_with(inner, outer).reads(x.Call("outer", (), Bool()))
    assert (reads.variables, reads.node) == ({"n", "m"}, True)
    assert reads.locals == frozenset()
    placed = x.Call("plain", (x.At((0,)),), Bool())
    plain = Function("plain", (x.Local("b", Bool()),), Bool(), x.YES, ())
    assert known_with(plain).reads(placed).node


def test_equal_expressions_are_one_and_others_are_not() -> None:
    known = known_with()
    one, same, other = x.Compare("<", N, K), x.Compare("<", N, K), x.Compare("<", N, L)
    assert one is not same
    assert known.one_of(one) is known.one_of(same)
    assert known.one_of(one) is known.one_of(one)
    assert known.one_of(other) is other
