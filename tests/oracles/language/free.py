"""Which local names what is still to come can read: everything else is forgotten at rest."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields

from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.syntax import statements as s
from rulewright.dsl.syntax.node import Name, SyntaxNode

Names = frozenset[str]
NONE: Names = frozenset()


class Free:
    """Free names of pieces of the syntax tree, each looked at once."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, int], tuple[object, Names]] = {}

    def block(self, block: s.BlockSyntax, start: int = 0) -> Names:
        """The names that the statements from number ``start`` on mention and do not bind."""
        if start >= len(block):
            return NONE
        key = (id(block), start)
        if key not in self._known:
            one = block[start]
            rest = self.block(block, start + 1)
            if isinstance(one, s.Bind | s.VariableStatement | s.Pick | s.Roll):
                rest -= {one.name.text}
            self._known[key] = (block, rest | self.of(one))
        return self._known[key][1]

    def of(self, node: object) -> Names:
        """The names that a node mentions and does not bind."""
        match node:
            case e.Reference(name):
                return frozenset({name})
            case e.Application(name, args):
                return frozenset({name.text}) | self._all(args)
            case e.Quantified(_, binders, condition, body):
                return self._bound(
                    [(n, b.over) for b in binders for n in b.names], (condition, body)
                )
            case e.Those(name, over, where):
                return self._bound([(name, over)], (where,))
            case e.Extreme(name, over, condition, _, key):
                return self._bound([(name, over)], (condition, key))
            case e.ListComprehension(body, name, over, condition):
                return self._bound([(name, over)], (body, condition))
            case e.LetIn(name, value, body):
                return self._bound([(name, value)], (body,))
            case s.MoveThose(name, source, where, target):
                return self.of(source) | self.of(target) | (self.of(where) - {name.text})
            case s.Roll(name, over, weight):
                return self._bound([(name, over)], (weight,))
            case s.For():
                before = self.of(node.over) | self.of(node.order)
                inside = self.of(node.condition) | self.block(node.body)
                return before | (inside - {node.name.text})
            case s.ChooseOption():
                pairs = [(q.name, q.over) for q in node.parameters]
                return self._bound(pairs, (*node.when, *node.unless, node.body))
            case s.Secret():
                options = self._all(node.options) - {node.name.text}
                return self.of(node.over) | options
            case s.Case():
                return self._all(node.patterns) | self.block(node.body)
            case s.Order():
                return self.of(node.by)
            case s.ResetStatement() | s.Remember() | Name():
                return NONE
            case tuple():
                if node and isinstance(node[0], s.Statement):
                    return self.block(node)
                return self._all(node)
            case SyntaxNode():
                return self._all(getattr(node, f.name) for f in fields(node) if f.name != "span")
        return NONE

    def _all(self, nodes: Iterable[object]) -> Names:
        return NONE.union(*(self.of(n) for n in nodes))

    def _bound(self, names: Iterable[tuple[Name, object]], inside: Iterable[object]) -> Names:
        """Names bound one after the other, each from an expression that may use those before."""
        found, bound = NONE, NONE
        for name, over in names:
            found |= self.of(over) - bound
            bound |= {name.text}
        return found | (self._all(inside) - bound)


def walk(node: object) -> Iterator[SyntaxNode]:
    """Every node of the syntax tree under one."""
    waiting = [node]
    while waiting:
        one = waiting.pop()
        if isinstance(one, tuple):
            waiting.extend(one)
        elif isinstance(one, SyntaxNode):
            yield one
            waiting.extend(getattr(one, f.name) for f in fields(one) if f.name != "span")
