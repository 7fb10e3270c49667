"""Plays that are already known: of examples, of kept answers, and those that tell readings apart."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterator, Mapping
from contextlib import suppress
from typing import Any

from rulewright.dsl.instantiate import instance_names, is_as_its_variant, with_settings
from rulewright.dsl.ruleset import Ruleset
from rulewright.engines.game import EngineUnavailable, Game, IllegalAction, LongMove, Unrested
from rulewright.engines.python.game import PythonGame

from ...answers.kept import Kept, KeptPlay, of_instance, of_variant
from ...effort.conforming import EXAMINING
from ...equivalence.bisimulation import Equivalent
from ...equivalence.canonical import canonical
from ...equivalence.distinguish import Difference, distinguish
from ...equivalence.native.product import product_of
from ...equivalence.product import Product, PythonProduct
from ...limits import Budget, Deadline
from ...plays.example import plays
from ...stategraph.graph import OutOfMemory
from .coverage import Goal

APART = Budget(None, EXAMINING.apart_pairs)
"""How far a play that tells two readings apart is looked for."""


def written_down(
    game: PythonGame, ruleset: Ruleset | None, kept: Kept | None
) -> dict[Goal, tuple[str, ...]]:
    """Those of examples and of kept answers: they are there at once."""
    program = game.program
    found: dict[Goal, tuple[str, ...]] = {
        ("example", name): texts for name, texts in plays(program).items() if texts
    }
    if ruleset is not None and kept is not None:
        names = {*map(of_instance, instance_names(ruleset, program))}
        if is_as_its_variant(ruleset, program):
            names.add(of_variant(program.instance.variant))
        found |= {goal: texts for goal, texts in _kept(game, kept, names) if texts}
    return found


def _kept(
    game: Game[Any], kept: Kept, names: Collection[str]
) -> Iterator[tuple[Goal, tuple[str, ...]]]:
    """The plays kept with the answers about this game, whatever its name there."""
    for name in sorted(kept.games.keys() & names):
        for check, answer in kept.games[name].answers.items():
            if isinstance(answer.evidence, KeptPlay):
                yield ("finding", check), _playable(game, answer.evidence)
        for defect in kept.games[name].defects:
            yield ("finding", defect.message), _playable(game, defect.play)
    for compared in kept.comparisons:
        if compared.game in names and isinstance(compared.evidence, KeptPlay):
            goal: Goal = ("reading", _option(compared.reading, compared.option))
            yield goal, _playable(game, compared.evidence)


def _option(reading: str, option: str) -> str:
    return f"{reading} = {option}"


def _playable(game: Game[Any], kept: KeptPlay) -> tuple[str, ...]:
    """The actions of a kept play, up to the first impossible one."""
    state, found = game.new(), list[str]()
    for _, text in kept.moves:
        try:
            action = game.parse(state, text)
            found.append(game.text(state, action))
            state = game.apply_legal(state, action)
        except (IllegalAction, Unrested):
            break
    return tuple(found)


def other_options(game: PythonGame, ruleset: Ruleset) -> Iterator[tuple[Goal, Mapping[str, str]]]:
    """The options of all readings that the game does not follow: what is to be told apart, and what is changed."""
    instance = game.program.instance
    chosen = dict(instance.readings)
    for reading in ruleset.readings(instance.variant):
        for option in reading.options:
            if option.name.text != chosen[reading.name.text]:
                changed = {reading.name.text: option.name.text}
                yield ("reading", _option(reading.name.text, option.name.text)), changed


def apart(
    game: PythonGame, ruleset: Ruleset, found: Container[Goal], deadline: Deadline
) -> Iterator[tuple[Goal, tuple[str, ...] | None]]:
    """For each other option of each reading, a play in which it makes another game, if none was ``found``; None if
    no play can: it makes the same, by proof, or none. Until the deadline, and without those of which none was found."""
    for goal, changed in other_options(game, ruleset):
        if goal in found or deadline.passed():
            continue
        other = with_settings(ruleset, game.program.instance, readings=changed)
        if other is None:
            yield goal, None
            continue
        difference = separating(game, PythonGame(other), APART.within(deadline.left()))
        if isinstance(difference, Difference):
            yield goal, tuple(move.text for move in difference.play.moves)
        elif difference:
            yield goal, None


def separating(
    one: PythonGame, two: PythonGame, budget: Budget, *, table: bool = True,
    plays: int | None = None,
) -> bool | Difference:  # fmt: skip
    """A play that tells two games apart; True if none can, by proof, False if none was found.

    ``table``: the table is observed, too. The games begin as their programs say, so that a long search
    can be made in C. ``plays``: the most random plays.
    """
    if canonical(one.program) == canonical(two.program):
        return True
    if budget.states is not None and budget.states > PythonProduct.first_pairs:
        with suppress(EngineUnavailable, OutOfMemory, LongMove):
            product = product_of(one, two, budget.bytes())
            return _searched(product, budget, table=table, plays=plays)
    return distinguished(one, two, budget, table=table, plays=plays)


def distinguished(
    one: PythonGame, two: PythonGame, budget: Budget, *, table: bool = True,
    plays: int | None = None,
) -> bool | Difference:  # fmt: skip
    """The same by search alone, for games that may begin otherwise than their programs say."""
    return _searched(PythonProduct((one, two)), budget, table=table, plays=plays)


def _searched(
    product: Product, budget: Budget, *, table: bool, plays: int | None
) -> bool | Difference:
    found = distinguish(product, budget, 0, table=table, plays=plays)
    difference = found.rules or found.table
    if difference is not None:
        return difference
    return isinstance(found.found, Equivalent) and not found.unconfirmed
