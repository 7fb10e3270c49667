"""Which variables statements may store to, determined from their text before they are lowered.

What is known before a loop is known in every pass if nothing in the loop stores to it; a pass is
lowered once, so this must be known before. Too many names only mean that less is known.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ....ir import code as x
from ....syntax import expressions as e
from ....syntax import statements as s
from ....syntax.parts import ProcedurePart
from ...symbols.scope import Scope


class WriteSets:
    """What the procedures of one variant store to, each looked at once."""

    def __init__(
        self, procedures: Mapping[str, ProcedurePart], states: Mapping[str, object]
    ) -> None:
        self._procedures, self._states = procedures, states
        self._known: dict[str, frozenset[str]] = {}

    def by(self, block: Sequence[s.Statement], scope: Scope) -> frozenset[str]:
        """The variables of the program that the statements may store to, except their own."""
        names = frozenset(name for node in block for name in self._names(node))
        meant = {name: scope.names.get(name) for name in names}
        local = frozenset(m.name for m in meant.values() if isinstance(m, x.Var))
        return local | names.intersection(self._states)

    def _procedure(self, name: str) -> frozenset[str]:
        if name not in self._known:
            self._known[name] = frozenset()  # recursion is reported when it is inlined
            body = self._procedures[name].body
            self._known[name] = frozenset(n for node in body for n in self._names(node))
        return self._known[name]

    def _names(self, node: s.Statement) -> Iterator[str]:
        """The names on the left of statements; those of every state if anything may move.

        Remembering positions changes nothing that is known: see :meth:`Scope.know`.
        """
        match node:
            case s.Assign(target, value):
                yield _base(target)
                yield from self._performed(value)
            case s.Bind(_, value) | s.Perform(value):
                yield from self._performed(value)
            case s.Change(target):
                yield _base(target)
            case s.Take(_, source, target) | s.MoveStatement(_, source, target):
                yield from (_base(source), _base(target))
            case s.MoveThose(source=source, target=target):
                yield from (_base(source), _base(target))
            case s.PutBack(_, source, supply):
                yield from (_base(source), supply.text)
            case s.Rotate():
                yield from self._states
            case s.ResetStatement(names):
                yield from (name.text for name in names)
            case _:
                for block in inside(node):
                    for inner in block:
                        yield from self._names(inner)

    def _performed(self, node: e.Expression) -> frozenset[str]:
        if isinstance(node, e.Application) and node.name.text in self._procedures:
            return self._procedure(node.name.text)
        return frozenset()


_WITHOUT_BLOCKS = frozenset({
    s.Assign, s.Bind, s.Change, s.DoNothing, s.Draw, s.Gap, s.Leave, s.Lose, s.MoveStatement, s.MoveThose, s.Next, s.Perform,
    s.Pick, s.PutBack, s.Rank, s.Remember, s.ResetStatement, s.Return, s.Roll, s.Rotate, s.Take, s.VariableStatement, s.Win,
})  # fmt: skip


def _base(node: e.Expression) -> str:
    while isinstance(node, e.Indexed):
        node = node.base
    return node.name if isinstance(node, e.Reference) else ""


def inside(node: s.Statement) -> list[s.BlockSyntax]:
    """The blocks of statements inside a statement. Raises TypeError for one that is not known."""
    match node:
        case s.IfStatement(_, then, otherwise):
            return [then, otherwise]
        case s.MatchStatement(_, cases, otherwise):
            return [*(case.body for case in cases), otherwise or ()]
        case s.For(body=body) | s.Repeat(body=body):
            return [body]
        case s.Choose(_, options, otherwise):
            return [*(option.body for option in options), otherwise or ()]
        case s.Secret(options=options):
            return [option.body for option in options]
        case _ if type(node) in _WITHOUT_BLOCKS:
            return []
        case _:
            raise TypeError(f"nobody knows which blocks are inside {type(node).__name__}")
