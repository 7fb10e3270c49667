"""When two games are the same: what a position shows to people at the table, and what distinguishes two
positions.

Two games are the same if no play tells them apart: after equal choices of the players and equal results of
chance, from the beginning on, equal things are seen. The things seen are, in this order:

1. whether and how play has ended (``outcome``): the kind of end, who has won, and every player's
   score if the ruleset ranks; or the text of a gap; or that the rules are at odds, with the
   message of the fault; or that they run on for ever without asking anybody;
2. who is to decide, or that chance is (``decider``);
3. which options there are (``options``): their names, and the labels of their arguments,
   whatever their types (:mod:`.labels`). A roll has no name. That nobody has an option is seen, too;
4. with which probabilities chance decides (``weights``): weights count in proportion, and a weight
   of 0 means that there is no such option;
5. whether the others learn what is chosen (``secrecy``), if there is anything to choose;
6. what lies on the table (``table``): the states and supplies that a ruleset declares, by name and
   by the labels of their values, unless nobody may see them. One that only one game has lies on one
   table only. Where the rules run on for ever there is no position, and no table.

All but the last are the rules. Nothing else counts: not variables that nobody may see, loop variables,
arguments of procedures and locals; not the order of options, the numbers of values, the names of types; nor
clauses, checks, strategies, and what counts as a turn.

Every position has at most one option of a given name and arguments, so equal plays lead to a single pair of
positions. Hence equal plays show equal things exactly if the games are bisimilar (Milner, Communication and
Concurrency, 1989), with probabilities: every result of chance is seen (Larsen and Skou, Bisimulation
through probabilistic testing, Information and Computation 94, 1991).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from math import gcd
from typing import Generic, Literal, TypeVar

from rulewright.dsl.ir.program import Decision, Fault, Program
from rulewright.dsl.ir.types import Type
from rulewright.engines.game import CHANCE, Action, EndlessLoop, Game, Outcome

from .labels import ActionLabels, ActionName, Label, label

S = TypeVar("S", bound=Hashable)
T = TypeVar("T", bound=Hashable)

ObservedAspect = Literal["outcome", "decider", "options", "weights", "secrecy", "table"]
"""The first of these in which two positions differ."""

RUNS_ON = "the rules run on for ever"


@dataclass(frozen=True, slots=True)
class Observation:
    """What is seen of the rules in a position.

    ``decides`` is a player's name, ``chance``, or empty; ``options`` map each legal option to its weight,
    with 1 as the weights' greatest common divisor (and 1 where a player decides); ``outcome`` is the label
    of an end, or empty; ``ending`` distinguishes ends whose labels do not; ``scores`` are the players'
    names and numbers; ``by_chance``: only chance decides; ``secret``: the others do not learn what is
    chosen.
    """

    decides: str
    options: tuple[tuple[ActionName, int], ...] = ()
    outcome: str = ""
    scores: tuple[tuple[str, int], ...] | None = None
    ending: tuple[str, ...] = ()
    by_chance: bool = False
    secret: bool = False


ENDLESS = Observation("", outcome=RUNS_ON, ending=("endless",))


def aspect(first: Observation, second: Observation) -> ObservedAspect | None:
    """The aspect in which the rules differ, or None."""
    if (first.ending, first.scores) != (second.ending, second.scores):
        return "outcome"
    if (first.by_chance, first.decides) != (second.by_chance, second.decides):
        return "decider"
    ours, theirs = dict(first.options), dict(second.options)
    if ours.keys() != theirs.keys():
        return "options"
    if ours != theirs:
        return "weights"
    if ours and first.secret != second.secret:
        return "secrecy"
    return None


def stopped(fault: Fault) -> tuple[str, str]:
    """What distinguishes places at which the rules leave play: a gap and its text, or a fault."""
    return "gap" if fault.declared else "fault", fault.message


def lies_open(program: Program) -> dict[str, Type]:
    """The variables that lie on the table, with their types; none that is only kept to look back at."""
    return {v.name: v.type for v in program.shown_variables if v.seen != "none"}


@dataclass(frozen=True, slots=True)
class OpenVariables:
    """What lies on the tables of two games: variables of one type, of two types, and of one game only."""

    alike: tuple[str, ...]
    unlike: tuple[tuple[str, Type, Type], ...]
    single: tuple[str, ...]


def table(first: Program, second: Program) -> OpenVariables:
    """What lies on both tables, in the order of the first game."""
    ours, theirs = lies_open(first), lies_open(second)
    both = [(name, t, theirs[name]) for name, t in ours.items() if name in theirs]
    return OpenVariables(
        tuple(name for name, one, two in both if one == two),
        tuple((name, one, two) for name, one, two in both if one != two),
        tuple(sorted(ours.keys() ^ theirs.keys())),
    )


def tables_differ(what: OpenVariables, one: Game[S], a: S, two: Game[T], b: T) -> bool:
    """Whether the contents of the two tables differ."""
    return (
        bool(what.single)
        or any(one.value(a, name) != two.value(b, name) for name in what.alike)
        or any(
            _called(one, a, name, ours) != _called(two, b, name, theirs)
            for name, ours, theirs in what.unlike
        )
    )


def _called(game: Game[S], state: S, name: str, t: Type) -> Label:
    return label(t, game.value(state, name))


class Side(Generic[S]):
    """One of the compared games; a state is None where its rules run on for ever.

    Without ``secrecy`` it is not observed whether the others learn what is chosen.
    """

    def __init__(self, game: Game[S], *, secrecy: bool = True) -> None:
        self.game = game
        self._options = ActionLabels(game.program)
        self._secrecy = secrecy

    def new(self) -> S | None:
        """Where the game begins. Raises LongMove."""
        try:
            return self.game.new()
        except EndlessLoop:
            return None

    def apply(self, state: S | None, action: Action) -> S | None:
        """The state after a legal action. Raises LongMove."""
        assert state is not None, "nothing can be done where the rules run on"
        try:
            return self.game.apply(state, action)
        except EndlessLoop:
            return None

    def view(self, state: S | None) -> tuple[Observation, dict[ActionName, Action]]:
        """What is seen of a state, and the action behind each option."""
        if state is None:
            return ENDLESS, {}
        outcome = self.game.outcome(state)
        if outcome is not None:
            return self._ended(state, outcome), {}
        players = self.game.program.players.labels
        who = self.game.decides(state)
        assert who is not None, "where play is not over, somebody decides"
        by_chance = who == CHANCE
        actions = dict(self.options(state))
        weights = [self.game.weight(state, a) if by_chance else 1 for a in actions.values()]
        common = gcd(*weights)
        node = self.game.program.nodes[self.game.node(state)]
        seen = Observation(
            "chance" if by_chance else players[who],
            tuple((key, w // common) for key, w in zip(actions, weights, strict=True)),
            by_chance=by_chance,
            secret=self._secrecy and isinstance(node, Decision) and node.secret,
        )
        return seen, actions

    def options(self, state: S) -> Iterable[tuple[ActionName, Action]]:
        """The name of every legal action of a state, in their order."""
        legal = self.game.legal(state)
        return zip(self._options.keys(self.game.node(state), legal), legal, strict=True)

    def _ended(self, state: S, outcome: Outcome) -> Observation:
        program = self.game.program
        players = program.players.labels
        node = program.nodes[self.game.node(state)]
        if isinstance(node, Fault):
            return Observation("", outcome=outcome.label, ending=stopped(node))
        ending = (outcome.kind, *(players[i] for i in outcome.winners))
        given = outcome.scores
        scores = None if given is None else tuple(zip(players, given, strict=True))
        return Observation("", outcome=outcome.label, scores=scores, ending=ending)
