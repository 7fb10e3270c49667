"""Random programs of the IR: well-typed expressions over a handful of variables.

Whatever is drawn is legal IR: keys are of their map's type, integers stay inside the type that
the node states, divisors are positive constants. Backends are compared on them.
"""

from .programs import games, questions, starts
from .types import TYPES, values

__all__ = ["TYPES", "games", "questions", "starts", "values"]
