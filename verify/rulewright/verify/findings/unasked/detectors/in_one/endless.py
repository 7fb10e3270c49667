"""Play that can go round for ever, where no check asks whether it ends."""

from __future__ import annotations

from collections.abc import Iterable

from .....plays.play import play_of
from .....properties.kinds.termination import Ends, loop_actions
from .....stategraph.lasso import shortest_lasso
from ....finding import Shown
from ....kinds import FindingKind
from ...detector import Noticed
from ...explored import Explored


def endless(games: tuple[Explored, ...]) -> Iterable[Noticed]:
    """The shortest way round, in the first game that has one."""
    for one in games:
        if any(check.kind == Ends.keyword for check in one.program.checks):
            continue
        lasso = shortest_lasso(one.graph)
        if lasso is None:
            continue
        actions = loop_actions(one.game, one.graph, lasso)
        play = play_of(one.game, actions, len(lasso.stem) - 1)
        clauses = play.moves[-1].clauses if play.moves else ()
        play_part = next(
            part for part in one.ruleset.variants[one.program.instance.variant].parts
            if part.name.text == "play"
        )  # fmt: skip
        yield Noticed(
            FindingKind.ENDLESS, "play", play_part.name.span, clauses,
            "Play can go round for ever", "say what ends it, or that it is meant so",
            Shown(play, shortest=lasso.shortest), one.selected,
        )  # fmt: skip
        return
