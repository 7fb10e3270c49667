"""What holds in every position of larger games, as reported for small ones: plays rule out most candidates,
proofs confirm the rest.

These are conditions that always have the same result, cards that never come into play, decisions in which
there is nothing to decide, players who never decide, and state that never changes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rulewright.dsl.ir.program import Program
from rulewright.engines.python.game import PythonGame

from ....effort.answering import NOTICING_ALWAYS
from ....limits import Deadline
from ....portfolio.methods.sampling import contradicted_in_c
from ....properties.asked_of_programs import asking_never
from ...subject import Selected
from ..detector import Conjecture, InGames, Provable, unhidden
from ..detectors.in_all.constant_conditions import ConstantConditions
from ..detectors.in_all.dead_options import DeadOptions
from ..detectors.in_all.forced import ForcedDecisions
from ..detectors.in_all.idle_players import IdlePlayers
from ..detectors.in_all.never_stored import NeverStored
from ..detectors.in_all.unseen_cards import UnseenCards
from .candidates import Site
from .known_game import KnownGame
from .played import Played, PlayedFor, played
from .proving import proved
from .under_settings import UnderSettings

PROVABLE: tuple[Provable[Any], ...] = (
    IdlePlayers(), UnseenCards(), DeadOptions(conditions_alone=True), ForcedDecisions(), NeverStored(),
)  # fmt: skip
"""First those whose proofs are the easiest."""


FIRST = PlayedFor(NOTICING_ALWAYS.known, NOTICING_ALWAYS.moves)
OTHERS = PlayedFor(NOTICING_ALWAYS.in_others, NOTICING_ALWAYS.in_others)


@dataclass(frozen=True, slots=True)
class _Held:
    """A claim, and the detector that made it."""

    claim: Conjecture[Any]
    by: Provable[Any] | ConstantConditions

    def question(self, one: Selected) -> Program | None:
        """The game whose last question is whether nothing contradicts the claim."""
        if isinstance(self.by, ConstantConditions | NeverStored):
            return self.by.contradicted(self.claim, one)
        return self.at_rest(one)

    def at_rest(self, one: Selected) -> Program | None:
        """The same where only resting places are asked about."""
        if isinstance(self.by, ConstantConditions):
            return None
        against = self.by.against(self.claim, one.program)
        return None if against is None else asking_never(one.program, against)


def always_so(
    games: Sequence[KnownGame], left: Mapping[str, Site], deadline: Deadline
) -> tuple[InGames, ...]:
    """What holds in these games of one ruleset, as they stand.

    ``left``: places to which no play came; they are reported as a whole.
    """
    ruleset = games[0].selected.ruleset
    if ruleset is None or deadline.passed():
        return ()
    settings = UnderSettings(ruleset)
    seen = [played(one, OTHERS if number else FIRST) for number, one in enumerate(games)]
    held = _unrefuted(tuple(filter(None, seen)), settings, deadline)
    there = {id(claim) for claim in unhidden(each.claim for each in held)}
    dark = [span for site in left.values() for span in site.spans]
    held = [
        each
        for each in held
        if id(each.claim) in there
        and not any(each.claim.noticed.span.is_within(span) for span in dark)
    ]
    held = _unrefuted_at_length(held, games[0].selected, deadline)
    asked = ((each.claim.noticed, each.question) for each in held)
    return tuple(proved(asked, games, NOTICING_ALWAYS.blocks, deadline))


def _unrefuted(
    seen: tuple[Played, ...], settings: UnderSettings, deadline: Deadline
) -> list[_Held]:
    """What no position of these plays contradicts, and no setting may.

    Conditions are looked at in the first game only: inserting something into the rules of each takes long.
    """
    held: list[_Held] = []
    for by in PROVABLE:
        claims: Sequence[Conjecture[Any]] = [
            claim for claim in by.claims(seen) if not settings.may_contradict(by, claim)
        ]
        for one in seen:
            if deadline.passed():
                return []
            claims = by.left(claims, one) if claims else ()
        held += (_Held(claim, by) for claim in claims)
    conditions = ConstantConditions(settings.leave)
    return held + [_Held(claim, conditions) for claim in conditions.claims(seen[:1])]


def _unrefuted_at_length(held: Sequence[_Held], one: Selected, deadline: Deadline) -> list[_Held]:
    """What many random plays of a game do not contradict, as far as it is examined."""
    questions = [(each, each.at_rest(one)) for each in held]
    asked = [(each, program) for each, program in questions if program is not None]
    if not asked or deadline.passed():
        return list(held)
    checks = [
        replace(program.checks[0], name=f"so_{number}") for number, (_, program) in enumerate(asked)
    ]
    program = replace(one.program, checks=tuple(checks), strategies=(), examples=())
    game = PythonGame(program, one.move_limit)
    seen = contradicted_in_c(game, NOTICING_ALWAYS.plays, NOTICING_ALWAYS.length, deadline)
    against = {id(asked[number][0]) for number in seen}
    return [each for each in held if id(each) not in against]
