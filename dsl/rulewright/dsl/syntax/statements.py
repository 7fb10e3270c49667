"""Syntax tree: statements, as written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from .expressions import Expression, TypeSyntax
from .node import Cite, Name, SyntaxNode


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement(SyntaxNode):
    cites: tuple[Cite, ...] = ()


BlockSyntax = tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Assign(Statement):
    target: Expression
    value: Expression


@dataclass(frozen=True, slots=True)
class Change(Statement):
    """``target += value`` or ``target -= value``."""

    target: Expression
    op: Literal["+", "-"]
    value: Expression


@dataclass(frozen=True, slots=True)
class Take(Statement):
    """Out of a supply, onto a place; ``amount`` only where components are counted."""

    amount: Expression | None
    source: Expression
    target: Expression


@dataclass(frozen=True, slots=True)
class PutBack(Statement):
    amount: Expression | None
    source: Expression
    supply: Name


@dataclass(frozen=True, slots=True)
class MoveStatement(Statement):
    """``amount`` only where components are counted, or for the top of a list."""

    amount: Expression | None
    source: Expression
    target: Expression


@dataclass(frozen=True, slots=True)
class MoveThose(Statement):
    """Items out of a list, wherever they are in it, to a list or a bag."""

    name: Name
    source: Expression
    where: Expression
    target: Expression


@dataclass(frozen=True, slots=True)
class Rotate(Statement):
    group: Expression
    steps: Expression


@dataclass(frozen=True, slots=True)
class ResetStatement(Statement):
    names: tuple[Name, ...]


@dataclass(frozen=True, slots=True)
class Remember(Statement):
    """Record in a history what its states are now."""

    name: Name


@dataclass(frozen=True, slots=True)
class Bind(Statement):
    name: Name
    value: Expression


@dataclass(frozen=True, slots=True)
class VariableStatement(Statement):
    """A local that statements may change."""

    name: Name
    type: TypeSyntax
    value: Expression


@dataclass(frozen=True, slots=True)
class Pick(Statement):
    """``p chooses x in S``."""

    player: Expression
    name: Name
    over: Expression


@dataclass(frozen=True, slots=True)
class Roll(Statement):
    name: Name
    over: Expression
    weight: Expression | None


@dataclass(frozen=True, slots=True)
class Win(Statement):
    who: Expression


@dataclass(frozen=True, slots=True)
class Draw(Statement):
    pass


@dataclass(frozen=True, slots=True)
class Lose(Statement):
    pass


@dataclass(frozen=True, slots=True)
class Gap(Statement):
    """The rules do not say what happens here: a finding, if play ever comes to it."""

    text: str


@dataclass(frozen=True, slots=True)
class Rank(Statement):
    """``by``: the numbers that count, each among those who are equal in the ones before it.

    ``drawn``: it is a draw if several are left.
    """

    by: tuple[Expression, ...]
    drawn: bool = False


@dataclass(frozen=True, slots=True)
class Return(Statement):
    value: Expression | None


@dataclass(frozen=True, slots=True)
class Leave(Statement):
    pass


@dataclass(frozen=True, slots=True)
class Next(Statement):
    pass


@dataclass(frozen=True, slots=True)
class DoNothing(Statement):
    pass


@dataclass(frozen=True, slots=True)
class Perform(Statement):
    """A procedure, called."""

    call: Expression


@dataclass(frozen=True, slots=True)
class IfStatement(Statement):
    condition: Expression
    then: BlockSyntax
    otherwise: BlockSyntax


@dataclass(frozen=True, slots=True)
class Case(SyntaxNode):
    patterns: tuple[Expression, ...]
    body: BlockSyntax


@dataclass(frozen=True, slots=True)
class MatchStatement(Statement):
    subject: Expression
    cases: tuple[Case, ...]
    otherwise: BlockSyntax | None


@dataclass(frozen=True, slots=True)
class Order(SyntaxNode):
    """``from`` (that one first), ``after`` (that one last), ``chosen`` (by a player)."""

    kind: Literal["from", "after", "chosen"]
    by: Expression


@dataclass(frozen=True, slots=True)
class For(Statement):
    turns: bool
    name: Name
    over: Expression
    order: Order | None
    condition: Expression | None
    body: BlockSyntax


@dataclass(frozen=True, slots=True)
class Repeat(Statement):
    kind: Literal["forever", "until", "times"]
    control: Expression | None
    body: BlockSyntax


@dataclass(frozen=True, slots=True)
class OptionParameter(SyntaxNode):
    name: Name
    over: Expression


@dataclass(frozen=True, slots=True)
class ChooseOption(SyntaxNode):
    name: Name
    parameters: tuple[OptionParameter, ...]
    when: tuple[Expression, ...]
    unless: tuple[Expression, ...]
    cites: tuple[Cite, ...]
    body: BlockSyntax
    title: str = ""


@dataclass(frozen=True, slots=True)
class Choose(Statement):
    player: Expression
    options: tuple[ChooseOption, ...]
    otherwise: BlockSyntax | None


@dataclass(frozen=True, slots=True)
class Secret(Statement):
    """``each p in S secretly chooses``."""

    name: Name
    over: Expression
    options: tuple[ChooseOption, ...]
