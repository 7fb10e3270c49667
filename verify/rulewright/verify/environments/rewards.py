"""The payoff of the end of a play to each player."""

from __future__ import annotations

from rulewright.dsl.ir.program import End, Program
from rulewright.dsl.ir.types import Int, Map
from rulewright.engines.game import Outcome


class Rewards:
    """The payoffs of outcomes, from ``least`` to ``most``.

    If every end ranks the players by scores, it is the score less the mean of all scores, so that
    the sum is zero. Else it is 1 for winners, -1 for others, and 0 for all if nobody has won, or
    everybody has; but if all can lose together, that is -1 for all and winning together 1. What the
    rules leave open is worth 0.
    """

    def __init__(self, program: Program) -> None:
        self._players = len(program.players.labels)
        ends = [node for node in program.nodes if isinstance(node, End)]
        self._scored = bool(ends) and all(end.scores is not None for end in ends)
        self._together = any(end.kind == "lose" for end in ends) or self._players == 1
        self.least, self.most = -1.0, 1.0
        if self._scored:
            spans = [_span(end) for end in ends]
            widest = max(float(span) for span in spans)
            self.least, self.most = -max(1.0, widest), max(1.0, widest)
        self.zero_sum = self._scored or (self._players == 2 and not self._together)

    def of(self, outcome: Outcome | None) -> list[float]:
        """The payoff of each player; 0 for a play that is not over, or whose end the rules leave
        open."""
        if outcome is None or outcome.kind == "fault":
            return [0.0] * self._players
        if self._scored and outcome.scores is not None:
            mean = sum(outcome.scores) / self._players
            return [score - mean for score in outcome.scores]
        everybody = len(outcome.winners) == self._players
        if outcome.kind == "lose":
            return [-1.0] * self._players
        if not outcome.winners or (everybody and not self._together):
            return [0.0] * self._players
        return [1.0 if p in outcome.winners else -1.0 for p in range(self._players)]


def _span(end: End) -> int:
    t = end.scores.type if end.scores is not None else None
    inner = t.value if isinstance(t, Map) else None
    return inner.hi - inner.lo if isinstance(inner, Int) else 1
