"""Whole rulesets: functions and procedures over what is declared, play, and questions about it."""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random

from .declarations import Declarations
from .expressions import Expressions
from .questions import Questions
from .setting import (
    FUNCTIONS,
    LOCALS,
    PROCEDURES,
    TYPES,
    Function,
    Procedure,
    Setting,
    Spot,
)  # fmt: skip
from .statements import Statements, indented

CLAUSES = "# Clauses\n\n- **[r]** All that is there. (page 1)\n"
FEATURES = {
    "hue": 4, "board": 2, "spot": 3, "reading": 4, "param": 3, "supply": 3, "heart": 5, "cards": 8,
    "variant": 6, "strategy": 6, "agree": 5, "instance": 4, "alias": 6, "shape": 4, "seats": 6,
    "history": 4, "was": 4, "table": 4, "since": 2, "again": 4, "families": 3,
}  # fmt: skip
"""What one ruleset in so many has."""


def ruleset(seed: int, *, small: bool = False) -> str:
    """The text of the ruleset with this number. It may be wrong: then it says nothing.

    Of a small one all values that its variables can have can be gone through.
    """
    return _Author(Random(seed), small).ruleset()


class _Author:
    def __init__(self, random: Random, small: bool) -> None:
        has = frozenset(f for f, one_in in FEATURES.items() if random.randrange(one_in) == 0)
        self.small = small
        self.setting = Setting(random, has=has & {"board", "heart"} if small else has)
        self.setting.players = random.choice([("A", "B")] * 4 + [("A", "B", "C")])
        if "seats" in self.setting.has and "alias" not in self.setting.has and random.randrange(2):
            self.setting.players = ("P1", "P2")
        self.setting.kinds = random.choice([("Ka", "Kb"), ("Ka", "Kb"), ("Ka", "Kb", "Kc")])
        self.expressions = Expressions(self.setting)
        self.statements = Statements(self.expressions)
        self.declarations = Declarations(self.setting, small)
        self.questions = Questions(self.expressions)
        self.pick, self.number, self.rarely = (
            self.setting.pick, self.setting.number, self.setting.rarely
        )  # fmt: skip

    def ruleset(self) -> str:
        parts = [
            'ruleset drawn "Drawn at random"',
            '  clauses "clauses.md"',
            *self.declarations.lines(),
        ]
        at = Spot(dict(self.setting.states), frozenset(self.setting.states))
        at, lines = self._functions(at)
        parts += lines
        at, lines = self._table(at)
        parts += lines
        at, lines = self._again(at)
        parts += lines
        for name in self.setting.random.sample(PROCEDURES, self.number(0, 3)):
            at, lines = self._procedure(name, at)
            parts += lines
        parts += indented(self._play(at))
        parts += indented(self.questions.checks(at))
        parts += indented(self.questions.around(at))
        text = _performed("\n".join(parts) + "\n", [p.name for p in at.procedures])
        place = self.declarations.place
        text = re.sub(r"\bPlace\b", place, text)
        if self.rarely(8):  # lines that go on in the next one
            text = re.sub(r" by \[r\]$", f"\n{' ' * 40}by [r]", text, count=3, flags=re.M)
            text = re.sub(r"(?<= and) ", f"\n{' ' * 40}", text, count=3)
        return re.sub(r"\bnear\b", "touching", text) if place == "Cell" else text

    # What is defined

    def _functions(self, at: Spot) -> tuple[Spot, list[str]]:
        lines: list[str] = []
        for name in self.setting.random.sample(FUNCTIONS, self.number(0, 2)):
            gives = self.pick(["bool", "small", "num", "player"])
            kinds = tuple(self.pick(["player", "kind", "small"]) for _ in range(self.number(0, 2)))
            names = self.setting.random.sample(LOCALS, len(kinds))
            inner = at
            for n, k in zip(names, kinds, strict=True):
                inner = inner.bind(n, k)
            typed = ", ".join(f"{n}: {TYPES[k]}" for n, k in zip(names, kinds, strict=True))
            head = f"  let {name}{f'({typed})' if typed else ''} ="
            lines += self._body(head, gives, inner)
            at = replace(at, functions=(*at.functions, Function(name, kinds, gives)))
        return at, lines

    def _table(self, at: Spot) -> tuple[Spot, list[str]]:
        """A function that is written as rows."""
        if "table" not in self.setting.has:
            return at, []
        first, *others = self.setting.kinds
        if "param" in self.setting.has:
            return self._table_of_two(at)
        rest = self.pick(["else", " | ".join(others)])
        lines = ["  table worth_of: Kind -> 0..2",
                 f"    {first}: {self.expressions.a('small', at, 1)}",
                 f"    {rest}: {self.expressions.a('small', at, 0)}"]  # fmt: skip
        found = Function("worth_of", ("kind",), "small")
        return replace(at, functions=(*at.functions, found)), lines

    def _table_of_two(self, at: Spot) -> tuple[Spot, list[str]]:
        """A function of two values, written as rows: all of the first kind, and some of the others."""
        first, *others = self.setting.kinds
        one, *more = self.setting.players
        a, left = self.expressions.a, " | ".join(others)
        rest = self.pick(["else", f"{left}, {' | '.join(more)}"])
        lines = ["  table worth_of: Kind, Player -> 0..2",
                 f"    {first}, {' | '.join(self.setting.players)}: {a('small', at, 1)}",
                 f"    {left}, {one}: {a('small', at, 1)}",
                 f"    {rest}: {a('small', at, 0)}"]  # fmt: skip
        found = Function("worth_of", ("kind", "player"), "small")
        return replace(at, functions=(*at.functions, found)), lines

    def _again(self, at: Spot) -> tuple[Spot, list[str]]:
        """A function that uses itself, with a number that sinks."""
        if "again" not in self.setting.has:
            return at, []
        gives = self.pick(["bool", "small", "player", "players"])
        kind = self.pick(["player", "kind", "small"])
        inner = at.bind("depth", "small").bind("q", kind)
        last, other = (self.expressions.a(gives, inner, 1) for _ in range(2))
        deeper = f"falls(depth - 1, {self.expressions.a(kind, inner, 1)})"
        rest = [deeper, f"(if {self.expressions.a('bool', inner, 1)} then {deeper} else {other})"]
        if gives == "small":
            rest.append(f"({deeper} + {other}) mod 3")
        if gives == "players":
            rest.append(f"{deeper} {self.pick(['+', '-', '&'])} {other}")
        head = f"  let falls(depth: 0..2, q: {TYPES[kind]}) ="
        lines = [f"{head} if depth = 0 then {last} else {self.pick(rest)}"]
        if self.rarely(3):
            lines = [head, "    match depth", f"      0: {last}", f"      else: {self.pick(rest)}"]
        found = Function("falls", ("small", kind), gives)
        return replace(at, functions=(*at.functions, found)), lines

    def _body(self, head: str, gives: str, at: Spot) -> list[str]:
        def a(kind: str, inner: Spot, depth: int = 2) -> str:
            return self.expressions.a(kind, inner, depth)

        match self.number(0, 3):
            case 0:
                name = self.pick(LOCALS)
                inner = at.bind(name, "nums")
                return [f"{head} by [r]", f"    let {name} = {a('nums', at)}",
                        f"    {a(gives, inner)}"]  # fmt: skip
            case 1:
                first, *others = self.setting.kinds
                return [head, f"    match {a('kind', at)}", f"      {first}: {a(gives, at)}",
                        f"      {' | '.join(others)}: {a(gives, at)}"]  # fmt: skip
            case 2:
                return [head, f"    match {a('row', at)}", f"      [Ka] | []: {a(gives, at)}",
                        f"      else: {a(gives, at)}"]  # fmt: skip
        return [f"{head} {a(gives, at)}"]

    def _procedure(self, name: str, at: Spot) -> tuple[Spot, list[str]]:
        plain = self.rarely(2)
        gives = self.pick([None, None, "player", "small", "bool"])
        known = [
            k
            for k in ("player", "kind", "small", "place", "players", "nums")
            if self.setting.known(k)
        ]
        kinds = tuple(self.pick(known) for _ in range(self.number(0, 2)))
        names = self.setting.random.sample(LOCALS, len(kinds))
        before = tuple(p for p in at.procedures if p.plain or not plain)
        inner = replace(at, procedures=before)
        if not plain:
            inner = replace(inner, asking=True, ending=True, gives=gives or "")
        for n, k in zip(names, kinds, strict=True):
            inner = inner.bind(n, k)
        again = "again" in self.setting.has and self.rarely(2)
        if again:
            inner, names, kinds = inner.bind("depth", "small"), ["depth", *names], ("small", *kinds)
        body = self.statements.block(inner, 2)
        if again:
            given = ["depth - 1", *(self.expressions.a(k, inner, 0) for k in kinds[1:])]
            deeper = f"{name}({', '.join(given)})"
            body += ["if depth > 0", f"  let deeper = {deeper}" if gives else f"  {deeper}"]
        if gives and (plain or not self.rarely(8)):
            body.append(f"return {self.expressions.a(gives, inner, 1)}")
        typed = ", ".join(f"{n}: {TYPES[k]}" for n, k in zip(names, kinds, strict=True))
        head = f"procedure {name}({typed}){f' -> {TYPES[gives]}' if gives else ''} by [r]"
        after = replace(at, procedures=(*at.procedures, Procedure(name, kinds, gives, plain)))
        return after, indented([head, *indented(body)])

    def _play(self, at: Spot) -> list[str]:
        at = replace(at, asking=True, ending=True)
        turn = replace(at, looping=True).bind("p", "player")
        options = ["always", *indented(self.statements.block(turn, 1, 2))]
        if self.declarations.traps:
            options += [f"trap when {self.pick(self.declarations.traps)}", "  bad := yes"]
        choose = ["choose p", *indented(options), *self.statements.options(turn, 2)]
        after = self.statements.block(turn, 2, 2) if self.rarely(2) else []
        rounds = self.pick(["repeat", "repeat 2 times", "repeat until bad", "repeat 1 times"])
        first, second, *_ = self.setting.players
        loop = f"{self.pick(['turns ', ''])}for p in Player{self.pick(['', '', f' from {second}'])}"
        before = self.statements.block(at, 1, 2) if self.rarely(3) else []
        body = [*before, rounds, *indented([loop, *indented([*choose, *after])])]
        if self.small:
            body = self._running_on(at) + body
        if rounds != "repeat":
            last = ["draw", "lose", f"win {first}", 'gap "what now?"', f"win {{{first}}}", "draw"]
            body.append(self.pick([*last, "bad := yes"]))
        return ["play by [r]", *indented(body)]

    def _running_on(self, at: Spot) -> list[str]:
        """Rounds in which nobody decides: they may go on for ever."""
        if self.rarely(3):
            return []
        inner = replace(at, looping=True, asking=False, procedures=())
        rounds = self.pick(["repeat", f"repeat until {self.expressions.a('bool', at, 1)}"])
        body = self.statements.block(inner, 1, 2)
        left = f"if {self.expressions.a('bool', at, 1)}: leave"
        return [rounds, *indented([*body, left] if rounds == "repeat" else body)]


def _performed(text: str, procedures: list[str]) -> str:
    """A procedure that nothing performs is an error: those are left out."""
    for name in reversed(procedures):
        if len(re.findall(rf"\b{name}\((?!depth - 1)", text)) == 1:
            lines = text.split("\n")
            start = next(
                i for i, line in enumerate(lines) if line.startswith(f"  procedure {name}(")
            )
            end = start + 1
            while lines[end].startswith("   "):
                end += 1
            text = "\n".join([*lines[:start], *lines[end:]])
    return text
