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
    """A part: ``name`` and the class of the part are what a variant replaces it by."""

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
    """``weak = {Heart}``: what stands in a column, written as in a file of cards."""

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

    ``number``: so many of them play, the first ones; a parameter called ``players``.
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
    """A board's shape with a name: what stands between the brackets of the board."""

    title: str
    kind: Name
    arguments: tuple[BoardArgument, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SupplyKey(SyntaxNode):
    """An index of a supply; ``name`` is the key in the number that there are of it."""

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
    """Positions that ``remember`` has noted: the values that the states ``of`` had then."""

    of: tuple[Name, ...]
    limit: Expression


@dataclass(frozen=True, slots=True, kw_only=True)
class FunctionPart(Part):
    """``result``: the type of what it gives, where that is declared."""

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
    """Where the property stands, with its keyword."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExampleActionSyntax(SyntaxNode):
    """Somebody, or ``chance``, does what is typed; or cannot: it is not legal there."""

    actor: Name
    typed: Name
    legal: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ExampleConditionSyntax(SyntaxNode):
    """What must hold where play stands then."""

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
    """``6744 positions``: how many of something the author says that a game has."""

    number: int
    of: Name


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingsPart(Part):
    """Settings with a name, and no game: instances are ``like`` them."""

    like: tuple[Name, ...]
    settings: tuple[Setting, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class InstancePart(Part):
    """A game with a name. ``for_play``: people play it; the others are there to be searched.

    ``like``: the instances, or settings, that it has all of, too; later ones and its own come last. ``each``: the
    variants of which there is one game each. What is loaded has all games, with all settings.
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
    """A finding that the author knows of and means so; ``name`` is that of the finding."""

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
