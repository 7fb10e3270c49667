"""Walks on a symbolic set of elements: which elements are reached, and in how many steps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...solvers.terms.terms import Term, TermBuilder


def layers(
    t: TermBuilder, start: Sequence[Term], within: Sequence[Term], near: Sequence[Sequence[Term]]
) -> Iterator[tuple[Term, ...]]:
    """Which elements are reached with at most 0, 1, 2, … steps, until no more are.

    ``near[e][f]`` is whether a step leads from ``e`` to ``f``.
    """
    count = len(start)
    into = [
        [(e, near[e][f]) for e in range(count) if near[e][f] is not t.false] for f in range(count)
    ]
    here = tuple(t.and_((s, w)) for s, w in zip(start, within, strict=True))
    yield here
    for _ in range(count - 1):
        further = tuple(
            t.or_(
                (
                    here[f],
                    t.and_((within[f], t.or_(t.and_((here[e], step)) for e, step in into[f]))),
                )
            )
            for f in range(count)
        )
        if further == here:
            return
        here = further
        yield here
