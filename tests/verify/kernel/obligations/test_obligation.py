"""One question of the kernel: what answers itself, what is said of it, and which facts are told."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import pytest
from tests.verify.kernel.certified import decides

from rulewright.verify.kernel.meaning.numbers import RangedArithmetic
from rulewright.verify.kernel.meaning.terms import KernelTerm, KernelTermBuilder
from rulewright.verify.kernel.meaning.walks import Walks
from rulewright.verify.kernel.obligation import Assumption, Obligation, Violation

T = KernelTermBuilder()
A, B, C = (T.variable(0) for _ in range(3))


def kept(term: KernelTerm) -> KernelTerm:
    return term


def asked(
    assumed: list[KernelTerm], wrong: list[KernelTerm], facts: Mapping[KernelTerm, KernelTerm]
) -> Obligation:
    """The question whether what is wrong can be, each called by its place."""
    return Obligation(
        "somewhere",
        tuple(Assumption(partial(kept, term)) for term in assumed),
        tuple(Violation(f"wrong {i}", partial(kept, term)) for i, term in enumerate(wrong)),
        facts,
        Walks(RangedArithmetic(T, {})),
        T,
    )


@pytest.mark.parametrize(
    ("assumed", "left"),
    [
        ([], ["wrong 0", "wrong 1"]),
        ([A], ["wrong 1"]),
        ([B], ["wrong 0"]),
        ([A, B], []),
        ([B, A], []),
    ],
)
def test_what_is_excluded_as_it_stands_is_not_asked(
    assumed: list[KernelTerm], left: list[str]
) -> None:
    question = asked(assumed, [T.not_(A), T.and_((C, T.not_(B)))], {})
    assert question.shows.splitlines() == left
    assert [part.shows for part in question.parts()] == left
    assert question.folded is (not left)


@pytest.mark.parametrize(
    ("wrong", "excluded"),
    [
        ([A, T.not_(B)], True),
        ([A, T.not_(C)], True),
        ([B, T.not_(C)], True),
        ([A, C], False),
        ([B, T.not_(A)], False),
    ],
)
def test_facts_are_told_of_what_stands_in_facts(wrong: list[KernelTerm], excluded: bool) -> None:
    """From A follows B, from B follows C; B need not be asked about for that."""
    facts = {A: T.implies(A, B), B: T.implies(B, C)}
    assert decides(asked([], [T.and_(wrong)], facts).script) is excluded
