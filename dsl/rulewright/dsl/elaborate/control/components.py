"""Statements that move components: out of supplies, from place to place, and back; a ring that
turns."""

from __future__ import annotations

from functools import partial

from ...ir import code as x
from ...ir import fold
from ...ir.code import Each, Store
from ...ir.types import Enum, Int, List, Map, Option, Set, none_of, show
from ...span import Span
from ...syntax import expressions as e
from ...syntax import statements as s
from ...syntax.unparse import unparse
from ..expressions.coercions import describe
from ..expressions.names.lvalues import Lvalue, entry
from .flow.context import Context
from .flow.lowering import Lowering
from .stores import Stores

_SEVERAL = "leave out how many, if one is meant; several go where they are counted: to a number"
_ALIKE = "components of a supply without kinds are all alike: they are counted, in a number"


class Components:
    """Lowers movements of components into IR statements, all of which are stores."""

    def __init__(self, flow: Lowering, stores: Stores) -> None:
        self._flow = flow
        self._stores = stores
        self._expressions = flow.expressions
        self._report = flow.report

    def take(self, node: s.Take, context: Context) -> Context:
        source, mark = self._stores.place(node.source, context), len(self._flow.graph.stored)
        world = self._expressions.world
        if source.variable not in world.supplies or not isinstance(source.type, Int):
            self._report.fail("E402", node.source.span, "'take' takes out of a supply; use 'move'")
        source, target = self._both(source, self._stores.place(node.target, context), context)
        self._flows(source.variable, target.variable)
        amount = self._taken(node.amount, context)
        message = f"there is not enough {source.name} left to take"
        self._draw_off(source, amount, message, context)
        if isinstance(target.type, Int):
            value = fold.arith("+", target.value, amount)
            self._stores.store(target, value, node.target.span, context)
            return self._flow.after(context, mark)
        if node.amount is not None or source.key is None:
            text = f"{describe(target.type)} does not count components"
            hint = _ALIKE if source.key is None else _SEVERAL
            if isinstance(target.type, Map) and isinstance(target.type.value, Int):
                name = unparse(node.target)
                hint = f"{name} has a number for each {show(target.type.key)}: say which, such as {name}[p]"
            self._report.fail("E403", node.target.span, text, hint)
        self._put(source.key, target, context)
        return self._arrived(source.key, target, context, mark)

    def put_back(self, node: s.PutBack, context: Context) -> None:
        source = self._stores.place(node.source, context)
        world = self._expressions.world
        if node.supply.text not in world.supplies:
            hint = world.unknown(node.supply.text, ())
            self._report.fail(
                "E106", node.supply.span, f"there is no supply {node.supply.text}", hint
            )
        supply_type = world.variables[node.supply.text].type
        self._report.use("global", node.supply.text, node.supply.span, value=supply_type)
        source = self._stores.settled(source, context, source.variable, node.supply.text)
        self._flows(source.variable, node.supply.text)
        if isinstance(source.type, Int) and isinstance(supply_type, Int):
            amount = self._taken(node.amount, context)
            message = f"there is not enough {source.name} to put back"
            self._draw_off(source, amount, message, context)
            supply = Lvalue(node.supply.text, None, supply_type, node.supply.span)
            self._stores.store(supply, fold.arith("+", supply.value, amount), node.span, context)
            return
        if not isinstance(source.type, Option) or not isinstance(supply_type, Map):
            text = f"{describe(source.type)} holds no single component of {node.supply.text}"
            self._report.fail("E405", node.source.span, text)
        there = fold.compare("!=", source.value, x.Const(none_of(source.type), source.type))
        text = f"{source.name} holds nothing to put back"
        self._stores.require(there, text, node.source.span, context)
        key = self._flow.remember("back", fold.unwrap(source.value), context)
        fitted = self._expressions.fit(key, supply_type.key, context.scope, node.source.span)
        supply = Lvalue(node.supply.text, fitted, supply_type.value, node.supply.span)
        self._stores.store(
            supply, fold.arith("+", supply.value, fold.number(1)), node.span, context
        )
        nothing = x.Const(none_of(source.type), source.type)
        self._flow.graph.emit(Store(source.variable, source.key, nothing, None))

    def move(self, node: s.MoveStatement, context: Context) -> Context:
        mark = len(self._flow.graph.stored)
        source, target = (
            self._stores.place(node.source, context),
            self._stores.place(node.target, context),
        )
        source, target = self._both(source, target, context)
        self._flows(source.variable, target.variable)
        if isinstance(source.type, Int) and isinstance(target.type, Int):
            self._move_count(node, source, target, context)
            return self._flow.after(context, mark)
        if isinstance(source.type, List):
            self._move_top(node, source, target, context)
            return self._flow.after(context, mark)
        if node.amount is not None:
            text = f"{describe(source.type)} does not count components"
            self._report.fail("E403", node.source.span, text, _SEVERAL)
        if not isinstance(source.type, Option):
            text = f"{describe(source.type)} does not hold a component that can move"
            hint = "count one less here, and add it there" if isinstance(source.type, Int) else ""
            if isinstance(source.type, Map):
                written = unparse(node.source)
                one = f"{written[:-1]}, k]" if written.endswith("]") else f"{written}[k]"
                key = show(source.type.key)
                hint = f"go through what it counts: for k in {key}: move {one} of {one} to …"
            self._report.fail("E406", node.source.span, text, hint)
        nothing = x.Const(none_of(source.type), source.type)
        there = fold.compare("!=", source.value, nothing)
        self._stores.require(
            there, f"{source.name} holds nothing to move", node.source.span, context
        )
        carried = self._flow.remember("moved", fold.unwrap(source.value), context)
        self._flow.graph.emit(Store(source.variable, source.key, nothing, None))
        self._put(carried, target, context)
        return self._arrived(carried, target, context, mark)

    def _move_count(
        self, node: s.MoveStatement, source: Lvalue, target: Lvalue, context: Context
    ) -> None:
        amount = self._taken(node.amount, context)
        text = f"there is not enough {source.name} to move"
        self._draw_off(source, amount, text, context)
        more = fold.arith("+", target.value, amount)
        self._stores.store(target, more, node.target.span, context)

    def _move_top(
        self, node: s.MoveStatement, source: Lvalue, target: Lvalue, context: Context
    ) -> None:
        """Move the last items of a list, in their order; all where no number is given."""
        assert isinstance(source.type, List)
        limit = source.type.limit
        length = x.Size(source.value, Int(0, limit))
        stay: x.Expr = fold.number(0)
        if node.amount is not None:
            amount = self._taken(node.amount, context)
            enough = fold.compare("<=", amount, length)
            text = f"there is not enough on {source.name} to move"
            self._stores.require(enough, text, node.source.span, context)
            stay = fold.arith("-", length, amount)
        stay = self._flow.remember("stay", stay, context)
        moved: x.Expr = x.Slice(source.value, stay, fold.number(limit), source.type)
        moved = self._flow.remember("moved", moved, context)
        left = x.Slice(source.value, fold.number(0), stay, source.type)
        self._flow.graph.emit(Store(source.variable, source.key, left, None))
        self._arrive(moved, target, node.target.span, context)

    def move_those(self, node: s.MoveThose, context: Context) -> None:
        """Items leave a list, the others keep their order; each is added to a list or counted."""
        source, target = (
            self._stores.place(node.source, context),
            self._stores.place(node.target, context),
        )
        source, target = self._both(source, target, context)
        self._flows(source.variable, target.variable)
        if not isinstance(source.type, List):
            text = f"expected a list, found {describe(source.type)}"
            self._report.fail("E201", node.source.span, text)
        whole = self._flow.remember("whole", source.value, context)
        scope = context.scope.bind("", whole)
        everything = e.Reference("", span=node.source.span)
        moved, left = (
            self._expressions.elaborate(e.Those(node.name, everything, w, span=node.span), scope)
            for w in (node.where, e.Negation(node.where, span=node.where.span))
        )
        moved = self._flow.remember("moved", moved, context)
        self._flow.graph.emit(Store(source.variable, source.key, left, None))
        self._arrive(moved, target, node.target.span, context)

    def rotate(self, node: s.Rotate, context: Context) -> None:
        world = self._expressions.world
        group = self._expressions.present(
            self._expressions.elaborate(node.group, context.scope), context.scope
        )
        found = world.group(group.type)
        if found is None or found[1].turned is None:
            self._report.fail("E407", node.group.span, f"{describe(group.type)} cannot turn")
        board, kind = found
        steps = self._expressions.integer(node.steps, context.scope)
        if not isinstance(steps, x.Const) or not isinstance(steps.value, int):
            self._report.fail(
                "E223",
                node.steps.span,
                "the number of steps must be known before play",
                "write a number or a param; or an 'if' with a 'rotate' of its own for each number",
            )
        table_type = Map(board.place, board.place)
        assert isinstance(kind.enum, Enum)
        assert kind.turned is not None
        tables = [
            x.Const(_power(t, steps.value), table_type, f"turn {label} by {steps.value}")
            for t, label in zip(kind.turned, kind.enum.labels, strict=True)
        ]
        by: x.Expr = tables[-1]
        for i in reversed(range(len(tables) - 1)):
            here = fold.compare("==", group, x.Const(i, kind.enum))
            by = fold.if_(here, tables[i], by, table_type)
        standing = [
            v
            for v in world.named_variables
            if isinstance(v.type, Map) and v.type.key == board.place
        ]
        if not standing:
            self._report.fail("E408", node.span, f"nothing stands on {board.name} that could turn")
        for variable in standing:
            assert isinstance(variable.type, Map)
            moved = x.Permute(x.Var(variable.name, variable.type), by, variable.type)
            self._flow.graph.emit(Store(variable.name, None, moved, None))

    def _both(self, source: Lvalue, target: Lvalue, context: Context) -> tuple[Lvalue, Lvalue]:
        """Where components come from and where they go, determined before any of them moves."""
        changed = (source.variable, target.variable)
        return self._stores.settled(source, context, *changed), self._stores.settled(
            target, context, *changed
        )

    def _put(self, component: x.Expr, target: Lvalue, context: Context) -> None:
        """Put a component on a place that must be free, on a list, or into a set."""
        t = target.type
        if isinstance(t, List):
            item = self._expressions.fit(component, t.element, context.scope, target.span)
            more = x.Concat(
                target.value, x.ListOf((item,), List(t.element, 1)), List(t.element, t.limit + 1)
            )
            self._stores.store(target, more, target.span, context)
        elif isinstance(t, Option):
            nothing = x.Const(none_of(t), t)
            free = fold.compare("==", target.value, nothing)
            message = f"{target.name} is not empty where a component is put"
            self._stores.require(free, message, target.span, context)
            value = self._expressions.fit(component, t, context.scope, target.span)
            self._flow.graph.emit(Store(target.variable, target.key, value, None))
        elif isinstance(t, Set):
            item = self._expressions.fit(component, t.element, context.scope, target.span)
            new = fold.not_(fold.in_(item, target.value))
            self._stores.require(new, f"{target.name} has this already", target.span, context)
            one = fold.set_of([item], t)
            self._stores.store(
                target, fold.combine("union", target.value, one), target.span, context
            )
        elif isinstance(t, Map) and isinstance(t.value, Int):
            counted = entry(self._expressions, target, component, context.scope)
            larger = fold.arith("+", counted.value, fold.number(1))
            self._stores.store(counted, larger, target.span, context)
        else:
            self._report.fail("E404", target.span, f"{describe(t)} cannot hold a component")

    def _arrived(self, component: x.Expr, target: Lvalue, context: Context, mark: int) -> Context:
        """What is known after a component was put: its place, which is fixed, is not empty."""
        known = isinstance(target.type, Option) and context.scope.is_there(component)
        return self._flow.after(context, mark).know([target.value] if known else [])

    def _arrive(self, moved: x.Expr, target: Lvalue, span: Span, context: Context) -> None:
        """Append items of a list to the end of another one, or count them: all, or each kind."""
        assert isinstance(moved.type, List)
        if isinstance(target.type, Int):
            number = x.Size(moved, Int(0, moved.type.limit))
            self._stores.store(target, fold.arith("+", target.value, number), span, context)
        elif isinstance(target.type, List):
            t, limit = target.type, moved.type.limit
            more = self._expressions.fit(moved, List(t.element, limit), context.scope, span)
            both = x.Concat(target.value, more, List(t.element, t.limit + limit))
            self._stores.store(target, both, span, context)
        else:
            self._into_bag(moved, target, context)

    def _into_bag(self, moved: x.Expr, target: Lvalue, context: Context) -> None:
        """Count each item of a list in a bag."""
        family = self._expressions.items_of(moved)
        position = self._expressions.element_of(family, "i")
        body = self._flow.graph.collected(
            partial(self._put, family.bound(position), target, context)
        )
        self._flow.graph.emit(Each(position, family.over, body))

    def _draw_off(self, place: Lvalue, amount: x.Expr, message: str, context: Context) -> None:
        """Subtract a number; less than nothing is a fault."""
        fault = self._flow.fault(message, place.span, context)
        left = fold.arith("-", place.value, amount)
        self._flow.graph.emit(Store(place.variable, place.key, left, fault))

    def _flows(self, source: str, target: str) -> None:
        """Record that components go from one variable to another: this is what a supply's
        conservation is about."""
        self._expressions.world.flows.append((source, target))

    def _taken(self, node: e.Expression | None, context: Context) -> x.Expr:
        """How many components move: as many as the number was before they moved."""
        return self._flow.remember("amount", self._amount(node, context), context)

    def _amount(self, node: e.Expression | None, context: Context) -> x.Expr:
        if node is None:
            return fold.number(1)
        return self._expressions.amount(node, context.scope)


def _power(table: tuple[int, ...], steps: int) -> tuple[int, ...]:
    """The permutation done ``steps`` times (its inverse for steps below 0)."""
    if steps < 0:
        inverse = [0] * len(table)
        for to, source in enumerate(table):
            inverse[source] = to
        return _power(tuple(inverse), -steps)
    result, power = tuple(range(len(table))), table
    while steps:
        if steps % 2:
            result = tuple(result[k] for k in power)
        power = tuple(power[k] for k in power)
        steps //= 2
    return result
