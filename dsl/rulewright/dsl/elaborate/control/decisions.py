"""Decision points: ``choose``, ``p chooses x in S``, ``secretly chooses``, and chance."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from ...ir import code as x
from ...ir import fold
from ...ir.code import Stop, Store
from ...ir.program import Chance, Choice, Decision, Parameter
from ...ir.types import Bool, Int, Map, Scalar, Set, default, scalar, size
from ...ir.walk import substituted
from ...syntax import expressions as e
from ...syntax import statements as s
from ..expressions.names.builtins import lowest, successor
from ..symbols.report import Attempts
from ..symbols.scope import ERROR_TYPE, Domain
from .flow.context import Context
from .flow.lowering import Lowering, clauses_of
from .value_loop import Steps, passes


@dataclass(frozen=True, slots=True)
class OptionDraft:
    """An option with its parameters bound: ``guard`` reads them as locals. ``wrong``: something in
    them is."""

    node: s.ChooseOption
    parameters: tuple[Parameter, ...]
    guard: x.Expr
    context: Context
    wrong: bool

    def leading_to(self, block: int) -> Choice:
        """The option, whose effects are in a block."""
        node = self.node
        return Choice(
            node.name.text, self.parameters, self.guard, block, self.context.clauses,
            node.name.span, node.title,
        )  # fmt: skip


class Decisions:
    """Lowers every place where somebody, or chance, decides."""

    def __init__(self, flow: Lowering) -> None:
        self._flow = flow
        self._expressions = flow.expressions
        self._graph = flow.graph
        self._report = flow.report

    def choose(self, node: s.Choose, context: Context) -> Context:
        asked = Attempts()
        with asked.each():
            player = self._player(node.player, context)
        offers = [self._offer(o, context) for o in node.options]
        self._distinct(node.options)
        graph = self._graph
        if asked.wrong or any(offer.wrong for offer in offers):
            self._flow.give_up(context, *map(_effects, offers), (node.otherwise or (), context))
        if node.otherwise is not None:
            decide, otherwise = graph.block(context.title), graph.block("otherwise")
            graph.branch(self._some_legal(offers), decide, otherwise)
        join = graph.block(f"{context.title}: after choice")
        ways: list[Context] = []
        if node.otherwise is not None:
            graph.enter(otherwise)
            ways.append(self._flow.statements(node.otherwise, context))
            graph.goto(join)
            graph.enter(decide)
        number = graph.node()
        graph.end_block(Stop(number))
        choices = tuple(self._choice(o, join, ways) for o in offers)
        graph.nodes[number] = Decision(
            context.title, player, choices, False, context.clauses, node.span
        )
        graph.enter(join)
        return context.after(ways)

    def _decided(self, title: str) -> int:
        """Enter the block that a decision leads to, and return it."""
        block = self._graph.block(title)
        self._graph.enter(block)
        self._flow.decided()
        return block

    def _player(self, node: e.Expression, context: Context) -> x.Expr:
        return self._expressions.of_type(node, context.scope, self._flow.world.players)

    def _distinct(self, options: tuple[s.ChooseOption, ...]) -> None:
        names = [o.name.text for o in options]
        for option in options:
            if names.index(option.name.text) != options.index(option):
                text = f"the option {option.name.text} stands here twice"
                self._report.add("E111", option.name.span, text)

    def _offer(self, node: s.ChooseOption, context: Context) -> OptionDraft:
        """The parameters and the guard of an option, and the context of its effects."""
        expressions = self._expressions
        guard_scope, inner = context.scope, context
        parameters: list[Parameter] = []
        given: dict[x.Local, x.Expr] = {}
        parts = Attempts()
        for parameter in node.parameters:
            name = parameter.name.text
            over: x.Expr | None = None
            with parts.each():
                over = expressions.as_set(
                    expressions.elaborate(parameter.over, guard_scope), parameter.over.span
                )
            if over is None:
                guard_scope = guard_scope.bind(parameter.name, ERROR_TYPE)
                inner = inner.bind(parameter.name, ERROR_TYPE)
                continue
            assert isinstance(over.type, Set)
            local = expressions.local(name, over.type.element)
            var = self._graph.frame(name, over.type.element, span=parameter.span)
            parameters.append(Parameter(local.name, over.type.element, over, var.name))
            guard_scope = guard_scope.bind(parameter.name, local).among(local, over)
            inner = inner.bind(parameter.name, var).among(var, substituted(over, given))
            given[local] = var
        guards: list[x.Expr] = []
        body_scope = inner.scope
        for condition in node.when:
            with parts.each():
                guard = expressions.truth(condition, guard_scope)
                guards.append(guard)
                guard_scope = expressions.tested(condition, guard, guard_scope, holds=True)
                said = expressions.truth(condition, body_scope)
                body_scope = expressions.tested(condition, said, body_scope, holds=True)
        for condition in node.unless:
            with parts.each():
                guard = fold.not_(expressions.truth(condition, guard_scope))
                guards.append(guard)
                if guard_scope.assume(guard) != guard_scope:
                    guard_scope = guard_scope.assume(guard)
                    failed = expressions.aside(condition, body_scope)
                    body_scope = body_scope.assume(fold.not_(failed))
        clauses = clauses_of(node.cites) or context.clauses
        inner = replace(inner, scope=body_scope, clauses=clauses)
        return OptionDraft(node, tuple(parameters), fold.and_(guards), inner, parts.wrong)

    def _choice(self, offer: OptionDraft, join: int, ways: list[Context]) -> Choice:
        """Lower the effects of an option into a separate block; returns the choice."""
        graph = self._graph
        block = self._decided(offer.node.name.text)
        ways.append(self._flow.statements(offer.node.body, offer.context))
        graph.goto(join)
        return offer.leading_to(block)

    def _some_legal(self, offers: list[OptionDraft]) -> x.Expr:
        return fold.or_([_exists(o.parameters, o.guard) for o in offers])

    # One element

    def pick(self, node: s.Pick, context: Context) -> Context:
        head = Attempts()
        with head.each():
            player = self._player(node.player, context)
        with head.each():
            family = self._expressions.family(node.over, context.scope)
        head.right()
        value = self.pick_from(node.name.text, family, player, node, context)
        context = context.bind(node.name, value)
        return context if family.member is not None else context.among(value, family.over)

    def pick_from(
        self, name: str, family: Domain, player: x.Expr, node: s.Statement, context: Context
    ) -> x.Expr:
        """A decision for one member of a family, skipped if it has only one."""
        graph = self._graph
        assert isinstance(family.over.type, Set)
        t = family.over.type.element
        var = graph.frame(name, t, span=node.span)
        forced, ask, chosen = (
            graph.block(f"{context.title}: {word} {name}") for word in ("only", "choose", "chosen")
        )
        count = x.Size(family.over, Int(0, size(t)))
        graph.branch(fold.compare("==", count, fold.number(1)), forced, ask)
        graph.enter(forced)
        graph.store(var, fold.unwrap(lowest(self._expressions, family.over, t)))
        graph.goto(chosen)
        graph.enter(ask)
        number = graph.node()
        graph.end_block(Stop(number))
        option = self._expressions.local(name, t)
        parameter = Parameter(option.name, t, family.over, var.name)
        decided = self._decided(f"{context.title}: decided {name}")
        graph.goto(chosen)
        choice = Choice(name, (parameter,), x.YES, decided, context.clauses, node.span)
        graph.nodes[number] = Decision(
            f"{context.title}: {name}", player, (choice,), False, context.clauses, node.span
        )
        graph.enter(chosen)
        return self._flow.remember(name, family.bound(var), context)

    # Chance

    def roll(self, node: s.Roll, context: Context) -> Context:
        graph = self._graph
        head = Attempts()
        with head.each():
            over = self._expressions.as_set(
                self._expressions.elaborate(node.over, context.scope), node.over.span
            )
        if head.wrong and node.weight is not None:
            self._expressions.integer(node.weight, context.scope.bind(node.name, ERROR_TYPE))
        head.right()
        assert isinstance(over.type, Set)
        t = over.type.element
        local = self._expressions.local(node.name.text, t)
        var = graph.frame(node.name.text, t, span=node.name.span)
        weight: x.Expr = fold.number(1)
        if node.weight is not None:
            inner = context.scope.bind(node.name, local).among(local, over)
            weight = self._expressions.integer(node.weight, inner)
            assert isinstance(weight.type, Int)
            if weight.type.lo < 0:
                self._report.fail("E319", node.weight.span, "a weight cannot be below 0")
        number = graph.node()
        graph.end_block(Stop(number))
        block = self._decided(f"{context.title}: {node.name.text} rolled")
        parameter = Parameter(local.name, t, over, var.name)
        graph.nodes[number] = Chance(
            node.name.text, parameter, weight, block, context.clauses, node.span
        )
        return context.bind(node.name, var).among(var, over)

    # Secret, simultaneous choices

    def secret(self, node: s.Secret, context: Context) -> None:
        """Every player of a set decides on the present position; then the effects follow in order.

        The decisions are stored in maps that only their owners see.
        """
        players = self._flow.world.players
        self._distinct(node.options)
        head = Attempts()
        with head.each():
            family = self._expressions.family(node.over, context.scope)
            if not (isinstance(family.over.type, Set) and family.over.type.element == players):
                self._report.fail("E318", node.span, "expected players")
        if head.wrong:
            probe = context.bind(node.name, self._expressions.local(node.name.text, players))
            self._flow.give_up(probe, *map(_effects, [self._offer(o, probe) for o in node.options]))
        members = self._flow.remember("deciders", family.over, context)
        chosen_type = Map(players, Int(0, len(node.options) - 1))
        chosen = self._graph.frame("chosen", chosen_type, "owner", node.span)
        secret_maps = self._secret_parameters(node, context)
        for map_ in (chosen, *(m for maps in secret_maps for m in maps)):
            # The previous choices are forgotten: equal positions must be equal states.
            self._graph.store(map_, x.Const(default(map_.type), map_.type))
        self._ask_all(node, members, chosen, secret_maps, context)
        self._carry_out(node, members, chosen, secret_maps, context)

    def _secret_parameters(self, node: s.Secret, context: Context) -> list[list[x.Var]]:
        """For each option, a map from players for each of its parameters."""
        players = self._flow.world.players
        probe = context.bind(node.name, self._expressions.local(node.name.text, players))
        secret_maps: list[list[x.Var]] = []
        offers = [self._offer(option, probe) for option in node.options]
        if any(offer.wrong for offer in offers):
            self._flow.give_up(probe, *map(_effects, offers))
        for option, offer in zip(node.options, offers, strict=True):
            secret_maps.append(
                [
                    self._graph.frame(
                        f"{option.name.text}_{p.name.text}",
                        Map(players, scalar(q.type)),
                        "owner",
                        p.span,
                    )
                    for p, q in zip(option.parameters, offer.parameters, strict=True)
                ]
            )
        return secret_maps

    def _ask_all(
        self, node: s.Secret, members: x.Expr, chosen: x.Var, secret_maps: list[list[x.Var]],
        context: Context,
    ) -> None:  # fmt: skip
        def ask(inner: Context, player: x.Var) -> None:
            graph = self._graph
            offers = [self._offer(o, inner) for o in node.options]
            number, join = graph.node(), graph.block(f"{context.title}: decided")
            graph.end_block(Stop(number))
            choices = []
            for i, (offer, maps) in enumerate(zip(offers, secret_maps, strict=True)):
                block = self._decided(f"{offer.node.name.text} (secretly)")
                graph.emit(Store(chosen.name, player, x.Const(i, _value(chosen)), None))
                for parameter, map_ in zip(offer.parameters, maps, strict=True):
                    value = x.Var(parameter.variable, parameter.type)
                    graph.emit(Store(map_.name, player, value, None))
                graph.goto(join)
                choices.append(offer.leading_to(block))
            graph.nodes[number] = Decision(
                context.title, player, tuple(choices), True, context.clauses, node.span
            )
            graph.enter(join)

        self._each_player(node, members, context, ask)

    def _carry_out(
        self, node: s.Secret, members: x.Expr, chosen: x.Var, secret_maps: list[list[x.Var]],
        context: Context,
    ) -> None:  # fmt: skip
        bodies = [effect for option in node.options for effect in option.body]
        context = self._flow.repeated(bodies, context)
        mark = len(self._graph.stored)

        def carry_out(inner: Context, player: x.Var) -> None:
            graph = self._graph
            join = graph.block(f"{context.title}: done")
            last = len(node.options) - 1
            for i, (option, maps) in enumerate(zip(node.options, secret_maps, strict=True)):
                effects = graph.block(option.name.text)
                if i == last:
                    graph.goto(effects)
                else:
                    other = graph.block(f"{context.title}: else")
                    this = x.Const(i, _value(chosen))
                    test = fold.compare("==", fold.lookup(chosen, player), this)
                    graph.branch(test, effects, other)
                graph.enter(effects)
                within = inner
                for parameter, map_ in zip(option.parameters, maps, strict=True):
                    value = self._flow.remember(
                        parameter.name.text, fold.lookup(map_, player), within
                    )
                    within = within.bind(parameter.name, value)
                # Once carried out, a choice is forgotten: it must not distinguish equal
                # positions.
                for map_ in (chosen, *maps):
                    t = _value(map_)
                    forgotten = x.Const(default(t), t)
                    graph.emit(Store(map_.name, player, forgotten, None))
                within = within.citing(clauses_of(option.cites) or within.clauses)
                self._flow.statements(option.body, within)
                graph.goto(join)
                if i != last:
                    graph.enter(other)
            graph.enter(join)

        if not isinstance(members, x.Const):
            left = self._graph.frame("deciders", members.type)
            self._graph.store(left, members)
            members = left
        self._each_player(node, members, context, carry_out, used=True)
        assert self._flow.after(context, mark) == context, "a choice stores to what nobody foresaw"

    def _each_player(
        self,
        node: s.Secret,
        members: x.Expr,
        context: Context,
        body: Callable[[Context, x.Var], None],
        *,
        used: bool = False,
    ) -> None:
        """Run ``body`` for every player in a set, ascending.

        ``used``: nobody needs the set any more, and players are removed from it after their pass.
        """
        players = self._flow.world.players
        var = self._graph.frame(node.name.text, players, span=node.name.span)
        last = x.Const(len(players.labels) - 1, players)
        steps = Steps(x.Const(0, players), successor(var), fold.compare("==", var, last))
        with passes(self._graph, context.title, var, node.name.text, steps, members):
            if used and isinstance(members, x.Var):
                taken = fold.set_of([var], Set(players))
                self._graph.store(members, fold.combine("difference", members, taken))
            body(context.bind(node.name, var), var)


def _effects(offer: OptionDraft) -> tuple[s.BlockSyntax, Context]:
    """The effects of an option, in a context that does not rely on what was tested before."""
    return offer.node.body, offer.context.doubt() if offer.wrong else offer.context


def _exists(parameters: tuple[Parameter, ...], guard: x.Expr) -> x.Expr:
    result = guard
    for p in reversed(parameters):
        result = fold.quantifier("some", x.Local(p.name, p.type), p.over, None, result, Bool())
    return result


def _value(map_: x.Var) -> Scalar:
    assert isinstance(map_.type, Map)
    return scalar(map_.type.value)
