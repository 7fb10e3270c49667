"""Permutations of a board's places: few generators for a group, automorphisms of a relation."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .masks import mask

Permutation = tuple[int, ...]


def compose(first: Permutation, second: Permutation) -> Permutation:
    """The permutation that does ``first``, then ``second``.

    >>> compose((1, 2, 0), (1, 0, 2))
    (0, 2, 1)
    """
    return tuple(second[k] for k in first)


def closure(generators: Iterable[Permutation], size: int) -> frozenset[Permutation]:
    """Every permutation of ``size`` places that the generators make, the identity included."""
    moves = tuple(generators)
    border = {tuple(range(size))}
    found = set(border)
    while border:
        border = {compose(g, m) for g in border for m in moves} - found
        found |= border
    return frozenset(found)


def generators(permutations: Iterable[Permutation], size: int) -> tuple[Permutation, ...]:
    """A part of ``permutations`` that makes all of them; none of it is made by those before it."""
    chosen: list[Permutation] = []
    made = closure(chosen, size)
    for g in sorted(set(permutations)):
        if g not in made:
            chosen.append(g)
            made = closure(chosen, size)
    return tuple(chosen)


def image(permutation: Permutation, places: int) -> int:
    """The set of places that those in the bit mask ``places`` go to.

    >>> bin(image((1, 2, 0), 0b101))
    '0b11'
    """
    return mask(target for k, target in enumerate(permutation) if places >> k & 1)


def automorphisms(near: Sequence[int]) -> tuple[Permutation, ...]:
    """Generators of all permutations that keep the symmetric relation ``near`` (bit masks).

    Place by place, from the last: for every place that ``k`` could go to while all places before
    it stay, one automorphism that does it, unless those found already lead there.
    """
    size = len(near)
    found: list[Permutation] = []
    for k in reversed(range(size)):
        for target in range(k + 1, size):
            if target in _orbit(k, found):
                continue
            g = _extend(near, [*range(k), target])
            if g is not None:
                found.append(g)
    return tuple(found)


def _orbit(start: int, permutations: Sequence[Permutation]) -> frozenset[int]:
    border = {start}
    orbit = set(border)
    while border:
        border = {g[k] for k in border for g in permutations} - orbit
        orbit |= border
    return frozenset(orbit)


def _extend(near: Sequence[int], targets: list[int]) -> Permutation | None:
    """An automorphism that sends place ``i`` to ``targets[i]`` as far as those are given."""
    last = len(targets) - 1
    if not _fits(near, targets, last):
        return None
    if len(targets) == len(near):
        return tuple(targets)
    for target in set(range(len(near))).difference(targets):
        g = _extend(near, [*targets, target])
        if g is not None:
            return g
    return None


def _fits(near: Sequence[int], targets: Sequence[int], k: int) -> bool:
    here, there = near[k], near[targets[k]]
    return here.bit_count() == there.bit_count() and all(
        here >> i & 1 == there >> targets[i] & 1 for i in range(k)
    )
