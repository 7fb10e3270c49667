"""Random rulesets as text: well-formed, small, and sure to end.

Whatever is drawn compiles. Loops run over sets or a known number of times, so every play comes to
an end; it may be stuck or run into a fault on its way. Numbers may leave their ranges where
that is a fault; elsewhere they are kept inside by ``mod``.
"""

from __future__ import annotations

from dataclasses import replace

from hypothesis import strategies as st
from tests.ruleset_strategies.expressions import SETS, ExpressionAuthor, Spot

PARTS = """\
ruleset drawn "Drawn at random"
  param top: 1..3 = 2
  enum Kind: Ka, Kb, Kc
  record Spot: kind: Kind, high: 0..4, up: Bool
  players A, B
  board net = graph("a-b b-c d-a")
  supply token[Player] = top
  supply heart = 3
  state n: 0..9 = 4
  state m: -3..6 = 0
  state flag: Bool = no
  state leader: Player = B
  state held: Player? = none
  state k: Kind = Kb
  state spot: Spot = Spot(Ka, 2, yes)
  state who: set of Player = {A}
  state nums: set of (0..4) = {0, 3}
  state free: set of Place = {a, b, d}
  state row: list of Kind up to 3 = [Kb]
  state pile: list of Player up to 3 = []
  state points: Player -> 0..9 = 3
  state on: Place -> Player? = none
  state hand: Player -> set of Kind = {Kc}
  state marks: Player, Kind -> Bool = no
  state bag: bag of Kind up to 2 = 1
  reading way "left or right?"
    left: "to the left" default
    right: "to the right"
  let straight_on = way is left
"""


class Author(ExpressionAuthor):
    """Writes one ruleset; every choice is drawn."""

    # Statements: lines, indented from where they stand

    def block(self, at: Spot, depth: int) -> list[str]:
        """The lines of a block of statements."""
        lines: list[str] = []
        for _ in range(self.number(1, 3)):
            written, at = self.statement(at, depth)
            lines += written
        return lines

    def statement(self, at: Spot, depth: int) -> tuple[list[str], Spot]:
        """One statement and what stands in scope after it."""
        choice = self.number(0, 11)
        if choice <= 3 or depth == 0:
            return self._change(at), at
        if choice == 4:
            return self._local(at)
        if choice == 5:
            return self._branch(at, depth - 1), at
        if choice == 6:
            return self._loop(at, depth - 1), at
        if choice == 7 and (at.looping or at.ending) and self.number(0, 2) == 0:
            return self._jump(at), at
        if choice == 8 and at.procedures:
            return self._perform(at)
        if at.asking:
            return self._ask(at, depth - 1)
        return self._change(at), at

    def _change(self, at: Spot) -> list[str]:
        def of(kind: str, depth: int = 1) -> str:
            return self.expression(kind, at, depth)

        place, player = of("place"), of("player")
        safe = [
            f"n := {of('num')} mod 10",
            f"m := {of('num')} mod 7",
            f"flag := {of('bool', 2)}",
            f"leader := {of('player')}",
            f"held := {of('maybe')}",
            f"k := {of('kind')}",
            f"spot := Spot({of('kind')}, {of('small')}, {of('bool')})",
            f"add {of('player')} to who",
            f"remove {of('players')} from who",
            f"add {of('small')} to nums",
            f"remove {of('nums')} from nums",
            f"free := {of('places', 2)}",
            f"row := those x in row: {self.expression('bool', at.bind('x', 'kind'), 1)}",
            f"points[{player}] := {of('num')} mod 10",
            f"on[{place}] := {of('maybe')}",
            f"hand[{player}] := {of('kinds')}",
            f"marks[{player}, {of('kind')}] := {of('bool')}",
            f"if on[{place}] is none and token[{player}] > 0: take token[{player}] to on[{place}]",
            f"if on[{place}] is not none: put on[{place}] back to token",
            f"reset {self.pick(['n', 'who', 'points', 'row', 'on'])}",
            "nothing",
        ]
        risky = [
            f"n {self.pick(['+=', '-='])} {of('small')}",
            f"m {self.pick(['+=', '-='])} {of('small')}",
            f"row := {of('row')} ++ {of('row')}",
            f"points[{player}] -= {of('small')}",
            f"take token[{player}] to on[{place}]",
            f"take token[{player}] to pile",
            f"take {of('small')} of heart to points[{player}]",
            "put held back to token",
            f"move on[{place}] to on[{of('place')}]",
            f"move {self.number(0, 2)} of row to row",
            f"move those x in row: {self.expression('bool', at.bind('x', 'kind'), 1)} to bag",
        ]
        return [self.pick(risky if self.number(0, 5) == 5 else safe)]

    def _local(self, at: Spot) -> tuple[list[str], Spot]:
        kind = self.pick(["player", "kind", "place", "players", "places", "num", "bool", "row"])
        name = self.fresh("v")
        if kind == "num" and self.number(0, 1):
            lines = [f"var {name}: 0..9 = {self.expression('num', at)} mod 10"]
            lines.append(f"{name} += {self.expression('small', at)}")
            return lines, at.bind(name, "num")
        return [f"let {name} = {self.expression(kind, at)}"], at.bind(name, kind)

    def _branch(self, at: Spot, depth: int) -> list[str]:
        inside = [indented(self.block(at, depth)) for _ in range(3)]
        match self.number(0, 3):
            case 0:
                return [f"if {self.expression('bool', at)}", *inside[0]]
            case 1:
                test = self.expression("bool", at)
                return [f"if {test}", *inside[0], "else", *inside[1]]
            case 2:
                subject = self.expression("kind", at)
                return [
                    f"match {subject}",
                    *indented(["Ka", *inside[0], "Kb | Kc", *inside[1]]),
                ]
        cases = ["0 | 2", *inside[0], "1", *inside[1], "else", *inside[2]]
        return ["match n", *indented(cases)]

    def _loop(self, at: Spot, depth: int) -> list[str]:
        inner = replace(at, looping=at.looping or at.asking)
        plain = not at.looping and not at.asking
        if self.number(0, 3) == 0 and not plain:
            times = self.pick(["2", f"{self.expression('num', at)} mod 3", "0"])
            return [f"repeat {times} times", *indented(self.block(inner, depth))]
        sort = self.pick([*SETS, "components", "row"])
        name = self.fresh("e")
        if sort in {"components", "row"}:
            bare = replace(at, asking=False, looping=False, ending=False, procedures=())
            over = self.expression("places" if sort == "components" else "row", at, 1)
            kind = "places" if sort == "components" else "kind"
            head = f"components({over})" if sort == "components" else over
            return [f"for {name} in {head}", *indented(self.block(bare.bind(name, kind), depth))]
        order = ""
        if plain:
            pass
        elif self.number(0, 2) == 0:
            order = (
                f" in an order chosen by {self.expression('player', at, 1)}" if at.asking else ""
            )
        elif sort in {"players", "kinds"}:
            start = self.expression(SETS[sort], at, 1)
            order = self.pick(["", f" from {start}", f" after {start}"])
        within = inner.bind(name, SETS[sort])
        test = f" if {self.expression('bool', within, 1)}" if self.number(0, 2) == 0 else ""
        turns = "turns " if sort == "players" and not plain and self.number(0, 1) else ""
        head = f"{turns}for {name} in {self.expression(sort, at, 1)}{order}{test}"
        return [head, *indented(self.block(within, depth))]

    def _jump(self, at: Spot) -> list[str]:
        jumps = ["leave", "next"] if at.looping else []
        ends = ["draw", "lose", "rank by points", f"win {self.expression('player', at)}"]
        ends.append(f"win {self.expression('players', at)}")
        test = self.expression("bool", at)
        return [f"if {test}: {self.pick(jumps + (ends if at.ending else []))}"]

    def _perform(self, at: Spot) -> tuple[list[str], Spot]:
        name, kinds, gives = self.draw(st.sampled_from(at.procedures))
        call = f"{name}({', '.join(self.expression(kind, at, 1) for kind in kinds)})"
        if not gives:
            return [call], at
        local = self.fresh("v")
        return [f"let {local} = {call}"], at.bind(local, "player")

    def _ask(self, at: Spot, depth: int) -> tuple[list[str], Spot]:
        player = self.expression("player", at, 1)
        choice = self.number(0, 5)
        name = self.fresh("c")
        if choice == 0:
            sort = self.pick(list(SETS))
            over = self.expression(sort, at, 1)
            return [f"{player} chooses {name} in {over}"], at.bind(name, SETS[sort])
        if choice == 1:
            over, kind = self.draw(st.sampled_from([("Kind", "kind"), ("Player", "player")]))
            first = "Ka" if kind == "kind" else "A"
            weight = (
                f"({self.expression('num', at, 1)}) mod 2 + (if {name} is {first} then 1 else 0)"
            )
            tail = f" with weight {weight}" if self.number(0, 1) else ""
            return [f"roll {name} of {over}{tail}"], at.bind(name, kind)
        if choice == 2:
            over = self.expression("players", at, 1)
            inner = replace(at, looping=False).bind(name, "player")
            return [f"each {name} in {over} secretly chooses", *self._options(inner, depth)], at
        lines = [f"choose {player}", *self._options(at, depth)]
        if self.number(0, 2) == 0:
            lines += ["otherwise", *indented(self.block(at, depth))]
        return lines, at

    def _options(self, at: Spot, depth: int) -> list[str]:
        lines: list[str] = []
        for _ in range(self.number(1, 2)):
            inner, parameters = at, []
            for _ in range(self.number(0, 2)):
                sort, name = self.pick(list(SETS)), self.fresh("o")
                parameters.append(f"{name}: {self.expression(sort, inner, 1)}")
                inner = inner.bind(name, SETS[sort])
            head = self.fresh("option") + (f"({', '.join(parameters)})" if parameters else "")
            if self.number(0, 1):
                head += f" when {self.expression('bool', inner, 1)}"
            if self.number(0, 3) == 0:
                head += f" unless {self.expression('bool', inner, 1)}"
            lines += [head, *indented(self.block(inner, depth))]
        return indented(lines)

    # The whole

    def ruleset(self) -> str:
        """The text of a ruleset with up to three procedures, a play, checks and strategies."""
        at, text = Spot(), [PARTS]
        for _ in range(self.number(0, 3)):
            at, lines = self._procedure(at)
            text.append("\n".join(indented(lines)) + "\n")
        turn = replace(at, looping=True).bind("mover", "player")
        first = ["always", *indented(self.block(turn, 2))]
        body = [
            f"repeat {self.number(2, 4)} times",
            "  turns for mover in Player",
            "    choose mover",
            *indented(indented(indented(first))),
            *indented(indented(self._options(turn, 2))),
            *indented(indented(self.block(turn, 3))),
        ]
        body += [self.pick(["draw", "rank by points", "win leader"])]
        text.append("\n".join(indented(["play", *indented(body)])) + "\n")
        asked = Spot(straight=at.straight)
        checks = [
            f"check first_one: never {self.expression('bool', asked, 3)}",
            f"check second: never after p acts: {self.expression('bool', asked.bind('p', 'player'), 2)}",
            "check ends: every play ends",
            'agree same "the same?"',
            f"  [one]: {self.expression('bool', asked)}",
            f"  [two]: {self.expression('bool', asked)}",
            f"strategy liked(p: Player) prefers {self.expression('num', asked.bind('p', 'player'))}",
            "strategy wished(p: Player) prefers",
            f"  let gone = over or {self.expression('bool', asked, 1)}",
            f"  let there = {self.expression('num', asked.bind('p', 'player'), 1)}",
            "  if won(p) then 50 - there else if gone then there else -there",
        ]
        text.append("\n".join(indented(checks)) + "\n")
        used = [name for name, *_ in at.procedures]
        return _performed("\n".join(text), used)

    def _procedure(self, at: Spot) -> tuple[Spot, list[str]]:
        name = self.fresh("deed")
        kinds = tuple(self.pick(["player", "kind", "place"]) for _ in range(self.number(0, 2)))
        names = tuple((self.fresh("q"), kind) for kind in kinds)
        typed = ", ".join(f"{n}: {kind.capitalize()}" for n, kind in names)
        plain = bool(self.number(0, 1))
        gives = bool(self.number(0, 1))
        inner = Spot(
            names, not plain, False, not plain, () if plain else at.procedures, at.straight
        )
        body = self.block(inner, 2)
        if gives:
            body.append(f"return {self.expression('player', inner, 1)}")
        head = f"procedure {name}({typed}){' -> Player' if gives else ''}"
        straight = (*at.straight, (name, kinds)) if plain else at.straight
        after = replace(at, procedures=(*at.procedures, (name, kinds, gives)), straight=straight)
        return after, [head, *indented(body)]


def _performed(text: str, procedures: list[str]) -> str:
    """A procedure that nothing performs is an error: those are left out."""
    for name in reversed(procedures):
        if text.count(f"{name}(") == 1:
            start = text.index(f"  procedure {name}(")
            end = text.index("\n\n", start) if "\n\n" in text[start:] else len(text)
            text = text[:start] + text[end:].lstrip("\n")
    return text


def indented(lines: list[str]) -> list[str]:
    return [f"  {line}" for line in lines]


@st.composite
def rulesets(draw: st.DrawFn) -> str:
    """The text of a well-formed ruleset."""
    return Author(draw).ruleset()
