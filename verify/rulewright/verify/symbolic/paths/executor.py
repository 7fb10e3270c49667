"""Executes statements of the IR on a symbolic state."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from rulewright.dsl.ir import types as ty
from rulewright.dsl.ir.code import Each, Expr, Let, Require, Stmt, Store, When
from rulewright.dsl.ir.unknown import refuse

from ...solvers.terms.terms import Term, TermBuilder
from ..analysis.analysis import Analysis
from ..expressions.dispatch import MEANINGS
from ..expressions.environment import SymbolicFrame, VersionedValue, element_type
from ..expressions.evaluator import Evaluator
from ..values.value_counters import Counting, counters, keeps_counts
from ..values.values import Entries, SymbolicValue, restore
from .path_conditions import Flow, assume, merged, refined, under

SymbolicLocals = Mapping[str, SymbolicValue]


@dataclass(slots=True)
class Run:
    """What symbolic execution collects along the way.

    ``faults``: conditions and fault numbers; they exclude one another and every end of the run. ``facts``:
    what is true in any case.
    """

    counting: bool = True
    faults: list[tuple[Term, int]] = field(default_factory=list)
    facts: list[Term] = field(default_factory=list)


class Executor:
    """Runs the statements of one program, also those of the look-ahead :class:`After`."""

    def __init__(self, analysis: Analysis, terms: TermBuilder) -> None:
        self.analysis = analysis
        self.program = program = analysis.program
        self.t = terms
        self.counters = counters(program)
        self.evaluator = Evaluator(analysis, terms, self, self.counters, MEANINGS)
        self.v = self.evaluator.v
        self.n = self.v.n
        self.types = analysis.types
        self.counting = Counting(self.v)
        self._versions = 0
        self._constants: dict[tuple[str, ty.Value], VersionedValue] = {}
        self._links: dict[tuple[int, ...], tuple[frozenset[Term], Term]] = {}

    # --- slots --------------------------------------------------------------------------------

    def slot(self, value: SymbolicValue) -> VersionedValue:
        """A new version of a variable."""
        self._versions += 1
        return VersionedValue(value, self._versions)

    def joined(self, condition: Term, one: VersionedValue, other: VersionedValue) -> VersionedValue:
        """A variable that is ``one`` if the condition holds, otherwise ``other``."""
        return self.slot(self.v.choose(condition, one.value, other.value))

    def constant(self, name: str, value: ty.Value) -> VersionedValue:
        """A known value of a variable; the same one has the same version."""
        key = (name, value)
        if key not in self._constants:
            self._constants[key] = self.slot(self.v.constant(self.types[name], value))
        return self._constants[key]

    def with_constants(
        self, slots: Mapping[str, VersionedValue], given: Mapping[str, ty.Value]
    ) -> dict[str, VersionedValue]:
        """The slots with known values for some variables (and for their counters)."""
        result = dict(slots)
        for name, value in given.items():
            result[name] = self.constant(name, value)
            for counter in self.counters.get(name, ()):
                assert isinstance(value, tuple)
                number = self.n.constant(sum(v == counter.value for v in value))
                result[counter.name] = self.slot(number)
        return result

    # --- statements ---------------------------------------------------------------------------

    def execute(
        self, body: tuple[Stmt, ...], flow: Flow, locals_: SymbolicLocals, run: Run
    ) -> tuple[Flow, SymbolicLocals] | None:
        """The flow and the locals after some statements; None if a fault always happens."""
        for stmt in body:
            if isinstance(stmt, Let):
                locals_ = {**locals_, stmt.local.name: self._value(stmt.value, flow, locals_)}
                continue
            found = self.statement(stmt, flow, locals_, run)
            if found is None:
                return None
            flow = found
        return flow, locals_

    def statement(
        self, stmt: Store | When | Each | Require, flow: Flow, locals_: SymbolicLocals, run: Run
    ) -> Flow | None:
        """The flow after one statement; None if a fault always happens."""
        match stmt:
            case Store():
                return self._store(stmt, flow, locals_, run)
            case When(condition, then, otherwise):
                decided = self.decide(condition, flow, locals_, run)
                return self._either(decided, then, otherwise, flow, locals_, run)
            case Each():
                return self._each(stmt, flow, locals_, run)
            case Require(condition, fault):
                fine = self.decide(condition, flow, locals_, run)
                return self._demand(fine, fault, flow, run)
            case _:
                refuse(stmt)

    def decide(self, condition: Expr, flow: Flow, locals_: SymbolicLocals, run: Run) -> Term:
        """A condition, simplified by everything known about the flow."""
        term = under(
            self.t, self.evaluator.truth(condition, SymbolicFrame(flow.slots, locals_)), flow.known
        )
        if term in (self.t.true, self.t.false) or not run.counting:
            return term
        known = flow.known
        for name in sorted(self.evaluator.reads(condition)):
            if name in self.counters:
                more, fact = self._link(name, flow.slots)
                known |= more
                if fact is not self.t.true:
                    run.facts.append(self.t.implies(self.t.and_(flow.path), fact))
        return under(self.t, term, known)

    def after(
        self, body: tuple[Stmt, ...], frame: SymbolicFrame
    ) -> tuple[Term, SymbolicFrame] | None:
        """When there is no fault in ``body``, and what can be read then."""
        # The counters would not follow the stores of a dry run: they are left out.
        slots = {name: frame.slots[name] for name in self.types}
        flow = Flow(frozenset(), frozenset(), slots)
        end = self.execute(body, flow, frame.locals, Run(counting=False))
        if end is None:
            return None
        last, locals_ = end
        return self.t.and_(last.path), SymbolicFrame(last.slots, locals_, frame.node)

    def _value(self, e: Expr, flow: Flow, locals_: SymbolicLocals) -> SymbolicValue:
        value = self.evaluator.value(e, SymbolicFrame(flow.slots, locals_))
        return refined(self.v, value, flow.known)

    def _either(
        self,
        condition: Term,
        then: tuple[Stmt, ...],
        otherwise: tuple[Stmt, ...],
        flow: Flow,
        locals_: SymbolicLocals,
        run: Run,
    ) -> Flow | None:
        ends = []
        for way, body in ((condition, then), (self.t.not_(condition), otherwise)):
            if way is not self.t.false:
                end = self.execute(body, assume(self.t, flow, way), locals_, run)
                if end is not None:
                    ends.append(end[0])
        return merged(self.t, ends, self.joined) if ends else None

    def _each(self, stmt: Each, flow: Flow, locals_: SymbolicLocals, run: Run) -> Flow | None:
        t = element_type(stmt.over.type)
        over = self.evaluator.set(stmt.over, SymbolicFrame(flow.slots, locals_))
        lo = ty.lowest(t)
        current: Flow | None = flow
        for i, bit in enumerate(over.bits):
            if current is None:
                return None
            inner = {**locals_, stmt.local.name: self.v.constant(t, restore(t, lo + i))}
            condition = under(self.t, bit, current.known)
            if condition is not self.t.false:
                current = self._either(condition, stmt.body, (), current, inner, run)
        return current

    def _demand(self, fine: Term, fault: int, flow: Flow, run: Run) -> Flow | None:
        if fine is self.t.true:
            return flow
        broken = self.t.and_((*flow.path, self.t.not_(fine)))
        if broken is not self.t.false:
            run.faults.append((broken, fault))
        return None if fine is self.t.false else assume(self.t, flow, fine)

    # --- stores -------------------------------------------------------------------------------

    def _store(self, stmt: Store, flow: Flow, locals_: SymbolicLocals, run: Run) -> Flow | None:
        t = self.types[stmt.var]
        value = self._value(stmt.value, flow, locals_)
        if stmt.key is None:
            target: ty.Type = t
        else:
            assert isinstance(t, ty.Map)
            target = t.value
        fine = under(self.t, self.v.fits(target, value), flow.known)
        value = self.v.fitted(target, value)
        if stmt.fault is not None:
            found = self._demand(fine, stmt.fault, flow, run)
            if found is None:
                return None
            flow = found
        slots = dict(flow.slots)
        if stmt.key is None:
            self._store_all(stmt, value, slots, run)
        else:
            self._store_at(stmt.var, stmt.key, value, flow, locals_, slots, run)
        return replace(flow, slots=slots)

    def _store_all(
        self, stmt: Store, value: SymbolicValue, slots: dict[str, VersionedValue], run: Run
    ) -> None:
        slots[stmt.var] = self.slot(value)
        if run.counting and not keeps_counts(stmt.var, stmt.value):
            for counter in self.counters.get(stmt.var, ()):
                slots[counter.name] = self.slot(self.counting.counted(counter, value))

    def _store_at(
        self,
        name: str,
        at: Expr,
        value: SymbolicValue,
        flow: Flow,
        locals_: SymbolicLocals,
        slots: dict[str, VersionedValue],
        run: Run,
    ) -> None:
        t, entries = self.types[name], flow.slots[name].value
        assert isinstance(t, ty.Map)
        assert isinstance(entries, Entries)
        key = self.v.number(self._value(at, flow, locals_))
        lo = ty.lowest(t.key)
        new = list(entries.values)
        for k, condition in self.n.cases(key).items:
            if 0 <= k - lo < len(new):
                new[k - lo] = self.v.choose(condition, value, new[k - lo])
        slots[name] = self.slot(Entries(tuple(new)))
        old = refined(self.v, self.evaluator.select(entries, lo, key), flow.known)
        if run.counting:
            for counter in self.counters.get(name, ()):
                before = self.v.number(slots[counter.name].value)
                slots[counter.name] = self.slot(self.counting.moved(counter, before, old, value))

    # --- counters -----------------------------------------------------------------------------

    def _link(self, name: str, slots: Mapping[str, VersionedValue]) -> tuple[frozenset[Term], Term]:
        """What the counters of a map say about its keys: what is known, and a fact."""
        own = [slots[counter.name] for counter in self.counters[name]]
        key = (slots[name].version, *(slot.version for slot in own))
        if key not in self._links:
            known: set[Term] = set()
            facts = []
            for counter, slot in zip(self.counters[name], own, strict=True):
                number = self.v.number(slot.value)
                entries = slots[name].value
                if self.n.is_(number, 0) is self.t.false:
                    known.add(self.t.not_(self.counting.absent(counter, entries)))
                facts.append(self.counting.link(counter, number, entries))
            self._links[key] = (frozenset(known), self.t.and_(facts))
        return self._links[key]
