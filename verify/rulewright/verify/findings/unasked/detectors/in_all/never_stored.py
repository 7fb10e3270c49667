"""State that has the same value throughout, also during moves, and supplies, or kinds in them, from which
nothing is taken."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir import fold
from rulewright.dsl.ir import types as ty
from rulewright.dsl.ir.names import is_made
from rulewright.dsl.ir.printing.names import roots
from rulewright.dsl.ir.program import Fault, Program, Variable
from rulewright.dsl.ir.walk import walk
from rulewright.dsl.syntax import parts as p
from rulewright.dsl.syntax.one_line import code_of
from rulewright.dsl.syntax.tree import nodes

from ....kinds import FindingKind
from ....origins.from_results import SHORTAGE
from ....subject import Selected
from ...detector import Conjecture, Noticed
from ...explored import Explored, Positions
from .passing import asking_unchanged, unchanged


@dataclass(frozen=True, slots=True)
class _Kept:
    """A variable, or one kind in a supply, that may never change; ``absent``: there is none of it."""

    variable: str
    kind: str = ""
    absent: bool = False

    def value(self, t: ty.Type, value: ty.Value) -> ty.Value | None:
        """The part of the variable's value in question; None if a game has no such kind."""
        if not self.kind:
            return value
        assert isinstance(t, ty.Map)
        assert isinstance(value, tuple)
        labels = _kinds(t)
        return value[labels.index(self.kind)] if self.kind in labels else None

    def as_before(self, variables: Mapping[str, Variable]) -> x.Expr | None:
        """That it is what it was at the beginning; None if a game does not have it."""
        variable = variables.get(self.variable)
        began = None if variable is None else self.value(variable.type, variable.initial)
        if variable is None or began is None:
            return None
        now = x.Var(variable.name, variable.type)
        if not self.kind:
            return x.Compare("==", now, x.Const(began, variable.type))
        assert isinstance(variable.type, ty.Map)
        assert isinstance(variable.type.key, ty.Enum)
        key = x.Const(variable.type.key.labels.index(self.kind), variable.type.key)
        entry = x.Lookup(now, key, variable.type.value)
        return x.Compare("==", entry, x.Const(began, variable.type.value))


@dataclass(frozen=True, slots=True)
class NeverStored:
    """Each declared variable that never changes in any of the games that have it, and each kind in a
    supply.

    Nothing is reported of one that a fault keeps as it was (the fault is reported, and is the reason), nor
    of one to which something is stored under ``after``, as what is asked there needs it. Kinds are the
    values of an ``enum``; cards that never come into play are reported as such.
    """

    def claims(self, games: tuple[Positions, ...]) -> Iterable[Conjecture[_Kept]]:
        named: set[str] = set()
        for variable in (variable for one in games for variable in one.program.variables):
            name = variable.name
            if not variable.declared or variable.span is None:
                continue
            if name in named or is_made(name):  # what looks back: the author did not declare it
                continue
            named.add(name)
            said = (
                f"Nothing is ever taken of the supply {name}"
                if variable.kind == "supply"
                else f"The state {name} never changes"
            )
            noticed = Noticed(
                FindingKind.DEAD_RULE, name, variable.span, (), said,
                "leave it out, or find the rule that is missing",
            )  # fmt: skip
            yield Conjecture(noticed, _Kept(name), (variable.span,))
            for kind, many in _kinds_of(variable, games).items():
                of_kind = replace(noticed, name=f"{name}_{kind}", sentence=f"{said}[{kind}]")
                if not many:
                    there = f"There is no {kind} in the supply {name}, and none ever comes into it"
                    look = "look whether the number is right, or leave the value out"
                    of_kind = replace(of_kind, sentence=there, hint=look)
                yield Conjecture(of_kind, _Kept(name, kind, absent=not many))

    def left(
        self, claims: Sequence[Conjecture[_Kept]], one: Positions
    ) -> Sequence[Conjecture[_Kept]]:
        variables = {variable.name: variable for variable in one.program.variables}

        def changes(about: _Kept) -> bool:
            variable = variables.get(about.variable)
            if variable is None:
                return False
            before = about.value(variable.type, variable.initial)
            if before is None or (about.absent and before):
                return before is not None
            return any(
                about.value(variable.type, one.game.value(state, about.variable)) != before
                for state in one.states()
            )

        kept = _at_fault(one) | _tried(one.program)
        left = [c for c in claims if c.about.variable not in kept and not changes(c.about)]
        there = {c: met for c in left if (met := c.about.as_before(variables)) is not None}
        asked: dict[str, list[x.Expr]] = {}
        for claim, condition in there.items():
            asked.setdefault(claim.about.variable, []).append(condition)
        if not isinstance(one, Explored):
            return left  # what changes only during a move is told by what is asked of each game
        throughout = unchanged(asked, one)
        return [c for c in left if c not in there or there[c] in throughout]

    def against(self, claim: Conjecture[_Kept], program: Program) -> x.Expr | None:
        """That play rests where it is not what it was; None if the program does not have it."""
        before = claim.about.as_before({v.name: v for v in program.variables})
        return None if before is None else fold.not_(before)

    def names(self, claim: Conjecture[_Kept]) -> Collection[str]:
        return (claim.about.variable,)

    def contradicted(self, claim: Conjecture[_Kept], one: Selected) -> Program | None:
        """The game whose question is whether it is never anything else, also during a move."""
        variables = {variable.name: variable for variable in one.program.variables}
        before = claim.about.as_before(variables)
        if before is None:
            return None
        return asking_unchanged(one.program, claim.about.variable, before)


def _kinds_of(supply: Variable, games: Sequence[Positions]) -> dict[str, bool]:
    """The kinds in a supply, if an enumeration of the rules tells them apart, and whether some game has any."""
    if supply.kind != "supply" or not isinstance(supply.type, ty.Map):
        return {}
    key = supply.type.key
    enums = {
        n.name.text
        for one in games
        for n in nodes(one.ruleset.tree.parts)
        if isinstance(n, p.EnumPart)
    }
    if not isinstance(key, ty.Enum) or key.name not in enums:
        return {}
    found: dict[str, bool] = {}
    for one in games:
        for variable in one.program.variables:
            if variable.name == supply.name and isinstance(variable.type, ty.Map):
                amounts = variable.initial
                assert isinstance(amounts, tuple)
                for kind, many in zip(_kinds(variable.type), amounts, strict=True):
                    found[kind] = found.get(kind, False) or bool(many)
    return found


def _kinds(t: ty.Map) -> tuple[str, ...]:
    return t.key.labels if isinstance(t.key, ty.Enum) else ()


def _tried(program: Program) -> frozenset[str]:
    """What is changed where the rules ask how things would be."""
    parts = walk(*roots(program))
    tried = walk(*(each for part in parts if isinstance(part, x.After) for each in part.body))
    return frozenset(part.var for part in tried if isinstance(part, x.Store))


def _at_fault(one: Positions) -> frozenset[str]:
    """What a fault to which play comes keeps as it was.

    That is what cannot hold a value, or, for components, what the line names that would move them.
    """
    lines = one.ruleset.tree.source.split("\n")
    faults = {node for _, node, _ in one.rests() if isinstance(node, Fault) and not node.declared}
    said = (
        code_of(lines[f.span.line - 1]) if f.span and f.message.startswith(SHORTAGE) else f.message
        for f in faults
    )
    return frozenset(word for text in said for word in re.findall(r"\w+", text))
