"""The kinds of checks, by keyword."""

from __future__ import annotations

from rulewright.dsl.ir.program import Check

from .kind import CheckKind
from .kinds.deadlock import Acts
from .kinds.safety import Always, Never, Reachable
from .kinds.stability import Forever
from .kinds.steps import NeverBy, SomeBy
from .kinds.termination import Termination
from .target import DeadlockTarget, DivergenceTarget

KINDS: dict[str, CheckKind] = {
    kind.keyword: kind
    for kind in (
        Never(),
        Always(),
        Reachable(),
        Forever(),
        NeverBy(),
        SomeBy(),
        Termination(),
        Acts(),
    )
}
"""Only tests write to it, to add kinds of their own."""


def kind_of(check: Check) -> CheckKind:
    """The kind of a check. Raises TypeError for a keyword that has none."""
    kind = KINDS.get(check.kind)
    if kind is None:
        raise TypeError(f"there is no kind of check {check.kind!r}")
    return kind


def is_termination(check: Check) -> bool:
    """Whether it asks if every play ends: numbers that fall on every way would prove it."""
    return isinstance(kind_of(check).target(0), DivergenceTarget)


def is_deadlock(check: Check) -> bool:
    """Whether it asks if somebody can always act: a play that shows it is stuck."""
    return isinstance(kind_of(check).target(0), DeadlockTarget)
