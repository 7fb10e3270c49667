"""Complete breadth-first search and random walks over any oracle that plays by turns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Hashable
from dataclasses import dataclass
from random import Random
from typing import Any


@dataclass(frozen=True)
class Position:
    """A state between turns and what has been chosen in the turn since."""

    state: Any
    chosen: tuple[Any, ...] = ()


@dataclass(frozen=True)
class Counts:
    """What a complete search counts; ``terminal`` by label."""

    states: int
    transitions: int
    depth: int
    terminal: dict[str, int]


class Walker:
    """Plays turns that are generators of decisions; ``over(state)`` names how play ended."""

    def __init__(
        self,
        turn: Callable[[Any], Generator[Any, Any, Any]],
        over: Callable[[Any], str | None],
    ) -> None:
        self.turn = turn
        self.over = over

    def ask(self, at: Position) -> Any:
        """The decision at a position that is not over."""
        running = self.turn(at.state)
        asked = next(running)
        for choice in at.chosen:
            asked = running.send(choice)
        return asked

    def play(self, at: Position, choice: Any) -> Position:
        """The position after a choice: within the turn, or after it."""
        running = self.turn(at.state)
        next(running)
        try:
            for made in (*at.chosen, choice):
                running.send(made)
        except StopIteration as end:
            return Position(end.value)
        return Position(at.state, (*at.chosen, choice))

    def key(self, at: Position) -> Hashable:
        """Equal for positions that are one and the same."""
        if at.chosen:
            within: Hashable = self.ask(at).key
            return within
        state: Hashable = at.state
        return state

    def count(self, start: Any, *, turns: bool = False) -> Counts:
        """Every position from ``start`` on: decision points, or with ``turns`` whole turns only."""
        successors = self.turns_from if turns else self.steps_from
        seen = {start}
        layer = [Position(start)]
        transitions = depth = 0
        terminal: Counter[str] = Counter()
        while layer:
            found = []
            for at in layer:
                label = None if at.chosen else self.over(at.state)
                if label is not None:
                    terminal[label] += 1
                    continue
                for after in successors(at):
                    transitions += 1
                    key = self.key(after)
                    if key not in seen:
                        seen.add(key)
                        found.append(after)
            depth += bool(found)
            layer = found
        return Counts(len(seen), transitions, depth, dict(terminal))

    def steps_from(self, at: Position) -> list[Position]:
        return [self.play(at, choice) for choice in self.ask(at).choices]

    def turns_from(self, at: Position) -> list[Position]:
        ends: dict[Any, Position] = {}
        open_ = [at]
        while open_:
            for after in self.steps_from(open_.pop()):
                if after.chosen:
                    open_.append(after)
                else:
                    ends[after.state] = after
        return list(ends.values())

    def walk(self, start: Any, seed: int, limit: int) -> list[Any]:
        """The choices of a random play, at most ``limit`` of them."""
        random = Random(seed)
        at = Position(start)
        made: list[Any] = []
        while len(made) < limit and (at.chosen or self.over(at.state) is None):
            made.append(random.choice(self.ask(at).choices))
            at = self.play(at, made[-1])
        return made
