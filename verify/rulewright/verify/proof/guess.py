"""Guesses why no play does what a check looks for: certificates, the cheap ones first."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property

from rulewright.dsl.ir.choices import choices_of, parameters_of
from rulewright.dsl.ir.program import Chance, Program

from ..effort.proving import PRICES, PROVING, ProofEffort
from ..kernel.certificate import Certificate
from ..kernel.goals import goals, same
from ..limits import Tick
from ..properties.registry import is_deadlock, is_termination
from ..recursion import deep_recursion
from ..solvers.queries.metered import Meter, MeteredSolver, OutOfUnits
from ..symbolic.analysis.analysis import Analysis
from .attempts import CertificateAttempts
from .claims.candidates import ClaimCandidates
from .claims.cone import cone_of, fed, widened
from .claims.cone_claims import ConeClaims
from .claims.last_branches import last_branches
from .claims.suggestions import Suggestions
from .cuts import after_loops, cut_points
from .entailment import in_any_position, of_every_position
from .measures.termination import termination
from .obligations import goals_of, target_of


@dataclass(frozen=True, slots=True)
class NoGuess:
    """Nothing was found, and why."""

    why: str


@deep_recursion()
def guess(
    program: Program,
    number: int,
    effort: ProofEffort,
    tick: Tick = lambda: None,
    known: Sequence[Certificate] = (),
    *,
    again: bool = False,
) -> Certificate | NoGuess:
    """A certificate for a check that the kernel may accept; the same inputs give the same one.

    ``tick`` is called now and then and may raise, to end the work. ``known``: certificates for other checks
    of the program that were accepted; what they show may be used. ``again``: with some of these, but not
    all, nothing was found with the same effort: only what may rest on them is tried.

    Where a great effort was spent on a few hard questions, less is spent on each in a second try: with a claim
    more, or fewer at once, others may do.
    """
    check = program.checks[number]
    if target_of(check) is None and not is_termination(check):
        return NoGuess("no prover answers such a question")
    second = [effort.with_shorter_questions()] if effort.units >= PROVING.great else []
    for one in (effort, *second):
        meter = Meter(one.units, tick)
        try:
            found = _Guesses(program, number, one, meter, tick, known, again=again).find()
        except OutOfUnits:
            continue
        except RecursionError:
            return NoGuess("an expression is nested too deeply")
        return found or NoGuess("no claim that was tried is strong enough")
    return NoGuess("the units for proofs were spent")


class _Guesses:
    """Looks for claims that all ways keep: first without any, finally with everything that the ruleset
    suggests."""

    def __init__(
        self,
        program: Program,
        number: int,
        effort: ProofEffort,
        meter: Meter,
        tick: Tick,
        known: Sequence[Certificate],
        *,
        again: bool,
    ) -> None:
        self._program, self._number = program, number
        self._check = program.checks[number]
        self._effort, self._meter, self._again = effort, meter, again
        self._known = tuple(k for k in known if k.check != self._check.name)
        self._analysis = Analysis(program)
        given = self._analysis, number, effort, meter, tick
        self._suggested = Suggestions(*given)
        cuts = after_loops(program) - self._suggested.loops
        self._suggested_after_loops = Suggestions(*given, cuts) if cuts else self._suggested
        self._attempts = CertificateAttempts(
            self._analysis, number, MeteredSolver(meter, effort.question)
        )

    def find(self) -> Certificate | None:
        """A certificate, if one is found. Raises OutOfUnits."""
        if is_termination(self._check):
            return None if self._again else self._every_play_ends()
        if is_deadlock(self._check):
            return self._about_everything()
        return (
            self._in_any_position()
            or self._said_by_a_proof()
            or self._by_itself()
            or self._about_everything()
        )

    def _every_play_ends(self) -> Certificate | None:
        return termination(
            self._program,
            self._number,
            self._meter,
            self._attempts.whole,
            (
                lambda: last_branches(self._program),
                lambda: self._suggested.few,
                self._suggested.many,
            ),
        )

    def _in_any_position(self) -> Certificate | None:
        # There are few questions, so each may use all units.
        meter = self._meter.part(PROVING.anywhere)
        asked = MeteredSolver(meter, max(1, meter.left))
        tick = meter.ticking(PRICES.built)
        with suppress(OutOfUnits):
            return in_any_position(self._program, self._number, self._known, asked, tick)
        return None

    def _said_by_a_proof(self) -> Certificate | None:
        """What a proof of another check rests on may answer this one, for the same reasons."""
        answer = goals(self._program, self._check)
        nodes = cut_points(self._program, ())
        checks = {check.name: check for check in self._program.checks}
        for other in self._known:
            claimed = dict(other.claims)
            if of_every_position(checks[other.check]) and all(
                any(same(c, a) for c in claimed.get(p, ())) for p in nodes for a in answer
            ):
                # What it shows itself it need not claim where play rests.
                shown = goals(self._program, checks[other.check])
                for point in nodes:
                    claimed[point] = tuple(dict.fromkeys((*claimed[point], *shown)))
                made = replace(other, check=self._check.name, claims=tuple(claimed.items()))
                found = self._attempts.in_part(made, PROVING.cone)
                if found is not None:
                    return found
        return None

    def _by_itself(self) -> Certificate | None:
        """What rests on no proof of another check; nothing if that was tried before."""
        if self._again:
            return None
        return self._by_values_that_were_seen() or self._over_few_variables()

    def _by_values_that_were_seen(self) -> Certificate | None:
        """That what influences the question has one of the values that plays showed, and what the checks
        state about it.

        Only with little effort: with more, this is tried in its turn, and plays take time.
        """
        if self._effort.units >= PROVING.little:
            return None
        asked = fed(self._analysis, self._asked_about())
        for variables in (asked, widened(self._analysis, asked)):
            cone = cone_of(self._analysis, variables)
            claims = self._about(cone, self._suggested.with_values())
            made = _with(replace(self._bare, followed=cone), claims)
            found = self._attempts.narrow_or_in_part(made, PROVING.values)
            if found is not None:
                return found
        return None

    def _over_few_variables(self) -> Certificate | None:
        suggested = self._suggested
        made = ConeClaims(
            self._analysis,
            self._number,
            lambda: suggested.anywhere,
            suggested.asked_at,
            lambda watched: suggested.steps(PROVING.loops, watched),
            self._meter.ticking(PRICES.evaluated),
        )
        for certificate in made.certificates():
            is_narrow = certificate.widest > 0
            attempt = self._attempts.in_part if is_narrow else self._attempts.narrow_or_in_part
            found = attempt(certificate, PROVING.cone)
            if found is not None:
                return found
        return None

    def _about_everything(self) -> Certificate | None:
        """Without claims, then with what is known of other checks, then with ever more suggestions."""
        bare, whole = self._bare, self._attempts.whole
        found = None
        if not self._again:
            found = whole(bare)
            if found is None and is_deadlock(self._check):
                # Where somebody decides, all that needs to be known is often why play came there.
                found = whole(_with(bare, last_branches(self._program)))
        if found is None and self._known:
            bare = replace(bare, lemmas=self._known)
            found = whole(bare) or self._attempts.in_part(
                _with(bare, self._suggested.asked_about(self._asked_about())), PROVING.cone
            )
        return (
            found
            or whole(_with(bare, self._suggested.few))
            or self._shown_over_few_variables(bare)
            or whole(_with(bare, self._suggested.affine()))
            or whole(_with(bare, self._suggested.many()))
            or self._attempts.in_part(_with(bare, self._suggested.bounded()), 1)
        )

    def _shown_over_few_variables(self, bare: Certificate) -> Certificate | None:
        """What plays show of the variables of the question, then also of those that decide what happens to
        these, and of no others."""
        asked = self._asked_about()
        # What is taken from a supply was nowhere else before.
        from_there = {s.variable for s in self._program.supplies if asked.intersection(s.places)}
        own = cone_of(self._analysis, fed(self._analysis, asked | from_there))
        suggested = self._suggested_after_loops
        for cone in dict.fromkeys((own, widened(self._analysis, own))):
            made = replace(bare, followed=cone, loops=suggested.loops)
            claims = self._about(cone, suggested.affine(cone))
            found = self._attempts.in_part(_with(made, claims), PROVING.shown)
            if found is not None:
                return found
        return None

    @cached_property
    def _bare(self) -> Certificate:
        """A certificate about all variables that claims nothing."""
        everything = frozenset(self._analysis.types)
        return Certificate(self._check.name, everything, loops=self._suggested.loops)

    def _about(self, cone: frozenset[str], candidates: ClaimCandidates) -> ClaimCandidates:
        """The candidates that read only the cone."""
        reads = self._analysis.reads
        for point, claims in candidates:
            yield point, tuple(c for c in claims if reads(c.expression) <= cone)

    def _asked_about(self) -> frozenset[str]:
        """The variables that the answer reads; whether somebody can act reads those of all options."""
        if not is_deadlock(self._check):
            asked = [goal.expression for goal in goals_of(self._program, self._check)]
        else:
            options = [o for node in self._program.nodes for o in choices_of(node)]
            asked = [o.weight if isinstance(o, Chance) else o.guard for o in options]
            asked += [p.over for o in options for p in parameters_of(o)]
        return self._analysis.reads(*asked)


def _with(certificate: Certificate, candidates: ClaimCandidates) -> Certificate:
    """The same with these claims."""
    return replace(certificate, claims=tuple(candidates))
