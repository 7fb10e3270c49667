"""Syntax tree: the parts of a ruleset, as written."""

from __future__ import annotations

from dataclasses import dataclass

from ..inputs.clauses import ClauseFile
from ..span import Span
from .expressions import Expression, TypeSyntax
from .node import Cite, Name, SyntaxNode
from .statements import BlockSyntax


@dataclass(frozen=True, slots=True, kw_only=True)
class Part(SyntaxNode):
    """A part: a variant replaces it by ``name`` and the class of the part."""

    name: Name
    cites: tuple[Cite, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ClausesPart(Part):
    file: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ParameterPart(Part):
    lo: Expression
    hi: Expression
    value: Expression
    is_open: bool
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EnumPart(Part):
    values: tuple[Name, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Binding(SyntaxNode):
    """``name: type``."""

    name: Name
    type: TypeSyntax


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordPart(Part):
    fields: tuple[Binding, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsPart(Part):
    """Kinds of cards from a file beside the ruleset, with the columns that it has."""

    file: str
    columns: tuple[Binding, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TableCell(SyntaxNode):
    """``weak = {Heart}``: the content of a column, written as in a file of cards."""

    name: Name
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRow(SyntaxNode):
    """A kind of card; columns that are not named are empty."""

    name: Name
    cells: tuple[TableCell, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TablePart(Part):
    """Kinds of cards that an instance may choose instead of those in the file."""

    of: Name
    rows: tuple[TableRow, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayersPart(Part):
    """The players: their names, or the enumeration whose values they are.

    ``number``: how many of them play, the first ones; a parameter called ``players``.
    """

    values: tuple[Name, ...]
    alias: Name | None
    number: ParameterPart | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardArgument(SyntaxNode):
    name: Name | None
    value: Expression


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardPart(Part):
    kind: Name
    arguments: tuple[BoardArgument, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ShapePart(Part):
    """A named shape of a board: the arguments between the brackets of the board."""

    title: str
    kind: Name
    arguments: tuple[BoardArgument, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SupplyKey(SyntaxNode):
    """An index of a supply; ``name`` is the key in the expression for its number."""

    name: Name | None
    type: TypeSyntax


@dataclass(frozen=True, slots=True, kw_only=True)
class SupplyPart(Part):
    keys: tuple[SupplyKey, ...]
    count: Expression
    seen: Name | None
    title: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class StatePart(Part):
    type: TypeSyntax
    initial: Expression
    seen: Name | None
    title: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryPart(Part):
    """Positions that ``remember`` has recorded: the values of the states ``of`` at that time."""

    of: tuple[Name, ...]
    limit: Expression


@dataclass(frozen=True, slots=True, kw_only=True)
class FunctionPart(Part):
    """``result``: the type of its value, if that is declared."""

    params: tuple[Binding, ...]
    body: Expression
    result: TypeSyntax | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadingOption(SyntaxNode):
    name: Name
    text: str
    default: bool
    cites: tuple[Cite, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadingPart(Part):
    question: str
    options: tuple[ReadingOption, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Wording(SyntaxNode):
    cite: Cite
    body: Expression


@dataclass(frozen=True, slots=True, kw_only=True)
class AgreePart(Part):
    question: str
    fails: bool
    wordings: tuple[Wording, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ProcedurePart(Part):
    """A procedure; ``play`` is the one named so. ``result`` is what it returns, if anything."""

    params: tuple[Binding, ...]
    result: TypeSyntax | None
    body: BlockSyntax


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckPart(Part):
    question: str
    fails: bool
    kind: str
    player: Name | None
    body: Expression | None
    asked: Span
    """The place of the property, with its keyword."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExampleActionSyntax(SyntaxNode):
    """Somebody, or ``chance``, does what is typed; or cannot: it is not legal there."""

    actor: Name
    typed: Name
    legal: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ExampleConditionSyntax(SyntaxNode):
    """What must hold at that point of play."""

    conditions: tuple[Expression, ...]
    cites: tuple[Cite, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ExamplePart(Part):
    """A play of the variant where it stands, or of an instance, with what must hold in it."""

    title: str
    instance: Name | None
    lines: tuple[ExampleActionSyntax | ExampleConditionSyntax, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class StrategyPart(Part):
    """What a player prefers: the greater the number in the position, the better."""

    params: tuple[Binding, ...]
    body: Expression


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting(SyntaxNode):
    name: Name
    value: int | str


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpectedNumber(SyntaxNode):
    """``6744 positions``: the number of something that the author states for a game."""

    number: int
    of: Name


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingsPart(Part):
    """Named settings without a game: instances are ``like`` them."""

    like: tuple[Name, ...]
    settings: tuple[Setting, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class InstancePart(Part):
    """A named game. ``for_play``: people play it; the others exist to be searched.

    ``like``: the instances, or settings, whose settings it has, too; later ones and its own
    override. ``each``: the variants of which there is one game each. What is loaded has all games,
    with all settings.
    """

    title: str
    variant: Name
    each: tuple[Name, ...] = ()
    like: tuple[Name, ...]
    for_play: bool
    settings: tuple[Setting, ...]
    expected: tuple[ExpectedNumber, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class WithoutPart(Part):
    """Inherited parts that a variant drops."""

    names: tuple[Name, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpectationPart(Part):
    """What the author expects of an inherited check or agreement in a variant."""

    fails: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class AcceptPart(Part):
    """A finding that the author knows of and intends; ``name`` is that of the finding."""

    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class VariantPart(Part):
    title: str
    parents: tuple[Name, ...]
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesetSyntax(SyntaxNode):
    """A whole file. ``parts`` are the top-level parts in order; ``source`` is its text."""

    name: Name
    title: str
    parts: tuple[Part, ...]
    source: str
    clauses: ClauseFile | None = None
