"""Names for the places of a program that stay the same when something else is added.

A decision or an end has the ruleset's name for it, a fault its message, a block its origin. If
several have the same name, options and clauses distinguish them where possible; else ``#2`` is
appended to the name of the second, and so on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ..ir.program import Chance, Decision, End, Fault, Node, Program
from ..ir.unknown import refuse


def node_labels(program: Program) -> tuple[str, ...]:
    """A name for each node; no two are the same."""
    short = [_plain(_called(node)) for node in program.nodes]
    often = Counter(short)
    return _apart(
        [
            name if often[name] == 1 else _plain(f"{name} ({_detail(node)})")
            for name, node in zip(short, program.nodes, strict=True)
        ]
    )


def block_labels(program: Program) -> tuple[str, ...]:
    """A name for each block; no two are the same."""
    return _apart([f"block {_plain(block.name)}" for block in program.blocks])


def _called(node: Node) -> str:
    match node:
        case Fault(message=message):
            return f"fault {message}"
        case End(name=name, kind=kind):
            return f"end {name}" if name == kind else f"end {kind} {name}"
        case Decision(name=name):
            return f"decision {name}"
        case Chance(name=name):
            return f"chance {name}"
        case _:
            refuse(node)


def _detail(node: Node) -> str:
    if isinstance(node, Decision):
        return ", ".join(choice.name for choice in node.choices)
    return ", ".join(node.clauses)


def _plain(text: str) -> str:
    """The text without what would end it where it is written."""
    return "".join(c if c.isprintable() and c not in '"\\#' else "_" for c in text)


def _apart(names: Sequence[str]) -> tuple[str, ...]:
    seen: Counter[str] = Counter()
    found = []
    for name in names:
        seen[name] += 1
        found.append(name if seen[name] == 1 else f"{name}#{seen[name]}")
    return tuple(found)
