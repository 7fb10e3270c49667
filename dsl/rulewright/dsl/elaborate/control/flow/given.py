"""What is given for the parameters of procedures with decisions, over all copies of them."""

from __future__ import annotations

from dataclasses import dataclass, field

ParameterSlot = tuple[str, int]
"""A parameter of a procedure: the procedure's name, and the parameter's place."""


@dataclass(slots=True)
class GivenArguments:
    """Noted while procedures are inlined: how many positions there are depends on it."""

    general: frozenset[ParameterSlot]
    """Variables of their own, even where a constant, or a variable that is there already, is given."""
    constants: set[ParameterSlot] = field(default_factory=set)
    others: set[ParameterSlot] = field(default_factory=set)
    """For which of them a constant is given, and for which anything else."""
    shared: set[ParameterSlot] = field(default_factory=set)
    """For which of them a variable is given that others may read, too."""
