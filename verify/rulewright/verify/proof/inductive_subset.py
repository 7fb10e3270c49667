"""The subset of some claims that the kernel keeps and that the answer needs.

This is the Houdini algorithm (Flanagan, Leino 2001) with the kernel's obligations as its judge: what some
way may break is dropped, until nothing is broken. But a claim is looked at only when another one was seen
to rest on it: a question is asked with few assumptions, and where it has a model, what is false in the
model is assumed as well (abstraction refinement, Clarke et al. 2000). The result is still a guess, and
checked as one.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir.program import Program
from rulewright.dsl.ir.walk import walk

from ..effort.proving import CLAIMING, PROVING
from ..kernel.certificate import Certificate, Claim, CutNode, CutPoint
from ..kernel.goals import alternatives, same, shown_by
from ..kernel.meaning.known import Known
from ..kernel.obligation import PROLOGUE, Assumption, Obligation, Violation
from ..kernel.obligations import InductiveCertificate
from ..kernel.setting import Shared
from ..solvers.queries.metered import MeteredSolver
from ..solvers.solver import Sat, Undecided, Unsat
from ..symbolic.analysis.analysis import Analysis
from .obligations import goals_of


def inductive_subset(
    program: Program,
    number: int,
    certificate: Certificate,
    asked: MeteredSolver,
    tick: Callable[[], None],
) -> Certificate | None:
    """The certificate with those of its claims that are kept and needed; None if there are none.

    What the solver does not decide counts as not kept. ``tick`` may raise, to end the work, and ``asked``
    raises OutOfUnits.
    """
    return _Subset(program, number, certificate, asked, tick).find()


@dataclass(slots=True)
class _Question:
    """An obligation, and which assumptions were seen to suffice for which part of it."""

    obligation: Obligation
    used: set[Claim] = field(default_factory=set)
    shown: set[tuple[CutPoint, Claim]] = field(default_factory=set)
    settled: bool = False


class _Subset:
    """One run of the algorithm."""

    def __init__(
        self,
        program: Program,
        number: int,
        certificate: Certificate,
        asked: MeteredSolver,
        tick: Callable[[], None],
    ) -> None:
        self._program, self._number = program, number
        self._shown = {lemma: shown_by(program, (lemma,)) for lemma in certificate.lemmas}
        claims = tuple((point, tuple(self._not_shown(point, c))) for point, c in certificate.claims)
        self._given = replace(certificate, claims=claims)
        self._asked, self._tick = asked, tick
        self._alive = {point: dict.fromkeys(claims) for point, claims in claims}
        self._droppable = {point: frozenset(claims) for point, claims in claims}
        self._goals = goals_of(program, program.checks[number])
        said = [claim for _, found in claims for claim in found if claim.summed]
        enough = [part for goal in self._goals for part in alternatives(goal)]
        self._summed_for_the_answer = {c for c in said if any(same(c, part) for part in enough)}
        self._needed: dict[CutPoint, set[Claim]] = {
            point: {claim for claim in alive if self._is_goal(point, claim)}
            for point, alive in self._alive.items()
        }
        self._analysis = Analysis(program)
        self._shared = Shared(Known(program))
        self._shapes: dict[Claim, tuple[object, ...]] = {}
        self._built: dict[CutPoint | None, list[_Question]] = {}
        self._ends: dict[CutPoint | None, frozenset[CutPoint]] = {}

    def find(self) -> Certificate | None:
        """What is kept and needed."""
        inductive = self._certificate()
        sources = list(inductive.sources())
        waiting = deque(sources)
        while waiting:
            source = waiting.popleft()
            again: set[CutPoint | None] = set()
            for question in self._questions(source):
                changed = self._settle(question, again)
                if not changed:
                    return None
            for other in sources:
                if other in again and other not in waiting:
                    waiting.append(other)
        claims = (
            (point, tuple(c for c in alive if c in self._needed[point]))
            for point, alive in self._alive.items()
        )
        return replace(
            self._given,
            claims=tuple((point, found) for point, found in claims if found),
            lemmas=tuple(lemma for lemma in self._given.lemmas if self._rests_on(lemma)),
        )

    def _not_shown(self, point: CutPoint, claims: Iterable[Claim]) -> Iterator[Claim]:
        """The claims that no lemma shows."""
        known = [claim for shown in self._shown.values() for claim in shown.get(point, ())]
        return (claim for claim in claims if not any(same(claim, other) for other in known))

    def _rests_on(self, lemma: Certificate) -> bool:
        """Whether something was shown with what a lemma shows."""
        shown = self._shown[lemma]
        return any(
            not question.used.isdisjoint(shown.get(source, ()))
            for source, questions in self._built.items()
            if source is not None
            for question in questions
        )

    def _certificate(self) -> InductiveCertificate:
        claims = tuple((point, tuple(alive)) for point, alive in self._alive.items())
        certificate = replace(self._given, claims=claims)
        return InductiveCertificate(
            self._program, self._number, certificate, self._tick, self._shared, framed=False
        )

    def _questions(self, source: CutPoint | None) -> list[_Question]:
        if source not in self._built:
            found = [_Question(o) for o in self._certificate().obligations(source)]
            self._built[source] = found
            points = (v.point for question in found for v in question.obligation.violations)
            self._ends[source] = frozenset(point for point in points if point is not None)
        return self._built[source]

    # --- one obligation -----------------------------------------------------------------------

    def _settle(self, question: _Question, again: set[CutPoint | None]) -> bool:
        """Drop what a way may break; False if that is something that must be kept.

        ``again`` receives the sources that must be looked at again.
        """
        source = question.obligation.source
        if any(self._is_dropped(source, claim) for claim in question.used):
            question.used.clear()
            question.shown.clear()
            question.settled = False
        while True:
            due = [v for v in question.obligation.violations if self._is_due(question, v)]
            if not due:
                return True
            broken = self._broken(question, due)
            for violation in broken:
                if violation.claim is None or violation.point is None:
                    return False
                if self._is_goal(violation.point, violation.claim):
                    return False
                self._drop(violation.point, violation.claim, again)
            if broken:
                continue
            question.settled = True
            question.shown |= {(v.point, v.claim) for v in due if v.point and v.claim}
            if source is not None:
                # A sum is followed from where it is claimed, whatever is assumed.
                summed = {v.claim for v in due if v.claim is not None and v.claim.summed}
                if any(v.claim is None for v in due):
                    summed |= self._summed_for_the_answer
                question.used |= summed & self._alive.get(source, {}).keys()
                more = question.used - self._needed.get(source, set())
                more &= self._droppable.get(source, frozenset())
                if more:
                    self._needed[source] |= more
                    again |= {s for s in self._built if source in self._ends[s]}
            return True

    def _is_due(self, question: _Question, violation: Violation) -> bool:
        if violation.point is None or violation.claim is None:
            return not question.settled
        return (
            violation.claim in self._needed[violation.point]
            and violation.claim in self._alive[violation.point]
            and (violation.point, violation.claim) not in question.shown
        )

    def _is_goal(self, point: CutPoint, claim: Claim) -> bool:
        """Whether a claim is the answer itself, which must hold wherever play rests."""
        return isinstance(point, CutNode) and self._is_the_answer(claim)

    def _is_the_answer(self, claim: Claim) -> bool:
        return any(same(claim, goal) for goal in self._goals)

    def _is_dropped(self, source: CutPoint | None, claim: Claim) -> bool:
        if source is None or claim not in self._droppable.get(source, ()):
            return False
        return claim not in self._alive[source]

    def _drop(self, point: CutPoint, claim: Claim, again: set[CutPoint | None]) -> None:
        del self._alive[point][claim]
        if claim.summed:
            # How a sum is followed depends on whether it is claimed where the ways begin.
            self._built.pop(point, None)
        again.add(point)

    # --- asking -------------------------------------------------------------------------------

    def _broken(self, question: _Question, due: Sequence[Violation]) -> list[Violation]:
        """Which of the due claims may be broken; ``used`` receives what the others were seen to need.

        What is not decided even alone counts as broken.
        """
        obligation = replace(question.obligation, violations=tuple(due))
        source = obligation.source
        known = [
            a
            for a in obligation.assumed
            if a.claim is None or not self._is_dropped(source, a.claim)
        ]
        about = {violation.claim.expression for violation in due if violation.claim is not None}
        followed = {v.claim for v in due if v.claim is not None and v.claim.summed}
        light = [a for a in known if self._is_light(a, about, followed) or a.claim in question.used]
        rest, *later = self._in_stages([a for a in known if a not in light], due)
        at_once = CLAIMING.at_once
        tried_all = bool(question.used)
        while True:
            self._tick()
            asked = replace(obligation, assumed=tuple(light))
            if asked.folded:
                break
            answer = self._ask(asked, rest)
            if answer is None:
                break
            if isinstance(answer, Undecided):
                if len(due) > 1:  # Fewer claims are decided sooner than more assumptions.
                    half = len(due) // 2
                    parts = due[:half], due[half:]
                    return [v for part in parts for v in self._broken(question, part)]
                if rest:
                    light, rest = [*light, *rest], []
                    continue
                if later:
                    rest, *later = later
                    continue
                return list(due)
            false, wrong = answer
            if false and not tried_all:
                # Most of what needs more than little is broken whatever is assumed.
                tried_all = True
                everything = self._ask(replace(obligation, assumed=tuple(known)), [], brief=True)
                if isinstance(everything, tuple):
                    return everything[1]
            if false:
                # What one needs of a card, say, it mostly needs of all cards.
                alike = {self._shape(a) for a in false[:at_once]}
                light += [a for a in rest if self._shape(a) in alike]
                at_once *= 2
                rest = [a for a in rest if a not in light]
            elif later:
                # What was true in this model may be false in the next one.
                more, *later = later
                rest = [*rest, *more]
            else:
                return wrong
        question.used |= {a.claim for a in light if a.claim is not None}
        return []

    def _in_stages(
        self, rest: Sequence[Assumption], due: Sequence[Violation]
    ) -> list[list[Assumption]]:
        """What may be assumed: nothing, then what is about the same variables as what is due, then the
        rest. Of the former, those that ask for the size of a set come last: they take the solver longest, and
        must then be shown themselves."""
        claims = [v.claim for v in due if v.claim is not None] or self._goals
        about = frozenset[str]().union(*(self._reads(claim) for claim in claims))
        near = [a for a in rest if a.claim is None or self._reads(a.claim) & about]
        far = sorted((a for a in rest if a not in near), key=self._rank)
        sizes = [a for a in near if a.claim is not None and _asks_for_a_size(a.claim)]
        near = sorted((a for a in near if a not in sizes), key=lambda a: len(self._shape(a)))
        return [[], *(stage for stage in (near, sizes, far) if stage)]

    def _shape(self, assumption: Assumption) -> tuple[object, ...]:
        """The same for claims that differ only in constants."""
        claim = assumption.claim
        if claim is None:
            return (id(assumption),)
        if claim not in self._shapes:
            self._shapes[claim] = _shape_of(claim.expression)
        return self._shapes[claim]

    def _reads(self, claim: Claim) -> frozenset[str]:
        return self._analysis.reads(claim.expression)

    def _is_light(self, assumption: Assumption, about: set[x.Expr], followed: set[Claim]) -> bool:
        claim = assumption.claim
        if claim is None:
            return True
        if claim in followed:
            return False  # What is added to a sum and taken from it is known without its value.
        return self._is_the_answer(claim) or (
            claim.expression in about and claim.expression != x.NO
        )

    def _rank(self, assumption: Assumption) -> bool:
        """Whether it says that play never comes to this cut point; that is tried last."""
        return assumption.claim is not None and assumption.claim.expression == x.NO

    def _ask(
        self, asked: Obligation, rest: Sequence[Assumption], *, brief: bool = False
    ) -> tuple[list[Assumption], list[Violation]] | Undecided | None:
        """None if nothing is broken; else what is false in a model of ``rest``, and broken in it.
        ``brief``: the solver gets few units."""
        t = asked.terms
        left = asked.left
        terms = [*(a.term for a in rest), *(v.term for v in left)]
        marks = {term: t.variable(0) for term in terms if term not in (t.true, t.false)}
        wrong = t.or_(violation.term for violation in left)
        assumed = [assumption.term for assumption in asked.assumed]
        script = asked.asserting([*assumed, wrong, *(t.same(m, a) for a, m in marks.items())])
        names = {term: script.written[mark] for term, mark in marks.items()}
        value = f"(get-value ({' '.join(names.values())}))\n" if marks else ""
        solver = self._asked.at_most(PROVING.broken) if brief else self._asked
        match solver.model(f"{PROLOGUE}{script.text}\n(check-sat)\n{value}", len(marks)):
            case Unsat():
                return None
            case Sat(values):
                true = {term for term, name in names.items() if values[name]}
                true.add(t.true)
                false = [a for a in rest if a.term not in true]
                return false, [v for v in left if v.term in true]
            case Undecided() as undecided:
                return undecided


def _shape_of(e: x.Expr) -> tuple[object, ...]:
    """The kinds of its parts, with the names of variables and how things are compared, and without
    constants."""
    return tuple(_kind_of(part) for part in walk(e))


def _kind_of(part: object) -> str:
    match part:
        case x.Var(name):
            return name
        case x.Compare(op):
            return op
        case _:
            return type(part).__name__


def _asks_for_a_size(claim: Claim) -> bool:
    return any(isinstance(part, x.Size) for part in walk(claim.expression))
