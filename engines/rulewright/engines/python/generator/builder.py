"""What the generators share: the growing module, and what names mean at one place in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir.code import Stmt
from rulewright.dsl.ir.names import source_name
from rulewright.dsl.ir.program import Program
from rulewright.dsl.ir.types import Int, Type
from rulewright.dsl.ir.walk import walk

from ...codegen.hoisting import Costs
from ...codegen.read_sets import NODE, Uses, free_locals
from .text.annotations import annotation
from .text.code import PythonExpression
from .text.constants import PythonConstants
from .text.names import Names
from .text.writer import PythonWriter

ExprKind = Callable[[Any, "PythonEmitContext"], PythonExpression]
"""How one kind of expression is written."""


@dataclass(frozen=True)
class Helper:
    """A generated function that stands for an expression, and its parameters."""

    name: str
    variables: tuple[str, ...]
    locals: tuple[x.Local, ...]
    given: tuple[x.Expr, ...]


class PythonBuilder:
    """A generated module while it is written. ``kinds`` says how each expression is written."""

    def __init__(self, program: Program, kinds: Mapping[type, ExprKind], names: Names) -> None:
        self.program = program
        self.kinds = kinds
        self.names = names
        self.uses = Uses(program)
        self.constants = PythonConstants(names)
        self.types: dict[str, Type] = {v.name: v.type for v in program.variables}
        self.types[NODE] = Int(0, max(0, len(program.nodes) - 1))
        self.idents = {v.name: names.fresh(v.name) for v in program.variables} | {NODE: "node"}
        self.bodies = {f.name: f.body for f in program.functions}
        self.functions = {f.name: names.fresh(f.name, "function") for f in program.functions}
        self.parameters = {f.name: self.uses.variables(f.body) for f in program.functions}
        self.helpers: dict[tuple[x.Expr, ...], Helper] = {}
        self.costs = Costs(program)
        self._parts: list[str] = []

    def scope(self, owner: str) -> PythonEmitContext:
        """The scope of a new function; ``owner`` is the name that its helpers begin with."""
        return PythonEmitContext(self, owner, self.names.child())

    def signature(self, name: str, parameters: list[str], result: str) -> str:
        """The head of a function's definition."""
        return f"def {name}({', '.join(parameters)}) -> {result}:"

    def typed(self, variables: tuple[str, ...]) -> list[str]:
        """Variables as parameters of a function."""
        return [f"{self.idents[v]}: {annotation(self.types[v])}" for v in variables]

    def add(self, writer: PythonWriter) -> None:
        """A finished definition."""
        self._parts.append(writer.text())

    def text(self) -> str:
        """All definitions, each after those it asked for while it was written."""
        return "\n\n\n".join(self._parts)


@dataclass(frozen=True)
class PythonEmitContext:
    """What names mean inside one generated function.

    Every variable that the function's code reads is a Python local or parameter of its own.
    """

    module: PythonBuilder
    owner: str
    names: Names
    locals: Mapping[str, PythonExpression] = field(default_factory=dict)
    known: Mapping[x.Expr, PythonExpression] = field(default_factory=dict)
    """Expressions that have already been computed, and where their values are."""

    def bind(self, local: x.Local) -> tuple[PythonEmitContext, str]:
        """The scope inside a binder, and the identifier the bound local has there."""
        ident = self.names.fresh(source_name(local.name))
        return self.with_local(local.name, PythonExpression(ident)), ident

    def with_local(self, name: str, code: PythonExpression) -> PythonEmitContext:
        """The scope in which ``name`` is written as ``code``."""
        known = {e: c for e, c in self.known.items() if _apart(name, e)}
        return PythonEmitContext(
            self.module, self.owner, self.names, {**self.locals, name: code}, known
        )

    def with_known(self, e: x.Expr, code: PythonExpression) -> PythonEmitContext:
        """The scope in which the value of ``e`` is available as ``code``."""
        known = {**self.known, e: code}
        return PythonEmitContext(self.module, self.owner, self.names, self.locals, known)

    def code(self, e: x.Expr) -> PythonExpression:
        """``e`` as an expression of exactly its type. Raises TypeError for an unknown kind."""
        if self.known and e in self.known:
            return self.known[e]
        kind = self.module.kinds.get(type(e))
        if kind is None:
            raise TypeError(f"no Python for {type(e).__name__}")
        return kind(e, self)

    def variable(self, name: str) -> str:
        """The Python local that holds a variable."""
        return self.module.idents[name]

    def read(self, *roots: x.Expr | Stmt) -> tuple[str, ...]:
        """The variables that the roots use."""
        return self.module.uses.variables(*roots)


def _apart(name: str, e: x.Expr) -> bool:
    return all(local.name != name for local in free_locals(e))


def helper(
    e: x.Expr,
    scope: PythonEmitContext,
    hint: str,
    write: Callable[[x.Expr, PythonEmitContext, PythonWriter], None],
) -> PythonExpression:
    """``e`` as a call of a separate function, whose body ``write`` writes.

    The same expression has one function, wherever it occurs. What the scope already knows is passed
    on, but not into an After, where variables change.
    """
    known = {} if isinstance(e, x.After) else scope.known
    given = tuple(part for part in known if part in set(walk(e)))
    found = scope.module.helpers.get((e, *given))
    if found is None:
        found = _define(e, given, scope, hint, write)
    args = [scope.module.idents[v] for v in found.variables]
    args += [scope.locals[local.name].text for local in found.locals]
    args += [scope.known[part].text for part in found.given]
    return PythonExpression(f"{found.name}({', '.join(args)})")


def _define(
    e: x.Expr,
    given: tuple[x.Expr, ...],
    scope: PythonEmitContext,
    hint: str,
    write: Callable[[x.Expr, PythonEmitContext, PythonWriter], None],
) -> Helper:
    module = scope.module
    name = module.names.fresh(f"{scope.owner}_{hint}")
    found = Helper(name, module.uses.variables(e), free_locals(e), given)
    module.helpers[(e, *given)] = found
    inner, parameters = module.scope(scope.owner), module.typed(found.variables)
    for local in found.locals:
        inner, ident = inner.bind(local)
        parameters.append(f"{ident}: {annotation(local.type)}")
    for part in given:
        ident = inner.names.fresh("known")
        inner = inner.with_known(part, PythonExpression(ident))
        parameters.append(f"{ident}: {annotation(part.type)}")
    writer = PythonWriter()
    with writer.block(module.signature(name, parameters, annotation(e.type))):
        write(e, inner, writer)
    module.add(writer)
    return found
