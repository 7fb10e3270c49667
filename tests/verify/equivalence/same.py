"""Whether programs are the same by their canonical forms."""

from __future__ import annotations

from rulewright.dsl.ir.program import Program
from rulewright.verify.equivalence.canonical import canonical


def same_program(first: Program, second: Program) -> bool:
    """Whether the programs differ in nothing but names, texts and order."""
    return canonical(first) == canonical(second)
