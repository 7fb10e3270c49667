"""What statements and blocks do, from one cut point to the next ones.

All ways between two cut points are followed together: where ways meet, their states are merged. A loop over
a set is run through element by element, or one pass stands for all. What is stored to a variable that is
not followed is forgotten.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir import types as ty
from rulewright.dsl.ir.code import (
    Block,
    Branch,
    Each,
    Goto,
    Let,
    Require,
    Stmt,
    Stop,
    Store,
    When,
)  # fmt: skip
from rulewright.dsl.ir.loops import following
from rulewright.dsl.ir.program import Program
from rulewright.dsl.ir.unknown import refuse
from rulewright.dsl.ir.walk import walk

from ..certificate import CutBlock, CutNode, CutPoint
from ..meaning.expressions.evaluation import Frame, KernelMeaning
from ..meaning.numbers import RangedNumber
from ..meaning.terms import KernelTerm
from ..meaning.values import AnyValue, Content, KernelValue, LazyMap
from ..sums.shifts import Shift, Shifts
from ..sums.sums import StoreEffect, Sum, shifted

Locals = Mapping[str, KernelValue]

SHORT = 8
"""Inside a pass that stands for all, loops of up to this many passes are run through."""


@dataclass(frozen=True, slots=True)
class PathState:
    """Where ``path`` is true, the variables have these values.

    ``shifts``: by how much each sum has changed since the cut point where the ways began.
    """

    path: KernelTerm
    variables: Mapping[str, Content]
    shifts: tuple[Shift, ...]


@dataclass(slots=True)
class Encountered:
    """What was met on the ways from a cut point.

    ``faults``: the path to a fault, which restores the values from before the action. ``demands``: what
    must be true on a path, so that one pass can stand for all of a loop for the sum with that number.
    """

    faults: list[tuple[KernelTerm, int]] = field(default_factory=list)
    demands: list[tuple[KernelTerm, KernelTerm, int]] = field(default_factory=list)


class CutsMissing(Exception):  # noqa: N818
    """Some block leads back to itself without passing a cut point."""


def order_of(blocks: Sequence[Block], cuts: frozenset[int]) -> list[int]:
    """The blocks, each before its successors, except for cuts. Raises CutsMissing."""
    done: dict[int, bool] = {}
    finished: list[int] = []
    for root in range(len(blocks)):
        stack: list[tuple[int, bool]] = [(root, False)]
        while stack:
            block, left = stack.pop()
            if left:
                done[block] = True
                finished.append(block)
            elif block not in done:
                done[block] = False
                stack.append((block, True))
                for target in following(blocks[block]):
                    if target in cuts:
                        continue
                    if done.get(target) is False:
                        raise CutsMissing(f"block {target} leads back to itself without a cut")
                    stack.append((target, False))
    return finished[::-1]


class Paths:
    """Runs the program from a state to the next cut points."""

    def __init__(
        self,
        program: Program,
        meaning: KernelMeaning,
        sums: Sequence[Sum],
        followed: frozenset[str],
        unrolled: bool,
        cuts: frozenset[int],
        order: Sequence[int],
    ) -> None:
        """``order``: all blocks, from :func:`order_of`. From now on ``meaning`` looks ahead by these paths."""
        self._program = program
        self._m, self._v, self._t = meaning, meaning.v, meaning.t
        self._shifts = Shifts(meaning.n)
        self._types = {variable.name: variable.type for variable in program.variables}
        self._sums = sums
        self._followed = followed
        self._matters = followed.union(*(sum_.variables for sum_ in sums))
        self._unrolled, self._in_pass = unrolled, False
        self._cuts = cuts
        self._order = order
        self._stored: dict[int, tuple[Stmt, frozenset[str]]] = {}
        meaning.trial = self._look_ahead

    def run(self, block: int, state: PathState, ways: Encountered) -> dict[CutPoint, PathState]:
        """The states in which play gets from ``block`` to each of the next cut points."""
        waiting: dict[int, PathState] = {block: state}
        found: dict[CutPoint, PathState] = {}
        for number in self._order:
            here = waiting.pop(number, None)
            if here is None:
                continue
            for target, end in self._block(self._program.blocks[number], here, ways):
                if isinstance(target, int) and target not in self._cuts:
                    before = waiting.get(target)
                    waiting[target] = end if before is None else self._joined(before, end)
                else:
                    point = CutBlock(target) if isinstance(target, int) else target
                    known = found.get(point)
                    found[point] = end if known is None else self._joined(known, end)
        assert not waiting, "every block comes after those that lead to it"
        return found

    def _block(
        self, block: Block, state: PathState, ways: Encountered
    ) -> Iterator[tuple[int | CutPoint, PathState]]:
        end = self._execute(block.body, state, {}, ways)
        if end is None:
            return
        after, locals_ = end
        last = block.terminator
        match last:
            case Goto(target, _):
                yield target, after
            case Stop(node):
                yield CutNode(node), after
            case Branch(condition, then, otherwise):
                chosen = self._m.truth(condition, Frame(after.variables, locals_))
                for target, way in ((then, chosen), (otherwise, self._t.not_(chosen))):
                    further = self._assume(after, way)
                    if further is not None:
                        yield target, further
            case _:
                refuse(last)

    # --- states -------------------------------------------------------------------------------

    def _assume(self, state: PathState, condition: KernelTerm) -> PathState | None:
        path = self._t.and_((state.path, condition))
        return None if path is self._t.false else replace(state, path=path)

    def _joined(self, a: PathState, b: PathState, first: KernelTerm | None = None) -> PathState:
        """Two states with paths that exclude each other, merged; ``first`` tells which one it is."""
        chosen = first or a.path
        variables = dict(a.variables)
        for name, one in a.variables.items():
            other = b.variables[name]
            if one is not other:
                variables[name] = (
                    self._v.choose(chosen, self._v.seen(one), self._v.seen(other))
                    if name in self._followed
                    else AnyValue(self._types[name])
                )
        pairs = zip(a.shifts, b.shifts, strict=True)
        # Inside a block it matters under which condition a sum was changed; between blocks it does not.
        choose = self._shifts.joined if first is None else self._shifts.choose
        shifts = tuple(choose(chosen, one, other) for one, other in pairs)
        return PathState(self._t.or_((a.path, b.path)), variables, shifts)

    def _forget(self, state: PathState, names: frozenset[str]) -> PathState:
        """The state where some variables may have any value."""
        anything = {name: AnyValue(self._types[name]) for name in names}
        return replace(state, variables={**state.variables, **anything})

    # --- statements ---------------------------------------------------------------------------

    def _execute(
        self, body: Sequence[Stmt], state: PathState, locals_: Locals, ways: Encountered
    ) -> tuple[PathState, Locals] | None:
        """The state and the locals after some statements; None if they always end in a fault."""
        for stmt in body:
            if isinstance(stmt, Let):
                value = self._m.given(stmt.local, stmt.value, Frame(state.variables, locals_))
                locals_ = {**locals_, stmt.local.name: value}
                continue
            after = self._statement(stmt, state, locals_, ways)
            if after is None:
                return None
            state = after
        return state, locals_

    def _statement(
        self,
        stmt: Store | When | Each | Require,
        state: PathState,
        locals_: Locals,
        ways: Encountered,
    ) -> PathState | None:
        frame = Frame(state.variables, locals_)
        match stmt:
            case Require(condition, fault):
                return self._demand(state, self._m.truth(condition, frame), fault, ways)
            case Store() | When() | Each() if self._names(stmt).isdisjoint(self._matters):
                return self._forget(self._any_fault(stmt, state, ways), self._names(stmt))
            case Store():
                return self._store(stmt, state, frame, ways)
            case When(condition, then, otherwise):
                chosen = self._m.truth(condition, frame)
                return self._either(chosen, then, otherwise, state, locals_, ways)
            case Each() if self._unrolled or (self._in_pass and _is_short(stmt)):
                current: PathState | None = state
                for value, inside in list(self._m.elements(stmt.over, frame)):
                    if current is not None:
                        inner = {**locals_, stmt.local.name: value}
                        current = self._either(inside, stmt.body, (), current, inner, ways)
                return current
            case Each():
                return self._any_pass(stmt, self._names(stmt), state, frame, ways)
            case _:
                refuse(stmt)

    def _either(
        self,
        condition: KernelTerm,
        then: Sequence[Stmt],
        otherwise: Sequence[Stmt],
        state: PathState,
        locals_: Locals,
        ways: Encountered,
    ) -> PathState | None:
        ends: list[PathState] = []
        faults = len(ways.faults)
        for way, body in ((condition, then), (self._t.not_(condition), otherwise)):
            begin = self._assume(state, way)
            end = None if begin is None else self._execute(body, begin, locals_, ways)
            if end is not None:
                ends.append(end[0])
        if len(ends) < 2:
            return ends[0] if ends else None
        joined = self._joined(ends[0], ends[1], condition)
        missing = len(ways.faults) == faults
        return replace(joined, path=state.path) if missing else joined

    def _any_pass(
        self, stmt: Each, names: frozenset[str], state: PathState, frame: Frame, ways: Encountered
    ) -> PathState:
        """A loop over a set, of which one pass, from any values, must keep the sums. Short loops inside it
        are run through: what they take from one place may come from another.

        If it does, no number of passes is worse for a sum than none. Where all stores to a map are at the
        element of the pass, what stands there is as before the loop: no other pass is about that element.
        """
        assert isinstance(stmt.over.type, ty.Set)
        t = stmt.over.type.element
        element = self._v.any(t)
        zeros = tuple(Shift() for _ in self._sums)
        begin = self._forget(replace(state, shifts=zeros), names)
        here = self._v.number(element)
        begin = replace(
            begin, variables={**begin.variables, **dict(self._untouched(stmt, state, here))}
        )
        inside = self._v.is_in(t, self._v.number(element), self._m.members(stmt.over, frame))
        assumed = self._assume(begin, inside)
        after = self._forget(self._any_fault(stmt, state, Encountered()), names)
        if assumed is None:
            return after
        locals_ = {**frame.locals, stmt.local.name: element}
        outside, self._in_pass = self._in_pass, True
        try:
            end = self._execute(stmt.body, assumed, locals_, ways)
        finally:
            self._in_pass = outside
        if end is None:
            return after
        for n, (sum_, one_pass) in enumerate(zip(self._sums, end[0].shifts, strict=True)):
            ways.demands.append((end[0].path, sum_.kept(one_pass), n))
        return after

    def _untouched(
        self, stmt: Each, state: PathState, element: RangedNumber
    ) -> Iterator[tuple[str, KernelValue]]:
        """The maps to which a loop stores at its element alone, as they are when the pass for that begins:
        there as before the loop, elsewhere anything."""
        stores = [part for part in walk(*stmt.body) if isinstance(part, Store)]
        elsewhere = {store.var for store in stores if store.key != stmt.local}
        for name in dict.fromkeys(store.var for store in stores if store.var not in elsewhere):
            before = self._v.seen(state.variables[name])
            anything = self._v.any(self._types[name])
            assert isinstance(before, LazyMap)
            assert isinstance(anything, LazyMap)
            yield name, self._v.stored(anything, element, before.at(element))

    def _any_fault(self, stmt: Stmt, state: PathState, ways: Encountered) -> PathState:
        """The state in which none of the faults inside a statement happens."""
        for part in walk(stmt):
            if isinstance(part, Store | Require) and part.fault is not None:
                fine = self._demand(state, self._t.variable(0), part.fault, ways)
                assert fine is not None
                state = fine
        return state

    def _demand(
        self, state: PathState, fine: KernelTerm, fault: int, ways: Encountered
    ) -> PathState | None:
        """The state in which a condition holds; otherwise the fault happens."""
        broken = self._t.and_((state.path, self._t.not_(fine)))
        if broken is not self._t.false:
            ways.faults.append((broken, fault))
        return self._assume(state, fine)

    def _store(
        self, stmt: Store, state: PathState, frame: Frame, ways: Encountered
    ) -> PathState | None:
        t = self._types[stmt.var]
        target = t
        value = self._m.value(stmt.value, frame)
        if stmt.key is not None:
            assert isinstance(t, ty.Map)
            target = t.value
        if stmt.fault is not None:
            fits = self._v.fits(target, value)
            fine = self._demand(state, fits, stmt.fault, ways)
            if fine is None:
                return None
            state = fine
        raw, value = value, self._v.fitted(target, value)
        if not isinstance(raw, RangedNumber):
            raw = value  # If a number fits, it is still known how it was made.
        old = self._v.seen(state.variables[stmt.var])
        if stmt.key is None:
            moved = isinstance(stmt.value, x.Permute) and stmt.value.map == x.Var(stmt.var, t)
            change = StoreEffect(stmt.var, old, raw, permuted=moved)
        else:
            assert isinstance(old, LazyMap)
            key = self._m.number(stmt.key, frame)
            new = self._v.stored(old, key, value)
            change = StoreEffect(stmt.var, old, new, key, old.at(key), raw)
        shifts = shifted(self._sums, state.shifts, change)
        now = value if stmt.key is None else change.new
        kept = stmt.var in self._followed or self._v.is_constant(now)
        after = now if kept else AnyValue(t)
        return replace(state, variables={**state.variables, stmt.var: after}, shifts=shifts)

    def _look_ahead(self, body: tuple[Stmt, ...], frame: Frame) -> tuple[KernelTerm, Frame] | None:
        """When statements meet no fault, and what can be read then; their effects are discarded."""
        sums, self._sums = self._sums, ()
        try:
            begin = PathState(self._t.true, frame.variables, ())
            end = self._execute(body, begin, frame.locals, Encountered())
        finally:
            self._sums = sums
        if end is None:
            return None
        return end[0].path, Frame(end[0].variables, end[1], frame.node)

    def _names(self, stmt: Stmt) -> frozenset[str]:
        """The variables to which a statement stores, or one inside it."""
        known = self._stored.get(id(stmt))
        if known is None:
            known = (stmt, frozenset(s.var for s in walk(stmt) if isinstance(s, Store)))
            self._stored[id(stmt)] = known
        return known[1]


def _is_short(loop: Each) -> bool:
    assert isinstance(loop.over.type, ty.Set)
    return ty.size(loop.over.type.element) <= SHORT
