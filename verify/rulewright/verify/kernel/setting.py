"""The symbolic values at one cut point, and everything that is asked of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir import types as ty
from rulewright.dsl.ir.program import Chance, Choice, Program

from .certificate import Certificate, Claim, CutPoint
from .goals import Refused
from .meaning.expressions.dispatch import meaning_of
from .meaning.expressions.evaluation import Frame, KernelMeaning
from .meaning.known import Known
from .meaning.numbers import RangedNumber
from .meaning.terms import KernelTerm, KernelTermBuilder
from .meaning.values import AnyValue, Content, KernelValue, KernelValues
from .meaning.witnesses import witnessed
from .obligation import Assumption, Obligation, Violation
from .sums.differences import Differences, SumComparisons
from .sums.parts import NotASum, SumComparison, bound_locals, taken_apart
from .sums.shifts import Shift, Shifts
from .sums.sums import StoreEffect, Sum, shifted
from .ways.paths import Paths


def compares_sums(program: Program, claim: Claim) -> bool:
    """Whether a claim can be shown by following sums."""
    everything = frozenset(variable.name for variable in program.variables)
    try:
        taken_apart(
            meaning_of(Known(program), KernelValues(KernelTermBuilder()), everything, everything),
            claim,
        )
    except NotASum:
        return False
    return True


@dataclass(frozen=True, slots=True)
class Shared:
    """What certificates about one program share: ``compared``, the claims as sums, and ``parts``, the
    comparisons in them as sums."""

    known: Known
    compared: dict[Claim, SumComparison] = field(default_factory=dict)
    parts: SumComparisons = field(default_factory=dict)


class CutPointContext:
    """Symbolic values for one cut point at which ways begin, and everything that is asked of them."""

    def __init__(
        self,
        shared: Shared,
        certificate: Certificate,
        summed: Iterable[Claim],
        order: Sequence[int],
        tick: Callable[[], None],
        claims: Iterable[Claim] = (),
    ) -> None:
        """``summed``: the certificate's summed claims, each once. ``order`` of the blocks, from
        :func:`.paths.order_of`. ``claims``: all that may be made. Raises Refused.
        """
        known, compared = shared.known, shared.compared
        self._known = known
        self.program = program = known.program
        self.values = KernelValues(KernelTermBuilder(tick))
        self.t = self.values.t
        everything = frozenset(variable.name for variable in program.variables)
        exact = meaning_of(known, self.values, everything, everything)
        try:
            self.sums = {claim: _sum(exact, claim, compared) for claim in summed}
        except NotASum:
            raise Refused("a claim is said to compare sums, and does not") from None
        self._sunk = _sunk(exact, certificate, compared)
        followed = certificate.followed
        self._sums = (*self.sums.values(), *self._sunk.values())
        self._summed = frozenset[str]().union(*(sum_.variables for sum_ in self._sums))
        steps = frozenset(v.name for v in program.variables if v.kind in ("frame", "scratch"))
        scalars = frozenset(v.name for v in program.variables if ty.is_scalar(v.type))
        core = followed - (steps & scalars) | self._summed
        self.meaning = meaning_of(known, self.values, followed, core, certificate.widest)
        self.exact = exact
        # If one pass stands for a loop, this is the most by which a sum has changed.
        exactly = list(self.sums.values()) if certificate.unrolled else []
        self.differences = Differences(self.meaning, exact, exactly, claims, shared.parts)
        cuts = certificate.loops
        self.unshifted = tuple(Shift() for _ in self._sums)
        """The shift of each sum where ways begin."""
        self.paths = Paths(
            program,
            self.meaning,
            self._sums,
            followed,
            certificate.unrolled,
            cuts,
            order,
        )
        Paths(program, exact, (), everything, True, cuts, order)

    @cached_property
    def initial(self) -> Mapping[str, Content]:
        """Every variable with the value it has at the beginning."""
        return {v.name: self.values.constant(v.type, v.initial) for v in self.program.variables}

    @cached_property
    def _defaults(self) -> Mapping[str, KernelValue]:
        """Every variable with the value it has where nothing reads it."""
        default = self.values.constant
        return {v.name: default(v.type, ty.default(v.type)) for v in self.program.variables}

    def resting(self, variables: Mapping[str, Content], node: int) -> dict[str, Content]:
        """The variables at a node: those that nothing reads any more have their defaults."""
        return {**variables, **self._forgotten(node)}

    def _forgotten(self, node: int) -> dict[str, KernelValue]:
        """The variables that are reset where play rests at a node, with their defaults."""
        names = self._known.set_back(node)
        return {name: value for name, value in self._defaults.items() if name in names}

    def stored(
        self,
        shifts: Sequence[Shift],
        variables: Mapping[str, Content],
        new: Mapping[str, KernelValue],
    ) -> tuple[Shift, ...]:
        """The shifts of the sums where variables receive new values other than by a statement."""
        for name in sorted(new.keys() & self._summed):
            change = StoreEffect(name, self.values.seen(variables[name]), new[name])
            shifts = shifted(self._sums, shifts, change)
        return tuple(shifts)

    def come_to_rest(
        self, shifts: Sequence[Shift], variables: Mapping[str, Content], node: int
    ) -> tuple[Shift, ...]:
        """The shifts of the sums where play rests: what is reset there counts, too."""
        return self.stored(shifts, variables, self._forgotten(node))

    def sunk(self, measured: x.Expr, shifts: Sequence[Shift]) -> RangedNumber | None:
        """By how much a part of a measure has changed; None if that is not followed."""
        own = dict(zip(self._sunk, shifts[len(self.sums) :], strict=True))
        shift = own.get(measured)
        return None if shift is None else Shifts(self.values.n).total(shift)

    def by_differences(
        self,
        claim: Claim,
        variables: Mapping[str, Content],
        node: int | None,
        shifts: Sequence[Shift] | None = None,
    ) -> KernelTerm | None:
        """What a claim says in terms of differences of sums that have changed by ``shifts`` (None: where
        ways begin); None if it is not about them."""
        if not self.differences:
            return None
        frame = self.frame(claim.expression, variables, node, claim.bound)
        return self.differences.truth(claim, frame, shifts)

    def term(
        self,
        claim: Claim,
        variables: Mapping[str, Content],
        node: int | None,
        meaning: KernelMeaning | None = None,
    ) -> KernelTerm:
        """Whether a claim is true; in the ``meaning`` of this certificate by default."""
        given = self.frame(claim.expression, variables, node, claim.bound)
        truth = (meaning or self.meaning).truth(claim.expression, given)
        return truth if claim.holds else self.t.not_(truth)

    def denied(
        self,
        claim: Claim,
        variables: Mapping[str, Content],
        node: int | None,
        meaning: KernelMeaning | None = None,
    ) -> KernelTerm:
        """A term that is satisfiable if and only if a claim can be false."""
        given = self.frame(claim.expression, variables, node, claim.bound)
        return witnessed(meaning or self.meaning, claim.expression, given, not claim.holds)

    def broken(
        self,
        path: KernelTerm,
        claim: Claim,
        variables: Mapping[str, Content],
        node: int | None,
        meaning: KernelMeaning | None = None,
    ) -> KernelTerm:
        """A term that is satisfiable if and only if a path can be taken after which a claim is not true."""
        return self.t.and_((path, self.denied(claim, variables, node, meaning)))

    def frame(
        self,
        e: x.Expr,
        variables: Mapping[str, Content],
        node: int | None,
        bound: tuple[tuple[x.Local, int], ...] = (),
    ) -> Frame:
        """What an expression reads at a node (None: where play does not rest). Raises Refused."""
        if node is None and self.meaning.reads(e).node:
            raise Refused("a claim asks at which node play rests where it does not rest")
        return Frame(variables, bound_locals(self.meaning, bound), node)

    def can_be_read(self, claim: Claim) -> bool:
        """Whether a claim is about what is followed."""
        return self.meaning.reads(claim.expression).variables <= self.meaning.followed


def anything(program: Program) -> dict[str, Content]:
    """Every variable with any value; a new one each time."""
    return {v.name: AnyValue(v.type) for v in program.variables}


def split(measured: x.Expr) -> tuple[x.Expr | None, int]:
    """A number of a measure, split into what may change while play stays at a place (None: nothing) and a
    constant."""
    match measured:
        case x.Const(int(value)):
            return None, value
        case x.Arith("+", part, x.Const(int(value))):
            return part, value
    return measured, 0


def _sum(exact: KernelMeaning, claim: Claim, known: dict[Claim, SumComparison]) -> Sum:
    if claim not in known:
        known[claim] = taken_apart(exact, claim)
    return Sum(exact, known[claim])


def _sunk(
    exact: KernelMeaning, certificate: Certificate, known: dict[Claim, SumComparison]
) -> dict[x.Expr, Sum]:
    """The sums in the measure, which are followed step by step, except where one pass stands for all."""
    found: dict[x.Expr, Sum] = {}
    parts = dict.fromkeys(split(e)[0] for _, numbers in certificate.measure for e in numbers)
    for part in parts if certificate.unrolled else ():
        if part is not None:
            with suppress(NotASum):
                zero = x.Const(0, ty.Int(0, 0))
                found[part] = _sum(exact, Claim(x.Compare("==", part, zero)), known)
    return found


def obligation_of(
    s: CutPointContext,
    title: str,
    assumed: tuple[Assumption, ...],
    wrong: Sequence[Violation],
    source: CutPoint | None = None,
) -> Obligation:
    """The question whether any violation is possible."""
    return Obligation(title, assumed, tuple(wrong), s.values.facts, s.values.walks, s.t, source)


def allowed(s: CutPointContext, option: Choice | Chance, frame: Frame) -> KernelTerm:
    """Whether an option is legal for arguments that lie in their sets."""
    if isinstance(option, Chance):
        return s.values.n.less(s.values.n.constant(0), s.meaning.number(option.weight, frame))
    return s.meaning.truth(option.guard, frame)
