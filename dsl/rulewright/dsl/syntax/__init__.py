"""The syntax tree of a ruleset: frozen nodes with spans, nothing resolved yet."""

from .parts import RulesetSyntax

__all__ = ["RulesetSyntax"]
