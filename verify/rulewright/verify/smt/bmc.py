"""Bounded search: a play of exactly k decisions to a target, for k = 0, 1, 2, …

Every k is a question of its own, in which play goes on until the target: this is far easier to
solve than "within k decisions". Many small k need no solver, since their formula folds to *no*.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from rulewright.dsl.ir.program import Program
from rulewright.engines.interface import Action

from .flow import OutOfTime
from .options import chosen_action, literals
from .solver import Sat, Solver, Undecided, Unsat
from .targets import Target, reached
from .terms import Term
from .transition import Move, Position, Transitions

FIRST_SECONDS, FIRST_SHARE = 5.0, 0.15
"""What the solver gets for a question at first (the greater of seconds and share of the budget);
those it leaves open are asked again, longer."""
MOST_OPEN = 12
"""With so many open questions, they are asked again before plays get longer."""


@dataclass(frozen=True, slots=True)
class Witness:
    """Actions that lead from the beginning to the target; ``shortest`` if no fewer do."""

    actions: tuple[Action, ...]
    shortest: bool


@dataclass(frozen=True, slots=True)
class Nowhere:
    """No play of up to ``decisions`` decisions reaches the target; ``whole``: no play does."""

    decisions: int
    whole: bool


@dataclass(frozen=True, slots=True)
class Unknown:
    """Nothing found and nothing excluded, and why."""

    why: str


Found = Witness | Nowhere | Unknown


@dataclass(frozen=True, slots=True)
class _Question:
    decisions: int
    goal: Term
    seconds: float


class Search:
    """A bounded search of one program for one target."""

    def __init__(
        self,
        program: Program,
        target: Target,
        seconds: float,
        *,
        limit: int | None = None,
        solver: Solver | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._clock = clock
        self._deadline = clock() + seconds
        self._first = max(FIRST_SECONDS, seconds * FIRST_SHARE)
        self._limit = limit
        self._solver = solver or Solver()
        self._target = target
        self._transitions = Transitions(program, self._tick, self._solver)
        self._moves: list[Move] = []
        self._constraints: list[list[Term]] = []
        self._open: list[_Question] = []
        self._diverged: list[int] = []
        self._excluded = -1
        self._why = ""

    def run(self) -> Found:
        """Search until something is found, nothing is left, or the time is up."""
        try:
            return self._search()
        except OutOfTime:
            return self._verdict("the time was up")
        except RecursionError:
            return self._verdict("an expression is nested too deeply for the solver's encoding")

    def _search(self) -> Found:
        position = self._transitions.first()
        by: tuple[Position, Move] | None = None
        whole = False
        while True:
            depth = len(self._moves)
            self._note(position, depth)
            goal = reached(self._transitions, self._target, position, by)
            if goal is not self._transitions.t.false:
                found = self._ask(_Question(depth, goal, self._first))
                if found is not None:
                    return found
            if self._limit is not None and depth >= self._limit:
                break
            move = self._transitions.advance(position, f"s{depth}")
            if move is None:
                whole = True
                break
            self._moves.append(move)
            self._constraints.append(list(move.constraints))
            by, position = (position, move), move.position
            if len(self._open) >= MOST_OPEN:
                found = self._ask_again()
                if found is not None:
                    return found
        while self._open:
            found = self._ask_again()
            if found is not None:
                return found
        if self._diverged:
            return Unknown("rules may run on for ever between two decisions")
        return Nowhere(len(self._moves), whole)

    def _note(self, position: Position, depth: int) -> None:
        if position.arrivals.diverged is not self._transitions.t.false:
            self._diverged.append(depth)
        if not self._moves:
            self._constraints.append(list(position.arrivals.facts))

    def _ask(self, question: _Question) -> Found | None:
        """A witness, or None; what stays open is kept."""
        depth = question.decisions
        moves = self._moves[:depth]
        options = [option for move in moves for option in move.all_options()]
        wanted = sorted({v for o in options for v in literals(o)}, key=lambda v: v.number)
        constraints = [c for part in self._constraints[: depth + 1] for c in part]
        seconds = min(question.seconds, self._deadline - self._clock())
        result = self._solver.ask([*constraints, question.goal], seconds, wanted)
        match result:
            case Sat(values):
                actions = tuple(chosen_action(move.all_options(), values) for move in moves)
                shortest = not any(q.decisions < depth for q in self._open)
                return Witness(actions, shortest)
            case Unsat():
                return None
            case Undecided(why):
                self._why = why
                longer = _Question(depth, question.goal, question.seconds * 4)
                self._open.append(longer)
                self._tick()
                return None

    def _ask_again(self) -> Found | None:
        waiting, self._open = self._open, []
        for i, question in enumerate(waiting):
            self._open, kept = [], self._open
            try:
                found = self._ask(question)
            except OutOfTime:
                self._open += kept + waiting[i + 1 :]
                raise
            self._open = kept + self._open
            if found is not None:
                return found
        return None

    def _tick(self) -> None:
        if self._clock() > self._deadline:
            raise OutOfTime

    def _verdict(self, why: str) -> Found:
        """What is known when the search has to stop."""
        open_ = [q.decisions for q in self._open] + self._diverged
        done = min([len(self._moves), *open_]) - 1
        if done < 0:
            return Unknown(self._why or why)
        return Nowhere(done, whole=False)


def search(program: Program, target: Target, seconds: float, **settings: object) -> Found:
    """Look for a play to the target, shorter ones first."""
    return Search(program, target, seconds, **settings).run()  # type: ignore[arg-type]
