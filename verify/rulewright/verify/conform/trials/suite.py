"""Few and short plays that cover a game: what every engine of it should be tried with.

Covered are: every option of every decision, every result of chance, every way on of every branch
(the cases of a ``match`` are branches), every end and outcome, the lowest and the highest value of every
number, both answers to every check, and what :mod:`.known` knows: examples, what shows a finding, and for each
reading a play that tells its options apart.
Plays come from breadth-first search, and behind its limit from random play; then, for branches that none of these
took, from many more random plays in C. Of these, plays are chosen that cover the most of what is left, until all
is covered (greedy set cover, Chvátal, 1979).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from time import process_time
from typing import Literal

from rulewright.dsl.ir.names import source_name
from rulewright.dsl.ir.program import Chance, Choice, Decision, End, Parameter, Program
from rulewright.dsl.ir.types import Int, Map, Type, Value, bounds
from rulewright.engines.game import Action, Unrested
from rulewright.engines.python.game import PythonGame, State

from ...limits import Budget, Deadline
from ...plays.json_values import Json
from ...progress import TellText
from ...properties.registry import kind_of
from ...properties.target import StateTarget, TrapTarget
from ..connection.protocol import decoded, setup_of
from ..rules.plain import public
from .branches import branched
from .compiled_plays import plays_to_branches

Kind = Literal[
    "option", "chance", "branch", "outcome", "boundary", "check", "reading", "example", "finding"
]
Goal = tuple[Kind, str]
"""What a play may cover: a kind of thing, and which one."""

POSITIONS = 3_000
"""So many positions are searched breadth first."""
LONGEST = 400
MOST_PLAYS, QUIET_PLAYS = 200, 30
"""So many random plays at most; and after the last one that showed something new, at least so many:
who may win, and what chance may bring, is not known beforehand."""
SEARCH_SHARE = 0.4
COMPILING = 5.0
"""With fewer seconds it is not worth while to compile a game."""
VERSION = 1


@dataclass(frozen=True, slots=True)
class Suite:
    """Plays as texts of actions with what each is there for, and what none of them covers.

    ``cut_off``: the time was up before all were looked for. ``complete``: every position was looked at, so that what
    is not covered no play covers.
    """

    plays: tuple[tuple[str, ...], ...]
    covered: frozenset[Goal]
    uncovered: frozenset[Goal]
    cut_off: bool = False
    complete: bool = False

    @property
    def lacking(self) -> bool:
        """Whether something is not covered that might have been found in more time."""
        return self.cut_off and not self.complete and bool(self.uncovered)

    def counts(self) -> Mapping[str, tuple[int, int]]:
        """For each kind, how many are covered, of how many."""
        found: dict[str, tuple[int, int]] = {}
        for kind in sorted({kind for kind, _ in self.covered | self.uncovered}):
            done = sum(k == kind for k, _ in self.covered)
            found[kind] = (done, done + sum(k == kind for k, _ in self.uncovered))
        return found


def suite(
    program: Program,
    budget: Budget,
    seed: int = 0,
    more: Mapping[Goal, Sequence[str]] | None = None,
    tell: TellText = lambda _: None,
) -> Suite:
    """A suite for a game. ``more``: plays from elsewhere, and what each is there for.

    The budget counts seconds of this process, so that what is found is the same on a busy machine.
    """
    search = _Search(program, tell)
    deadline = budget.start(process_time)
    searching = budget.share(SEARCH_SHARE).start(process_time)
    complete = search.breadth_first(POSITIONS, searching)
    cut_off = searching.passed()
    number = quiet = 0
    most = 0 if complete else MOST_PLAYS
    while not deadline.passed() and number < most and (search.open() or quiet < QUIET_PLAYS):
        tell(f"a suite is made: {number:,} random plays")
        before = len(search.found)
        search.at_random(Random(f"{seed} {number}"), deadline)
        quiet = quiet + 1 if len(search.found) == before else 0
        number += 1
    cut_off = cut_off or deadline.passed()
    if not complete and (budget.seconds is None or budget.seconds >= COMPILING):
        tell("a suite is made: random plays in C")
        search.along(plays_to_branches(search.game.program, search.missed, seed, LONGEST))
    plays: dict[Goal, tuple[str, ...]] = {g: tuple(p) for g, p in (more or {}).items()}
    chosen = _fewest(search)
    extra = [play for play in plays.values() if play not in chosen]
    goals = search.goals | plays.keys()
    covered = search.found.keys() | plays.keys()
    return Suite(
        (*chosen, *dict.fromkeys(extra)),
        frozenset(covered),
        frozenset(goals - covered),
        cut_off,
        complete,
    )


def _fewest(search: _Search) -> list[tuple[str, ...]]:
    """Plays that together cover all that was found: the greediest first, the shorter of two."""
    left = set(search.found)
    offers = {play: search.covers(play) for play in dict.fromkeys(search.found.values())}
    chosen: list[tuple[str, ...]] = []
    while left:
        best = max(offers, key=lambda play: (len(offers[play] & left), -len(play)))
        chosen.append(best)
        left -= offers[best]
    return [p for p in chosen if not any(q != p and q[: len(p)] == p for q in chosen)]


class _Search:
    """Looks for plays that cover goals; ``found`` has the first play that covers each."""

    def __init__(self, program: Program, tell: TellText) -> None:
        self._tell = tell
        marked = branched(program)
        self.game = PythonGame(marked.program)
        self.ways = marked.ways
        self.found: dict[Goal, tuple[str, ...]] = {}
        self.goals: frozenset[Goal] = frozenset(_goals(program, self.ways))
        self._program = program
        self._numbers = [(v.name, v.type) for v in program.variables if _numeric(v.type)]

    def open(self) -> bool:
        """Whether anything is left to be covered."""
        return bool(self.goals - self.found.keys())

    @property
    def missed(self) -> list[int]:
        """The numbers of the ways that no play took."""
        return [n for n, way in enumerate(self.ways) if ("branch", way) not in self.found]

    def breadth_first(self, most: int, deadline: Deadline) -> bool:
        """Every position once, on a shortest way; each action of it is looked at. Whether there are no more."""
        whole, first = True, self.game.new()
        self._note(frozenset(self._at(first)), ())
        seen = {self._bare(first)}
        level: list[tuple[State, tuple[str, ...]]] = [(first, ())]
        for number, (state, play) in enumerate(level):
            self._tell(f"a suite is made: {number:,} positions looked at")
            if deadline.passed():
                return False
            for text, after in self._ways_on(state):
                goals = self._step(state, text) | frozenset(self._at(after))
                longer = (*play, text)
                self._note(goals, longer)
                if self._bare(after) not in seen:
                    whole = whole and len(seen) < most
                    if len(seen) < most:
                        seen.add(self._bare(after))
                        level.append((after, longer))
        return whole

    def at_random(self, rng: Random, deadline: Deadline) -> None:
        """One random play."""
        state, play = self.game.new(), tuple[str, ...]()
        while len(play) < LONGEST and not deadline.passed():
            legal = self.game.legal(state)
            if not legal:
                return
            try:
                state, play = self._taken(state, play, rng.choice(legal))
            except Unrested:
                return

    def along(self, plays: Iterable[Sequence[Action]]) -> None:
        """Plays that somebody else found."""
        for actions in plays:
            state, play = self.game.new(), tuple[str, ...]()
            for action in actions:
                state, play = self._taken(state, play, action)

    def _taken(
        self, state: State, play: tuple[str, ...], action: Action
    ) -> tuple[State, tuple[str, ...]]:
        """What becomes of a play by one action more. Raises Unrested."""
        text = self.game.text(state, action)
        goals = self._step(state, text)
        after, longer = self.game.apply_legal(state, action), (*play, text)
        self._note(goals | frozenset(self._at(after)), longer)
        return after, longer

    def covers(self, play: tuple[str, ...]) -> frozenset[Goal]:
        """All that a play covers."""
        state = self.game.new()
        goals = set(self._at(state))
        for text in play:
            goals |= self._step(state, text)
            state = self.game.apply(state, self.game.parse(state, text))
            goals |= set(self._at(state))
        return frozenset(goals)

    def _note(self, goals: Iterable[Goal], play: tuple[str, ...]) -> None:
        for goal in goals:
            self.found.setdefault(goal, play)

    def _ways_on(self, state: State) -> Iterator[tuple[str, State]]:
        for action, step in self.game.successors(state):
            if not isinstance(step, Unrested):
                yield self.game.text(state, action), step.state

    def _bare(self, state: State) -> tuple[Value, ...]:
        return state[: len(state) - len(self.ways)]

    def _step(self, state: State, text: str) -> frozenset[Goal]:
        node = self._program.nodes[self.game.node(state)]
        action = self.game.parse(state, text)
        if isinstance(node, Chance):
            return frozenset({("chance", f"{node.name}: {text}")})
        assert isinstance(node, Decision)
        choice = node.choices[action.choice]
        found: set[Goal] = {("option", f"{node.name}: {choice.name}")}
        for parameter, value in zip(choice.parameters, action.args, strict=True):
            if isinstance(parameter.type, Int):
                found |= _extremes(_chosen(choice, parameter), parameter.type, value)
        return frozenset(found)

    def _at(self, state: State) -> Iterator[Goal]:
        marks = state[len(state) - len(self.ways) :]
        yield from (("branch", way) for way, taken in zip(self.ways, marks, strict=True) if taken)
        outcome = self.game.outcome(state)
        node = self._program.nodes[self.game.node(state)]
        if outcome is not None:
            name = f"{node.name}, " if isinstance(node, End) else ""
            yield "outcome", f"{name}{outcome.label}"
        for name, t in self._numbers:
            value = self.game.value(state, name)
            values = value if isinstance(value, tuple) else (value,)
            for each in set(values):
                assert isinstance(each, int)
                yield from _extremes(name, _number(t), each)
        for number, check in enumerate(self._program.checks):
            if isinstance(kind_of(check).target(number), StateTarget | TrapTarget):
                holds = self.game.holds(number, state)
                yield "check", f"{check.name}: {'yes' if holds else 'no'}"


def _goals(program: Program, ways: Sequence[str]) -> Iterator[Goal]:
    """What can be told beforehand; results of chance, outcomes and answers come as they are met."""
    yield from (("branch", way) for way in ways)
    for variable in program.variables:
        if public(variable) and _numeric(variable.type):
            number = _number(variable.type)
            for bound in bounds(number):
                yield from _extremes(variable.name, number, bound)
    for node in program.nodes:
        if isinstance(node, Decision):
            for choice in node.choices:
                yield "option", f"{node.name}: {choice.name}"
                for parameter in choice.parameters:
                    if isinstance(parameter.type, Int):
                        for bound in bounds(parameter.type):
                            yield from _extremes(_chosen(choice, parameter), parameter.type, bound)


def _chosen(choice: Choice, parameter: Parameter) -> str:
    return f"{choice.name}({source_name(parameter.name)})"


def _numeric(t: Type) -> bool:
    return isinstance(t, Int) or (isinstance(t, Map) and isinstance(t.value, Int))


def _number(t: Type) -> Int:
    """The type of a number, or of the numbers of a map."""
    number = t.value if isinstance(t, Map) else t
    assert isinstance(number, Int)
    return number


def _extremes(name: str, t: Int, value: int) -> set[Goal]:
    return {("boundary", f"{name} = {bound}") for bound in bounds(t) if bound == value}


def written(program: Program, made: Suite) -> str:
    """A suite as a file."""
    plays: list[Json] = [list(play) for play in made.plays]
    uncovered: list[Json] = [f"{kind}: {name}" for kind, name in sorted(made.uncovered)]
    data: dict[str, Json] = {
        "suite": VERSION,
        "game": setup_of(program).json(),
        "plays": plays,
        "uncovered": uncovered,
    }
    return json.dumps(data, indent=1, ensure_ascii=False) + "\n"


def read(text: str, program: Program) -> tuple[tuple[str, ...], ...]:
    """The plays of a file. Raises ValueError for what is no suite of this game."""
    try:
        data = decoded(text.encode())
    except Exception as error:
        raise ValueError(str(error)) from None
    plays = data.get("plays")
    if data.get("suite") != VERSION or not isinstance(plays, list):
        raise ValueError(f"no suite of version {VERSION}")
    if data.get("game") != setup_of(program).json():
        raise ValueError("a suite of another game")
    found: list[tuple[str, ...]] = []
    for play in plays:
        if not isinstance(play, list) or not all(isinstance(text, str) for text in play):
            raise ValueError("a play is a list of actions")
        found.append(tuple(map(str, play)))
    return tuple(found)
