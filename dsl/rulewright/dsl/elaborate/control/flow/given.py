"""The arguments of procedures with decisions, over all copies of them."""

from __future__ import annotations

from dataclasses import dataclass, field

ParameterSlot = tuple[str, int]
"""A parameter of a procedure: the procedure's name, and the parameter's index."""


@dataclass(slots=True)
class GivenArguments:
    """Recorded while procedures are inlined: the number of positions depends on it."""

    general: frozenset[ParameterSlot]
    """Parameters that are variables even where a constant, or an existing variable, is given."""
    constants: set[ParameterSlot] = field(default_factory=set)
    others: set[ParameterSlot] = field(default_factory=set)
    """For which of them a constant is given, and for which anything else."""
    shared: set[ParameterSlot] = field(default_factory=set)
    """For which of them a variable is given that others may read, too."""
