"""Statements of the IR: what happens between two decisions.

A :class:`Block` is a straight line of statements, without any decision, and a terminator that
says where control goes. Decision-free branches and loops stay inside a block (`When`, `Each`).
"""

from __future__ import annotations

from dataclasses import dataclass

from .expr import Expr, Local


@dataclass(frozen=True, slots=True)
class Store:
    """Assign to a variable, or to one key of a map variable.

    If the value is not one of the variable's (a range is left, a list grows too long), the fault
    number ``fault`` happens. ``fault`` is None where that can be excluded from the types.
    """

    var: str
    key: Expr | None
    value: Expr
    fault: int | None


@dataclass(frozen=True, slots=True)
class Let:
    """Bind a local for the rest of the enclosing statement list."""

    local: Local
    value: Expr


@dataclass(frozen=True, slots=True)
class When:
    """Do one list of statements or the other."""

    condition: Expr
    then: tuple[Stmt, ...]
    otherwise: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True)
class Each:
    """Do ``body`` for every element of a set, ascending; the set is evaluated once, before."""

    local: Local
    over: Expr
    body: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True)
class Require:
    """The fault number ``fault`` happens unless the condition holds."""

    condition: Expr
    fault: int


Stmt = Store | Let | When | Each | Require


@dataclass(frozen=True, slots=True)
class Goto:
    """Continue with a block. ``turn``: a whole turn (one pass of a ``turns`` loop) begins there."""

    block: int
    turn: bool = False


@dataclass(frozen=True, slots=True)
class Branch:
    condition: Expr
    then: int
    otherwise: int


@dataclass(frozen=True, slots=True)
class Stop:
    """Rest at a node: somebody decides, chance decides, or play is over."""

    node: int


Terminator = Goto | Branch | Stop


@dataclass(frozen=True, slots=True)
class Block:
    """Statements and a terminator. ``name`` tells where in the ruleset it comes from.

    Locals bound in a block end with it; whatever lives longer is a variable.
    """

    name: str
    body: tuple[Stmt, ...]
    terminator: Terminator
