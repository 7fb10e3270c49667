"""Random rulesets with a reading of two options, whose games are nearly the same.

Everything is written twice, once for each option, from the same draws; here and there the second
time in other words, or with a small change of a rule. Names collide on purpose: values of several
types are called alike, a player may be called `chance` or `nobody`. Every ruleset compiles, has few
positions, and can be played to the end.
"""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import strategies as st

Pair = tuple[str, str]
"""What stands in the game of the default option, and in the other."""
Lines = tuple[list[str], list[str]]

READING, LEFT, RIGHT = "way", "left", "right"

PARTS = """\
ruleset drawn "Drawn at random"
  enum Kind: Ka, Kb, Kc
  enum Turned: Kc, Kb, Ka
  enum More: Kind, Kd
  record Spot: kind: Kind, up: Bool
  players {players}
  board net = graph("a-b b-c")
  supply heart = {hearts}
  state n: 0..{most} = 1
  state h: 0..2 = 0 seen by none
  state k: Kind = Kb
  state spot: Spot = Spot(Ka, yes)
  state leader: Player = {first}
  state flag: Bool = no
  state points: Player -> 0..3 = 1
  state mine: Player -> 0..2 = 0 seen by owner
  state held: Kind? = none
  state pile: list of Kind up to 2 = []
  reading way "which?"
    left: "this" default
    right: "that"
"""
SECOND = """\
  reading mode "how?"
    plain: "so" default
    other: "otherwise"
"""

SETS = [
    "Kind", "Turned", "Player", "(0..2)", "(1..3)", "(those y in Kind: y is not Kc)", "(those y in Turned: y is not Kc)", "Place", "{yes, no}",
    "Spot", "(those s in Spot: s.up)", "More", "(those p in Player: points[p] > 0)", "{k}", "{n}",
    "(those z in (0..2): z > 5)",
]  # fmt: skip
NUMBERED = {
    "Kind", "Turned", "Player", "(those y in Kind: y is not Kc)", "(those y in Turned: y is not Kc)", "Place", "More", "{k}",
    "(those p in Player: points[p] > 0)",
}  # fmt: skip
"""Sets of values of which `number` tells the ordinal."""

GUARDS = [
    ["yes", "n < 4", "leader is leader"],
    ["n > 0", "n >= 1", "n != 0", "1 <= n"],
    ["n = 1", "n in {1}"],
    ["h = 0", "h < 1"],
    ["h = 1"],
    ["k is Kb", "not (k is not Kb)", "k in {Kb}"],
    ["flag", "not (not flag)"],
    ["heart > 0", "heart >= 1"],
    ["some p in Player: points[p] = 2"],
    ["held is none", "no x in Kind: held is x"],
]
WEIGHTS = [
    ["1", "2", "3 - 1", "if {z} is {z} then 7 else 1"],
    ["if {z} in {one} then 1 else 2", "if {z} in {one} then 2 else 4"],
    ["if {z} in {one} then 0 else 1", "if {z} in {one} then 0 else 3"],
    ["if {z} in {one} then 2 else 1"],
    ["0", "1 - 1"],
]
SINGLE = {"Kind": "{Ka}", "Turned": "{Ka}", "Player": "{leader}", "(0..2)": "{1}", "(1..3)": "{1}",
          "Place": "{a}", "{yes, no}": "{yes}",
          "More": "{Ka}", "{k}": "{Ka}", "{n}": "{1}"}  # fmt: skip


class Author:
    """Writes one ruleset, both games at once."""

    def __init__(self, draw: st.DrawFn, *, second: bool) -> None:
        self._draw = draw
        self._second, self._has_second = second, False
        self._count = 0
        self._players = self.pick([["A", "B"], ["A", "B"], ["chance", "nobody"], ["lost", "A"]])
        self._deeds: list[str] = []

    def pick(self, options: list[str] | list[list[str]]) -> object:
        return self._draw(st.sampled_from(options))

    def word(self, options: list[str]) -> str:
        return self._draw(st.sampled_from(options))

    def number(self, lo: int, hi: int) -> int:
        return self._draw(st.integers(lo, hi))

    def rarely(self, times: int = 3) -> bool:
        """Once in so many times."""
        return self.number(0, times - 1) == times - 1

    # What is written twice

    def twice(self, options: list[str], times: int = 4) -> Pair:
        """A word for both games, another one for the second now and then."""
        first = self.word(options)
        return first, self.word(options) if self.rarely(times) else first

    def meaning(self, families: list[list[str]]) -> Pair:
        """Words that mean the same, or now and then do not."""
        one = self._draw(st.sampled_from(families))
        two = self._draw(st.sampled_from(families)) if self.rarely(5) else one
        return self.word(one), self.word(two)

    def name(self, stem: str) -> Pair:
        """The name of a local: it is nobody's business."""
        self._count += 1
        same = f"{stem}{self._count}"
        return same, f"{stem}x{self._count}" if self.rarely() else same

    def player(self) -> Pair:
        return self.twice([*self._players, "leader"], 6)

    # Statements

    def block(self, depth: int) -> Lines:
        return self.joined([self.statement(depth) for _ in range(self.number(1, 2))])

    def joined(self, parts: list[Lines]) -> Lines:
        return [x for part in parts for x in part[0]], [x for part in parts for x in part[1]]

    def statement(self, depth: int) -> Lines:
        writers: list[Callable[[int], Lines]] = [self._change, self._end, self._stop]
        if depth > 0:
            deep = [self._choose, self._pick, self._roll, self._secret, self._branch, self._perform]
            writers = [*deep, *deep, self._repeat, *writers]
            if self._second:
                writers += [self._moded, self._moded]
        return writers[self.number(0, len(writers) - 1)](depth)

    def _change(self, depth: int) -> Lines:
        families = [
            ["n := 1", "n := 2 - 1"], ["n := 2", "n := n * 0 + 2"], ["n := 0"],
            ["h := 1"], ["h := 0"], ["k := Ka"], ["k := Kc"], ["flag := not flag", "flag := flag is no"],
            ["leader := next(leader)", "leader := previous(leader)"], ["nothing", "n := n"],
            ["points[leader] := 2"], ["mine[leader] := 1"], ["held := Ka"], ["held := none"],
            ["spot := Spot(Kb, flag)"], ["pile := [Ka]"], ["pile := []"], ["n += 1", "n := n + 1"],
        ]  # fmt: skip
        one, two = self.meaning(families)
        return [one], [two]

    def _end(self, depth: int) -> Lines:
        a, b = self._players
        families = [
            [f"win {a}", f"win {{{a}}}", f"win those p in Player: p is {a}"], [f"win {b}"],
            ["win Player", f"win {{{b}, {a}}}"], ["win those p in Player: no"], ["draw"], ["lose"],
            ["rank by points"], ["win those p in Player with most points[p]"],
        ]  # fmt: skip
        return self._guarded(self.meaning(families))

    def _stop(self, depth: int) -> Lines:
        local, other = self.name("v")
        families = [
            ['gap "nothing is said"'], ['gap "nothing is said here"'],
            ["n := n + 3", "n += 3"], ["take heart to points[leader]", "take 1 of heart to points[leader]"],
            [f"var {local}: 0..3 = 3; {local} += 1", f"var {other}: 0..3 = 3; {other} += 1"],
            ["repeat; nothing"] if self.rarely(8) else ["nothing"],
        ]  # fmt: skip
        return self._guarded(self.meaning(families))

    def _guarded(self, statements: Pair) -> Lines:
        guard = self.meaning(GUARDS)
        return _each(
            lambda i: [f"if {guard[i]}", *indented(_apart(statements[i]))],
        )

    def _branch(self, depth: int) -> Lines:
        guard, then, other = self.meaning(GUARDS), self.block(depth - 1), self.block(depth - 1)
        turned = self.rarely(4)

        def side(i: int) -> list[str]:
            if i == 1 and turned:
                return [f"if not ({guard[i]})", *indented(other[i]), "else", *indented(then[i])]
            return [f"if {guard[i]}", *indented(then[i]), "else", *indented(other[i])]

        return _each(side)

    def _moded(self, depth: int) -> Lines:
        """What the second reading decides, in both games."""
        self._has_second = True
        one, two = self.block(depth - 1), self.block(depth - 1)
        return _each(lambda i: ["if mode is plain", *indented(one[i]), "else", *indented(two[i])])

    def _repeat(self, depth: int) -> Lines:
        times, inside = self.twice(["2", "n", "1"], 6), self.block(depth - 1)
        turns = self.twice(
            ["repeat {} times", "for each{} in Player", "turns for each{} in Player"]
        )
        self._count += 1
        count = self._count

        def side(i: int) -> list[str]:
            head = turns[i].format(times[i] if "times" in turns[i] else count)
            return [head, *indented(inside[i])]

        return _each(side)

    def _set(self) -> Pair:
        return self.twice(SETS, 4)

    def _used(self, names: Pair, sets: Pair) -> Lines:
        """What is chosen has a consequence, where its number is known."""
        if not all(s in NUMBERED for s in sets) or self.rarely(3):
            return ["nothing"], ["nothing"]
        to = self.word(["n", "h"])
        return _each(lambda i: [f"{to} := number({names[i]}) mod 3"])

    def _choose(self, depth: int) -> Lines:
        player = self.player()
        options = self._options(depth)
        otherwise = self.block(0) if self.rarely(4) else None

        def side(i: int) -> list[str]:
            lines = [f"choose {player[i]}", *indented(options[i])]
            return lines if otherwise is None else [*lines, "otherwise", *indented(otherwise[i])]

        return _each(side)

    def _options(self, depth: int) -> Lines:
        parts: list[Lines] = []
        for number in range(self.number(1, 2)):
            name = self.twice([f"go{number}", f"stay{number}"], 8)
            parameters = [(self.name("o"), self._set()) for _ in range(self.number(0, 2))]
            guard = self.meaning(GUARDS) if self.rarely(3) else None
            body = [self.block(depth - 1), *(self._used(*p) for p in parameters)]
            inside = self.joined(body)

            def side(
                i: int, name: Pair = name, parameters: list[tuple[Pair, Pair]] = parameters,
                guard: Pair | None = guard, inside: Lines = inside,
            ) -> list[str]:  # fmt: skip
                typed = ", ".join(f"{n[i]}: {s[i]}" for n, s in parameters)
                head = f"{name[i]}({typed})" if parameters else name[i]
                head += "" if guard is None else f" when {guard[i]}"
                return [head, *indented(inside[i])]

            parts.append(_each(side))
        if len(parts) == 2 and self.rarely(4):
            return self.joined(parts)[0], self.joined(parts[::-1])[1]
        return self.joined(parts)

    def _pick(self, depth: int) -> Lines:
        player, name, over = self.player(), self.twice(["c", "d"], 8), self._set()
        self._count += 1
        names = f"{name[0]}{self._count}", f"{name[1]}{self._count}"
        used = self._used(names, over)
        return _each(lambda i: [f"{player[i]} chooses {names[i]} in {over[i]}", *used[i]])

    def _roll(self, depth: int) -> Lines:
        name, over = self.name("z"), self._set()
        used = self._used(name, over)
        families = [f for f in WEIGHTS if "one" not in f[0] or all(s in SINGLE for s in over)]
        weight = self.meaning(families) if self.rarely(2) else None

        def side(i: int) -> list[str]:
            said = ""
            if weight is not None:
                written = (
                    weight[i].replace("{z}", name[i]).replace("{one}", SINGLE.get(over[i], ""))
                )
                said = f" with weight {written}"
            return [f"roll {name[i]} of {over[i]}{said}", *used[i]]

        return _each(side)

    def _secret(self, depth: int) -> Lines:
        who, name = self.twice(["Player", f"{{{self._players[0]}}}", "{leader}"], 5), self.name("q")
        options = self._options(depth)
        openly = self.rarely(5)

        def side(i: int) -> list[str]:
            if i == 1 and openly:
                return [f"for {name[i]} in {who[i]}", f"  choose {name[i]}",
                        *indented(indented(options[i]))]  # fmt: skip
            return [f"each {name[i]} in {who[i]} secretly chooses", *indented(options[i])]

        return _each(side)

    def _perform(self, depth: int) -> Lines:
        """A procedure, with decisions inside, performed by both games; or what it does."""
        if not self._deeds or self.rarely(3):
            body = self.block(depth - 1)
            number = len(self._deeds) + 1
            self._deeds.append(
                "\n".join([f"  procedure deed{number}(w: Player)", *indented(indented(body[0]))])
            )
            here = self.player()
            if self.rarely(2):
                return [f"deed{number}({here[0]})"], body[1]
            return _each(lambda i: [f"deed{number}({here[i]})"])
        number, here = self.number(1, len(self._deeds)), self.player()
        return _each(lambda i: [f"deed{number}({here[i]})"])

    # The whole

    def ruleset(self) -> str:
        parts = [self.block(2) for _ in range(self.number(1, 2))]
        lines: list[str] = []
        for one, two in parts:
            if one == two and lines and not self.rarely(4):
                lines += one
            else:
                lines += ["if way is left", *indented(one), "else", *indented(two)]
        last = self._end(0)
        lines += [*last[0], "draw"]
        hearts, most = self._known("1", "2"), self._known("3", "4")
        head = PARTS.format(
            players=", ".join(self._players), first=self._players[0], hearts=hearts, most=most
        ) + (SECOND if self._has_second else "")
        play = "\n".join(indented(["play", *indented(lines)]))
        return "\n".join([head, *self._deeds, play, ""])

    def _known(self, one: str, two: str) -> str:
        """A number that the reading may decide before play begins."""
        return f"(if way is left then {one} else {two})" if self.rarely(15) else one


def _each(side: Callable[[int], list[str]]) -> Lines:
    return side(0), side(1)


def _apart(text: str) -> list[str]:
    """Two statements that stand in one line; the second is inside `repeat`."""
    lines = text.split("; ")
    return [lines[0], *indented(lines[1:])] if lines[0] == "repeat" else lines


def indented(lines: list[str]) -> list[str]:
    return [f"  {line}" for line in lines]


@st.composite
def readings(draw: st.DrawFn, *, second: bool = False) -> str:
    """The text of a ruleset with the reading `path`, whose options are `left` and `right`.

    With ``second`` it may have the reading `mode`, too: `plain` and `other`.
    """
    return Author(draw, second=second).ruleset()
