"""From the parser's tree to the syntax tree of :mod:`rulewright.dsl.syntax`."""

from .expressions import ExpressionBuilder
from .games import GameBuilder
from .parts import PartBuilder
from .statements import StatementBuilder

__all__ = ["TreeBuilder"]


class TreeBuilder(PartBuilder, GameBuilder, StatementBuilder, ExpressionBuilder):
    """One method for each rule of the grammar; ``errors`` collects what the grammar cannot see."""
