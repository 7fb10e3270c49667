"""Play that can go round for ever, if no check asks whether it ends."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from .....plays.play import Play, play_of
from .....properties.kinds.termination import loop_actions
from .....properties.registry import is_termination
from .....stategraph.lasso import shortest_lasso
from ....finding import Shown
from ....kinds import FindingKind
from ....subject import Selected
from ...detector import Noticed
from ...explored import Explored


def endless(games: tuple[Explored, ...]) -> Iterable[Noticed]:
    """The shortest way round, in the first game that has one."""
    for one in games:
        if any(map(is_termination, one.program.checks)):
            continue
        lasso = shortest_lasso(one.graph)
        if lasso is None:
            continue
        actions = loop_actions(one.game, one.graph, lasso)
        play = play_of(one.game, actions, len(lasso.stem) - 1)
        noticed = goes_round(one.selected, play)
        yield replace(noticed, play=Shown(play, shortest=lasso.shortest), seen=one.selected)
        return


def goes_round(one: Selected, play: Play) -> Noticed:
    """What is reported of a play that comes round again."""
    assert one.ruleset is not None, "it was made from one"
    parts = one.ruleset.variants[one.program.instance.variant].parts
    return Noticed(
        FindingKind.ENDLESS,
        "play",
        next(part for part in parts if part.name.text == "play").name.span,
        play.moves[-1].clauses if play.moves else (),
        "Play can go round for ever",
        "say what ends it, or that it is meant so",
    )
