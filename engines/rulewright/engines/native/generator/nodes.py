"""Nodes and checks of the IR as functions of a resting state."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir.choices import choices_of, parameters_of
from rulewright.dsl.ir.positions import goes_on
from rulewright.dsl.ir.program import Chance, Choice, Decision, End, Fault
from rulewright.dsl.ir.types import Map, default, size
from rulewright.dsl.ir.unknown import refuse

from ...codegen.choices import Level, levels
from ...game import EngineUnavailable
from .blocks import CBlocks
from .builder import CBuilder, CEmitContext
from .code import CExpression, comment
from .expressions.folds import beforehand, unless
from .expressions.sets import each
from .shapes import scalar_bounds
from .writer import CWriter

_INT32 = 1 << 31


class CNodeFunctions:
    """Writes the functions that answer questions about states."""

    def __init__(self, module: CBuilder, blocks: CBlocks) -> None:
        self._module = module
        self._blocks = blocks
        self._nodes = list(enumerate(module.program.nodes))

    def write(self) -> None:
        """All of them."""
        if len(self._module.program.players.labels) > 64:
            raise EngineUnavailable("there are more than 64 players")
        self._legal()
        self._steps()
        self._rest()
        self._decides()
        self._weight()
        self._winners()
        self._scores()
        self._checks()
        self._strategies()

    @contextmanager
    def _asked(self, head: str, w: CWriter, otherwise: str, by: str = "s->node") -> Iterator[None]:
        """A function with a switch; what is written meanwhile are its cases."""
        with w.block(f"static {head}"):
            w.line("rw_draft copy, *d = &copy;")
            w.line("rw_draft_of(s, d);")
            with w.block(f"switch ({by})"):
                yield
            w.line(otherwise)
        self._module.add(w)

    def _case(self, value: int, e: x.Expr, s: CEmitContext, w: CWriter) -> None:
        with w.block(f"case {value}:"):
            w.line(f"return {s.code(e, w).text};")

    def _decides(self) -> None:
        w, s = CWriter(), CEmitContext(self._module)
        with self._asked("int rw_decides(const rw_state *s)", w, "return -2;"):
            for i, node in self._nodes:
                match node:
                    case Decision():
                        self._case(i, node.player, s, w)
                    case Chance():
                        w.line(f"case {i}: return -1;")
                    case End() | Fault():
                        pass
                    case _:
                        refuse(node)

    def _weight(self) -> None:
        w, head = CWriter(), "int64_t rw_weight(const rw_state *s, const rw_action *a)"
        with self._asked(head, w, "return 0;"):
            for i, node in self._nodes:
                if isinstance(node, Chance):
                    p = node.parameter
                    code = CExpression("(rw_int)a->args[0]", *scalar_bounds(p.type))
                    s = CEmitContext(self._module).bind(x.Local(p.name, p.type), code)
                    self._case(i, node.weight, s, w)

    def _winners(self) -> None:
        w, s = CWriter(), CEmitContext(self._module)
        with self._asked("uint64_t rw_winners(const rw_state *s)", w, "return 0;"):
            for i, node in self._nodes:
                if isinstance(node, End):
                    self._case(i, node.winners, s, w)

    def _scores(self) -> None:
        w, s = CWriter(), CEmitContext(self._module)
        head = "int rw_scores(const rw_state *s, int64_t *out)"
        with self._asked(head, w, "return 0;"):
            for i, node in self._nodes:
                if isinstance(node, End) and node.scores is not None:
                    assert isinstance(node.scores.type, Map)
                    n = size(node.scores.type.key)
                    with w.block(f"case {i}:"):
                        found = s.code(node.scores, w)
                        w.line(f"for (int i = 0; i < {n}; i++) out[i] = {found.text}.v[i];")
                        w.line("return 1;")

    def _checks(self) -> None:
        w, checks = CWriter(), self._module.program.checks
        names = []
        for check in checks:
            name, one, s = (
                self._module.fresh("c", check.name),
                CWriter(),
                CEmitContext(self._module),
            )
            if check.player is not None:
                t = check.player.type
                s = s.bind(check.player, CExpression("player", *scalar_bounds(t)))
            one.line(comment(check.name))
            with one.block(f"static rw_int {name}(const rw_draft *d, rw_int player)"):
                one.line(f"return {s.code(check.property, one).text};")
            self._module.add(one)
            names.append(name)
        head = "int rw_holds(int check, const rw_state *s, int player)"
        with self._asked(head, w, "return 0;", "check"):
            for i, name in enumerate(names):
                w.line(f"case {i}: return {name}(d, player) != 0;")

    def _strategies(self) -> None:
        w, calls = CWriter(), []
        for strategy in self._module.program.strategies:
            (player,) = strategy.params
            name, one = self._module.fresh("g", strategy.name), CWriter()
            s = CEmitContext(self._module).bind(
                player, CExpression("player", *scalar_bounds(player.type))
            )
            one.line(comment(strategy.name))
            with one.block(f"static int64_t {name}(const rw_draft *d, rw_int player)"):
                one.line(f"return {s.code(strategy.body, one).text};")
            self._module.add(one)
            calls.append(name)
        with self._asked(
            "int64_t rw_strategy_value(int strategy, const rw_state *s, int player)",
            w,
            "return 0;",
            "strategy",
        ):
            for i, name in enumerate(calls):
                w.line(f"case {i}: return {name}(d, player);")

    def _rest(self) -> None:
        """What nobody reads any more is reset before play rests."""
        program, w = self._module.program, CWriter()
        types = self._module.types
        with w.block("static void rw_rest(rw_draft *d, int node, rw_state *out)"):
            with w.block("switch (node)"):
                for i, reset in enumerate(program.resets):
                    stored = [v for v in reset.variables if self._module.paths[v][0] == "s"]
                    if not stored:
                        continue
                    with w.block(f"case {i}:"):
                        for v in stored:
                            code = self._module.constants.value(
                                x.Const(default(types[v]), types[v])
                            )
                            w.line(f"d->{self._module.paths[v]} = {code.text};")
                        w.line("break;")
            w.line("d->s.node = node;")
            w.line("memcpy(out, &d->s, sizeof *out);")
        self._module.add(w)

    def _steps(self) -> None:
        w = CWriter()
        head = "static int rw_begin(rw_draft *copy, const rw_action *a)"
        with w.block(head):
            w.line("int block = -1;")
            w.line("#define d (*copy)")
            with w.block("switch (copy->s.node)"):
                for i, node in self._nodes:
                    if not goes_on(node):
                        continue
                    with w.block(f"case {i}:"):
                        with w.block("switch (a->choice)"):
                            for number, choice in enumerate(choices_of(node)):
                                with w.block(f"case {number}:"):
                                    self._blocks.begin(choice, w)
                                    w.line("break;")
                        w.line("break;")
            w.line("#undef d")
            w.line("return block;")
        self._module.add(w)

    def _legal(self) -> None:
        w, names = CWriter(), dict[int, list[str]]()
        for i, node in self._nodes:
            for number, choice in enumerate(choices_of(node)):
                names.setdefault(i, []).append(self._legal_choice(choice, number))
        with w.block("static void rw_legal(const rw_state *s, rw_visit visit, void *context)"):
            w.line("rw_draft copy, *d = &copy;")
            w.line("rw_draft_of(s, d);")
            with w.block("switch (s->node)"):
                for i, listed in names.items():
                    calls = " || ".join(f"{name}(d, visit, context)" for name in listed)
                    w.line(f"case {i}: (void)({calls}); return;")
        self._module.add(w)

    def _legal_choice(self, choice: Choice | Chance, number: int) -> str:
        for p in parameters_of(choice):
            lo, hi = scalar_bounds(p.type)
            if lo < -_INT32 or hi >= _INT32:
                raise EngineUnavailable("an argument of an action takes more than 32 bits")
        name, w = self._module.fresh("l", choice.name), CWriter()
        w.line(comment(choice.name))
        with w.block(f"static int {name}(const rw_draft *d, rw_visit visit, void *context)"):
            w.line(f"rw_action a = {{{number}, {{0}}}};")
            self._loops(levels(choice), choice, CEmitContext(self._module), w)
            w.line("return 0;")
        self._module.add(w)
        return name

    def _loops(
        self, loops: Iterator[Level], choice: Choice | Chance, s: CEmitContext, w: CWriter
    ) -> None:
        """The remaining loops; a guard is placed as far out as it can be evaluated."""
        here = next(loops)
        for guard in here.guards:
            unless(guard, s, w, "continue;" if here.depth else "return 0;")
        if here.parameter is None:
            for i, p in enumerate(parameters_of(choice)):
                w.line(f"a.args[{i}] = (int32_t){s.locals[p.name].text};")
            w.line("if (visit(context, &a)) return 1;")
            return
        s = beforehand(here.inside, here.unbound, s, w)
        local = x.Local(here.parameter.name, here.parameter.type)
        with each(local, here.parameter.over, s, w) as inner:
            self._loops(loops, choice, inner, w)
