"""Parts of a program that no expression can express, by names: lifted functions, look-aheads."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from ..ir import code as x
from ..ir.program import Decision, Program
from ..ir.walk import walk
from .labels import node_labels

UNSAYABLE = (x.After, x.Permute)
"""What no expression of the language can cause except through a procedure's name."""


def lifted(program: Program) -> Mapping[str, str]:
    """Names for the functions that the compiler made of local names, and their internal names.

    The compiler numbers them all; here, of those with one name, the second ends in ``#2``.
    """
    seen: Counter[str] = Counter()
    found: dict[str, str] = {}
    for function in program.functions:
        base, dot, _ = function.name.rpartition(".")
        if dot:
            seen[base] += 1
            found[base if seen[base] == 1 else f"{base}#{seen[base]}"] = function.name
    return found


def parts_ahead(program: Program) -> Mapping[str, x.Expr]:
    """The look-aheads, by the name of the check, function or option that contains them, and a
    number.

    The number is left out for the first one.
    """
    found: dict[str, x.Expr] = {}
    for name, root in _roots(program):
        here = [n for n in walk(root) if isinstance(n, UNSAYABLE)]
        for number, part in enumerate(here, 1):
            found[name if number == 1 else f"{name}#{number}"] = part
    return found


def _roots(program: Program) -> Iterator[tuple[str, x.Expr]]:
    names = {name: label for label, name in lifted(program).items()}
    for check in program.checks:
        yield check.name, check.property
    for function in program.functions:
        yield names.get(function.name, function.name), function.body
    for label, node in zip(node_labels(program), program.nodes, strict=True):
        for choice in node.choices if isinstance(node, Decision) else ():
            yield f"{label} {choice.name}", choice.guard
