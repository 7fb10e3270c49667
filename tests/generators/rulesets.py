"""Whole rulesets: what they declare, how they are played, what is asked of them."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from random import Random

from .expressions import Expressions
from .setting import (
    CHECKS,
    FUNCTIONS,
    LOCALS,
    PROCEDURES,
    STATES,
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


SMALL = ["bool", "bool", "small", "small", "bits", "player", "players", "kind", "kinds", "maybe",
         "maybe_num", "row", "points", "on"]  # fmt: skip
"""Kinds of states with few values."""


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
        self.place = "Place"
        self.traps: list[str] = []
        self.setting.players = random.choice([("A", "B")] * 4 + [("A", "B", "C")])
        if "seats" in self.setting.has and "alias" not in self.setting.has and random.randrange(2):
            self.setting.players = ("P1", "P2")
        self.setting.kinds = random.choice([("Ka", "Kb"), ("Ka", "Kb"), ("Ka", "Kb", "Kc")])
        self.expressions = Expressions(self.setting)
        self.statements = Statements(self.expressions)
        self.pick, self.number, self.rarely = (
            self.setting.pick, self.setting.number, self.setting.rarely
        )  # fmt: skip

    def ruleset(self) -> str:
        parts = ['ruleset drawn "Drawn at random"', '  clauses "clauses.md"', *self._world()]
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
        parts += indented(self._checks(at))
        parts += indented(self._around(at))
        text = _performed("\n".join(parts) + "\n", [p.name for p in at.procedures])
        text = re.sub(r"\bPlace\b", self.place, text)
        if self.rarely(8):  # lines that go on in the next one
            text = re.sub(r" by \[r\]$", f"\n{' ' * 40}by [r]", text, count=3, flags=re.M)
            text = re.sub(r"(?<= and) ", f"\n{' ' * 40}", text, count=3)
        return re.sub(r"\bnear\b", "touching", text) if self.place == "Cell" else text

    # What is declared

    def _world(self) -> list[str]:
        setting, has = self.setting, self.setting.has
        lines = ["  param top: 1..3 = 2 by [r]"] if "param" in has else []
        if "param" in has and self.number(0, 1):
            lines = ['  param top: 1..3 = 1 open by [r] "nowhere stated"']
        if "cards" in has and len(setting.kinds) == 2:
            lines += [f"  cards Kind from {_quoted('kinds.csv')}", "    worth: 0..2"]
            lines += ["  table few of Kind", "    Ka: copies = 3, worth = 1", "    Kb: worth = {2}"]
        else:
            lines.append(f"  enum Kind: {', '.join(setting.kinds)}")
        if "alias" in has:
            lines += [f"  enum Role: {', '.join(setting.players)}", "  players are Role"]
        else:
            lines.append(self._players())
        if "hue" in has:
            lines.append(
                "  enum Hue: Player, Grey" if "alias" not in has else "  enum Hue: Role, Grey"
            )
        if "board" in has:
            lines += self._board()
        if "spot" in has:
            lines.append("  record Spot: kind: Kind, up: Bool")
        if "reading" in has:
            lines += ['  reading way "left or right?" by [r]', '    left: "to the left" default',
                      '    right: "to the right"']  # fmt: skip
        top = "top" if "param" in has else "2"
        if "supply" in has:
            keyed = "token[Player]" if self.number(0, 1) else "token[who: Player]"
            count = (
                top if keyed == "token[Player]" else f"if who is {setting.players[0]} then 2 else 1"
            )
            lines.append(f"  supply {keyed} = {count} by [r]")
        if "heart" in has:
            lines.append(
                f"  supply heart = {top}{' seen by none' if self.rarely(3) else ''} by [r]"
            )
        return lines + self._states()

    def _board(self) -> list[str]:
        """A board, of a named shape where the ruleset has one."""
        *before, board = self._plain_board()
        if "shape" in self.setting.has and not before and self.number(0, 1):
            declared = board.removeprefix("  board net = ")
            return [f"  shape tiny = {declared}", f"  board net = {declared.split('(')[0]}(tiny)"]
        return [*before, board]

    def _plain_board(self) -> list[str]:
        setting = self.setting
        match self.number(0, 3):
            case 0 if "shape" in setting.has:
                setting.board, setting.places, self.place = "hex", ("a1", "b1"), "Tile"
                return ['  shape tiny "Tiny" = rhombus(2, 1)', "  board net = hex(tiny)"]
            case 0 | 3 if self.number(0, 1):
                setting.board, setting.places = "polar", ("a1", "a2", "b1", "b2")
                self.place = "Cell"
                return ["  board net = polar(2, 2)"]
            case 1:
                setting.board, setting.places = "square", ("a1", "b1", "a2", "b2")
                self.place = "Square"
                return ["  board net = square(2, 2, line = 2)"]
        return ['  board net = graph("u-v v-w")']

    def _states(self) -> list[str]:
        setting = self.setting
        kinds = ["bool", "bool", "small", "small", "bits", "player", "players", "nums", "kind",
                 "kinds", "num", "maybe", "maybe_num", "row", "queue", "points", "hand", "marks",
                 "bag", "rows", "stock", "maybes", "hue", "place", "places", "on", "spot", "families",
                 "at_spot"]  # fmt: skip
        kinds = [k for k in (SMALL if self.small else kinds) if setting.known(k)]
        lines = []
        for name in setting.random.sample(STATES, 2 if self.small else self.number(2, 4)):
            kind = self.pick(kinds)
            setting.states[name] = kind
            lines.append(f"  state {name}: {TYPES[kind]} = {self._initial(kind)}{self._seen(kind)}")
        lines += [] if self.small else self._twins()
        if setting.known("on") and ("supply" in setting.has or setting.board == "polar"):
            setting.states["on"] = "on"
            lines.append("  state on: Place -> Player? = none")
        if setting.known("families"):
            setting.states["family"] = "families"
            lines.append(f"  state family: {TYPES['families']} = {self._initial('families')}")
        setting.states["bad"] = "bool"
        return [*lines, "  state bad: Bool = no", *self._history()]

    def _history(self) -> list[str]:
        """Positions that are remembered: of states that are declared above."""
        setting, small = self.setting, self.small
        known = [n for n, k in setting.states.items() if k in TYPES and n != "bad"]
        if "history" not in setting.has or not known:
            return []
        of = setting.random.sample(known, min(len(known), self.number(1, 2)))
        setting.history = "before"
        return [f"  history before of {', '.join(of)} up to {1 if small else self.number(1, 3)}"]

    def _twins(self) -> list[str]:
        """States called as a part of another may be called where it is taken apart."""
        first = self.setting.players[0]
        parts = {
            "bits": ("_0", "bool", "0 in {}"), "nums": ("_1", "bool", "1 in {}"),
            "players": ("_0", "bool", f"{first} in {{}}"), "kinds": ("_0", "bool", "Ka in {}"),
            "points": ("_0", "small", f"{{}}[{first}]"), "row": ("_n", "small", "size({})"),
            "queue": ("_n", "small", "size({})"), "marks": ("_0", "bool", f"{{}}[{first}, Ka]"),
            "bag": ("_0", "small", "{}[Ka]"), "hand": ("_0_0", "bool", f"Ka in {{}}[{first}]"),
            "kind": ("_is0", "bool", "{} is Ka"), "player": ("_is0", "bool", f"{{}} is {first}"),
            "places": ("_0", "bool", f"{self.setting.places[0]} in {{}}"),
        }  # fmt: skip
        lines = []
        for name, kind in list(self.setting.states.items()):
            if kind in parts and self.number(0, 2):
                suffix, twin, part = parts[kind]
                if name + suffix in self.setting.states:
                    continue
                self.setting.states[name + suffix] = twin
                self.traps.append(f"({name + suffix}) != ({part.format(name)})")
                value = self.pick(self.setting.literals(twin))
                lines.append(f"  state {name + suffix}: {TYPES[twin]} = {value}")
        return lines

    def _initial(self, kind: str) -> str:
        inner = {"points": "small", "on": "maybe", "hand": "kinds", "marks": "bool", "bag": "small",
                 "rows": "row", "stock": "small", "at_spot": "bit"}.get(kind, kind)  # fmt: skip
        if inner == "bit":
            return self.pick(["0", "1"])
        if inner == "small" and self.rarely(8) and "param" in self.setting.has:
            return "if top > 1 then 1 else 0"
        if inner == "bool" and self.rarely(10):
            known = [n for n, k in self.setting.states.items() if k == "bool" and n != "bad"]
            if known[:-1]:
                return f"not {known[0]}"
        return self.pick(self.setting.literals(inner))

    def _seen(self, kind: str) -> str:
        if kind in {"points", "hand", "marks", "rows", "stock"} and self.rarely(3):
            return " seen by owner"
        return f" seen by {self.pick(['none', 'all'])}" if self.rarely(6) else ""

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
        rest = self.pick(["else", " | ".join(others)])
        lines = ["  table worth_of: Kind -> 0..2",
                 f"    {first}: {self.expressions.a('small', at, 1)}",
                 f"    {rest}: {self.expressions.a('small', at, 0)}"]  # fmt: skip
        found = Function("worth_of", ("kind",), "small")
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
        if self.traps:
            options += [f"trap when {self.pick(self.traps)}", "  bad := yes"]
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

    # What is asked

    def _checks(self, at: Spot) -> list[str]:
        lines = [f"check bad_never{' fails' if self.rarely(4) else ''}: never bad"]
        self.expected = "holds" if " fails" in lines[0] else "fails"
        asked = replace(at, procedures=tuple(p for p in at.procedures if p.plain))
        for name in self.setting.random.sample(CHECKS, self.number(1, 4)):
            fails = " fails" if self.rarely(4) else ""
            question = ' "Is it so?"' if self.rarely(4) else ""
            head = f"check {name}{fails}{question}:"
            if self.rarely(3):
                local, kind = self.pick(["q", "x", "k"]), self.pick(["num", "player", "players"])
                value = self.expressions.a(kind, asked, 1)
                body = self._property(asked.bind(local, kind))
                lines += [head, f"  let {local} = {value}", f"  {body}"]
            else:
                lines.append(f"{head} {self._property(asked)}")
        lines.append("check ends: every play ends")
        lines.append("check acts: someone can always act")
        if len(lines) % 2:
            lines.append('accept ends by [r] "it may go on"')
        return lines

    def _property(self, at: Spot) -> str:
        extra = ["over", "drawn", "lost", f"won({self.setting.players[0]})"]
        p = self.pick(["p", "x", "q"])

        def a(inner: Spot) -> str:
            text = self.expressions.a("bool", inner, 2)
            return (
                f"{text} {self.pick(['and', 'or'])} {self.pick(extra)}" if self.rarely(4) else text
            )

        match self.number(0, 7):
            case 0 | 1:
                return f"never {a(at)}"
            case 2 | 3:
                return f"always {a(at)}"
            case 4:
                return f"reachable {a(at)}"
            case 5:
                return f"reachable forever {a(at)}"
            case 6:
                return f"never after {p} acts: {a(at.bind(p, 'player'))}"
        return f"reachable after {p} acts: {a(at.bind(p, 'player'))}"

    def _players(self) -> str:
        names = ", ".join(self.setting.players)
        if "seats" not in self.setting.has:
            return f"  players {names}"
        if self.setting.players == ("P1", "P2"):
            return f"  players 2..3 = {self.number(2, 3)} by [r]"
        more = "" if "C" in self.setting.players else ", C"
        least = len(self.setting.players)
        return f"  players {names}{more}: {least}..3 = {self.number(least, 3)} by [r]"

    def _around(self, at: Spot) -> list[str]:
        """Agreements, strategies, variants and instances."""
        has, lines = self.setting.has, list[str]()

        def a(kind: str, inner: Spot) -> str:
            return self.expressions.a(kind, inner, 1)

        if "agree" in has:
            kind = self.pick(["bool", "num", "players"])
            lines += [f'agree same{" fails" if self.rarely(3) else ""} "the same?"',
                      f"  [r]: {a(kind, at)}", f"  [r]: {a(kind, at)}"]  # fmt: skip
        if "strategy" in has:
            inner = at.bind("p", "player")
            lines += [f"strategy liked(p: Player) prefers {a('num', inner)}"]
        if "variant" in has:
            body = [f"check bad_never {self.expected}"]
            body += ["check ends fails"] if self.rarely(2) else []
            body += ["without acts"] if self.rarely(2) else []
            if "param" in has:
                body.append("param top: 1..3 = 3 by [r]")
            lines += ['variant other "Other": standard by [r]', *indented(body)]
        if "instance" in has:
            settings = ["way = right"] if "reading" in has else []
            settings += ["players = 3"] if "seats" in has and "alias" not in has else []
            settings += ["top = 3"] if "param" in has else []
            settings += ["Kind = few"] if "cards" in has and len(self.setting.kinds) == 2 else []
            tail = f" with {', '.join(settings)}" if settings else ""
            variant = "other" if "variant" in has else "standard"
            if "variant" in has and self.rarely(2):
                lines.append(f"instance everywhere: for standard, other{tail}")
            titled = self.pick([' "Box"', ""])
            purpose = self.pick([" for play", ""])
            if self.rarely(2) and settings:
                lines.append(f"instance base: {variant}{tail}")
                tail = f" with {settings[-1]}" if self.rarely(2) else ""
                lines.append(f"instance box{titled}: {variant} like base{purpose}{tail}")
            else:
                lines.append(f"instance box{titled}: {variant}{purpose}{tail}")
            if self.rarely(2):
                kinds = self.pick(["positions", "actions", "ends", "plays"])
                lines.append(f"  expect {self.number(1, 9)} {kinds}")
        return lines


def _quoted(name: str) -> str:
    return f'"{Path(name).name}"'


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
