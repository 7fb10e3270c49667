"""Illegal actions to try on an engine: wrong actions, and right ones by the wrong player."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, product
from random import Random
from typing import Any

from rulewright.dsl.ir.program import Chance, Decision
from rulewright.dsl.ir.types import Bool, Int, is_scalar, lowest, show_value, size

from ...effort.conforming import EXAMINING
from .expected import Expected


@dataclass(frozen=True, slots=True)
class Illegal:
    """Which illegal actions are tried, the same whenever a position recurs.

    ``each``: how many. ``also``: one more that is tried; ``by``: by whom, if not by the player to
    decide. ``everywhere``: in each position that had none tried so far; else only at the end of the
    play.
    """

    each: int
    also: str = ""
    by: str = ""
    everywhere: bool = True


def tries(expected: Expected[Any], illegal: Illegal) -> Iterator[tuple[str, str]]:
    """Illegal actions, each with the one who tries it.

    If play is over, any action by every player, as the rules do not say whose turn it would be.
    Otherwise actions that are illegal for the player to decide, and legal ones by those who do not
    decide.
    """
    if not expected.decides:
        yield from product(not_legal(expected, illegal), expected.game.program.players.labels)
        return
    yield from ((text, expected.decides) for text in not_legal(expected, illegal))
    yield from _by_others(expected, illegal)


def other_than_decides(expected: Expected[Any], by: str) -> str:
    """Who tries something, if play goes on and somebody else is to decide; otherwise empty."""
    return by if expected.decides not in ("", by) else ""


def why_not(expected: Expected[Any], text: str, by: str) -> str:
    """Why the rules do not allow it, as a sentence."""
    if not expected.decides:
        return f"{text} comes after the end"
    if other_than_decides(expected, by):
        return f"{expected.decides} is to decide, not {by}"
    return f"{text} is not legal"


def clauses_against(expected: Expected[Any], text: str, by: str) -> tuple[str, ...]:
    """The clauses that do not allow it."""
    return expected.clauses if other_than_decides(expected, by) else expected.clauses_of(text)


def _by_others(expected: Expected[Any], illegal: Illegal) -> Iterator[tuple[str, str]]:
    """A legal action by each of those who do not decide, or by some, in turn from position to position.

    Chance is left out in a game that has none. Where several choose in secret before anything is shown,
    they do so at once by the rules: the order in which they are asked is a matter of the protocol.
    """
    program = expected.game.program
    here = program.nodes[expected.game.node(expected.at)]
    at_once = isinstance(here, Decision) and here.secret
    players = () if at_once else program.players.labels
    chance = ("chance",) if any(isinstance(node, Chance) for node in program.nodes) else ()
    others = [who for who in (*players, *chance) if who != expected.decides]
    texts = list(expected.actions)
    if illegal.by in others and illegal.also:
        yield illegal.also, illegal.by
    if not texts or not others:
        return
    rng = Random(repr(expected.at))
    first = rng.randrange(len(others))
    in_turn = (*others[first:], *others[:first])
    yield from ((rng.choice(texts), by) for by in islice(in_turn, EXAMINING.others))


def not_legal(expected: Expected[Any], illegal: Illegal) -> Sequence[str]:
    """Actions of the position's own kinds that are illegal there, or any action if play is over."""
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
    for _ in range(EXAMINING.drawn if choices else 0):
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
