"""Gives claims that were read the program's own names for what they bind.

A claim is mostly a part of what the program itself says. Read from a text, it binds names of its
own: the same condition, but not the same expression. Code that compares expressions structurally
recognises it if its locals have the program's names.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ..ir import code as x
from ..ir.code import Branch, Stmt
from ..ir.program import Decision, Program
from ..ir.walk import children, substituted, walk

_LARGEST = 400
"""A part of more nodes is compared by its parts."""


class Familiar:
    """Recognises the program's expressions, whatever the names of their locals."""

    def __init__(self, program: Program) -> None:
        self._known: dict[x.Expr, tuple[x.Local, ...]] = {}
        for root in _roots(program):
            for part in walk(root):
                if not isinstance(part, Stmt | x.Local | x.Var | x.Const):
                    self._add(part)

    def names(self, claim: x.Expr) -> Mapping[x.Local, x.Local]:
        """The program's own locals for those of a claim, as far as it says the same."""
        found: dict[x.Local, x.Local] = {}
        self._match(claim, found)
        return found

    def _add(self, part: x.Expr) -> None:
        locals_ = _locals(part)
        if locals_ is not None and locals_:
            self._known.setdefault(_canonical(part, locals_), locals_)

    def _match(self, part: x.Expr | Stmt, found: dict[x.Local, x.Local]) -> None:
        if isinstance(part, Stmt | x.Local | x.Var | x.Const):
            return
        own = _locals(part)
        if own is not None and own:
            theirs = self._known.get(_canonical(part, own))
            if theirs is not None:
                new = {a: b for a, b in zip(own, theirs, strict=True) if found.get(a, b) == b}
                others = {b for a, b in found.items() if a not in new}
                if len(new) == len(own) and others.isdisjoint(new.values()):
                    found |= new
                    return
        for child in children(part):
            self._match(child, found)


def _roots(program: Program) -> Iterator[x.Expr]:
    yield from (check.property for check in program.checks)
    yield from (b.terminator.condition for b in program.blocks if isinstance(b.terminator, Branch))
    for node in program.nodes:
        if isinstance(node, Decision):
            yield from (choice.guard for choice in node.choices)


def _locals(part: x.Expr) -> tuple[x.Local, ...] | None:
    """All locals in it, bound or not, in the order of the text; None if it is too large."""
    found: dict[x.Local, None] = {}
    for number, node in enumerate(walk(part)):
        if number > _LARGEST:
            return None
        if isinstance(node, x.Local):
            found[node] = None
    return tuple(found)


def _canonical(part: x.Expr, locals_: tuple[x.Local, ...]) -> x.Expr:
    """The same with numbers for the names of its locals."""
    return substituted(part, {v: x.Local(f"#{i}", v.type) for i, v in enumerate(locals_)})
