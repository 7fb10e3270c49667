"""A decision tree of a result, which asks only for what it depends on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeAlias, TypeVar

T = TypeVar("T")
SomeOptions = frozenset[tuple[str, str]]
"""Some names, each with an option."""


@dataclass(frozen=True, slots=True)
class Leaf(Generic[T]):
    """A result; None: nothing."""

    value: T | None


@dataclass(frozen=True, slots=True)
class Split(Generic[T]):
    """A dependence on a name: a tree for each option."""

    name: str
    branches: tuple[tuple[str, Tree[T]], ...]


Tree: TypeAlias = Leaf[T] | Split[T]


class NeededError(Exception):
    """Something looked at a name whose option is not chosen."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


class TooManyError(Exception):
    """There are more cases than may be tried."""


def grown(
    run: Callable[[Mapping[str, str]], T | None],
    options: Callable[[str], Sequence[str]],
    chosen: Mapping[str, str],
    most: int,
) -> Tree[T]:
    """The tree of the results of ``run``; it raises NeededError where it looks at something not chosen.

    If all options have the same result, there is no split. Raises TooManyError after too many cases.
    """
    tried = 0

    def tree(chosen: Mapping[str, str]) -> Tree[T]:
        nonlocal tried
        tried += 1
        if tried > most:
            raise TooManyError
        try:
            return Leaf(run(chosen))
        except NeededError as needed:
            name = needed.name
        return _split(
            name, tuple((option, tree({**chosen, name: option})) for option in options(name))
        )

    return tree(chosen)


def _split(name: str, branches: tuple[tuple[str, Tree[T]], ...]) -> Tree[T]:
    trees = {tree for _, tree in branches}
    return trees.pop() if len(trees) == 1 else Split(name, branches)


def fruitful(tree: Tree[T]) -> Tree[T]:
    """The tree if it is known that there is a result: what then makes no difference is left out."""
    if isinstance(tree, Leaf):
        return tree
    found = [(option, fruitful(branch)) for option, branch in tree.branches]
    kept = tuple((option, branch) for option, branch in found if branch != Leaf(None))
    return _split(tree.name, kept) if kept else Leaf(None)


def leaves(
    tree: Tree[T], part: SomeOptions = frozenset()
) -> Iterator[tuple[SomeOptions, T | None]]:
    """The results, with the options that lead there."""
    if isinstance(tree, Leaf):
        yield part, tree.value
        return
    for option, branch in tree.branches:
        yield from leaves(branch, part | {(tree.name, option)})
