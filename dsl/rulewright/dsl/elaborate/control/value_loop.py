"""A loop in the flow in which a variable takes one value after another."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from ...ir import code as x
from ...ir import fold
from ..cfg.builder import CfgBuilder
from .flow.context import Loop


@dataclass(frozen=True, slots=True)
class Steps:
    """From which value to which: ``following`` the present one, until ``done`` after a pass."""

    first: x.Expr
    following: x.Expr
    done: x.Expr


@contextmanager
def passes(
    graph: CfgBuilder,
    title: str,
    var: x.Var,
    name: str,
    steps: Steps,
    members: x.Expr | None = None,
) -> Iterator[Loop]:
    """Write a loop around the pass that is written inside; ``name`` is that of its variable.

    With ``members``, values that are not in that set are skipped.
    """
    head, step, leave, further = (
        graph.block(f"{title}: {word} {name}") for word in ("for", "next", "after", "further")
    )
    graph.store(var, steps.first)
    graph.goto(head)
    graph.enter(head)
    if members is not None:
        member = graph.block(f"{title}: with {name}")
        graph.branch(fold.in_(var, members), member, step)
        graph.enter(member)
    yield Loop(leave, step)
    graph.goto(step)
    graph.enter(step)
    graph.branch(steps.done, leave, further)
    graph.enter(further)
    graph.store(var, steps.following)
    graph.goto(head)
    graph.enter(leave)
