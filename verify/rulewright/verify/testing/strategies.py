"""Strategies for Hypothesis: instances, plays, positions and actions of any ruleset.

A play is drawn as a row of numbers, one for each decision of a player or of chance, until it is
over; each stands for the same action wherever that is legal (:mod:`.drawn`), and 0, which is rare,
for stopping. What Hypothesis leaves out of the row is one move less, and the number 1 is the first
action in the rules' own order: so plays become short and simple.

The numbers come from one generator. Of what is drawn by like strategies Hypothesis makes most of its
further examples, by putting a copy of one for another; where few actions are legal, such a copy mostly
stands for the same action, and half of all plays would be ones that were drawn before.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hypothesis import strategies as st
from hypothesis.vendor.pretty import RepresentationPrinter

from rulewright.dsl.inputs.locate import find
from rulewright.dsl.load import load
from rulewright.engines.game import Action, Game, Outcome, Unrested
from rulewright.engines.python.game import PythonGame

from ..effort.answering import LENGTHS
from .drawn import MOST, drawn
from .games import game


@dataclass(frozen=True)
class DrawnPlay:
    """A play: the texts of its actions, and the states, one more. Printed as the actions played."""

    game: Game[Any]
    actions: tuple[str, ...]
    states: tuple[Any, ...] = field(repr=False)

    @property
    def last(self) -> Any:
        """The state at the end."""
        return self.states[-1]

    @property
    def outcome(self) -> Outcome | None:
        """How the play ended, or None if it goes on."""
        return self.game.outcome(self.last)

    def __repr__(self) -> str:
        instance = self.game.program.instance
        return f"<{instance.ruleset} {instance.name}: {', '.join(self.actions) or 'the beginning'}>"

    def _repr_pretty_(self, printer: RepresentationPrinter, cycle: bool) -> None:
        """Hypothesis would print the fields."""
        printer.text(repr(self))


def instances(ruleset: str | Path) -> st.SearchStrategy[PythonGame]:
    """The games of a ruleset: its named instances, or the standard variant if it has none."""
    names = [part.name.text for part in load(find(str(ruleset)), every=False).instances]
    if not names:
        return st.just(game(ruleset))
    return st.sampled_from(names).map(lambda name: game(ruleset, instance=name))


def plays(
    ruleset: str | Path, *, variant: str | None = None, instance: str | None = None,
    parameters: Mapping[str, int] | None = None, readings: Mapping[str, str] | None = None,
    longest: int = LENGTHS.decisions,
) -> st.SearchStrategy[DrawnPlay]:  # fmt: skip
    """Plays from the beginning, most of them to the end, or of ``longest`` decisions; including
    chance and secret choices."""
    chosen = game(
        ruleset, variant=variant, instance=instance, parameters=parameters, readings=readings
    )
    return plays_of(chosen, longest)


def plays_of(chosen: Game[Any], longest: int = LENGTHS.decisions) -> st.SearchStrategy[DrawnPlay]:
    """The same for a game."""
    return _plays(chosen, longest)


def positions(
    ruleset: str | Path, *, variant: str | None = None, instance: str | None = None,
    parameters: Mapping[str, int] | None = None, readings: Mapping[str, str] | None = None,
    longest: int = LENGTHS.decisions,
) -> st.SearchStrategy[tuple[Game[Any], Any]]:  # fmt: skip
    """A game and a reachable state of it."""
    drawn = plays(
        ruleset, variant=variant, instance=instance, parameters=parameters, readings=readings,
        longest=longest,
    )  # fmt: skip
    return drawn.map(lambda play: (play.game, play.last))


def actions(chosen: Game[Any], state: Any) -> st.SearchStrategy[Action]:
    """The legal actions of a state; nothing can be drawn if there is none."""
    legal = list(chosen.legal(state))
    return st.sampled_from(legal) if legal else st.nothing()


@st.composite  # Hypothesis shows the result, and not the numbers behind it
def _plays(draw: st.DrawFn, chosen: Game[Any], longest: int) -> DrawnPlay:
    numbers = draw(st.randoms(use_true_random=False))
    states = [chosen.new()]
    texts: list[str] = []
    while len(texts) < longest and (legal := chosen.legal(states[-1])):
        number = numbers.randint(0, MOST)  # 0: play goes no further
        if number == 0:
            break
        action = drawn(chosen, states[-1], legal, number - 1)
        text = chosen.text(states[-1], action)
        try:
            states.append(chosen.apply_legal(states[-1], action))
        except Unrested:
            break
        texts.append(text)
    return DrawnPlay(chosen, tuple(texts), tuple(states))
