"""What lowers each class of statements: the table that is passed to the lowering."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from ...syntax import statements as s
from .branches import Branches
from .components import Components
from .decisions import Decisions
from .ends import end, gap
from .flow import trials
from .flow.context import Context
from .flow.lowering import Lower, Lowerers, Lowering
from .histories import remember
from .loops import Loops
from .procedures import Procedures
from .stores import Stores


def passes(flow: Lowering) -> Lowerers:
    """What lowers each class of statements into a flow, and what is under ``after``."""
    procedures = Procedures(flow)
    stores, decisions, branches = Stores(flow, procedures), Decisions(flow), Branches(flow)
    components = Components(flow, stores)
    loops = Loops(flow, decisions)

    def jump(node: s.Leave | s.Next, context: Context) -> Context:
        if context.loop is None:
            flow.report.fail("E306", node.span, "there is no loop around this")
        leaves = isinstance(node, s.Leave)
        if leaves:
            context.loop.left.append(context)
        if context.way is not None:
            flow.graph.emit(trials.go(context.way, trials.LEFT if leaves else trials.NEXT))
            return replace(context, ended=True)
        flow.graph.goto(context.loop.leave if leaves else context.loop.next)
        return replace(context, ended=True)

    statements: dict[type, Lower] = {
        s.Assign: stores.assign,
        s.Change: stores.change,
        s.Take: components.take,
        s.PutBack: components.put_back,
        s.MoveStatement: components.move,
        s.MoveThose: components.move_those,
        s.Rotate: components.rotate,
        s.ResetStatement: stores.reset,
        s.Remember: partial(remember, flow),
        s.Bind: procedures.bind,
        s.VariableStatement: flow.variable,
        s.Pick: decisions.pick,
        s.Roll: decisions.roll,
        **dict.fromkeys((s.Win, s.Draw, s.Lose, s.Rank), partial(end, flow)),
        s.Gap: partial(gap, flow),
        s.Return: procedures.return_,
        **dict.fromkeys((s.Leave, s.Next), jump),
        s.DoNothing: lambda node, context: None,
        s.Perform: procedures.perform_statement,
        s.IfStatement: branches.if_,
        s.MatchStatement: branches.match_,
        s.For: loops.for_,
        s.Repeat: loops.repeat,
        s.Choose: decisions.choose,
        s.Secret: decisions.secret,
    }
    return Lowerers(statements, procedures.hypothetical)
