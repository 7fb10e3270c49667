"""Which solvers are installed here: nothing outside this package names one."""

from __future__ import annotations

from .backends.bitwuzla import bitwuzla
from .backends.cvc5 import cvc5
from .backends.z3 import z3
from .solver import Solver

HOW_TO_INSTALL = "pip install 'rulewright[crosscheck]'"
"""How to get a second solver."""


def first() -> Solver:
    """The solver that is always asked."""
    return z3()


def others() -> tuple[Solver, ...]:
    """The solvers that can be asked the same again, the faster ones first; possibly none."""
    return tuple(solver for solver in (bitwuzla(), cvc5()) if solver is not None)
