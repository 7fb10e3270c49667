"""Bounded search: a play of exactly k decisions to a target, for k = 0, 1, 2, …

Every k is a separate question, in which play goes on until the target: this is far easier to solve than
"within k decisions". Many small k need no solver, since their formula folds to *no*.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from rulewright.dsl.ir.program import Program
from rulewright.engines.game import Action

from ..effort.encoding import ENCODING
from ..effort.proving import PRICES, UNROLLING
from ..limits import Tick
from ..recursion import deep_recursion
from ..solvers.queries.metered import Meter, OutOfUnits
from ..solvers.queries.term_solver import TermSolver
from ..solvers.solver import Sat, SolverLimit, Undecided, Unsat
from ..solvers.terms.terms import Term
from ..symbolic.paths.choices import chosen_action, literals
from ..symbolic.paths.unrolling import Transitions, UnrolledDecision, UnrolledPosition
from .obligations import ProofTarget, reached


@dataclass(frozen=True, slots=True)
class Proposal:
    """Actions that lead from the beginning to the target, from a model of the solver.

    They must still be replayed. ``shortest``: no shorter sequence leads there.
    """

    actions: tuple[Action, ...]
    shortest: bool


@dataclass(frozen=True, slots=True)
class Nowhere:
    """No play of up to ``decisions`` decisions reaches the target; ``whole``: no play at all does."""

    decisions: int
    whole: bool


Found = Proposal | Nowhere | Undecided
"""Undecided: nothing was found and nothing excluded."""


@dataclass(frozen=True, slots=True)
class _Question:
    decisions: int
    goal: Term
    units: int


class Search:
    """A bounded search of one program for one target."""

    def __init__(
        self,
        program: Program,
        target: ProofTarget,
        units: int,
        *,
        limit: int | None = None,
        solver: TermSolver | None = None,
        tick: Tick = lambda: None,
    ) -> None:
        """``limit``: of decisions. ``tick`` is called now and then and may raise, to end the work."""
        self._first = max(UNROLLING.first, int(units * UNROLLING.first_share))
        self._next = max(UNROLLING.next, int(units * UNROLLING.next_share))
        self._shorten = int(units * UNROLLING.shorter)
        self._limit = limit
        self._target = target
        self._meter = Meter(units, tick)
        self._solver = solver or TermSolver()
        self._transitions = Transitions(program, self._meter.ticking(PRICES.unrolled), self._solver)
        self._moves: list[UnrolledDecision] = []
        self._constraints: list[list[Term]] = []
        self._open: list[_Question] = []
        self._diverged: list[int] = []
        self._why = ""

    @deep_recursion()
    def run(self) -> Found:
        """Search until something is found, nothing is left, or the units are spent."""
        try:
            return self._search()
        except OutOfUnits:
            return self._known_so_far("the units were spent")
        except RecursionError:
            return self._known_so_far(
                "an expression is nested too deeply for the solver's encoding"
            )

    def _search(self) -> Found:
        position = self._transitions.first()
        by: tuple[UnrolledPosition, UnrolledDecision] | None = None
        whole, asked, skip = False, False, 0
        while True:
            depth = len(self._moves)
            self._note(position, depth)
            goal = reached(self._transitions, self._target, position, by)
            if goal is not self._transitions.t.false:
                question = _Question(depth, goal, self._next if asked else self._first)
                asked = True
                if skip:
                    # Longer plays have more ways to the target: where the solver has no answer,
                    # it is often quicker to look at some of them first.
                    self._open.append(question)
                    skip -= 1
                else:
                    found = self._ask(question)
                    if found is not None:
                        return self._shortened(found)
                    skip = len(self._open) // 2
            if self._limit is not None and depth >= self._limit:
                break
            move = self._transitions.advance(position, f"s{depth}")
            if move is None:
                whole = True
                break
            self._moves.append(move)
            self._constraints.append(list(move.constraints))
            by, position = (position, move), move.position
            if len(self._open) >= UNROLLING.most_open:
                found = self._ask_again()
                if found is not None:
                    return self._shortened(found)
        while self._open:
            found = self._ask_again()
            if found is not None:
                return self._shortened(found)
        if self._diverged:
            return Undecided(f"a move may take more than {ENCODING.visits} passes of a loop")
        return Nowhere(len(self._moves), whole)

    def _shortened(self, found: Proposal) -> Proposal:
        """A shorter play, if one is quickly found among the questions still open."""
        end = max(0, self._meter.left - self._shorten)
        waiting = sorted(self._open, key=lambda question: -question.decisions)
        for question in waiting:
            if question.decisions < len(found.actions) and self._meter.left > end:
                left = min(self._next, self._meter.left - end)
                shorter = self._solved(question, left)
                if not isinstance(shorter, Unsat | Undecided):
                    found = Proposal(shorter, shortest=False)
        return found

    def _note(self, position: UnrolledPosition, depth: int) -> None:
        if position.ends.diverged is not self._transitions.t.false:
            self._diverged.append(depth)
        if not self._moves:
            self._constraints.append(list(position.ends.facts))

    def _solved(self, question: _Question, units: int) -> tuple[Action, ...] | Unsat | Undecided:
        """The actions of a play, or that there is none, or that the question stays open."""
        depth = question.decisions
        moves = self._moves[:depth]
        options = [option for move in moves for option in move.all_options()]
        selectors = sorted({v for o in options for v in literals(o)}, key=lambda v: v.number)
        constraints = [c for part in self._constraints[: depth + 1] for c in part]
        # Even when the units are spent the question must not get lost: open questions are counted.
        limit = SolverLimit.of(max(1, min(units, self._meter.left)))
        asked = [*constraints, question.goal]
        result, spent = self._solver.measured(asked, limit, selectors)
        self._meter.left -= spent
        if isinstance(result, Sat):
            return tuple(chosen_action(move.all_options(), result.values) for move in moves)
        if isinstance(result, Undecided):
            self._why = result.why
        return result

    def _ask(self, question: _Question) -> Proposal | None:
        """A proposal, or None; an open question is kept."""
        match self._solved(question, question.units):
            case Unsat():
                return None
            case Undecided():
                self._open.append(replace(question, units=question.units * 3))
                self._meter.spend(0)
                return None
            case actions:
                return Proposal(actions, self._excluded(question.decisions))

    def _excluded(self, decisions: int) -> bool:
        """Whether no play of fewer decisions leads to the target.

        It requires that none of these questions is open, and that in none a move went on beyond the limit
        of a run.
        """
        left = [*(q.decisions for q in self._open), *self._diverged]
        return all(other >= decisions for other in left)

    def _ask_again(self) -> Proposal | None:
        """Ask all open questions once more, longer plays first."""
        waiting = sorted(self._open, key=lambda question: question.decisions)
        self._open = waiting
        for question in reversed(tuple(waiting)):
            self._open.remove(question)
            found = self._ask(question)
            if found is not None:
                return found
        return None

    def _known_so_far(self, why: str) -> Found:
        """What is known when the search has to stop."""
        open_ = [q.decisions for q in self._open] + self._diverged
        done = min([len(self._moves), *open_]) - 1
        if done < 0:
            return Undecided(self._why or why)
        return Nowhere(done, whole=False)


def search(program: Program, target: ProofTarget, units: int, tick: Tick = lambda: None) -> Found:
    """Look for a play to the target, shorter ones first."""
    return Search(program, target, units, tick=tick).run()
