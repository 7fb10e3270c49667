"""Why a proof holds, for people: the invariants that it used, and the numbers behind them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulewright.dsl.ir import types as ty

from ..symbolic.executor import Executor
from .state_candidates import Candidate, Conserved


def reasons(executor: Executor, used: Sequence[Candidate]) -> tuple[str, ...]:
    """A line for every invariant; conserved supplies also against the places that they fill."""
    return (*(c.text for c in used if c.text), *_shortages(executor, used))


def _shortages(executor: Executor, used: Sequence[Candidate]) -> Iterator[str]:
    """Where even all the components together leave places of a map empty."""
    conserved = {c.account for c in used if isinstance(c, Conserved)}
    for supply in executor.program.supplies:
        own = [a for a in executor.accounts if a.supply == supply.variable]
        if not own or not conserved.issuperset(own):
            continue
        total = sum(executor.totals[account] for account in own)
        for place in supply.places:
            t = executor.types[place]
            if isinstance(t, ty.Map) and isinstance(t.value, ty.Option) and total < ty.size(t.key):
                yield f"there are {total} of {supply.variable} in all, and {ty.size(t.key)} places in {place}"
