"""Nodes and checks of the IR as functions of a resting state."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir.choices import parameters_of
from rulewright.dsl.ir.program import Chance, Check, Choice, Decision, End, Function
from rulewright.dsl.ir.types import Set, bounds, default

from ...codegen.choices import Level, conditions, levels
from ...codegen.read_sets import NODE
from .blocks import argument
from .builder import PythonBuilder, PythonEmitContext
from .exprs import counted, scalar
from .loops import CONTINUE, beforehand, each, give, unless
from .text.annotations import annotation, written
from .text.code import PythonExpression
from .text.writer import PythonWriter


class PythonNodeFunctions:
    """Writes functions that read a state; each method returns the name of one."""

    def __init__(self, module: PythonBuilder) -> None:
        self._module = module
        self._kinds = {v.name: v.kind for v in module.program.variables}
        self._stored = {
            v.name: (f"d.{module.idents[v.name]}", written(v.type, default(v.type)))
            for v in module.program.variables
            if v.kind != "scratch"
        }

    def decides(self, node: Decision, name: str) -> str:
        """``f(state) -> int``: the player."""
        return self._reader(node.player, f"{name} player")

    def winners(self, node: End, name: str) -> str:
        """``f(state) -> int``: the mask of the players who win."""
        return self._reader(node.winners, f"{name} winners")

    def scores(self, node: End, name: str) -> str:
        """``f(state) -> tuple[int, ...]``: a number per player."""
        assert node.scores is not None
        return self._reader(node.scores, f"{name} scores")

    def check(self, check: Check) -> str:
        """``f(state, player) -> bool``: whether the property holds."""
        with self._function(f"check {check.name}", ["player: int"], "bool") as (s, w):
            if check.player is not None:
                s = s.with_local(check.player.name, PythonExpression("player"))
            self._unpack((check.property,), s, w)
            give(check.property, s, w)
        return s.owner

    def strategy(self, strategy: Function) -> str:
        """``f(state, player) -> int``: how much a player prefers the position."""
        (player,) = strategy.params
        with self._function(f"strategy {strategy.name}", ["player: int"], "int") as (s, w):
            s = s.with_local(player.name, PythonExpression("player"))
            self._unpack((strategy.body,), s, w)
            give(strategy.body, s, w)
        return s.owner

    def legal(self, choice: Choice | Chance, number: int, name: str) -> str:
        """``f(state, found)``, which appends the choice's legal actions."""
        parameters, guards = parameters_of(choice), conditions(choice)
        head = ["found: list[Action]"]
        with self._function(f"list {name}", head, "None") as (s, w):
            self._unpack((*(p.over for p in parameters), *guards), s, w)
            self._loops(levels(choice), choice, number, s, w)
        return s.owner

    def _loops(
        self,
        loops: Iterator[Level],
        choice: Choice | Chance,
        number: int,
        s: PythonEmitContext,
        w: PythonWriter,
    ) -> None:
        """The remaining loops; a guard is placed as far out as it can be evaluated."""
        here = next(loops)
        for guard in here.guards:
            unless(guard, s, w, CONTINUE if here.depth else "return")
        if here.parameter is None:
            w.line(f"found.append({self._action(choice, number, s)})")
            return
        s = beforehand(here.inside, here.unbound, s, w)
        local = x.Local(here.parameter.name, here.parameter.type)
        with each(local, here.parameter.over, s, w) as inner:
            self._loops(loops, choice, number, inner, w)

    def _action(self, choice: Choice | Chance, number: int, s: PythonEmitContext) -> str:
        parameters = parameters_of(choice)
        if len(parameters) != 1:
            args = ", ".join(s.locals[p.name].text for p in parameters)
            return f"Action({number}, ({args}))"
        (p,) = parameters
        table = self._module.constants.actions(f"{choice.name} actions", number, scalar(p.type))
        return f"{table}[{counted(x.Local(p.name, p.type), scalar(p.type), s).text}]"

    def allows(self, choice: Choice | Chance, name: str) -> str:
        """``f(state, args) -> bool``: whether the choice is legal with these arguments."""
        parameters, guards = parameters_of(choice), conditions(choice)
        head = ["args: tuple[int, ...]"]
        with self._function(f"may {name}", head, "bool") as (s, w):
            with w.block(f"if len(args) != {len(parameters)}:"):
                w.line("return False")
            self._unpack((*(p.over for p in parameters), *guards), s, w)
            for i, p in enumerate(parameters):
                lo, hi = bounds(scalar(p.type))
                with w.block(f"if not {lo} <= args[{i}] <= {hi}:"):
                    w.line("return False")
                s, ident = s.bind(x.Local(p.name, p.type))
                w.line(f"{ident} = {argument(p, i)}")
                if not _everything(p.over):
                    unless(x.In(x.Local(p.name, p.type), p.over), s, w, "return False")
            give(x.And(guards), s, w)
        return s.owner

    def weight(self, node: Chance, name: str) -> str:
        """``f(state, args) -> int``: the weight of an element that may come."""
        p = node.parameter
        head = ["args: tuple[int, ...]"]
        with self._function(f"weight of {name}", head, "int") as (s, w):
            s, ident = s.bind(x.Local(p.name, p.type))
            w.line(f"{ident} = {argument(p, 0)}")
            self._unpack((node.weight,), s, w)
            give(node.weight, s, w)
        return s.owner

    def rest(self, index: int, name: str) -> str:
        """``f(d) -> State``: the state at a node, with what nobody reads any more reset."""
        forgotten = frozenset(self._module.program.resets[index].variables)
        ident = self._module.names.fresh(f"at {name}")
        w = PythonWriter()
        stored = [unused if v in forgotten else now for v, (now, unused) in self._stored.items()]
        with w.block(self._module.signature(ident, ["d: Draft"], "State")):
            w.line(
                f"return tuple.__new__(State, ({', '.join([str(index), *stored])}{',' * (not stored)}))"
            )
        self._module.add(w)
        return ident

    def _reader(self, e: x.Expr, name: str) -> str:
        with self._function(name, [], annotation(e.type)) as (s, w):
            self._unpack((e,), s, w)
            give(e, s, w)
        return s.owner

    @contextmanager
    def _function(
        self, name: str, parameters: list[str], result: str
    ) -> Iterator[tuple[PythonEmitContext, PythonWriter]]:
        ident = self._module.names.fresh(name)
        w, s = PythonWriter(), self._module.scope(ident)
        with w.block(self._module.signature(ident, ["state: State", *parameters], result)):
            yield s, w
        self._module.add(w)

    def _unpack(self, roots: tuple[x.Expr, ...], s: PythonEmitContext, w: PythonWriter) -> None:
        """The variables of the state that the roots read, as locals; scratch variables hold their
        default."""
        for v in s.read(*roots):
            if self._kinds.get(v) == "scratch":
                t = self._module.types[v]
                text = written(t, default(t))
                w.line(f"{s.variable(v)}: {annotation(t)} = {text}")
            else:
                w.line(f"{s.variable(v)} = state.{'node' if v == NODE else s.variable(v)}")


def _everything(over: x.Expr) -> bool:
    return (
        isinstance(over, x.Const)
        and isinstance(over.type, Set)
        and over == x.every(over.type.element)
    )
