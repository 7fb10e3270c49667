"""What the kernel says of the end of a way is what comes about there, whatever the values at its beginning."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random

import pytest
from tests.reference_eval import Scope, evaluate
from tests.reference_eval.meaning import FaultHappened, execute
from tests.tiers import judges, slow, thorough
from tests.verify.kernel.certified import program
from tests.verify.kernel.meaning.valuation import any_value, given, setting

from rulewright.dsl.ir.code import Branch, Goto, Stop
from rulewright.dsl.ir.program import Decision, Program
from rulewright.dsl.ir.types import Value
from rulewright.verify.kernel.certificate import CutNode
from rulewright.verify.kernel.setting import anything
from rulewright.verify.kernel.ways.paths import Encountered, PathState

PARTS = """
state x: 0..3 = 0
state y: 0..3 = 0
state low: 0..2 = 0
state high: 1..3 = 1
state some_of: set of 0..3 = {}
state more: set of 0..3 = {}
state many: 0..4 = 0
state flag: Bool = no
state bag: Place -> set of 0..3 = {}
"""
NUMBERS = ("x", "y", "low", "high")
SETS = ("some_of", "more", "bag[Pa]", "bag[Pb]")
SHAPES = (
    "{{{a}}}", "{{{c}}} + {{{a}}}", "{{{c}}} + {{{a}}}", "{one} + {{{a}}}", "{one} + {{{a}}}", "{one} - {{{a}}}",
    "{one} + {other}", "{one} & {other}", "{one} - {other}", "{one}", "those i in {one}: i < {a}",
    "(0..3) - {{{a}}}",
)  # fmt: skip
MISTAKEN = (169, 187)
"""Where a set was taken for another one with the same elements, of which less was known."""
TRIED = 60
"""Values at the beginning, for each way."""


class Drawn:
    """Random statements about a few numbers of different ranges and sets of them: the same is often done on
    two ways that know different things of a number."""

    def __init__(self, luck: Random) -> None:
        self._luck = luck
        self._numbers = ("x", luck.choice(NUMBERS[1:]))
        self._sets = luck.sample(SETS, 2)
        self._constant = str(luck.choice((0, 3)))
        self._shapes = luck.sample(SHAPES, 3)

    def number(self) -> str:
        return self._luck.choice((*self._numbers, *self._numbers, self._constant))

    def members(self) -> str:
        shape = self._luck.choice(self._shapes)
        one, other = self._luck.choice(self._sets), self._luck.choice(self._sets)
        return shape.format(
            a=self.number(), b=self.number(), c=self._constant, one=one, other=other
        )

    def condition(self) -> str:
        a, b, one = self.number(), self.number(), self._luck.choice(self._sets)
        return self._luck.choice(
            (f"{a} < {b}", f"{a} = {b}", f"{a} in {one}", "flag", f"size({one}) = {a}")
        )

    def alike(self) -> Iterator[str]:
        """The same of two numbers, one of which is the other, perhaps known better; and then something more."""
        shape, one, other = self._luck.choice(self._shapes), *self._luck.sample(self._sets, 2)
        number, copy = self._luck.sample(self._numbers, 2)
        made = {
            n: shape.format(a=n, b=self.number(), c=self._constant, one=other, other=other)
            for n in self._numbers
        }
        more = f"  {one} := {one} {self._luck.choice('+-')} {{{self.number()}}}"
        first = [f"  {copy} := {number}", f"  {one} := {made[copy]}"]
        then = [f"  {one} := {made[number]}"]
        (first if self._luck.random() < 0.5 else then).append(more)
        ways = [first, then]
        self._luck.shuffle(ways)
        yield f"if {self.condition()}"
        yield from ways[0]
        yield "else"
        yield from ways[1]

    def statements(self, depth: int) -> Iterator[str]:
        for _ in range(self._luck.randint(1, 3)):
            yield from self.statement(depth)

    def statement(self, depth: int) -> Iterator[str]:
        match self._luck.randrange(10 if depth else 6):
            case 0 | 1:
                yield f"{self._luck.choice(self._numbers)} := {self._luck.choice(self._numbers)}"
            case 2 | 3:
                yield f"{self._luck.choice(self._sets)} := {self.members()}"
            case 4:
                yield f"many := size({self._luck.choice(self._sets)})"
            case 5:
                yield f"flag := {self.condition()}"
            case 6 | 7:
                yield from self.alike()
            case _:
                yield f"if {self.condition()}"
                yield from (f"  {line}" for line in self.statements(depth - 1))
                yield "else"
                yield from (f"  {line}" for line in self.statements(depth - 1))


def drawn(seed: int) -> Program:
    draw = Drawn(Random(seed))
    lines = [*draw.statements(2), *draw.statements(2), *draw.statements(2)]
    body = "\n".join(f"      {line}" for line in lines)
    return program(f"repeat\n  choose A\n    go\n{body}", "c: never bad", parts=PARTS)


def played(of: Program, block: int, values: Mapping[str, Value]) -> dict[str, Value] | None:
    """The values where play rests after a block; None after a fault."""
    after = dict(values)
    while True:
        here = of.blocks[block]
        try:
            scope = execute(here.body, Scope(of, after, {}))
        except FaultHappened:
            return None
        match here.terminator:
            case Goto(target, _):
                block = target
            case Branch(condition, then, otherwise):
                block = then if evaluate(condition, scope) else otherwise
            case Stop():
                return after


@pytest.mark.parametrize(
    "seed",
    [
        *thorough([*range(4), *MISTAKEN]),
        *judges(range(4, 24)),
        *slow(s for s in range(24, 600) if s not in MISTAKEN),
    ],
)
def test_where_ways_lead_is_what_comes_about(seed: int) -> None:
    of, luck = drawn(seed), Random(seed)
    s, held = setting(of), anything(of)
    ((number, node),) = ((i, n) for i, n in enumerate(of.nodes) if isinstance(n, Decision))
    (choice,) = node.choices
    begin, ways = PathState(s.t.true, held, s.unshifted), Encountered()
    ends = s.paths.run(choice.block, begin, ways)
    end = ends.get(CutNode(number))
    types = {v.name: v.type for v in of.variables}
    for _ in range(TRIED):
        values = {name: any_value(t, luck) for name, t in types.items()}
        valuation = given(s, held, values, ())
        after = played(of, choice.block, values)
        comes = end is not None and bool(valuation.of(end.path))
        assert comes == (after is not None)
        assert any(valuation.of(path) for path, _ in ways.faults) == (after is None)
        if end is not None and after is not None:
            for name, t in types.items():
                found = valuation.value(s.values.seen(end.variables[name]), t)
                assert found == after[name], name
