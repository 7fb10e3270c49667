"""What must hold where play rests or reaches a loop: what is claimed there, and what the check asks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial

from rulewright.dsl.ir.program import Program

from .certificate import Certificate, Claim, CutBlock, CutPoint
from .goals import goals, same, shown_by
from .meaning.known import Known, Said
from .meaning.numbers import RangedNumber
from .meaning.terms import KernelTerm
from .meaning.values import Content
from .obligation import Assumption
from .setting import CutPointContext
from .sums.shifts import Shift


@dataclass(frozen=True, slots=True)
class Begin:
    """Where ways begin: the cut point (None: the beginning of play), the values there and after the choice,
    the shifts of the sums by that choice, the path on which it was possible, and who decided (None:
    nobody)."""

    point: CutPoint | None
    before: Mapping[str, Content]
    after: Mapping[str, Content]
    shifts: tuple[Shift, ...]
    path: KernelTerm
    actor: RangedNumber | None


@dataclass(frozen=True, slots=True)
class Due:
    """A goal that must hold where a condition does; ``player``: whose move it is about, if it is about one
    player's."""

    claim: Claim
    when: KernelTerm
    player: int | None = None

    def holds_at(self, claims: Sequence[Claim]) -> bool:
        """Whether it is among what is claimed or shown there anyway."""
        return any(same(self.claim, claim) for claim in claims)


class Demands:
    """What a certificate claims, and its check demands, at each cut point."""

    def __init__(
        self, program: Program, number: int, certificate: Certificate, known: Known
    ) -> None:
        """Raises Refused if the check is not about single positions."""
        check = program.checks[number]
        self._known = known
        self._claims = dict(certificate.claims)
        self.by_player = check.kind in ("never_by", "some_by")
        """Whether the check is about what a player has just done."""
        self.goals = () if check.kind in ("acts", "ends") else goals(program, check)
        """What the check says of every position, or of every one to which a player's move leads."""
        self._lemmas = shown_by(program, certificate.lemmas)
        self._said: dict[CutPoint, frozenset[Said]] = {}
        self._of: dict[CutPoint, tuple[Claim, ...]] = {}
        self.claimed = [claim for _, found in certificate.claims for claim in found]
        """What is claimed anywhere."""
        shown = (claim for found in self._lemmas.values() for claim in found)
        self.spoken = tuple(dict.fromkeys((*self.claimed, *shown, *self.goals)))
        """What is claimed, shown or asked anywhere."""

    def claims_at(self, point: CutPoint) -> Sequence[Claim]:
        """What the certificate claims at a cut point."""
        return self._claims.get(point, ())

    def shown_at(self, point: CutPoint) -> Sequence[Claim]:
        """What lemmas show at a cut point."""
        return self._lemmas.get(point, ())

    # --- what is known where ways begin -------------------------------------------------------

    def said_at(self, point: CutPoint) -> tuple[Claim, ...]:
        """What is stated at a cut point: by claims, by the check and by the lemmas."""
        return (*self.claims_at(point), *self._goals_at(point), *self.shown_at(point))

    def _goals_at(self, point: CutPoint) -> Sequence[Claim]:
        """What the check says of a cut point: nothing of one inside a move, or of other moves."""
        return () if isinstance(point, CutBlock) or self.by_player else self.goals

    def is_said(self, claim: Claim, point: CutPoint) -> bool:
        """Whether a claim is among them."""
        said = self._said.get(point)
        if said is None:
            said = self._said[point] = frozenset(map(self._known.said, self.said_at(point)))
        return self._known.said(claim) in said

    def assumed(
        self, s: CutPointContext, point: CutPoint, variables: Mapping[str, Content]
    ) -> tuple[Assumption, ...]:
        """What is known at a cut point; leaving some of it out is always allowed."""
        return tuple(
            Assumption(cache(partial(s.term, claim, variables, point.node)), claim)
            for claim in self.said_at(point)
            if s.can_be_read(claim)
        )

    def assumed_of_sums(
        self, s: CutPointContext, point: CutPoint, variables: Mapping[str, Content]
    ) -> tuple[Assumption, ...]:
        """What is known there of the differences of the sums that are followed."""
        found = (
            (claim, s.by_differences(claim, variables, point.node)) for claim in self.said_at(point)
        )
        return tuple(Assumption.of(term, claim) for claim, term in found if term)

    # --- what must hold where they end --------------------------------------------------------

    def of(self, point: CutPoint) -> tuple[Claim, ...]:
        """What must hold at a cut point, except for goals that the lemmas show."""
        if point not in self._of:
            shown = frozenset(map(self._known.said, self.shown_at(point)))
            goals = () if point.node is None else self.goals
            open_ = (goal for goal in goals if self._known.said(goal) not in shown)
            self._of[point] = (*self.claims_at(point), *open_)
        return self._of[point]

    def due(self, s: CutPointContext, begin: Begin) -> Iterator[Due]:
        """What the check demands of a position to which ways lead, and when."""
        t = s.t
        if not self.by_player:
            yield from (Due(goal, t.true) for goal in self.goals)
            return
        node = None if begin.point is None else begin.point.node
        if begin.point is None or (node is not None and begin.actor is None):
            return  # Nobody has done what is there before the first decision, or by chance.
        for goal in self.goals:
            player = goal.bound[0][1]
            mine = t.true if begin.actor is None else s.values.n.is_(begin.actor, player)
            yield Due(goal, mine, player)

    def is_framed(self, claim: Claim, source: CutPoint, changed: frozenset[str]) -> bool:
        """Whether a claim is stated at a source and reads nothing that is changed."""
        reads = self._known.reads(claim.expression)
        return (
            not reads.node and reads.variables.isdisjoint(changed) and self.is_said(claim, source)
        )
