"""What is computed once about a program, and serves all certificates about it."""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir.code import Stmt, Store
from rulewright.dsl.ir.program import Program
from rulewright.dsl.ir.walk import children

from ..certificate import Claim
from .widths import Widths

Said = tuple[bool, tuple[tuple[x.Local, int], ...], int]
"""Whether an expression holds, for which values of its locals, and which expression it is."""


@dataclass(frozen=True, slots=True)
class Reads:
    """The variables and locals that an expression or statement depends on, and whether it depends on where
    play rests. Locals that it binds itself are counted too, which is harmless."""

    variables: frozenset[str]
    locals: frozenset[str]
    node: bool
    in_order: tuple[tuple[str, ...], tuple[str, ...]]
    """The names of both, sorted."""


class Known:
    """About one program: what each node depends on, how wide it looks, and which expressions are equal."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.functions = {function.name: function for function in program.functions}
        # By identity: the nodes are kept alive, so that no other is ever taken for one of them.
        self._alike: dict[x.Expr, x.Expr] = {}
        self._first: dict[int, tuple[x.Expr, x.Expr]] = {}
        self._reads: dict[int, tuple[x.Expr | Stmt, Reads]] = {}
        self._said: dict[int, tuple[Claim, Said]] = {}
        self.widths = Widths(program)
        scratch = frozenset(v.name for v in program.variables if v.kind == "scratch")
        self._resets = [scratch.union(reset.variables) for reset in program.resets]

    def reads(self, node: x.Expr | Stmt) -> Reads:
        """What ``node`` depends on."""
        known = self._reads.get(id(node))
        if known is None:
            known = (node, self._find_reads(node))
            self._reads[id(node)] = known
        return known[1]

    def set_back(self, node: int) -> frozenset[str]:
        """The variables that are reset to their defaults where play rests at a node."""
        return self._resets[node]

    def one_of(self, e: x.Expr) -> x.Expr:
        """The same object for equal expressions, wherever in the program they stand."""
        known = self._first.get(id(e))
        if known is None:
            known = (e, self._alike.setdefault(e, e))
            self._first[id(e)] = known
        return known[1]

    def said(self, claim: Claim) -> Said:
        """A key of what a claim states, however it is to be shown: equal if and only if claims state the
        same."""
        known = self._said.get(id(claim))
        if known is None:
            said = claim.holds, claim.bound, id(self.one_of(claim.expression))
            known = self._said[id(claim)] = claim, said
        return known[1]

    def _find_reads(self, node: x.Expr | Stmt) -> Reads:
        parts = [self.reads(child) for child in children(node)]
        variables = frozenset[str]().union(*(part.variables for part in parts))
        locals_ = frozenset[str]().union(*(part.locals for part in parts))
        here = isinstance(node, x.At) or any(part.node for part in parts)
        match node:
            case x.Local(name):
                locals_ |= {name}
            case x.Var(name):
                variables |= {name}
            case Store(name):
                variables |= {name}
            case x.Call(name):
                body = self.reads(self.functions[name].body)
                variables, here = variables | body.variables, here or body.node
        in_order = tuple(sorted(variables)), tuple(sorted(locals_))
        return Reads(variables, locals_, here, in_order)
