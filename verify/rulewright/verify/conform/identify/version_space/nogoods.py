"""Parts of a choice that no choice may have, and choices without them (nogoods: Stallman and Sussman,
Forward reasoning and dependency-directed backtracking, Artificial Intelligence 9, 1977)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from ....effort.identifying import EXPLAINING
from .decision_tree import SomeOptions, TooManyError


class Nogoods:
    """Combinations known to be in no choice of options, one for each name."""

    def __init__(self, options: Mapping[str, Sequence[str]]) -> None:
        self._options = options
        self._parts: list[SomeOptions] = []
        self._left = {name: tuple(names) for name, names in options.items()}

    def add(self, part: SomeOptions) -> None:
        """Exclude a combination; weaker exclusions are dropped."""
        if any(known <= part for known in self._parts):
            return
        self._parts = [known for known in self._parts if not part <= known]
        self._parts.append(part)
        if len(part) == 1:
            ((name, option),) = part
            self._left[name] = tuple(o for o in self._left[name] if o != option)

    def excluded(self, choice: Iterable[tuple[str, str]]) -> bool:
        """Whether a choice contains an excluded combination."""
        pairs = frozenset(choice)
        return any(part <= pairs for part in self._parts)

    def left(self, name: str) -> Sequence[str]:
        """The options of a name that are not excluded whatever the others are."""
        return self._left[name]

    def number_left(self) -> int:
        """How many options are left, of all names."""
        return sum(map(len, self._left.values()))

    def near(
        self, choice: Mapping[str, str], fixed: frozenset[str] = frozenset()
    ) -> dict[str, str] | None:
        """A choice without an excluded combination, by changes of this one that keep what is fixed; None
        if there is none. Raises TooManyError if none was found in ``EXPLAINING.choices`` tries.

        Of the combinations that it contains, the one with the fewest free names is changed, in every
        way.
        """
        return self._near(choice, fixed, iter(range(EXPLAINING.choices)))

    def _near(
        self, choice: Mapping[str, str], fixed: frozenset[str], left: Iterator[int]
    ) -> dict[str, str] | None:
        pairs = choice.items()
        had = [part for part in self._parts if part <= pairs]
        if not had:
            return dict(choice)
        free = min(({name for name, _ in part} - fixed for part in had), key=len)
        kept = fixed
        for name in self._options:
            if name in free:
                kept |= {name}
                for option in self._options[name]:
                    if option != choice[name]:
                        if next(left, None) is None:
                            raise TooManyError
                        found = self._near({**choice, name: option}, kept, left)
                        if found is not None:
                            return found
        return None
