"""Plays on an engine, compared with the rules step by step."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product
from random import Random
from typing import Any

from rulewright.dsl.ir.program import Decision
from rulewright.dsl.ir.types import Bool, Int, is_scalar, lowest, show_value, size
from rulewright.engines.game import Game, Unrested

from ..connection.engine import Engine
from ..connection.protocol import EngineFailure, Refused, State, setup_of
from ..rules.expected import Expected, beginning
from .discrepancy import Discrepancy, compared

DRAWS = 60
"""So often random arguments are drawn to find actions that are not legal."""


MOST_KNOWN = 20_000
"""So many positions are remembered."""


@dataclass(frozen=True, slots=True)
class Illegal:
    """How many actions that are not legal are tried, the same whenever a position comes.

    ``also``: one that is tried, too. ``everywhere``: in each position that had none tried so far;
    else at the end of the play alone.
    """

    each: int
    also: str = ""
    everywhere: bool = True


class Trial:
    """One engine beside one game. ``plays`` and ``actions`` count what was compared."""

    def __init__(self, engine: Engine, game: Game[Any]) -> None:
        self.engine = engine
        self.game = game
        self.hello = engine.hello()
        self.plays = 0
        self.actions = 0
        self._setup = setup_of(game.program)
        self._first = beginning(game)
        self._known: dict[object, Expected[Any]] = {self._first.at: self._first}
        self._right: dict[object, State] = {}
        self._tried: set[object] = set()

    @property
    def first(self) -> Expected[Any]:
        """Where the game begins."""
        return self._first

    def after(self, expected: Expected[Any], text: str) -> Expected[Any]:
        """The position after a legal action; what was worked out of it before is there."""
        following = expected.after(text)
        if len(self._known) > MOST_KNOWN:
            self._known.clear()
            self._right.clear()
            self._tried.clear()
        return self._known.setdefault(following.at, following)

    def _compared(
        self,
        expected: Expected[Any],
        state: State,
        play: tuple[str, ...],
        applied: tuple[str, ...] = (),
    ) -> Discrepancy | None:
        """The first difference; an answer that was right before is right again."""
        if self._right.get(expected.at) == state:
            return None
        found = compared(expected, state, self.hello.offers, play, applied)
        if found is None:
            self._right[expected.at] = state
        return found

    def play(self, texts: Iterable[str], illegal: Illegal | None = None) -> Discrepancy | None:
        """Play these actions and compare every state; the first discrepancy.

        What is not legal where it comes is left out. Raises Unrested where the rules never rest,
        and Declined. After an engine's failure there is a discrepancy, and the engine is gone.
        """
        self.plays += 1
        played: tuple[str, ...] = ()
        asked = ""
        try:
            state = self.engine.new(self._setup)
            expected = self._first
            found = self._compared(expected, state, played)
            if found is None and illegal is not None and illegal.everywhere:
                found = self._refused(expected, played, illegal)
            for text in texts:
                if found is not None:
                    return found
                if text not in expected.actions:
                    continue
                clauses = expected.clauses_of(text)
                asked = text
                answer = self.engine.apply(text, expected.decides)
                self.actions += 1
                following = self.after(expected, text)
                if isinstance(answer, Refused):
                    if following.unanswered:
                        return None
                    return Discrepancy(
                        "refuses", played, f"{text} is legal", answer.sentence(), clauses, text
                    )
                played, asked = (*played, text), ""
                expected = following
                found = self._compared(expected, answer, played, clauses)
                if found is None and illegal is not None and illegal.everywhere:
                    found = self._refused(expected, played, illegal)
            if found is None and illegal is not None and not illegal.everywhere:
                found = self._refused(expected, played, illegal)
            return found
        except EngineFailure as failure:
            return Discrepancy("engine", played, "", str(failure), tried=asked)

    def _refused(
        self, expected: Expected[Any], played: tuple[str, ...], illegal: Illegal
    ) -> Discrepancy | None:
        """Try some actions that are not legal; where play is over, by every player: whose turn it would be the
        rules do not say."""
        if "refuses" not in self.hello.offers or expected.unanswered:
            return None
        if illegal.everywhere and expected.at in self._tried:
            return None
        self._tried.add(expected.at)
        players = [expected.decides] if expected.decides else self.game.program.players.labels
        for text, by in product(not_legal(expected, illegal), players):
            answer = self.engine.apply(text, by)
            self.actions += 1
            if not isinstance(answer, Refused):
                rules = (
                    f"{text} is not legal" if expected.decides else f"{text} comes after the end"
                )
                clauses = expected.clauses_of(text)
                return Discrepancy("accepts", played, rules, "it is taken", clauses, text)
            changed = self._compared(expected, self.engine.state(), played)
            if changed is not None:
                return Discrepancy(
                    "changes", played, changed.rules, f"after {text} was refused, {changed.engine}",
                    expected.clauses, text,
                )  # fmt: skip
        return None


def random_texts(game: Game[Any], rng: Random, longest: int = 400) -> list[str]:
    """The actions of a random play of a game by itself."""
    texts: list[str] = []
    expected = beginning(game)
    while len(texts) < longest and expected.actions:
        text = rng.choice(list(expected.actions))
        try:
            expected = expected.after(text)
        except Unrested:
            break
        texts.append(text)
    return texts


def random_play(first: Expected[Any], rng: Random, longest: int, trial: Trial) -> list[str]:
    """The actions of a random play; it ends where the rules leave it, or never come to rest."""
    texts: list[str] = []
    expected = first
    while len(texts) < longest and expected.actions:
        text = rng.choice(list(expected.actions))
        try:
            expected = trial.after(expected, text)
        except Unrested:
            break
        texts.append(text)
    return texts


def not_legal(expected: Expected[Any], illegal: Illegal) -> Sequence[str]:
    """Actions of the position's own kinds that are not legal there, or any action if it is over."""
    program = expected.game.program
    here = program.nodes[expected.game.node(expected.at)]
    nodes = [here] if isinstance(here, Decision) else []
    if not expected.decides:
        nodes = [node for node in program.nodes if isinstance(node, Decision)][:1]
    choices = [choice for node in nodes for choice in node.choices]
    found: dict[str, None] = {}
    if illegal.also and illegal.also not in expected.actions:
        found[illegal.also] = None
    rng = Random(repr(expected.at))
    for _ in range(DRAWS if choices else 0):
        if len(found) >= illegal.each:
            break
        choice = rng.choice(choices)
        words = [choice.name]
        for parameter in choice.parameters:
            if is_scalar(parameter.type) and size(parameter.type):
                beyond = isinstance(parameter.type, Int)  # one below, one above: off by one
                ordinal = rng.randrange(-beyond, size(parameter.type) + beyond)
                value = lowest(parameter.type) + ordinal
                is_truth = isinstance(parameter.type, Bool)
                words.append(show_value(parameter.type, bool(value) if is_truth else value))
        text = " ".join(words)
        if text not in expected.actions:
            found[text] = None
    return list(found)
