"""Linear programs over rational numbers, solved exactly by Z3 (Bjørner, Phan, Fleckenstein 2015)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from ..backends.process import why_not
from ..backends.z3 import z3
from ..solver import SolverLimit, Undecided
from .metered import Meter
from .term_solver import counted

Form = Mapping[int, int]
"""A linear form: the coefficients of variables, by their numbers."""


@dataclass(frozen=True, slots=True)
class LinearProgram:
    """Variables ``0 … size - 1`` between ``bounds``; each of ``at_most`` is a form and its upper bound. The
    ``greatest`` value of the first form is sought, among these of the second, …"""

    size: int
    bounds: Sequence[tuple[int | None, int | None]]
    at_most: Sequence[tuple[Form, int]]
    greatest: Sequence[Form]

    def solve(self, meter: Meter, most: int) -> tuple[Fraction, ...] | Undecided:
        """The values of the variables at the optimum, within ``most`` units. Raises OutOfUnits."""
        meter.spend(0)
        limit = SolverLimit.of(min(meter.left, most))
        ended, spent = counted(z3().command(limit), self._script(), limit)
        meter.spend(spent)
        if isinstance(ended, Undecided):
            return ended
        if not ended.output.startswith("sat\n") or ended.code:
            return Undecided(why_not(ended))
        found = {int(name): _value(text) for name, text in _VALUE.findall(ended.output)}
        if len(found) < self.size:
            return Undecided("the solver had no units left to tell its model")
        return tuple(found[i] for i in range(self.size))

    def _script(self) -> str:
        lines = ["(set-option :opt.priority lex)"]
        for i, (lo, hi) in enumerate(self.bounds):
            lines.append(f"(declare-const x{i} Real)")
            lines += [] if lo is None else [f"(assert (>= x{i} {_number(lo)}))"]
            lines += [] if hi is None else [f"(assert (<= x{i} {_number(hi)}))"]
        lines += [f"(assert (<= {_form(form)} {_number(most)}))" for form, most in self.at_most]
        lines += [f"(maximize {_form(form)})" for form in self.greatest]
        names = " ".join(f"x{i}" for i in range(self.size))
        return "\n".join([*lines, "(check-sat)", f"(get-value ({names}))", ""])


_VALUE = re.compile(r"\(x(\d+) ([^()]+|\([^()]*(?:\([^()]*\)[^()]*)*\))\)")


def _number(value: int) -> str:
    return str(value) if value >= 0 else f"(- {-value})"


def _form(form: Form) -> str:
    parts = [f"(* {_number(c)} x{i})" for i, c in sorted(form.items()) if c]
    return f"(+ 0 {' '.join(parts)})"


def _value(text: str) -> Fraction:
    """A rational number as Z3 writes it.

    >>> _value("(- (/ 1.0 4.0))"), _value("2.0")
    (Fraction(-1, 4), Fraction(2, 1))
    """
    numbers = [Fraction(n) for n in re.findall(r"[0-9.]+", text)]
    value = numbers[0] / numbers[1] if len(numbers) == 2 else numbers[0]
    return -value if "-" in text else value
