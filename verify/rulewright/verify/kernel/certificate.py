"""A proof as plain data: what holds where play can rest and where loops begin.

Nothing here is believed: a certificate is a guess until :mod:`rulewright.verify.kernel` accepts it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rulewright.dsl.ir.code import Expr, Local


@dataclass(frozen=True, slots=True, order=True)
class CutPoint:
    """Where plays are cut (Floyd, "Assigning meanings to programs", 1967).

    A node of the program, at which play rests; or a block, at which a loop between two resting
    places begins.
    """

    kind: Literal["node", "block"]
    number: int

    @property
    def node(self) -> int | None:
        """The node, if it is one."""
        return self.number if self.kind == "node" else None


@dataclass(frozen=True, slots=True)
class Claim:
    """A truth about the variables: ``expression`` has the truth value ``holds``.

    ``bound`` are the values of its free locals, by name. If ``summed``, the expression compares
    sums over entries of variables, and is kept because no step changes their difference the wrong
    way; it need not be looked at entry by entry.
    """

    expression: Expr
    holds: bool = True
    bound: tuple[tuple[Local, int], ...] = ()
    summed: bool = False


@dataclass(frozen=True, slots=True)
class Certificate:
    """Why no play shows what a check looks for.

    ``check``: its name. ``loops``: the blocks at which plays are cut; without them, no block leads
    back to itself. ``claims``: what holds at each cut point that needs any; at a resting place the
    answer itself is to hold as well, without being said. ``followed``: the variables whose
    values matter; all others, and what is computed from them, may be anything. ``unrolled``:
    whether loops over sets are run through element by element, or one pass stands for all.
    ``widest``: what goes through more elements, counted with those that are gone through for each, may
    be anything too (0: however many).
    ``measure``: for "every play ends", at each cut point numbers of which the first that changes
    falls on every way on. ``anywhere``: the answer follows from the ``lemmas``, proofs of other
    checks (or of itself, if there are none), in any position; then nothing else is given.
    Otherwise what the ``lemmas`` show may be used at each cut point.
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
