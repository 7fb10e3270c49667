"""The results of an action as a decision tree over the readings that it depends on; where that has too many
cases, over those that made a difference when it was tried."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random

from rulewright.engines.python.game import PythonState

from ....effort.identifying import EXPLAINING
from .decision_tree import SomeOptions, TooManyError, Tree, grown, leaves

RunsAction = Callable[[Mapping[str, str]], PythonState | bool | None]
"""The result of one action, by the readings."""


@dataclass(frozen=True, slots=True)
class ActionResults:
    """The results of ``run`` with the options ``part``.

    ``left``: the options that a reading may still have; ``holds``: whether a program holds a reading as
    state, so that its options can be tried; ``seed``: of what is tried.
    """

    run: RunsAction
    left: Callable[[str], Sequence[str]]
    holds: Callable[[str], bool]
    part: SomeOptions
    seed: int

    def by_what_they_depend_on(self) -> Tree[PythonState | bool]:
        """The whole tree. Raises TooManyError after a few cases."""
        return grown(self.run, self.left, dict(self.part), EXPLAINING.few_cases)

    def by_what_made_a_difference(self, whole: Mapping[str, str]) -> Tree[PythonState | bool]:
        """The tree if readings that made no difference in some cases make none; ``whole``: an option of
        each reading.

        Raises TooManyError if there are too many cases even so, or if the action is refuted in all of
        them: then some of these readings do make a difference.
        """
        for contexts in EXPLAINING.contexts:
            kept = self._idle(whole, contexts)
            while True:
                tree: Tree[PythonState | bool] = grown(
                    partial(_with, self.run, kept),
                    self.left,
                    dict(self.part),
                    EXPLAINING.many_cases,
                )
                relevant = self._relevant(whole, kept, tree)
                if not relevant:
                    break
                kept = {name: option for name, option in kept.items() if name not in relevant}
            if any(then is not None for _, then in leaves(tree)):
                return tree
        raise TooManyError

    def _idle(self, whole: Mapping[str, str], contexts: int) -> Mapping[str, str]:
        """The readings that make no difference in so many contexts."""
        rng = Random(self.seed)
        given = {name for name, _ in self.part}
        idle = {name for name in whole if self.holds(name) and name not in given}
        for number in range(contexts):
            some = EXPLAINING.context_shares[number % 2]
            context = {
                n: rng.choice(self.left(n)) if n in idle and rng.random() < some else o
                for n, o in whole.items()
            }
            here = self.run(context)
            for name in sorted(idle):
                other = rng.choice(self.left(name))
                if other != context[name] and self.run({**context, name: other}) != here:
                    idle.remove(name)
        return {name: whole[name] for name in idle}

    def _relevant(
        self, whole: Mapping[str, str], kept: Mapping[str, str], tree: Tree[PythonState | bool]
    ) -> frozenset[str]:
        """Some of those assumed irrelevant that do make a difference: the tree's results are tested with
        other options of them, above all those that it refutes."""
        rng = Random(self.seed)
        cases: list[tuple[SomeOptions, PythonState | bool | None]]
        cases = [(more, then) for more, then in leaves(tree) if then is None]
        cases += [(more, then) for more, then in leaves(tree) if then is not None]
        for more, then in cases[: EXPLAINING.most_leaves]:
            fixed = {**dict(self.part), **dict(more)}
            free = [name for name in whole if name not in fixed]
            for number in range(max(EXPLAINING.least_checks, EXPLAINING.checks // len(cases))):
                some = EXPLAINING.check_share if number % 3 == 0 else 1.0
                other = {**whole, **kept, **fixed}
                for name in free:
                    if rng.random() < some:
                        other[name] = rng.choice(self.left(name))
                if self.run(other) != then:
                    return _first_relevant(self.run, {**other, **kept}, other, kept, then)
        return frozenset()


def _first_relevant(
    run: RunsAction, before: Mapping[str, str], after: Mapping[str, str], kept: Iterable[str],
    then: PythonState | bool | None,
) -> frozenset[str]:  # fmt: skip
    """The first of these names that makes a difference as one choice becomes the other; if that depends
    on others, all that differ."""
    now = dict(before)
    changed = [name for name in kept if before[name] != after[name]]
    if run(now) == then:
        for name in changed:
            now[name] = after[name]
            if run(now) != then:
                return frozenset({name})
    return frozenset(changed)


def _with(
    run: RunsAction, kept: Mapping[str, str], chosen: Mapping[str, str]
) -> PythonState | bool | None:
    return run({**kept, **chosen})
