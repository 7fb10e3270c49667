"""A proof as plain data: what holds where play can rest and where loops begin.

Nothing here is believed: a certificate is a guess until :mod:`rulewright.verify.kernel` accepts it.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.dsl.ir.code import Expr, Local


@dataclass(frozen=True, slots=True)
class CutNode:
    """A node of the program, at which play rests."""

    number: int

    @property
    def node(self) -> int:
        """The node."""
        return self.number


@dataclass(frozen=True, slots=True)
class CutBlock:
    """A block, at which a loop between two resting places begins."""

    number: int

    @property
    def node(self) -> None:
        """It is none."""
        return None


CutPoint = CutNode | CutBlock
"""Where plays are cut (Floyd, "Assigning meanings to programs", 1967)."""


def in_order(point: CutPoint) -> tuple[bool, int]:
    """A key to sort by: the blocks before the nodes, each by their numbers."""
    return isinstance(point, CutNode), point.number


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim about the variables: ``expression`` has the truth value ``holds``.

    ``bound`` are the values of its free locals, by name. If ``summed``, the expression compares sums over
    entries of variables and is kept because no step changes their difference in the wrong direction; it
    need not be looked at entry by entry.
    """

    expression: Expr
    holds: bool = True
    bound: tuple[tuple[Local, int], ...] = ()
    summed: bool = False


@dataclass(frozen=True, slots=True)
class Certificate:
    """Why no play shows what a check looks for.

    ``check``: its name. ``loops``: the blocks at which plays are cut; without them, no block leads back to
    itself. ``claims``: what holds at each cut point that needs claims; at a resting place the answer itself
    must hold as well, without being stated. ``followed``: the variables whose values matter; all others,
    and what is computed from them, may be anything. ``unrolled``: whether loops over sets are run through
    element by element, or one pass stands for all. ``widest``: an expression that goes through more
    elements than this, counting nested ones, may be anything too (0: no limit). ``measure``: for "every
    play ends", numbers at each cut point of which the first that changes falls on every way on.
    ``anywhere``: the answer follows from the ``lemmas``, proofs of other checks (or from nothing, if there
    are none), in any position; then nothing else is given. Otherwise what the ``lemmas`` show may be used
    at each cut point.
    """

    check: str
    followed: frozenset[str] = frozenset()
    unrolled: bool = True
    loops: frozenset[int] = frozenset()
    claims: tuple[tuple[CutPoint, tuple[Claim, ...]], ...] = ()
    measure: tuple[tuple[CutPoint, tuple[Expr, ...]], ...] = ()
    anywhere: bool = False
    lemmas: tuple[Certificate, ...] = ()
    widest: int = 0
