"""What must be shown of a certificate, so that no play shows what its check looks for.

A play is a chain of ways, each from one cut point to the next. If what is claimed at a cut point holds at
the end of every way that leads there, given what is claimed where the way begins, it holds in every play.
That is asked of each way, and of the ways from the beginning without any claim; at each resting place what
the check says must hold as well. Resting places are all nodes: decisions of players and of chance, the ends
of play, and the places where the rules are silent (a gap) or at odds (a fault). A fault inside a move
restores the values from before the move.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, cached_property, partial
from itertools import chain

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir import types as ty
from rulewright.dsl.ir.choices import choices_of, parameters_of
from rulewright.dsl.ir.positions import goes_on
from rulewright.dsl.ir.program import Chance, Choice, Decision, Fault, Parameter, Program

from .certificate import Certificate, Claim, CutBlock, CutNode, CutPoint, in_order
from .demands import Begin, Demands, Due
from .entailment import Entailment
from .goals import Refused, alternatives, goals, same
from .meaning.expressions.evaluation import Frame
from .meaning.known import Known
from .meaning.terms import KernelTerm
from .meaning.values import Content, KernelValue
from .measure import Measure, PathEnd, Start
from .obligation import Assumption, Obligation, Violation
from .rollback import Rollback
from .setting import CutPointContext, Shared, allowed, anything, compares_sums, obligation_of
from .sums.shifts import Shift
from .ways.frame_rule import FrameRule
from .ways.moves import Moves
from .ways.paths import Encountered, PathState, order_of

__all__ = ["Obligation", "Refused", "Violation", "compares_sums", "goals", "obligations"]


def obligations(
    program: Program,
    number: int,
    certificate: Certificate,
    tick: Callable[[], None] = lambda: None,
) -> Iterator[Obligation]:
    """Everything that must be shown of a certificate for check ``number``, without its lemmas.

    Raises Refused, and CutsMissing if a loop is not cut.
    """
    if certificate.anywhere:
        owed = Entailment(program, number, certificate, tick).obligations()
    else:
        inductive = InductiveCertificate(program, number, certificate, tick)
        owed = chain.from_iterable(map(inductive.obligations, inductive.sources()))
    for obligation in owed:
        yield from obligation.questions


class InductiveCertificate:
    """A certificate that says what holds at cut points."""

    def __init__(
        self,
        program: Program,
        number: int,
        certificate: Certificate,
        tick: Callable[[], None],
        shared: Shared | None = None,
        *,
        framed: bool = True,
    ) -> None:
        """``shared``: what it shares with other certificates about the program. ``framed``: nothing is
        asked about ways that, by the frame rule, change nothing that matters."""
        self._program = program
        self._check = program.checks[number]
        self._certificate = certificate
        self._tick = tick
        self._shared = Shared(Known(program)) if shared is None else shared
        known = self._shared.known
        self._demands = Demands(program, number, certificate, known)
        self._moves = Moves(program)
        self._rollback = Rollback(program, known, self._demands, self._moves)
        self._summed = tuple(dict.fromkeys(c for c in self._demands.claimed if c.summed))
        self._measure = Measure(program, certificate) if self._check.kind == "ends" else None
        self._order = order_of(program.blocks, certificate.loops)
        self._frames = FrameRule(known, certificate.loops) if framed else None
        nodes, blocks = range(len(program.nodes)), certificate.loops
        for point, _ in certificate.claims:
            if point.number not in (nodes if isinstance(point, CutNode) else blocks):
                raise Refused("something is claimed where plays are not cut")

    def sources(self) -> Iterator[CutPoint | None]:
        """Where ways begin: None for the beginning of play, then each cut point from which ways lead on."""
        yield None
        for number, node in enumerate(self._program.nodes):
            if goes_on(node):
                yield CutNode(number)
        for block in sorted(self._certificate.loops):
            yield CutBlock(block)

    def obligations(self, source: CutPoint | None) -> Iterator[Obligation]:
        """What must be shown of the ways from one source."""
        if source is None:
            yield self._from_beginning()
        elif isinstance(source, CutBlock):
            if not self._changes_nothing(source, source.number):
                yield self._from_loop(source.number)
        else:
            node = self._program.nodes[source.number]
            assert goes_on(node)
            yield from self._from_node(source.number, node)

    # --- where ways begin ---------------------------------------------------------------------

    def _from_beginning(self) -> Obligation:
        # All values are known there: following them costs little, and no pass stands for others.
        everything = frozenset(variable.name for variable in self._program.variables)
        exact = replace(self._certificate, followed=everything, unrolled=True)
        s = CutPointContext(self._shared, exact, self._summed, self._order, self._tick)
        before = s.initial
        begin = Begin(None, before, before, s.unshifted, s.t.true, None)
        return self._obligation(s, "the beginning", self._program.entry, begin)

    def _from_node(self, number: int, node: Decision | Chance) -> Iterator[Obligation]:
        s = self._setting
        before = s.resting(self._anything, number)
        point = CutNode(number)
        assumed = self._assumed(s, point, before)
        frame = Frame(before, {})
        actor = None if isinstance(node, Chance) else s.meaning.number(node.player, frame)
        where = f"{node.name} ({number})"
        if self._check.kind == "acts":
            stuck = cache(lambda: s.t.not_(s.t.or_(self._legal(s, node, frame))))
            wrong = [Violation(f"{where}: some option is legal", stuck)]
            yield obligation_of(s, where, assumed, wrong, point)
        for option in choices_of(node):
            if self._changes_nothing(point, option.block, parameters_of(option)):
                continue
            after, shifts, path = self._chosen(s, option, before)
            if path is not s.t.false:
                title = f"{where}: {option.name}"
                begin = Begin(point, before, after, shifts, path, actor)
                yield self._obligation(s, title, option.block, begin, assumed)

    def _from_loop(self, block: int) -> Obligation:
        s = self._setting
        before = self._anything
        point = CutBlock(block)
        assumed = self._assumed(s, point, before)
        title = f"the loop at {self._program.blocks[block].name} ({block})"
        mover = self._moves.mover_in(block) if self._demands.by_player else None
        actor = None if mover is None else s.meaning.number(mover, Frame(before, {}))
        begin = Begin(point, before, before, s.unshifted, s.t.true, actor)
        return self._obligation(s, title, block, begin, assumed)

    @cached_property
    def _setting(self) -> CutPointContext:
        """The values of all sources: each source is asked about by itself, so names may be shared, and what
        is computed for one serves the others."""
        made, tick = self._certificate, self._tick
        return CutPointContext(
            self._shared, made, self._summed, self._order, tick, self._demands.spoken
        )

    @cached_property
    def _anything(self) -> Mapping[str, Content]:
        """Every variable with any value: the state where ways begin."""
        return anything(self._program)

    def _assumed(
        self, s: CutPointContext, point: CutPoint, variables: Mapping[str, Content]
    ) -> tuple[Assumption, ...]:
        """What is known where ways begin."""
        demands = self._demands
        known = demands.assumed(s, point, variables)
        return (*known, *demands.assumed_of_sums(s, point, variables))

    def _legal(
        self, s: CutPointContext, node: Decision | Chance, frame: Frame
    ) -> Iterator[KernelTerm]:
        """For each option and all arguments, when it is legal."""
        for option in choices_of(node):
            ways = [(frame, s.t.true)]
            for parameter in parameters_of(option):
                local = x.Local(parameter.name, parameter.type)
                ways = [
                    (inner.bind(local, value), s.t.and_((legal, inside)))
                    for inner, legal in ways
                    for value, inside in s.meaning.elements(parameter.over, inner)
                ]
            for inner, legal in ways:
                yield s.t.and_((legal, allowed(s, option, inner)))

    def _chosen(
        self, s: CutPointContext, option: Choice | Chance, before: Mapping[str, Content]
    ) -> tuple[dict[str, Content], tuple[Shift, ...], KernelTerm]:
        """The variables after an option was chosen with any legal arguments, the shifts of the sums by
        that, and the condition that it was chosen."""
        chosen: dict[str, KernelValue] = {}
        frame = Frame(before, {})
        path: list[KernelTerm] = []
        for parameter in parameters_of(option):
            assert isinstance(parameter.over.type, ty.Set)
            t = parameter.over.type.element
            value = s.values.any(t)
            number = s.values.number(value)
            path.append(s.values.is_in(t, number, s.meaning.members(parameter.over, frame)))
            frame = frame.bind(x.Local(parameter.name, parameter.type), value)
            kind = next(v.type for v in self._program.variables if v.name == parameter.variable)
            chosen[parameter.variable] = s.values.typed(kind, number)
        path.append(allowed(s, option, frame))
        shifts = s.stored(s.unshifted, before, chosen)
        return {**before, **chosen}, shifts, s.t.and_(path)

    def _changes_nothing(
        self, source: CutPoint, block: int, chosen: Sequence[Parameter] = ()
    ) -> bool:
        """Whether the frame rule suffices: whatever must hold at the ends of the ways from a source by a
        block is stated at the source, and not changed by them."""
        if self._frames is None or self._measure is not None:
            return False
        ways = self._frames.reach(block, at_once=self._is_cut(source, block))
        stored = ways.stored.union(parameter.variable for parameter in chosen)
        for end in ways.ends:
            changed = stored | self._frames.set_back(source, end)
            if not all(self._demands.is_framed(c, source, changed) for c in self._demands.of(end)):
                return False
        return all(self._rollback.all_go_on(source, fault, block) for fault in ways.faults)

    # --- where ways end -----------------------------------------------------------------------

    def _obligation(
        self,
        s: CutPointContext,
        title: str,
        block: int,
        begin: Begin,
        assumed: tuple[Assumption, ...] = (),
    ) -> Obligation:
        """What must hold wherever the ways from a block lead."""
        ways, state = Encountered(), PathState(begin.path, begin.after, begin.shifts)
        cut = self._is_cut(begin.point, block)
        ends: Mapping[CutPoint, PathState]
        ends = {CutBlock(block): state} if cut else s.paths.run(block, state, ways)
        wrong: list[Violation] = []
        for point in sorted(ends, key=in_order):
            wrong += self._missed(s, title, begin, point, ends[point])
        claims = [*s.sums]
        for path, kept, number in ways.demands:
            # Sums of a measure are not followed where one pass stands for a loop.
            claim = claims[number]
            if self._is_followed(claim, begin):
                broken = partial(s.t.and_, (path, s.t.not_(kept)))
                what = f"from {title}: each pass of a loop keeps the sums"
                wrong.append(Violation(what, broken, begin.point, claim))
        for path, fault in ways.faults:
            wrong += self._rollback.violations(s, title, begin, path, fault, block)
        return obligation_of(s, f"from {title}", assumed, wrong, begin.point)

    def _is_cut(self, source: CutPoint | None, block: int) -> bool:
        """Whether ways from a source are at a cut point as soon as they reach a block: those of an option
        that leads there. The ways from there are asked about by themselves."""
        return isinstance(source, CutNode) and block in self._certificate.loops

    def _missed(
        self, s: CutPointContext, title: str, begin: Begin, point: CutPoint, end: PathState
    ) -> Iterator[Violation]:
        """What could be wrong where the ways come to rest, or reach the head of a loop."""
        t, node = s.t, point.node
        variables = end.variables
        if node is not None:
            end = replace(end, shifts=s.come_to_rest(end.shifts, variables, node))
            variables = s.resting(variables, node)
        where = f"from {title} to {self._name(point)}"
        claims, shown = self._demands.claims_at(point), self._demands.shown_at(point)
        end = replace(end, variables=variables)
        for claim in claims:
            broken = cache(partial(self._broken, s, begin, Due(claim, t.true), end, node))
            yield Violation(f"{where}: a claim is kept", broken, point, claim)
        for due in self._demands.due(s, begin) if node is not None else ():
            if not (due.holds_at(claims) or due.holds_at(shown)):
                broken = cache(partial(self._broken, s, begin, due, end, node))
                yield Violation(f"{where}: the answer holds", broken)
        if self._measure is not None and begin.point is not None and point in self._measure:
            start = Start(begin.point, begin.before)
            rises = cache(partial(self._measure.does_not_fall, s, start, PathEnd(point, end)))
            yield Violation(f"{where}: the measure falls", rises)

    def _broken(
        self, s: CutPointContext, begin: Begin, due: Due, end: PathState, node: int | None
    ) -> KernelTerm:
        """That ways lead to an end where something is due, and that it does not hold there."""
        denied = self._denied(s, begin, due.claim, end, node)
        return s.t.and_((end.path, due.when, denied))

    def _denied(
        self,
        s: CutPointContext,
        begin: Begin,
        claim: Claim,
        end: PathState,
        node: int | None,
    ) -> KernelTerm:
        """That a claim is not true at the end of the ways, given everything known about the sums."""
        denied = self._denied_by_itself(s, begin, claim, end, node)
        if denied is s.t.false:
            return denied
        found = s.by_differences(claim, end.variables, node, end.shifts)
        return denied if found is None else s.t.and_((denied, s.t.not_(found)))

    def _denied_by_itself(
        self,
        s: CutPointContext,
        begin: Begin,
        claim: Claim,
        end: PathState,
        node: int | None,
    ) -> KernelTerm:
        """That a claim is not true at the end of the ways; if it is about followed sums, that it no longer
        is."""
        parts = alternatives(claim)
        if any(same(summed, part) for summed in s.sums for part in parts if part != claim):
            return s.t.and_([self._denied_by_itself(s, begin, p, end, node) for p in parts])
        kept = s.t.false
        claimed = end.shifts[: len(s.sums)]  # The others belong to the measure.
        for (summed, sum_), shift in zip(s.sums.items(), claimed, strict=True):
            if not same(summed, claim):
                continue
            if all(s.values.is_constant(end.variables[name]) for name in sum_.variables):
                # Everything was set up anew: the values before do not matter.
                return s.denied(claim, end.variables, node, s.exact)
            if self._is_followed(claim, begin) or self._folds(s, begin, claim):
                kept = sum_.kept(shift)
                if sum_.of.equation or kept is s.t.true or not s.can_be_read(claim):
                    return s.t.not_(kept)
        return s.t.and_((s.t.not_(kept), s.denied(claim, end.variables, node)))

    def _is_followed(self, claim: Claim, begin: Begin) -> bool:
        """Whether a claim is claimed where the ways begin."""
        return begin.point is not None and self._demands.is_said(claim, begin.point)

    def _folds(self, s: CutPointContext, begin: Begin, claim: Claim) -> bool:
        """Whether the ways begin where everything is known, and a claim is true there."""
        if begin.point is not None:
            return False
        return s.term(claim, begin.before, None, s.exact) is s.t.true

    def _name(self, point: CutPoint) -> str:
        if isinstance(point, CutBlock):
            return f"the loop at {self._program.blocks[point.number].name} ({point.number})"
        node = self._program.nodes[point.number]
        return f"{'a fault' if isinstance(node, Fault) else node.name} ({point.number})"
