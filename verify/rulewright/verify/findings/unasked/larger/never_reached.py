"""Branches and options to which no play of larger games comes: those that plays leave, if each is proved.

What plays show costs little, and leaves few. Of these the prover is asked with a small, fixed effort;
where it does not know, nothing is said.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace

from rulewright.dsl.marks import free_prefix
from rulewright.engines.game import EndlessLoop, IllegalAction, LongMove, Unrested
from rulewright.engines.python.game import PythonGame, State

from ....effort.answering import NOTICING_NEVER
from ....limits import Deadline
from ....plays.play import Play
from ....portfolio.methods.proof import look_for_proof
from ....portfolio.provers import SmtProver
from ....results.verdict import Proved
from ....simulation.playout import generator, play
from ...subject import Selected
from ..detector import InGames
from ..where import GamesOfText
from .candidates import Site, sites
from .marked import marked, stopping_at

AS_THEY_STAND = "; so it is in these games, with their readings and numbers"


def never_reached(
    games: Sequence[Selected], known: Sequence[Sequence[Play]], deadline: Deadline
) -> tuple[InGames, ...]:
    """What no play of these games of one ruleset comes to.

    ``known``: plays of each game that somebody knows.
    """
    ruleset = games[0].ruleset
    if ruleset is None:
        return ()
    places = GamesOfText(ruleset, games)
    name = free_prefix(ruleset)
    left = {f"{name}{number}": site for number, site in enumerate(sites(ruleset))}
    for one, plays in zip(games, known, strict=True):
        for reached in tuple(_reached(one, left, plays)):
            del left[reached]
        if deadline.passed() or not any(_matters(site, left) for site in left.values()):
            return ()
    remaining = {name: site for name, site in left.items() if _matters(site, left)}
    return tuple(_proved(remaining, places, games, deadline))


def _matters(site: Site, left: Mapping[str, Site]) -> bool:
    """Whether something is to be said of it if play does not come there: not if it does not come around it either."""
    return site.noticed is not None and not site.asks and site.inside not in left.values()


def _reached(one: Selected, named: Mapping[str, Site], plays: Sequence[Play]) -> Iterator[str]:
    """The marks to which plays come; all of them where they cannot be put there together."""
    program = marked(one, named)
    if program is None:
        yield from named
        return
    game = PythonGame(program, one.move_limit)
    left = set(named)
    for last in _lasts(game, plays):
        found = {name for name in left if game.value(last, name)}
        left -= found
        yield from found
        if not left:
            return


def _lasts(game: PythonGame, plays: Sequence[Play]) -> Iterator[State]:
    """Where plays end: those that are known, the shortest first, then random ones."""
    moves = 0
    for known in sorted(plays, key=lambda each: len(each.moves)):
        moves += len(known.moves)
        if moves > NOTICING_NEVER.known:
            break
        state = game.new()
        with suppress(IllegalAction, Unrested):
            for move in known.moves:
                state = game.step(state, move.action).state
        yield state
    for number in range(NOTICING_NEVER.plays):
        last: State | None = None
        with suppress(Unrested):
            for step in play(game, generator(0, number, "marks"), NOTICING_NEVER.moves):
                last = step.after
        if last is not None:
            yield last


def _proved(
    left: Mapping[str, Site], places: GamesOfText, games: Sequence[Selected], deadline: Deadline
) -> Iterator[InGames]:
    blocks = NOTICING_NEVER.blocks
    for name, site in left.items():
        noticed = site.noticed
        assert noticed is not None, "of others nothing is said"
        there = tuple(one for one in games if places.stands(noticed.span, one))
        if blocks <= 0 or deadline.passed():
            return
        if there and all(_never(one, name, site, deadline) for one in there):
            yield replace(noticed, hint=noticed.hint + AS_THEY_STAND), there
        else:
            blocks -= len(there[0].program.blocks) if there else 0


def _never(one: Selected, name: str, site: Site, deadline: Deadline) -> bool:
    """Whether it is proved that no play of a game comes there."""
    program = stopping_at(one, name, site.place)
    if program is None:
        return False
    game = PythonGame(program, one.move_limit)
    number = len(program.checks) - 1
    try:
        answer = look_for_proof(game, number, SmtProver(), NOTICING_NEVER.units, deadline)
    except (EndlessLoop, LongMove):
        return False
    return isinstance(answer.verdict, Proved)
