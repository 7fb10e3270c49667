"""What expressions are evaluated in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from rulewright.dsl.ir import types as ty
from rulewright.dsl.ir.code import Stmt

from ...solvers.terms.terms import Term
from ..values.values import Value


@dataclass(frozen=True, slots=True)
class Slot:
    """A variable's value; equal versions of one variable are equal values."""

    value: Value
    version: int


@dataclass(frozen=True, slots=True)
class Frame:
    """What an expression may read."""

    slots: Mapping[str, Slot]
    locals: Mapping[str, Value]
    node: int | None = None

    def bind(self, name: str, value: Value) -> Frame:
        """The frame with one more local."""
        return Frame(self.slots, {**self.locals, name: value}, self.node)


class Trial(Protocol):
    """Runs statements to see what would be after them."""

    def after(self, body: tuple[Stmt, ...], frame: Frame) -> tuple[Term, Frame] | None:
        """When there is no fault, and the frame then; None if there always is one."""


def element_type(t: ty.Type) -> ty.Scalar:
    """The element type of a set or list."""
    assert isinstance(t, ty.Set | ty.List)
    return t.element
