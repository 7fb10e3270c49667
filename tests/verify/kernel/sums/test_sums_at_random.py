"""Sums that are claimed, against what they come to: step by step, and whatever is accepted of them."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from random import Random

import pytest
from tests.reference_eval import Scope, evaluate
from tests.reference_eval.meaning import FaultHappened, execute
from tests.tiers import judges, slow, thorough
from tests.verify.kernel.certified import decides
from tests.verify.kernel.enumeration import Enumeration, atoms
from tests.verify.kernel.meaning.valuation import any_value, given, setting
from tests.verify.kernel.sums.sums_at_random import FAULT, claims, program, with_a_loop

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir.program import Program
from rulewright.verify.kernel.certificate import Certificate, Claim, CutNode
from rulewright.verify.kernel.check import Accepted, check
from rulewright.verify.kernel.goals import goals
from rulewright.verify.kernel.obligations import compares_sums
from rulewright.verify.kernel.setting import anything
from rulewright.verify.kernel.ways.paths import Encountered, PathState

QUICK, DEAR = (3,), (10, 18, 21)
"""Of these rulesets all is soon decided, and a part of it accepted; of others a little later."""
LOOPS = (3,)
"""Of these rulesets with a loop too."""


def difference(of: Program, claim: Claim, values: dict[str, object]) -> int:
    """By how much the left side is more than the right one."""
    e = claim.expression
    assert isinstance(e, x.Compare)
    left, right = (evaluate(side, Scope(of, dict(values), {})) for side in (e.left, e.right))
    assert isinstance(left, int)
    assert isinstance(right, int)
    return left - right


def keeps(claim: Claim, change: int) -> bool:
    """Whether a claim stays so if the left side gains that much on the right one, whatever they are."""
    assert isinstance(claim.expression, x.Compare)
    if claim.expression.op in ("==", "!="):
        return change == 0
    return change <= 0 if claim.holds else change >= 0


@pytest.mark.parametrize(
    "seed", [*thorough(range(2)), *judges(range(2, 16)), *slow(range(16, 200))]
)
def test_a_sum_is_followed_exactly(seed: int) -> None:
    luck = Random(seed)
    of = program(luck)
    summed = [claim for claim in sums_of(of) if compares_sums(of, claim)]
    s = setting(of, summed)
    held = anything(of)
    for block in of.blocks[1:]:
        begin = PathState(s.t.true, held, s.unshifted)
        ((_, end),) = s.paths.run(of.blocks.index(block), begin, Encountered()).items() or [
            (None, None)
        ]
        for _ in range(20):
            values = {v.name: any_value(v.type, luck) for v in of.variables}
            valuation = given(s, held, values, ())
            after = dict(values)
            try:
                execute(block.body, Scope(of, after, {}))
            except FaultHappened:
                continue
            for (claim, sum_), shift in zip(s.sums.items(), end.shifts, strict=True):
                change = difference(of, claim, after) - difference(of, claim, values)
                assert valuation.of(sum_.changed_by(shift).term) == change, claim
                assert bool(valuation.of(sum_.kept(shift))) is keeps(claim, change), claim


@cache
def enumeration(seed: int) -> Enumeration:
    return Enumeration(program(Random(seed)), seed)


def sums_of(of: Program, most: int | None = None) -> list[Claim]:
    """What its checks say, or the first of them, each as it is and turned round."""
    some = of.checks[1:] if most is None else of.checks[1 : most + 1]
    return [Claim(c.property, holds) for c in some for holds in (True, False)]


@pytest.mark.thorough
@pytest.mark.parametrize(
    "seed", [*QUICK, *judges(DEAR), *slow(s for s in range(200) if s not in QUICK + DEAR)]
)
def test_what_is_accepted_of_sums_is_broken_by_nothing(seed: int) -> None:
    e, luck = enumeration(seed), Random(seed)
    of = e.program
    names = frozenset(v.name for v in of.variables)
    always = e.kept(0, sums_of(of))
    kept = [
        i
        for i, c in enumerate(of.checks)
        if all(Claim(c.property) in always.get(p, ()) for p in e.points)
    ]
    for number in [*luck.sample(kept, min(3, len(kept))), luck.randrange(1, len(of.checks))]:
        asked = of.checks[number]
        assert isinstance(asked.property, x.Compare)
        pool = claims(of, asked.property, luck)
        true = e.kept(number, pool)
        nearly = {p: (*true.get(p, ()), luck.choice(pool)) for p in e.points}
        followed = frozenset(n for n in sorted(names) if luck.random() < 0.6)
        for said in (true, nearly):
            summed = {
                p: tuple(replace(c, summed=compares_sums(of, c)) for c in found)
                for p, found in said.items()
            }
            for open_, unrolled, claimed in (
                (names, True, summed), (followed, True, summed), (followed, False, summed),
                (names, False, said),
            ):  # fmt: skip
                made = Certificate(asked.name, open_, unrolled, e.loops, tuple(claimed.items()))
                if isinstance(check(of, number, made, decides), Accepted):
                    assert next(e.broken(number, made), None) is None, made


def asked_of(of: Program, number: int) -> x.Compare:
    """The comparison of sums that a check is about."""
    asked = of.checks[number].property
    found = asked.args[1] if isinstance(asked, x.And) else asked
    assert isinstance(found, x.Compare)
    return found


def guess(e: Enumeration, number: int, luck: Random) -> Certificate:
    """A certificate that claims what is kept, or less, or a little more, and leaves some open."""
    of = e.program
    pool = [*claims(of, asked_of(of, number), luck), *luck.sample(atoms(of), 3)]
    said = e.kept(number, pool)
    if luck.random() < 0.4:
        point = luck.choice((*e.points, CutNode(FAULT)))
        said[point] = (*said.get(point, ()), luck.choice(pool))
    if luck.random() < 0.3:
        said = {p: tuple(c for c in found if luck.random() < 0.7) for p, found in said.items()}
    summed = {
        p: tuple(
            replace(c, summed=compares_sums(of, c) and luck.random() < 0.8) for c in found
        )
        for p, found in said.items()
    }  # fmt: skip
    names = sorted(v.name for v in of.variables)
    few = luck.choice((1.0, 0.6))
    return Certificate(
        of.checks[number].name,
        frozenset(name for name in names if luck.random() < few),
        luck.random() < 0.6,
        e.loops,
        tuple(summed.items()),
        widest=luck.choice((0, 0, 1, 2, 3, 4)),
    )


def with_what_is_shown(of: Program, made: Certificate, lemma: Certificate) -> Certificate:
    """A certificate that claims by itself what a lemma of it shows."""
    claimed = dict(made.claims)
    more = list(lemma.claims)
    check_ = next(c for c in of.checks if c.name == lemma.check)
    if check_.kind == "always":
        more += [(CutNode(i), goals(of, check_)) for i in range(len(of.nodes))]
    for point, found in more:
        claimed[point] = (*claimed.get(point, ()), *found)
    return replace(made, lemmas=(), claims=tuple(claimed.items()))


def proved_of(seed: int) -> int:
    """How many guesses about a program with a loop are accepted, lemmas and all; asserts that nothing
    breaks them."""
    luck = Random(seed)
    e = Enumeration(with_a_loop(luck), seed, 60)
    of = e.program
    always = e.kept(0, sums_of(of, 10))
    lasting = [
        i for i in range(1, 11)
        if all(Claim(of.checks[i].property) in always.get(p, ()) for p in e.points)
    ]  # fmt: skip
    proved: list[Certificate] = []
    for number in (*luck.sample(lasting, min(2, len(lasting))), luck.randint(1, 10), 11):
        for _ in range(2):
            made = guess(e, number, luck)
            lemmas = (luck.choice(proved),) if proved and luck.random() < 0.3 else ()
            asked = replace(made, lemmas=lemmas)
            if isinstance(check(of, number, asked, decides), Accepted):
                whole = with_what_is_shown(of, made, *lemmas) if lemmas else made
                assert next(e.broken(number, whole), None) is None, asked
                proved.append(made if not lemmas else whole)
    return len(proved)


@pytest.mark.thorough
@pytest.mark.parametrize("seed", [*LOOPS, *slow(s for s in range(60) if s not in LOOPS)])
def test_what_is_accepted_in_loops_and_by_lemmas_is_broken_by_nothing(seed: int) -> None:
    assert proved_of(seed) or seed not in LOOPS
