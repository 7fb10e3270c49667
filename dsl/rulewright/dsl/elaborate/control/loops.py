"""Loops whose passes contain decisions or jumps: a variable, a head, a body, a step."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Literal

from ...ir import code as x
from ...ir import fold
from ...ir.code import Let, Store, When
from ...ir.types import Enum, Int, Map, Scalar, Set, Type, bounds, scalar
from ...syntax import statements as s
from ..expressions.coercions import describe
from ..expressions.names.builtins import lowest, successor
from ..expressions.types import MAX_VALUES
from ..symbols.report import Attempts
from ..symbols.scope import ERROR_TYPE, Domain
from .decisions import Decisions
from .flow import trials
from .flow.context import Context, Loop
from .flow.lowering import Lowering
from .value_loop import Steps, passes


class Loops:
    """Lowers ``for`` and ``repeat``."""

    def __init__(self, flow: Lowering, decisions: Decisions) -> None:
        self._flow = flow
        self._decisions = decisions
        self._expressions = flow.expressions
        self._graph = flow.graph
        self._report = flow.report

    def for_(self, node: s.For, context: Context) -> None:
        family = self._family(node, context)
        if self._flow.is_straight((node,)):
            self._flow.each(node, family, context)
            return
        if context.way is not None:
            self._for_in_one_step(node, family, context, context.way)
            return
        assert not context.straight, "only what is straight is done in one step"
        if family.member is not None:
            text = "a loop over components or items cannot contain decisions or jumps"
            hint = "nor an end of play, 'repeat', or another loop in an order"
            self._report.fail("E302", node.span, text, hint)
        if node.order is not None and node.order.kind == "chosen":
            self._in_chosen_order(node, family, context)
        elif node.order is not None:
            self._round(node, family, context)
        elif _is_whole(family.over):
            self._ascending(node, family, context)
        else:
            self._remaining(node, family, context)

    def _family(self, node: s.For, context: Context) -> Domain:
        """What is gone through. If it is wrong, the rest of the loop is still checked, and nothing
        else."""
        head = Attempts()
        with head.each():
            return self._expressions.family(node.over, context.scope)
        inner = replace(context.bind(node.name, ERROR_TYPE), loop=_nowhere())
        if node.order is not None:
            with head.each():
                self._expressions.elaborate(node.order.by, context.scope)
        if node.condition is not None:
            self._flow.tested(node.condition, inner, (node.body, inner))
        self._flow.give_up(context, (node.body, inner))

    def _by(self, node: s.For, t: Type, context: Context) -> x.Expr:
        """Who chooses the order, or with whom the round begins."""
        assert node.order is not None
        head = Attempts()
        with head.each():
            return self._expressions.of_type(node.order.by, context.scope, t)
        family = self._expressions.family(node.over, context.scope)
        member = self._expressions.element_of(family, node.name.text)
        inner = replace(context.bind(node.name, family.bound(member)), loop=_nowhere())
        if node.condition is not None:
            inner = inner.assume(self._flow.tested(node.condition, inner, (node.body, inner)))
        self._flow.give_up(context, (node.body, inner))

    def _start(self, node: s.For, over: x.Expr, context: Context) -> x.Expr:
        """With whom a round begins, or after whom: a value of an enumeration."""
        assert node.order is not None
        t = _element(over)
        if not isinstance(t, Enum):
            text = f"'{node.order.kind}' goes round an enumeration, not {describe(t)}"
            self._report.fail("E303", node.order.span, text)
        return self._by(node, t, context)

    def _variable(self, node: s.For, t: Scalar) -> x.Var:
        return self._graph.frame(node.name.text, t, span=node.span)

    def _pass(self, node: s.For, var: x.Var, over: x.Expr, context: Context, loop: Loop) -> None:
        """One pass of the body over a set, from the present block; it goes on where ``next`` goes."""
        graph = self._graph
        mark = len(graph.stored)
        every, inner = self._flow.passes(node, var, over, context)
        inner = replace(inner.bind(node.name, var), loop=loop)
        body = graph.block(f"{context.title}: {'turn' if node.turns else 'for'} {node.name.text}")
        if node.condition is not None:
            test = self._flow.tested(node.condition, inner, (node.body, inner))
            inner = inner.assume(test)
            if node.turns:
                begin = graph.block(f"{context.title}: {node.name.text}")
                graph.branch(test, begin, loop.next)
                graph.enter(begin)
                graph.goto(body, turn=True)
            else:
                graph.branch(test, body, loop.next)
        else:
            graph.goto(body, turn=node.turns)
        graph.enter(body)
        self._flow.statements(node.body, inner)
        assert self._flow.after(every, mark) == every, "a loop stores to what nobody foresaw"
        graph.goto(loop.next)

    def _ascending(self, node: s.For, family: Domain, context: Context) -> None:
        """All values of a type, from the lowest to the highest."""
        t = _element(family.over)
        var = self._variable(node, t)
        first, last = (x.Const(value, t) for value in bounds(t))
        steps = Steps(first, _plus_one(var), fold.compare("==", var, last))
        with passes(self._graph, context.title, var, node.name.text, steps) as loop:
            self._pass(node, var, family.over, context, loop)

    def _round(self, node: s.For, family: Domain, context: Context) -> None:
        """Once round an enumeration, ``from`` one or ``after`` one."""
        assert node.order is not None
        start = self._start(node, family.over, context)
        if not _is_whole(family.over):
            self._round_of(node, family.over, start, context)
            return
        start = self._flow.remember("start", start, context)
        var = self._variable(node, _element(family.over))
        following = successor(var)
        if node.order.kind == "from":
            steps = Steps(start, following, fold.compare("==", following, start))
        else:
            steps = Steps(successor(start), following, fold.compare("==", var, start))
        with passes(self._graph, context.title, var, node.name.text, steps) as loop:
            self._pass(node, var, family.over, context, loop)

    def _round_of(self, node: s.For, over: x.Expr, start: x.Expr, context: Context) -> None:
        """Once round the members of a set; a member is removed from those left after its pass."""
        assert node.order is not None
        graph = self._graph
        left = graph.frame(f"{node.name.text}_left", over.type)
        var = self._variable(node, _element(over))
        head, first, step, further, leave = (
            graph.block(f"{context.title}: {word} {node.name.text}")
            for word in ("for", "first", "next", "further", "after")
        )
        op: Literal["<=", "<"] = "<=" if node.order.kind == "from" else "<"
        graph.store(left, over)
        nobody = _is_empty(left)
        graph.branch(nobody, leave, first)
        graph.enter(first)
        graph.store(var, self._next_of(left, start, op))
        graph.goto(head)
        graph.enter(head)
        self._take_out(left, var)
        self._pass(node, var, over, context, Loop(leave, step))
        graph.enter(step)
        graph.branch(nobody, leave, further)
        graph.enter(further)
        graph.store(var, self._next_of(left, var, "<"))
        graph.goto(head)
        graph.enter(leave)

    def _next_of(self, left: x.Var, start: x.Expr, op: Literal["<=", "<"]) -> x.Expr:
        """The first member of a set from a value on, or after it, and otherwise the first of all."""
        assert isinstance(left.type, Set)
        t = left.type.element
        element = self._expressions.local("e", t)
        later = x.Filter(element, left, fold.compare(op, start, element), left.type)
        from_here = fold.if_(_is_empty(later), left, later, left.type)
        return fold.unwrap(lowest(self._expressions, from_here, t))

    def _remaining(self, node: s.For, family: Domain, context: Context) -> None:
        """The elements of a set, as it was before the first pass, ascending."""
        graph = self._graph
        left = graph.frame(f"{node.name.text}_left", family.over.type)
        var = self._variable(node, _element(family.over))
        head, take, leave = self._over_set(node, left, family.over, context)
        graph.enter(take)
        graph.store(var, fold.unwrap(lowest(self._expressions, left, scalar(var.type))))
        self._take_out(left, var)
        self._pass(node, var, family.over, context, Loop(leave, head))
        graph.enter(leave)

    def _over_set(
        self, node: s.For, left: x.Var, over: x.Expr, context: Context
    ) -> tuple[int, int, int]:
        graph = self._graph
        head, take, leave = (
            graph.block(f"{context.title}: {word} {node.name.text}")
            for word in ("for", "take", "after")
        )
        graph.store(left, over)
        graph.goto(head)
        graph.enter(head)
        graph.branch(_is_empty(left), leave, take)
        return head, take, leave

    def _take_out(self, left: x.Var, var: x.Expr) -> None:
        assert isinstance(left.type, Set)
        one = fold.set_of([var], left.type)
        self._graph.store(left, fold.combine("difference", left, one))

    def _in_chosen_order(self, node: s.For, family: Domain, context: Context) -> None:
        """The elements of a set, each next one chosen by a player."""
        graph = self._graph
        player = self._by(node, self._flow.world.players, context)
        player = self._flow.remember("chooser", player, context)
        left = graph.frame(f"{node.name.text}_left", family.over.type)
        head, take, leave = self._over_set(node, left, family.over, context)
        graph.enter(take)
        var = self._decisions.pick_from(node.name.text, Domain(left), player, node, context)
        self._take_out(left, var)
        assert isinstance(var, x.Var)
        self._pass(node, var, family.over, context, Loop(leave, head))
        graph.enter(leave)

    def repeat(self, node: s.Repeat, context: Context) -> Context:
        if context.way is not None:
            return self._repeat_in_one_step(node, context, context.way)
        assert not context.straight, "only what is straight is done in one step"
        graph = self._graph
        head, body, leave = (
            graph.block(f"{context.title}: {word}") for word in ("repeat", "pass", "after repeat")
        )
        count: x.Var | None = None
        if node.kind == "times":
            times = self._times(node, context)
            assert isinstance(times.type, Int)
            count = graph.frame("passes", Int(0, times.type.hi))
            graph.store(count, fold.convert(times, count.type))
        every = self._flow.repeated(node.body, context)
        inner, done, mark = every, every, len(graph.stored)
        graph.goto(head)
        graph.enter(head)
        if count is not None:
            graph.branch(fold.compare("==", count, fold.number(0)), leave, body)
            graph.enter(body)
            graph.store(count, _one_less(count))
        elif node.kind == "until":
            assert node.control is not None
            within = replace(every, loop=_nowhere())
            test = self._flow.tested(node.control, every, (node.body, within))
            graph.branch(test, leave, body)
            inner, done = every.assume(fold.not_(test)), every.assume(test)
            graph.enter(body)
        else:
            graph.goto(body)
            graph.enter(body)
            done = replace(every, ended=True)
        loop = Loop(leave, head)
        self._flow.statements(node.body, replace(inner, loop=loop))
        assert self._flow.after(every, mark) == every, "a loop stores to what nobody foresaw"
        graph.goto(head)
        graph.enter(leave)
        return every.after([done, *loop.left])

    # In one step, under 'after'

    def _for_in_one_step(self, node: s.For, family: Domain, context: Context, way: x.Var) -> None:
        graph, flow = self._graph, self._flow
        if node.order is not None:
            self._round_in_one_step(node, family, context, way)
            return
        if family.within is not None:
            family = replace(family, within=flow.remember("within", family.within, context))
        local = self._expressions.element_of(family, node.name.text)
        one = family.bound(local)
        body = graph.collected(partial(self._do_pass, node, one, local, family.over, context))
        for statement in trials.looped(local, family.over, way, body):
            graph.emit(statement)

    def _round_in_one_step(self, node: s.For, family: Domain, context: Context, way: x.Var) -> None:
        assert node.order is not None
        graph, flow, of = self._graph, self._flow, family.over
        t, start = _element(of), self._start(node, of, context)
        over = flow.remember("over", of, context)
        at = flow.trial(node.name.text, t)
        graph.store(at, start if node.order.kind == "from" else successor(start))
        here = self._expressions.local(node.name.text, t)
        passed = graph.collected(partial(self._do_pass, node, here, here, of, context))
        body = (Let(here, at), When(fold.in_(here, over), passed, ()))
        count = self._expressions.local("pass", t)
        step = Store(at.name, None, successor(at), None)
        for statement in trials.looped(count, x.every(t), way, body, (step,)):
            graph.emit(statement)

    def _do_pass(
        self, node: s.For, member: x.Expr, element: x.Expr, over: x.Expr, context: Context
    ) -> None:
        flow = self._flow
        mark = len(self._graph.stored)
        every, inner = flow.passes(node, element, over, context)
        inner = replace(inner.bind(node.name.text, member), loop=_nowhere())
        if node.condition is None:
            flow.statements(node.body, inner)
        else:
            test = flow.tested(node.condition, inner, (node.body, inner))
            write = partial(flow.statements, node.body, inner.assume(test))
            self._graph.emit(When(test, self._graph.collected(write), ()))
        assert flow.after(every, mark) == every, "a loop stores to what nobody foresaw"

    def _repeat_in_one_step(self, node: s.Repeat, context: Context, way: x.Var) -> Context:
        graph, flow, expressions = self._graph, self._flow, self._expressions
        every, mark = flow.repeated(node.body, context), len(graph.stored)
        inner, after = every, every
        test: x.Expr = x.NO
        over: x.Expr | None = None
        if node.kind == "times":
            over = self._numbered(node, context)
        elif node.kind == "until":
            assert node.control is not None
            within = replace(every, loop=_nowhere())
            test = flow.tested(node.control, every, (node.body, within))
            inner, after = every.assume(fold.not_(test)), every.assume(test)
        else:
            after = replace(every, ended=True)
        loop = _nowhere()
        write = partial(flow.statements, node.body, replace(inner, loop=loop))
        body = graph.collected(write)
        assert flow.after(every, mark) == every, "a loop stores to what nobody foresaw"
        if over is None:
            local = expressions.local("pass", Int(0, trials.PASSES))
            written = trials.unending(local, way, test, body)
        else:
            local = expressions.local("pass", _element(over))
            written = trials.looped(local, over, way, body)
        for statement in written:
            graph.emit(statement)
        return every.after([after, *loop.left])

    def _numbered(self, node: s.Repeat, context: Context) -> x.Expr:
        """The numbers of the passes, as many as there are."""
        times = self._times(node, context)
        assert isinstance(times.type, Int)
        passes_ = Int(1, max(times.type.hi, 1))
        var = self._expressions.local("k", passes_)
        return x.Filter(var, x.every(passes_), fold.compare("<=", var, times), Set(passes_))

    def _times(self, node: s.Repeat, context: Context) -> x.Expr:
        """The number of passes of a loop that states it."""
        assert node.control is not None
        head = Attempts()
        with head.each():
            times = self._expressions.amount(node.control, self._flow.working_out(context))
        if head.wrong:
            every = self._flow.repeated(node.body, context)
            inside = replace(every, loop=_nowhere())
            self._flow.give_up(context, (node.body, inside))
        assert isinstance(times.type, Int)
        if times.type.hi > MAX_VALUES:
            text = f"more than {MAX_VALUES} times is not possible; use 'repeat until'"
            self._report.fail("E305", node.control.span, text)
        return times


def _nowhere() -> Loop:
    """The loop around statements that are only checked, or executed in one step."""
    return Loop(-1, -1)


def _is_empty(over: x.Expr) -> x.Expr:
    return fold.compare("==", over, x.Const(0, over.type))


def _element(over: x.Expr) -> Scalar:
    """The element type of a set."""
    assert isinstance(over.type, Set)
    return over.type.element


def _is_whole(over: x.Expr) -> bool:
    """Whether a set is known to be all of its type, and not empty."""
    whole = x.every(_element(over))
    return isinstance(over, x.Const) and over.value == whole.value != 0


def _plus_one(var: x.Var) -> x.Expr:
    """The next value; the caller has excluded the last."""
    t = scalar(var.type)
    if isinstance(t, Enum):
        return successor(var)
    lo, hi = bounds(t)
    table = tuple(min(v + 1, hi) for v in range(lo, hi + 1))
    return fold.lookup(x.Const(table, Map(t, t), "next"), var)


def _one_less(count: x.Var) -> x.Expr:
    """The number before; the caller has excluded 0."""
    assert isinstance(count.type, Int)
    table = tuple(max(v - 1, 0) for v in range(count.type.hi + 1))
    return fold.lookup(x.Const(table, Map(count.type, count.type), "previous"), count)
