"""A program of the IR: one ruleset, one variant, one choice of parameters and readings.

Play starts in block ``entry`` with every variable at its initial value, runs blocks until one
stops at a node, and goes on from there by what the player or chance chooses. Before a state rests
at a node, every parameter, loop variable or local that nothing can read from there on is set back to
:func:`~rulewright.dsl.ir.types.default` (the lists in :class:`Reset`), so that equal positions are
equal states; :mod:`.positions` says what a position is.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from ..span import Span
from .code import Block, Expr, Local
from .names import is_made
from .types import Enum, Type, Value

Seen = Literal["all", "none", "owner"]


@dataclass(frozen=True, slots=True)
class Variable:
    """A variable of the program.

    ``kind``: ``state`` and ``supply`` are declared by the ruleset; ``frame`` variables are
    parameters, loop variables and locals of procedures that live across a decision; ``scratch``
    variables never do and hold their default in every resting state (they are not part of it).
    ``seen``: ``all``, ``none``, or ``owner`` (a map from players: everybody sees their own entry; a
    frame variable: the player it asks). ``total``: for a supply, how many there are per key; the
    initial value. ``title``: a name for people, if the ruleset gives one.
    """

    name: str
    type: Type
    initial: Value
    kind: Literal["state", "supply", "frame", "scratch"]
    seen: Seen = "all"
    span: Span | None = None
    title: str = ""

    @property
    def declared(self) -> bool:
        """Whether the ruleset declares it, rather than a procedure for itself."""
        return self.kind in ("state", "supply")


@dataclass(frozen=True, slots=True)
class Function:
    """A pure function of its parameters and the variables. Functions do not recurse."""

    name: str
    params: tuple[Local, ...]
    type: Type
    body: Expr
    clauses: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of an option: ``variable`` receives the element of ``over`` that is chosen.

    In the option's guard and in later parameters' ``over``, read it as ``Local(name, type)``.
    """

    name: str
    type: Type
    over: Expr
    variable: str


@dataclass(frozen=True, slots=True)
class Choice:
    """An option of a decision: legal for the arguments for which ``guard`` holds.

    ``title``: a name for people, if the ruleset gives one.
    """

    name: str
    parameters: tuple[Parameter, ...]
    guard: Expr
    block: int
    clauses: tuple[str, ...] = ()
    span: Span | None = None
    title: str = ""


@dataclass(frozen=True, slots=True)
class Decision:
    """A player decides. ``player`` is an expression; with no legal option, play is stuck.

    ``secret``: the others do not learn the choice before the ruleset reveals it.
    """

    name: str
    player: Expr
    choices: tuple[Choice, ...]
    secret: bool = False
    clauses: tuple[str, ...] = ()
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class Chance:
    """Chance picks an element of ``parameter.over`` with probability in proportion to ``weight``.

    ``weight`` (an Int, at least 0) may read the parameter as a local; elements of weight 0 never
    come.
    """

    name: str
    parameter: Parameter
    weight: Expr
    block: int
    clauses: tuple[str, ...] = ()
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class End:
    """Play is over. ``winners``: a set of players, empty for a draw or a common defeat.

    ``scores``: a map from players to integers, if the ruleset ranks by them. Both are evaluated
    in the final state.
    """

    name: str
    kind: Literal["win", "draw", "lose"]
    winners: Expr
    scores: Expr | None = None
    clauses: tuple[str, ...] = ()
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class Fault:
    """Play is over because the rules do not say what happens (a shortage, a range left).

    The state keeps the variables as they were before the action that led here. ``declared``: the
    ruleset itself says that the rules leave this open. ``value``: what the words "this value" in
    the message refer to, as far as the text tells; for readers only.
    """

    message: str
    clauses: tuple[str, ...] = ()
    span: Span | None = None
    declared: bool = False
    value: str = field(default="", compare=False)

    @property
    def said(self) -> str:
        """The message for a reader."""
        return self.message.replace("this value", self.value) if self.value else self.message


Node = Decision | Chance | End | Fault


@dataclass(frozen=True, slots=True)
class Reset:
    """The variables to set to their default before resting at the node with the same index."""

    variables: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Check:
    """A question about the reachable states.

    ========  ==================================================================================
    kind      holds if
    ========  ==================================================================================
    never     no reachable resting state satisfies ``property``
    always    every reachable resting state satisfies it
    reachable some reachable resting state satisfies it
    forever   some reachable state and all states after it satisfy it
    never_by  no decision of a player p leads to a state that satisfies it; ``player`` is p
    some_by   some decision of a player p does
    ends      every play ends: no cycle of states can be reached (``property`` unused)
    acts      no decision without a legal option can be reached (``property`` unused)
    ========  ==================================================================================

    All resting states count, whatever their kind (:class:`~.positions.Rest`): decisions, chance, ends,
    faults, gaps and deadlocks; ``never_by`` and ``some_by`` look at those to which a player's decision
    leads, ``ends`` at cycles of them and at moves that never rest. ``expected`` is what the author wrote the check for: True unless
    the check is marked as known to fail.
    """

    name: str
    kind: str
    property: Expr
    player: Local | None
    text: str
    question: str = ""
    expected: bool = True
    clauses: tuple[str, ...] = ()
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class ExampleAction:
    """``actor`` (a player's name, or ``chance``) does what ``text`` says, or, if it is not
    ``legal``, cannot."""

    actor: str
    text: str
    legal: bool
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class ExampleCondition:
    """What must hold where play stands: ``text`` is the condition as it was written."""

    condition: Expr
    text: str
    clauses: tuple[str, ...] = ()
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class Example:
    """A play that an author wrote down, and what must hold in it; it is no rule."""

    name: str
    title: str
    lines: tuple[ExampleAction | ExampleCondition, ...]
    clauses: tuple[str, ...] = ()
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class Supply:
    """What conserves a supply: the component counts of ``variable[k] + places holding k``.

    ``places`` names the variables into which components of this supply are put. For a supply with
    keys they are maps (or single variables) whose value is the key or an option of it, or lists of
    it; for one without keys they are integers, or maps to integers.
    """

    variable: str
    places: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Drawing:
    """A variable on a board: ``variable`` maps the elements of ``board`` to values."""

    board: str
    variable: str


@dataclass(frozen=True, slots=True)
class Instance:
    """Which game this program is: the names with which the command line can select it again."""

    ruleset: str
    title: str
    variant: str
    name: str
    parameters: tuple[tuple[str, int], ...]
    readings: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Program:
    """Everything a backend needs; the module's docstring says how it runs.

    ``nodes`` and ``resets`` are parallel. ``boards`` are kept for drawing only. ``strategies`` are
    not rules: each gives the number (an Int) by which its one parameter, a player, prefers resting
    positions. They, and functions that only they call, may ask at which node play rests.
    ``examples`` are plays of this very game that the author wrote down.
    """

    instance: Instance
    players: Enum
    variables: tuple[Variable, ...]
    functions: tuple[Function, ...]
    blocks: tuple[Block, ...]
    nodes: tuple[Node, ...]
    resets: tuple[Reset, ...]
    entry: int
    checks: tuple[Check, ...] = ()
    strategies: tuple[Function, ...] = ()
    examples: tuple[Example, ...] = ()
    supplies: tuple[Supply, ...] = ()
    drawings: tuple[Drawing, ...] = ()
    boards: tuple[object, ...] = ()

    @property
    def shown_variables(self) -> tuple[Variable, ...]:
        """The states and supplies that the ruleset names: not those only kept to look back at."""
        return tuple(v for v in self.variables if v.declared and not is_made(v.name))
