"""Branches and options to which no play of larger games comes: those left by plays, if each is proved.

Plays cost little, and leave few candidates. For these the prover is asked with a small, fixed effort; where
it does not know, nothing is reported.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from rulewright.dsl.marks import free_prefix
from rulewright.engines.python.game import PythonGame

from ....effort.answering import NOTICING_NEVER
from ....limits import Deadline
from ..detector import InGames
from .candidates import Site, sites
from .known_game import KnownGame
from .marked import marked, stopping_at
from .played import PlayedFor, plays_of
from .proving import proved

FEW = PlayedFor(NOTICING_NEVER.known, NOTICING_NEVER.moves)


def never_reached(
    games: Sequence[KnownGame], left: Mapping[str, Site], deadline: Deadline
) -> tuple[InGames, ...]:
    """What no play of these games of one ruleset comes to, among what is ``left``."""
    ruleset = games[0].selected.ruleset
    if ruleset is None:
        return ()
    asked = (
        (site.noticed, partial(stopping_at, name=name, site=site))
        for name, site in left.items()
        if site.noticed is not None and _matters(site, left)
    )
    return tuple(proved(asked, games, NOTICING_NEVER.blocks, deadline))


def left_by_plays(games: Sequence[KnownGame], deadline: Deadline) -> Mapping[str, Site]:
    """The places to which none of the tried plays comes, by the names of their marks."""
    ruleset = games[0].selected.ruleset
    if ruleset is None:
        return {}
    name = free_prefix(ruleset)
    left = {f"{name}{number}": site for number, site in enumerate(sites(ruleset))}
    for one in games:
        if deadline.passed() or not left:
            break
        for reached in tuple(_reached(one, left)):
            del left[reached]
    return left


def _matters(site: Site, left: Mapping[str, Site]) -> bool:
    """Whether it is to be reported if play does not come there: not if it does not come to the enclosing
    place either."""
    return not site.asks and site.inside not in left.values()


def _reached(one: KnownGame, named: Mapping[str, Site]) -> Iterator[str]:
    """The marks that plays reach; all of them if they cannot be inserted together."""
    program = marked(one.selected, named)
    if program is None:
        yield from named
        return
    game = PythonGame(program, one.selected.move_limit)
    left = set(named)
    for positions in plays_of(game, one.plays, FEW):
        found = {name for name in left if game.value(positions[-1], name)}
        left -= found
        yield from found
        if not left:
            return
