"""What plays cover of a game, and the first play that covers each thing; plays are looked for in Python."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from itertools import compress
from random import Random
from typing import Literal

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir.names import source_name
from rulewright.dsl.ir.program import Chance, Choice, Decision, End, Parameter, Program
from rulewright.dsl.ir.types import Int, Map, Type, bounds
from rulewright.dsl.ruleset import Ruleset
from rulewright.engines.game import Action, Unrested
from rulewright.engines.python.game import PythonGame, PythonState

from ...effort.conforming import COVERING, EXAMINING
from ...limits import Deadline
from ...plays.play import actor
from ...progress import TellText
from ...properties.registry import kind_of
from ...properties.target import StateTarget, TrapTarget
from .branches import branched, option_name

Kind = Literal[
    "option",
    "player",
    "action",
    "chance",
    "branch",
    "context",
    "outcome",
    "boundary",
    "check",
    "reading",
    "example",
    "finding",
]
Goal = tuple[Kind, str]
"""What a play may cover: a kind of thing, and which one. A context is an arm of a branch in one of the
places that perform the procedure around it: those that plays find are covered, and the rest is not
looked for."""


class PlayCoverage:
    """What plays of a game cover: ``found`` has the first play that covers each goal, ``goals`` those
    known beforehand."""

    def __init__(self, ruleset: Ruleset, program: Program, tell: TellText) -> None:
        self._tell = tell
        marked = branched(ruleset, program)
        self.game = PythonGame(marked.program)
        self.found: dict[Goal, tuple[str, ...]] = {}
        self._covers: dict[tuple[str, ...], frozenset[Goal]] = {}
        self._taken_before: dict[
            tuple[PythonState, str], tuple[Action, frozenset[Goal], PythonState]
        ] = {}
        self._answered: dict[PythonState, dict[int, bool]] = {}
        self._goal_of: dict[str, Goal] = {mark: ("branch", name) for mark, name in marked.branches}
        self._goal_of |= {mark: ("context", mark) for mark in marked.contexts}
        self._marks = self.game.reader(tuple(self._goal_of))
        self.goals: frozenset[Goal] = frozenset(
            (*_goals(program), *(("branch", name) for _, name in marked.branches))
        )
        self._numbers = [
            (v.name, _ends(v.name, _number(v.type))) for v in program.variables if _numeric(v.type)
        ]
        self._checks: list[tuple[int, tuple[Goal, Goal]]] = [
            (number, (("check", f"{check.name}: yes"), ("check", f"{check.name}: no")))
            for number, check in enumerate(program.checks)
            if isinstance(kind_of(check).target(number), StateTarget | TrapTarget)
        ]

    def open(self) -> bool:
        """Whether anything is left to be covered."""
        return bool(self.goals - self.found.keys())

    def to_cover(self) -> set[Goal]:
        """What was found, without actions if there are many."""
        actions = sum(kind == "action" for kind, _ in self.found)
        return {g for g in self.found if g[0] != "action" or actions <= COVERING.actions}

    def missed(self, *kinds: Kind) -> tuple[str, ...]:
        """The variables of the branches or contexts that no play took."""
        return tuple(
            mark
            for mark, goal in self._goal_of.items()
            if goal[0] in kinds and goal not in self.found
        )

    def breadth_first(self, most: int, deadline: Deadline) -> bool | None:
        """Every position once, on a shortest way; each of its actions is looked at. Whether there are no
        more.

        None if there was no time for so many; it is given up after a quarter of the time if, at this
        pace, the time does not suffice for those known by then.
        """
        every = deadline.left()
        whole, first = True, self.game.new()
        self._note(frozenset(self._at(first, self.found)), ())
        seen = {self._bare(first)}
        level: list[tuple[PythonState, tuple[str, ...]]] = [(first, ())]
        for number, (state, play) in enumerate(level):
            self._tell(f"a suite is made: {number:,} positions looked at")
            if deadline.passed() or _hopeless(every, deadline.left(), number, len(level)):
                return None
            for action, after in self._ways_on(state):
                text = self.game.text(state, action)
                goals = self._step(state, action, text) | frozenset(self._at(after, self.found))
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
        while len(play) < EXAMINING.moves and not deadline.passed():
            legal = self.game.legal(state)
            if not legal:
                return
            try:
                state, play = self._taken(state, play, rng.choice(legal))
            except Unrested:
                return

    def along(self, plays: Iterable[Sequence[Action | str]], deadline: Deadline) -> None:
        """Plays found elsewhere, as actions or as their texts, as far as there is time."""
        for actions in plays:
            if deadline.passed():
                return
            state, play = self.game.new(), tuple[str, ...]()
            for each in actions:
                action = self.game.parse(state, each) if isinstance(each, str) else each
                state, play = self._taken(state, play, action)

    def actions(self, texts: Sequence[str]) -> list[Action]:
        """The actions of a play."""
        state, found = self.game.new(), list[Action]()
        for text in texts:
            action, _, state = self._following(state, text)
            found.append(action)
        return found

    def _following(
        self, state: PythonState, text: str
    ) -> tuple[Action, frozenset[Goal], PythonState]:
        """An action by its text, what it covers, and where it leads; what was taken before is known."""
        known = self._taken_before.get((state, text))
        if known is not None:
            return known
        action = self.game.parse(state, text)
        return action, self._step(state, action, text), self.game.apply_legal(state, action)

    def _taken(
        self, state: PythonState, play: tuple[str, ...], action: Action
    ) -> tuple[PythonState, tuple[str, ...]]:
        """A play with one action more. Raises Unrested."""
        text = self.game.text(state, action)
        goals = self._step(state, action, text)
        after, longer = self.game.apply_legal(state, action), (*play, text)
        self._taken_before[state, text] = action, goals, after
        self._note(goals | frozenset(self._at(after, self.found)), longer)
        return after, longer

    def covers(self, plays: Iterable[tuple[str, ...]]) -> dict[tuple[str, ...], frozenset[Goal]]:
        """Everything that each of these plays covers. Prefixes of others, and those asked about before,
        cost nothing."""
        every = set(plays)
        asked = every - self._covers.keys()
        longest = sorted(asked, reverse=True)
        for number, play in enumerate(longest):
            if number == 0 or longest[number - 1][: len(play)] != play:
                self._covers |= self._along(play, asked)
        return {play: self._covers[play] for play in every}

    def _along(
        self, play: tuple[str, ...], asked: Collection[tuple[str, ...]]
    ) -> Iterator[tuple[tuple[str, ...], frozenset[Goal]]]:
        state, goals = self.game.new(), set[Goal]()
        for number, text in enumerate((*play, None)):
            goals.update(tuple(self._at(state, goals)))
            if play[:number] in asked:
                yield play[:number], frozenset(goals)
            if text is not None:
                _, more, state = self._following(state, text)
                goals |= more

    def _note(self, goals: Iterable[Goal], play: tuple[str, ...]) -> None:
        for goal in goals:
            self.found.setdefault(goal, play)

    def _ways_on(self, state: PythonState) -> Iterator[tuple[Action, PythonState]]:
        for action, step in self.game.successors(state):
            if not isinstance(step, Unrested):
                yield action, step.state

    def _bare(self, state: PythonState) -> PythonState:
        """The position without the records."""
        return self.game.with_values(state, dict.fromkeys(self._goal_of, False))

    def _step(self, state: PythonState, action: Action, text: str) -> frozenset[Goal]:
        node = self.game.program.nodes[self.game.node(state)]
        if isinstance(node, Chance):
            return frozenset({("chance", f"{node.name}: {text}")})
        assert isinstance(node, Decision)
        choice = node.choices[action.choice]
        option, who = option_name(node, choice), actor(self.game, state)
        found: set[Goal] = {
            ("option", option), ("player", f"{who}: {option}"), ("action", f"{who}: {text}")
        }  # fmt: skip
        for parameter, value in zip(choice.parameters, action.args, strict=True):
            if isinstance(parameter.type, Int):
                assert isinstance(value, int)
                found |= {
                    goal
                    for end, goal in _ends(_chosen(choice, parameter), parameter.type).items()
                    if end == value
                }
        return frozenset(found)

    def _at(self, state: PythonState, known: Container[Goal]) -> Iterator[Goal]:
        """What a position covers; of expensive goals, only those not ``known``."""
        taken = compress(self._goal_of.values(), self._marks(state))
        yield from (goal for goal in taken if goal not in known)
        outcome = self.game.outcome(state)
        node = self.game.program.nodes[self.game.node(state)]
        if outcome is not None:
            name = f"{node.name}, " if isinstance(node, End) else ""
            yield "outcome", f"{name}{outcome.label}"
        for name, ends in self._numbers:
            if not all(goal in known for goal in ends.values()):
                value = self.game.value(state, name)
                values = value if isinstance(value, tuple) else (value,)
                yield from (goal for end, goal in ends.items() if end in values)
        answered = self._answered.setdefault(state, {})
        for number, (yes, no) in self._checks:
            if yes not in known or no not in known:
                if number not in answered:
                    answered[number] = self.game.holds(number, state)
                yield yes if answered[number] else no


def _hopeless(every: float | None, left: float | None, done: int, known: int) -> bool:
    """Whether, after a quarter of the time, the rest is too short at this pace for what is known by
    then."""
    if every is None or left is None:
        return False
    used = every - left
    return used > every / 4 and done * every < known * used


def _goals(program: Program) -> Iterator[Goal]:
    """The goals known beforehand; results of chance, outcomes and answers are added as they are met."""
    for variable in program.variables:
        if variable.declared and _numeric(variable.type):
            yield from _ends(variable.name, _number(variable.type)).values()
    for node in program.nodes:
        if isinstance(node, Decision):
            for choice in node.choices:
                if choice.guard == x.NO:
                    continue
                yield "option", option_name(node, choice)
                for parameter in choice.parameters:
                    if isinstance(parameter.type, Int):
                        yield from _ends(_chosen(choice, parameter), parameter.type).values()


def _chosen(choice: Choice, parameter: Parameter) -> str:
    return f"{choice.name}({source_name(parameter.name)})"


def _numeric(t: Type) -> bool:
    return isinstance(t, Int) or (isinstance(t, Map) and isinstance(t.value, Int))


def _number(t: Type) -> Int:
    """The type of a number, or of the numbers of a map."""
    number = t.value if isinstance(t, Map) else t
    assert isinstance(number, Int)
    return number


def _ends(name: str, t: Int) -> Mapping[int, Goal]:
    """The lowest and the highest value of a number, each with the goal that it covers."""
    return {bound: ("boundary", f"{name} = {bound}") for bound in bounds(t)}
