"""What is still to be done, as a stack of frames. Frames never change; the top is done first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from tests.oracles.language.values import Value

from rulewright.dsl.syntax import statements as s
from rulewright.dsl.syntax.parts import ProcedurePart

Names = Mapping[str, Value]


@dataclass(frozen=True)
class Block:
    """The statements from number ``start`` on."""

    block: s.BlockSyntax = field(hash=False)
    start: int
    names: Names


@dataclass(frozen=True)
class Called:
    """The end of a procedure; ``then`` is the statement that waits for what it returns."""

    part: ProcedurePart = field(hash=False)
    then: s.Statement | None = field(hash=False)
    names: Names


@dataclass(frozen=True)
class Passes:
    """The passes of a ``for`` that are left: keys and members."""

    node: s.For = field(hash=False)
    left: tuple[tuple[Value, Value], ...]
    names: Names
    chooser: Value = None


@dataclass(frozen=True)
class Again:
    """A ``repeat``; ``left`` passes at most, or as many as it takes."""

    node: s.Repeat = field(hash=False)
    left: int | None
    names: Names


@dataclass(frozen=True)
class Asking:
    """A secret choice: who has still to decide, and what was decided, by player."""

    node: s.Secret = field(hash=False)
    left: tuple[Value, ...]
    decided: tuple[tuple[Value, int, tuple[Value, ...]], ...]
    names: Names


@dataclass(frozen=True)
class Effects:
    """The effects of a secret choice that are left."""

    node: s.Secret = field(hash=False)
    decided: tuple[tuple[Value, int, tuple[Value, ...]], ...]
    names: Names


# Places of rest, at the top of the stack


@dataclass(frozen=True)
class Choosing:
    node: s.Choose = field(hash=False)
    names: Names


@dataclass(frozen=True)
class Picking:
    """One of the pairs is chosen: for a name in the frame below, or for the next pass of a loop."""

    node: s.Pick | s.For = field(hash=False)
    player: Value
    pairs: tuple[tuple[Value, Value], ...]
    names: Names


@dataclass(frozen=True)
class Rolling:
    node: s.Roll = field(hash=False)
    names: Names


Frame = Block | Called | Passes | Again | Asking | Effects | Choosing | Picking | Rolling
LOOPS = (Passes, Again)


@dataclass(frozen=True)
class Stack:
    """A frame and what lies below it."""

    top: Frame
    below: Stack | None
