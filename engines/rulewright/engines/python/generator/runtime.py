"""What generated games need at run time. Of this text, what a game uses becomes a part of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec, TypeVar

T = TypeVar("T")
P = ParamSpec("P")


class RuleFault(Exception):  # noqa: N818
    """The rules do not say what happens; ``node`` is the node to rest at."""

    def __init__(self, node: int) -> None:
        super().__init__(node)
        self.node = node


class EndlessLoopAt(Exception):  # noqa: N818
    """The rules never ask anybody again: all is as it was before; ``block`` is where."""

    def __init__(self, block: str) -> None:
        super().__init__(block)
        self.block = block


class LongMoveAt(Exception):  # noqa: N818
    """The rules ran on for more than LIMIT passes of loops; ``block`` is where they were."""

    def __init__(self, block: str) -> None:
        super().__init__(block)
        self.block = block


def remembered(f: Callable[P, T]) -> Callable[P, T]:
    """``f``, which keeps its last value for as long as it is called with the very same objects."""
    last: tuple[tuple[object, ...], T] | None = None

    def again(*args: P.args, **kwargs: P.kwargs) -> T:
        nonlocal last
        if last is not None:
            for now, then in zip(args, last[0], strict=True):
                if now is not then:
                    break
            else:
                return last[1]
        value = f(*args, **kwargs)
        last = args, value
        return value

    return again


def shown(value: object, to: bool | tuple[int, int]) -> object:
    """A value as somebody may see it: whole, not at all (None), or of a map the entries from one
    number up to another."""
    if isinstance(to, bool):
        return value if to else None
    assert isinstance(value, tuple)
    return tuple(entry if to[0] <= i < to[1] else None for i, entry in enumerate(value))


def byte(lowest: int) -> tuple[tuple[int, ...], ...]:
    """For every mask of the eight bits from one on, their positions, ascending."""
    masks: list[tuple[int, ...]] = [()]
    for i in range(lowest, lowest + 8):
        masks += [(*mask, i) for mask in masks]
    return tuple(masks)


BYTES = tuple(byte(8 * k) for k in range(16))


def bits(mask: int) -> tuple[int, ...]:
    """The positions of the bits of a mask, ascending."""
    if mask < 256:
        return BYTES[0][mask]
    found: tuple[int, ...] = ()
    for table in BYTES:
        found += table[mask & 255]
        mask >>= 8
        if not mask:
            return found
    return found + tuple([8 * len(BYTES) + i for i in range(mask.bit_length()) if mask >> i & 1])


def member(i: int, mask: int) -> bool:
    """Whether bit ``i`` is set; there is none below 0."""
    return i >= 0 and mask >> i & 1 != 0


def put(row: tuple[T, ...], i: int, value: T) -> tuple[T, ...]:
    """``row`` with another value at ``i``."""
    changed = list(row)
    changed[i] = value
    return tuple(changed)


def item(row: tuple[T, ...], i: int, missing: T) -> T:
    """The item at ``i``, or ``missing``."""
    return row[i] if 0 <= i < len(row) else missing


def item_back(row: tuple[T, ...], i: int, missing: T) -> T:
    """The item at ``i``, counted from the end, or ``missing``."""
    return row[-1 - i] if 0 <= i < len(row) else missing


def known(value: int, none: int, lowest: int) -> int:
    """What is in an option, or the lowest value."""
    return lowest if value == none else value


def reach(start: int, within: int, near: tuple[int, ...]) -> int:
    """What a walk inside ``within`` can get to from ``start``."""
    reached = ring = 1 << start & within
    while ring:
        further = 0
        for i in bits(ring):
            further |= near[i]
        ring = further & within & ~reached
        reached |= ring
    return reached


def distance(source: int, target: int, within: int, near: tuple[int, ...], none: int) -> int:
    """The fewest steps of a walk inside ``within`` (and the ends), or ``none``."""
    goal = 1 << target
    reached = ring = 1 << source
    steps = 0
    while ring:
        if ring & goal:
            return steps
        further = 0
        for i in bits(ring):
            further |= near[i]
        ring = further & (within | goal) & ~reached
        reached |= ring
        steps += 1
    return none
