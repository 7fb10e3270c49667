"""Random rulesets as text, each from the number of its seed alone."""

from .rulesets import CLAUSES, ruleset

__all__ = ["CLAUSES", "ruleset"]
