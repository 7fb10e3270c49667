"""Random expressions of the language as text, over the names that random rulesets declare."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from hypothesis import strategies as st

Names = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Spot:
    """Where something is written: names in scope and what may stand here.

    ``asking``: decisions may; ``looping``: ``leave`` and ``next`` may; ``ending``: play may end.
    """

    names: Names = ()
    asking: bool = True
    looping: bool = False
    ending: bool = True
    procedures: tuple[tuple[str, tuple[str, ...], bool], ...] = ()
    straight: tuple[tuple[str, tuple[str, ...]], ...] = ()

    def bind(self, name: str, kind: str) -> Spot:
        return replace(self, names=(*self.names, (name, kind)))

    def known(self, kind: str) -> list[str]:
        """The local names of a kind."""
        return [name for name, k in self.names if k == kind]


LITERALS = {
    "small": ["0", "1", "2", "3", "4"],
    "player": ["A", "B", "leader"],
    "kind": ["Ka", "Kb", "Kc", "k", "spot.kind"],
    "place": ["a", "b", "c", "d"],
    "players": ["who", "Player", "{A}", "{leader, B}"],
    "nums": ["nums", "(0..4)", "{0, 4}", "((0..4) - {0, 4})"],
    "kinds": ["Kind", "{Kb, Kc}", "hand[leader]"],
    "places": ["free", "Place", "{a, c}", "near(b)"],
    "row": ["row", "[Kc]", "[Ka, Kb]"],
    "maybe": ["held", "on[a]", "on[d]", "none"],
    "num": ["n", "m", "0", "1", "2", "5", "heart", "token[A]", "points[B]", "spot.high", "bag[Ka]"],
    "bool": [
        "flag",
        "spot.up",
        "way is left",
        "straight_on",
        "marks[A, Kb]",
        "yes",
        "top = 2",
        "n > 2",
    ],
}
SETS = {"players": "player", "nums": "small", "kinds": "kind", "places": "place"}


class ExpressionAuthor:
    """Writes expressions; every choice is drawn."""

    def __init__(self, draw: st.DrawFn) -> None:
        self.draw = draw
        self._count = 0

    def pick(self, options: list[str]) -> str:
        return self.draw(st.sampled_from(options))

    def number(self, lo: int, hi: int) -> int:
        return self.draw(st.integers(lo, hi))

    def fresh(self, stem: str) -> str:
        self._count += 1
        return f"{stem}{self._count}"

    # Expressions: every one in brackets, or a name

    def expression(self, kind: str, at: Spot, depth: int = 2) -> str:
        """An expression of a kind of LITERALS."""
        simple = [*at.known(kind), *LITERALS[kind]]
        if kind == "num":
            simple += at.known("small")
        if depth == 0 or self.number(0, 2) == 0:
            return self.pick(simple)
        if kind == "small":
            return self.pick(simple)
        writer: Callable[[Spot, int], str] = getattr(self, f"_{kind}")
        return f"({writer(at, depth - 1)})"

    def _either(self, kind: str, at: Spot, depth: int) -> str:
        then, other = (self.expression(kind, at, depth) for _ in range(2))
        return f"if {self.expression('bool', at, depth)} then {then} else {other}"

    def _num(self, at: Spot, depth: int) -> str:
        def a() -> str:
            return self.expression("num", at, depth)

        match self.number(0, 9):
            case 0:
                return f"{a()} {self.pick(['+', '-'])} {a()}"
            case 1:
                return f"{a()} * {a()}"
            case 2:
                return f"{a()} {self.pick(['div', 'mod'])} {self.number(1, 4)}"
            case 3:
                return self._either("num", at, depth)
            case 4 | 5:
                sort = self.pick(list(SETS))
                name = self.fresh("x")
                inner = at.bind(name, SETS[sort])
                over = self.expression(sort, at, depth)
                if self.number(0, 1):
                    return f"count {name} in {over}: {self.expression('bool', inner, depth)}"
                return f"sum {name} in {over}: {self.expression('num', inner, depth)}"
            case 6:
                return f"size({self.expression(self.pick([*SETS, 'row']), at, depth)})"
            case 7:
                return f"number({self.expression(self.pick(['player', 'kind']), at, depth)})"
            case 8:
                return f"points[{self.expression('player', at, depth)}]"
        held = self.expression("maybe", replace(at, names=()), 0)
        if held == "none":
            return "0 - 1"
        return f"if {held} is not none then number({held}) else {a()}"

    def _bool(self, at: Spot, depth: int) -> str:
        def of(kind: str) -> str:
            return self.expression(kind, at, depth)

        match self.number(0, 11):
            case 0:
                return f"{of('bool')} {self.pick(['and', 'or'])} {of('bool')}"
            case 1:
                return f"not {of('bool')}"
            case 2 | 3:
                return f"{of('num')} {self.pick(['<', '<=', '=', '!=', '>', '>='])} {of('num')}"
            case 4:
                kind = self.pick(["player", "kind", "maybe", "row", "players", "places"])
                return f"{of(kind)} {self.pick(['is', 'is not'])} {of(kind)}"
            case 5:
                sort = self.pick(list(SETS))
                return f"{of(SETS[sort])} {self.pick(['in', 'not in'])} {of(sort)}"
            case 6:
                sort = self.pick(list(SETS))
                return f"{of(sort)} {self.pick(['<=', '<'])} {of(sort)}"
            case 7 | 8:
                sort, name = self.pick(list(SETS)), self.fresh("x")
                inner = at.bind(name, SETS[sort])
                condition = f" if {self.expression('bool', inner, 0)}" if self.number(0, 1) else ""
                word = self.pick(["some", "all", "no"])
                body = self.expression("bool", inner, depth)
                return f"{word} {name} in {of(sort)}{condition}: {body}"
            case 9:
                return self.pick(
                    [
                        f"connected({of('places')})",
                        f"distance({of('place')}, {of('place')}, {of('places')}) is none",
                        f"distance({of('place')}, {of('place')}, {of('places')}) = {of('num')}",
                        f"first({of('row')}) is {of('kind')}",
                        f"item({of('row')}, {of('num')}) is none",
                        f"(least x in {of('nums')}: x) is {of('num')}",
                        f"some s in components({of('places')}): {of('place')} in s",
                        f"marks[{of('player')}, {of('kind')}]",
                    ]
                )
            case 10:
                return f"{of('num')} in {of('nums')}"
        if not at.straight:
            return self._either("bool", at, depth)
        name, kinds = self.draw(st.sampled_from(at.straight))
        return f"after {name}({', '.join(of(kind) for kind in kinds)}): {of('bool')}"

    def _player(self, at: Spot, depth: int) -> str:
        if self.number(0, 1):
            inside = self.expression("player", at, depth)
            return f"{self.pick(['next', 'previous'])}({inside})"
        return self._either("player", at, depth)

    def _kind(self, at: Spot, depth: int) -> str:
        return self._either("kind", at, depth)

    def _place(self, at: Spot, depth: int) -> str:
        return self._either("place", at, depth)

    def _maybe(self, at: Spot, depth: int) -> str:
        if self.number(0, 1):
            return f"on[{self.expression('place', at, depth)}]"
        then = self.expression("player", at, depth)
        return f"if {self.expression('bool', at, depth)} then {then} else none"

    def _row(self, at: Spot, depth: int) -> str:
        name = self.fresh("x")
        inner = self.expression("bool", at.bind(name, "kind"), depth)
        return f"those {name} in {self.expression('row', at, 0)}: {inner}"

    def _set(self, sort: str, at: Spot, depth: int) -> str:
        def part() -> str:
            return self.expression(sort, at, depth)

        name = self.fresh("x")
        inner = at.bind(name, SETS[sort])
        match self.number(0, 4):
            case 0:
                return f"{part()} {self.pick(['+', '-', '&'])} {part()}"
            case 1:
                return f"{part()} {self.pick(['+', '-'])} {self._one(sort, at, depth)}"
            case 2:
                return f"those {name} in {part()}: {self.expression('bool', inner, depth)}"
            case 3:
                key = self.expression("num", inner, depth)
                return f"those {name} in {part()} with {self.pick(['most', 'least'])} {key}"
        items = [self.expression(SETS[sort], at, depth) for _ in range(self.number(1, 2))]
        if sort == "nums":
            items += ["0", "4"]  # sets of numbers go together where their ranges are alike
        return f"{{{', '.join(items)}}}"

    def _one(self, sort: str, at: Spot, depth: int) -> str:
        one = self.expression(SETS[sort], at, depth)
        return f"{{0, {one}, 4}}" if sort == "nums" else one

    def _players(self, at: Spot, depth: int) -> str:
        return self._set("players", at, depth)

    def _nums(self, at: Spot, depth: int) -> str:
        return self._set("nums", at, depth)

    def _kinds(self, at: Spot, depth: int) -> str:
        return self._set("kinds", at, depth)

    def _places(self, at: Spot, depth: int) -> str:
        if self.number(0, 2) == 0:
            inside = self.expression("places", at, depth)
            return f"group({self.expression('place', at, depth)}, {inside})"
        return self._set("places", at, depth)
