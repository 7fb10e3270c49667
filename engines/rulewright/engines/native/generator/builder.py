"""What the generators share: the growing C file, and what names mean at one place in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir.names import source_name
from rulewright.dsl.ir.program import Program
from rulewright.dsl.ir.types import Type, is_scalar

from ...codegen.hoisting import Costs
from ...codegen.read_sets import free_locals
from . import shapes
from .code import CExpression, shifted, word
from .constants import CConstants
from .writer import CWriter

WritesExpression = Callable[[Any, "CEmitContext", CWriter], CExpression]
"""How one kind of expression is written: lines before it, and then its text."""


class CBuilder:
    """A file of C while it is written. ``kinds`` says how each expression is written."""

    def __init__(self, program: Program, kinds: Mapping[type, WritesExpression]) -> None:
        self.program = program
        self.kinds = kinds
        self.constants = CConstants(self.shape, self.fresh)
        self.costs = Costs(program)
        self.types: dict[str, Type] = {v.name: v.type for v in program.variables}
        self.paths = {
            v.name: f"{'t' if v.kind == 'scratch' else 's'}.{self.member(i, v.name)}"
            for i, v in enumerate(program.variables)
        }
        self.lowest = self.highest = 0
        self.functions = {f.name: f for f in program.functions}
        self.written: dict[str, tuple[str, CExpression]] = {}
        """The functions written so far: their names, and the ranges of their results."""
        self._shapes: dict[str, str] = {}
        self._parts: list[str] = []
        self._last = 0

    @staticmethod
    def member(index: int, name: str) -> str:
        """The name of the variable with this index in a struct."""
        return f"v{index}{word(name)}"

    def fresh(self, prefix: str, name: str = "") -> str:
        """A new identifier: a prefix of ours, a number, and the usable part of a name."""
        self._last += 1
        return f"{prefix}{self._last}{word(name)}"

    def shape(self, t: Type) -> str:
        """The type in which a value of ``t`` is stored, defined on first use."""
        for name, text in shapes.definitions(t).items():
            self._shapes.setdefault(name, text)
        return shapes.shape(t).name

    def register(self, t: Type) -> str:
        """The type of a value of ``t`` while it is computed, defined on first use."""
        self.shape(t)
        return shapes.register(t)

    def note(self, code: CExpression) -> CExpression:
        """``code``, whose range the integers of the program must hold."""
        self.lowest, self.highest = min(self.lowest, code.lo), max(self.highest, code.hi)
        return code

    def add(self, writer: CWriter) -> None:
        """A finished definition; it may use those that were finished before."""
        self._parts.append(writer.text())

    def definitions(self) -> str:
        """All types."""
        return "\n".join(self._shapes.values())

    def text(self) -> str:
        """All functions."""
        return "\n\n".join(self._parts)


@dataclass(frozen=True)
class CEmitContext:
    """What names mean at one place. ``draft`` points to the variables as they are there."""

    module: CBuilder
    draft: str = "d"
    locals: Mapping[str, CExpression] = field(default_factory=dict)
    known: Mapping[x.Expr, CExpression] = field(default_factory=dict)
    """Expressions that have already been computed, and where their values are."""

    def code(self, e: x.Expr, w: CWriter) -> CExpression:
        """``e``; statements that must precede it are written to ``w``.

        Raises TypeError for an unknown kind.
        """
        if self.known and e in self.known:
            return self.known[e]
        kind = self.module.kinds.get(type(e))
        if kind is None:
            raise TypeError(f"no C for {type(e).__name__}")
        return self.module.note(kind(e, self, w))

    def variable(self, name: str) -> str:
        """Where a variable is."""
        return f"{self.draft}->{self.module.paths[name]}"

    def bind(self, local: x.Local, code: CExpression) -> CEmitContext:
        """The scope in which the local stands for ``code``."""
        known = {e: c for e, c in self.known.items() if _apart(local.name, e)}
        return replace(self, locals={**self.locals, local.name: code}, known=known)

    def with_known(self, e: x.Expr, code: CExpression) -> CEmitContext:
        """The scope in which the value of ``e`` is available as ``code``."""
        return replace(self, known={**self.known, e: code})

    def elsewhere(self, draft: str) -> CEmitContext:
        """The scope for other values of the variables."""
        return replace(self, draft=draft, known={})

    def shifted(self, of: CExpression, by: int) -> CExpression:
        """``of + by``, as short as it can be written."""
        return self.module.note(shifted(of, by))

    def keep(self, code: CExpression, t: Type, w: CWriter) -> CExpression:
        """``code`` in a form that can be written twice at no cost."""
        return code if code.simple else self.copy(code, t, w)

    def copy(self, code: CExpression, t: Type, w: CWriter, name: str = "") -> CExpression:
        """A new C local with the value of ``code``, which nothing changes any more."""
        ident = self.module.fresh("x" if name else "t", name)
        w.line(f"{self.module.register(t)} {ident} = {code.text};")
        return CExpression(ident, code.lo, code.hi)


def short(local: x.Local) -> str:
    """A person's name for a local: without the number that tells it from others."""
    return source_name(local.name) or "x"


def loaded(path: str, t: Type) -> CExpression:
    """What is stored at ``path``, as an expression."""
    if is_scalar(t):
        return CExpression(f"(rw_int){path}", *shapes.scalar_bounds(t))
    if shapes.register(t) == "uint64_t":
        return CExpression(f"(uint64_t){path}")
    return CExpression(path)


def _apart(name: str, e: x.Expr) -> bool:
    return all(local.name != name for local in free_locals(e))
