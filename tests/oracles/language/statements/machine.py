"""How statements are done, one after the other, until play rests.

A statement that cannot be done (a supply is empty, a range is left) takes back the whole action.
Where the rules only end, at a gap or behind the last statement, what was done stands.
"""

from __future__ import annotations

from tests.oracles.language.expressions.expressions import Expressions
from tests.oracles.language.scope import Scope
from tests.oracles.language.statements.components import Components, FaultHappened
from tests.oracles.language.statements.decisions import legal
from tests.oracles.language.statements.ends import end
from tests.oracles.language.statements.frames import (
    LOOPS,
    Again,
    Asking,
    Block,
    Called,
    Choosing,
    Effects,
    Frame,
    Names,
    Passes,
    Picking,
    Rolling,
)  # fmt: skip
from tests.oracles.language.statements.run import Endless, Fault, Run, bind, plain
from tests.oracles.language.values import Label, Map, MapOf, Value, ascending, keys_of, same
from tests.oracles.language.world.world import World

from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.syntax import statements as s
from rulewright.dsl.syntax.parts import ProcedurePart

STEPS = 50_000
PASSES = 64


class Machine:
    """Does statements in a world."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.expressions = Expressions(world, self._hypothesis)
        self.components = Components(self.expressions)
        self._passes: int | None = None
        """After how many passes a loop is given up that does not say how many: under 'after'."""

    def scope(self, names: Names, run: Run) -> Scope:
        return Scope(names, run.state, run.cells)

    def begin(self) -> Run:
        """The start of play. Its variables are as they are before anything is worked out."""
        play = self.world.procedures["play"]
        run = Run(dict(self.world.initial), {}, None)
        run.push(Called(play, None, {}))
        run.push(Block(play.body, 0, {}))
        return run

    def run(self, run: Run) -> None:
        """Go on until play rests: a decision on top of the stack, or an end.

        Raises FaultHappened, and Endless.
        """
        for _ in range(STEPS):
            if run.end is not None:
                return
            assert run.stack is not None
            match run.stack.top:
                case Choosing() | Picking() | Rolling():
                    return
                case Asking(_, left) if left:
                    return
            self._step(run.pop(), run)
        raise Endless

    def _step(self, frame: Frame, run: Run) -> None:
        match frame:
            case Block(block, start, names):
                if start < len(block):
                    run.push(Block(block, start + 1, names))
                    self._statement(block[start], names, run)
            case Called(part):
                if part.name.text == "play" or part.result is not None:
                    run.end = Fault.at(part.name.span)
            case Passes():
                self._pass(frame, run)
            case Again():
                self._again(frame, run)
            case Asking(node, _, decided, names):
                run.push(Effects(node, decided, names))
            case Effects(node, decided, names):
                if decided:
                    (player, option, args), *left = decided
                    run.push(Effects(node, tuple(left), names))
                    chosen = node.options[option]
                    inner = {**names, node.name.text: player}
                    for parameter, arg in zip(chosen.parameters, args, strict=True):
                        inner[parameter.name.text] = arg
                    run.push(Block(chosen.body, 0, inner))

    # Loops

    def _pass(self, frame: Passes, run: Run) -> None:
        if not frame.left:
            return
        node = frame.node
        if node.order is not None and node.order.kind == "chosen":
            if len(frame.left) > 1:
                run.push(frame)
                run.push(Picking(node, frame.chooser, frame.left, {}))
                return
            chosen, left = frame.left[0], ()
        else:
            chosen, left = frame.left[0], frame.left[1:]
        run.push(Passes(node, left, frame.names, frame.chooser))
        self._begin_pass(node, chosen[1], frame.names, run)

    def _begin_pass(self, node: s.For, member: Value, names: Names, run: Run) -> None:
        inner = {**names, node.name.text: member}
        if node.condition is not None and not self.expressions.truth(
            node.condition, self.scope(inner, run)
        ):
            return
        run.turns += node.turns
        run.push(Block(node.body, 0, inner))

    def _again(self, frame: Again, run: Run) -> None:
        node, left = frame.node, frame.left
        if node.kind == "until":
            assert node.control is not None
            if self.expressions.truth(node.control, self.scope(frame.names, run)):
                return
        elif node.kind == "times":
            assert left is not None
            if left == 0:
                return
        if left is not None:
            if left == 0:
                raise FaultHappened(node.span)
            left -= 1
        run.push(Again(node, left, frame.names))
        run.push(Block(node.body, 0, frame.names))

    def _unwind(self, run: Run, leave: bool) -> None:
        """To the innermost loop, and out of it or on to its next pass."""
        while True:
            frame = run.pop()
            assert not isinstance(frame, Called)
            if isinstance(frame, LOOPS):
                if not leave:
                    run.push(frame)
                return

    # Statements

    def _statement(self, node: s.Statement, names: Names, run: Run) -> None:
        ex, scope = self.expressions, self.scope(names, run)
        match node:
            case s.Assign(target, value):
                called = self._procedure(value)
                if called is not None:
                    self._call(called, value, node, names, run)
                else:
                    self.components.assign(target, ex.value(value, scope), value.span, scope)
            case s.Bind(name, value):
                called = self._procedure(value)
                if called is not None:
                    self._call(called, value, node, names, run)
                else:
                    bind(run, name.text, plain(ex.value(value, scope)))
            case s.VariableStatement(name, type_, value):
                t = self.world.type_of(type_)
                bind(run, name.text, run.cell(ex.initial(value, t, scope), t))
            case s.Perform(call):
                called = self._procedure(call)
                assert called is not None
                self._call(called, call, None, names, run)
            case s.Return(value):
                self._return(None if value is None else ex.value(value, scope), run)
            case s.IfStatement(condition, then, otherwise):
                run.push(Block(then if ex.truth(condition, scope) else otherwise, 0, names))
            case s.MatchStatement(subject, cases, otherwise):
                self._match(ex.value(subject, scope), cases, otherwise, names, run)
            case s.For():
                self._for(node, names, run)
            case s.Repeat():
                left = self._passes
                if node.kind == "times":
                    assert node.control is not None
                    left = ex.number(node.control, scope)
                run.push(Again(node, left, names))
            case s.Choose():
                if node.otherwise is not None and not legal(ex, Choosing(node, names), scope):
                    run.push(Block(node.otherwise, 0, names))
                else:
                    run.push(Choosing(node, names))
            case s.Secret():
                members = tuple(ascending(ex.set(node.over, scope)))
                run.push(Asking(node, members, (), names))
            case s.Pick(player, name, over):
                pairs = ex.pairs(over, scope)
                if len(pairs) == 1:
                    bind(run, name.text, plain(pairs[0][1]))
                else:
                    run.push(Picking(node, ex.value(player, scope), tuple(pairs), names))
            case s.Roll():
                run.push(Rolling(node, names))
            case s.Leave() | s.Next():
                self._unwind(run, isinstance(node, s.Leave))
            case s.Gap():
                run.end = Fault.at(node.span, declared=True)
            case s.Win() | s.Draw() | s.Lose() | s.Rank():
                run.end = end(ex, node, scope)
            case s.DoNothing():
                pass
            case _:
                self.components.do(node, scope)

    def _procedure(self, value: e.Expression) -> ProcedurePart | None:
        if isinstance(value, e.Application):
            return self.world.procedures.get(value.name.text)
        return None

    def _call(
        self, part: ProcedurePart, call: e.Expression, then: s.Statement | None, names: Names,
        run: Run,
    ) -> None:  # fmt: skip
        assert isinstance(call, e.Application)
        scope = self.scope(names, run)
        given = {
            b.name.text: plain(
                self.expressions.as_type(
                    self.expressions.value(a, scope), self.world.type_of(b.type)
                )
            )
            for b, a in zip(part.params, call.args, strict=True)
        }
        run.push(Called(part, then, names))
        run.push(Block(part.body, 0, given))

    def _return(self, value: Value, run: Run) -> None:
        frame = run.pop()
        while not isinstance(frame, Called):
            frame = run.pop()
        if frame.part.result is not None:
            value = self.expressions.as_type(value, self.world.type_of(frame.part.result))
        match frame.then:
            case s.Bind(name, _):
                bind(run, name.text, value)
            case s.Assign(target, node):
                scope = self.scope(frame.names, run)
                self.components.assign(target, value, node.span, scope)

    def _match(
        self, subject: Value, cases: tuple[s.Case, ...], otherwise: s.BlockSyntax | None, names: Names,
        run: Run,
    ) -> None:  # fmt: skip
        scope = self.scope(names, run)
        for case in cases:
            if any(self.expressions.met(subject, q, scope) for q in case.patterns):
                run.push(Block(case.body, 0, names))
                return
        assert otherwise is not None
        run.push(Block(otherwise, 0, names))

    def _for(self, node: s.For, names: Names, run: Run) -> None:
        scope = self.scope(names, run)
        pairs, chooser = self.expressions.pairs(node.over, scope), None
        if node.order is not None:
            by = self.expressions.value(node.order.by, scope)
            if node.order.kind == "chosen":
                chooser = by
            else:
                pairs = _round(pairs, by, node.order.kind == "after")
        pairs = [(k, plain(v)) for k, v in pairs]
        run.push(Passes(node, tuple(pairs), names, chooser))

    # Decisions

    def look(self, run: Run) -> None:
        """What each ``since`` says in this position is kept, all at once."""
        said: dict[str, Value] = {}
        for node in self.world.past:
            name = self.world.since[node.span]
            locals_of = [n for n, _ in self.world.kept_for.get(name, ())]
            t = self.world.variables[name]
            if not isinstance(t, MapOf):
                said[name] = self.expressions.truth(node, self.scope({}, run))
                continue
            entries: dict[Value, Value] = {}
            for key in keys_of(t):
                values = key if len(locals_of) > 1 else (key,)
                assert isinstance(values, tuple)
                names = dict(zip(locals_of, values, strict=True))
                entries[key] = self.expressions.truth(node, self.scope(names, run))
            said[name] = Map(entries, len(locals_of))
        run.state.update(said)

    def decided(self, run: Run) -> None:
        """What looks back refers to this position from here on."""
        self.look(run)
        for name in self.world.earlier:
            run.state[f"was.{name}"] = run.state[name]

    def choose(self, option: int, args: tuple[Value, ...], run: Run) -> None:
        """Do what follows from a choice, up to the next rest."""
        self.decided(run)
        frame = run.pop()
        match frame:
            case Choosing(node, names):
                chosen = node.options[option]
                given = dict(zip((q.name.text for q in chosen.parameters), args, strict=True))
                run.push(Block(chosen.body, 0, {**names, **given}))
            case Asking(node, left, decided, names):
                run.push(Asking(node, left[1:], (*decided, (left[0], option, args)), names))
            case Picking(node, _, pairs):
                member = plain(next(v for k, v in pairs if same(k, args[0])))
                assert run.stack is not None
                if isinstance(node, s.For):
                    loop = run.pop()
                    assert isinstance(loop, Passes)
                    rest = tuple(p for p in loop.left if not same(p[0], args[0]))
                    run.push(Passes(loop.node, rest, loop.names, loop.chooser))
                    self._begin_pass(loop.node, member, loop.names, run)
                else:
                    bind(run, node.name.text, member)
            case Rolling(node):
                bind(run, node.name.text, args[0])
        self.run(run)

    def decider(self, frame: Frame, run: Run) -> Value:
        """The player who decides; None for chance."""
        match frame:
            case Choosing(node):
                return self.expressions.value(node.player, self.scope(frame.names, run))
            case Asking(_, left):
                return left[0]
            case Picking(_, player):
                return player
        return None

    def _hypothesis(self, call: e.Application, scope: Scope) -> Scope | None:
        part = self.world.procedures[call.name.text]
        run = Run(dict(scope.state), dict(scope.cells or {}), None)
        done = s.DoNothing(span=call.span)
        outside, self._passes = self._passes, PASSES
        try:
            run.push(Block((done,), 0, {}))
            bottom = run.stack
            self._call(part, call, None, scope.names, run)
            while run.stack is not bottom:
                top = run.pop()
                if isinstance(top, Called):
                    if top.part.result is not None:
                        return None  # it ends and has not said what it returns
                    if run.stack is bottom:
                        break
                self._step(top, run)
        except FaultHappened:
            return None
        finally:
            self._passes = outside
        return Scope(scope.names, run.state, scope.cells, scope.ended)


def _round(pairs: list[tuple[Value, Value]], by: Value, after: bool) -> list[tuple[Value, Value]]:
    """Once round: from ``by`` on, or with ``by`` at the end."""
    assert isinstance(by, Label)
    first = by.index + 1 if after else by.index
    ordered = sorted(pairs, key=lambda p: p[0].index)
    later = [p for p in ordered if p[0].index >= first]
    return later + [p for p in ordered if p[0].index < first]
