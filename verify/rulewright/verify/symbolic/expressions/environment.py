"""What expressions are evaluated in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from rulewright.dsl.ir import types as ty
from rulewright.dsl.ir.code import Stmt

from ...solvers.terms.terms import Term
from ..values.values import SymbolicValue


@dataclass(frozen=True, slots=True)
class VersionedValue:
    """A variable's value; equal versions of one variable are equal values."""

    value: SymbolicValue
    version: int


@dataclass(frozen=True, slots=True)
class SymbolicFrame:
    """What an expression may read."""

    slots: Mapping[str, VersionedValue]
    locals: Mapping[str, SymbolicValue]
    node: int | None = None

    def bind(self, name: str, value: SymbolicValue) -> SymbolicFrame:
        """The frame with one more local."""
        return SymbolicFrame(self.slots, {**self.locals, name: value}, self.node)


class DryRun(Protocol):
    """Runs statements to see what would hold after them."""

    def after(
        self, body: tuple[Stmt, ...], frame: SymbolicFrame
    ) -> tuple[Term, SymbolicFrame] | None:
        """When there is no fault, and the frame then; None if there always is one."""


def element_type(t: ty.Type) -> ty.Scalar:
    """The element type of a set or list."""
    assert isinstance(t, ty.Set | ty.List)
    return t.element
