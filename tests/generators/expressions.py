"""Random expressions as text, every one in brackets or a name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from .setting import LOCALS, PARAMETERS, Setting, Spot

SETS = {
    "players": "player",
    "nums": "small",
    "bits": "bit",
    "kinds": "kind",
    "families": "kinds",
    "places": "place",
}
KEPT_FOR = (
    "bool", "small", "bit", "player", "hue", "kind", "place", "spot", "maybe", "maybe_num", "players", "kinds",
)  # fmt: skip
"""For each value of a local name of these kinds it is kept what has held since."""
LISTS = {"row": "kind", "queue": "player"}


class Expressions:
    """Writes expressions; every choice is drawn."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.pick, self.number, self.rarely = setting.pick, setting.number, setting.rarely

    def a(self, kind: str, at: Spot, depth: int = 1) -> str:
        """An expression of a kind."""
        if kind == "bit":
            return self.pick([*at.of("bit"), f"({self.a('small', at, 0)} mod 2)", "0", "1"])
        simple = self._simple(kind, at)
        if depth <= 0 or (self.number(0, 2) == 0 and simple):
            return self.pick(simple)
        writer: Callable[[Spot, int], str] | None = {
            "bool": self._bool, "small": self._small, "num": self._num, "player": self._player,
            "hue": self._hue, "kind": self._kind, "place": self._place, "spot": self._spot,
            "maybe": self._maybe, "maybe_num": self._maybe_num, "row": self._row,
        }.get(kind)  # fmt: skip
        if writer is not None:
            return f"({writer(at, depth - 1)})"
        if kind in SETS:
            return f"({self._set(kind, at, depth - 1)})"
        return self.pick(simple)

    def _simple(self, kind: str, at: Spot) -> list[str]:
        names = at.of(kind)
        if "was" in self.setting.has and self.rarely(3):
            names = [f"was {n}" if self.setting.states.get(n) == kind else n for n in names]
        if kind == "num":
            names += [*at.of("small"), *at.of("bit")]
        if kind == "small":
            names += at.of("bit")
        if kind == "hue":
            names += at.of("player")
        if kind == "maybe":
            names += at.of("player")
        has = self.setting.has
        if kind == "bool" and "reading" in has and "way" not in at.names:
            names += ["way is left", "way is right"]
        if kind == "num" and "param" in has and "top" not in at.names:
            names.append("top")
        if kind == "num" and "supply" in has:
            names += [f"token[{p}]" for p in self.setting.players]
        if kind == "num" and "heart" in has:
            names.append("heart")
        entries = {
            "small": ("points", "player"), "maybe": ("on", "place"), "kinds": ("hand", "player"),
            "row": ("rows", "player"),
        }  # fmt: skip
        if kind in entries:
            map_kind, key = entries[kind]
            names += [f"{m}[{self.a(key, at, 0)}]" for m in at.of(map_kind)]
        if kind == "bool":
            names += [
                f"{m}[{self.a('player', at, 0)}, {self.a('kind', at, 0)}]" for m in at.of("marks")
            ]
        if kind == "small":
            names += [f"{m}[{self.a('kind', at, 0)}]" for m in at.of("bag")]
        literals = [w for w in self.setting.literals(kind) if w not in at.names]
        if names and not self.rarely(4):
            return [f"({n})" if " is " in n else n for n in names]
        return [*(f"({n})" if " is " in n else n for n in names), *literals]

    def local(self) -> str:
        return self.pick(LOCALS)

    def _either(self, kind: str, at: Spot, depth: int) -> str:
        then, other = self.a(kind, at, depth), self.a(kind, at, depth)
        return f"if {self.a('bool', at, depth)} then {then} else {other}"

    def _call(self, kind: str, at: Spot, depth: int) -> str | None:
        known = [f for f in at.functions if f.gives == kind and f.name not in at.names]
        if not known:
            return None
        function = self.pick(known)
        if not function.kinds:
            return function.name
        return f"{function.name}({', '.join(self.a(k, at, depth) for k in function.kinds)})"

    def _iterable(self, at: Spot, depth: int) -> tuple[str, str]:
        """Something to go over, and the kind of what it gives."""
        sorts = [s for s in SETS if self.setting.known(s)]
        choice = self.number(0, 7)
        if choice == 0:
            sort = self.pick(list(LISTS))
            return self.a(sort, at, depth), LISTS[sort]
        if choice == 1 and "board" in self.setting.has:
            return f"components({self.a('places', at, depth)})", "places"
        sort = self.pick(sorts)
        return self.a(sort, at, depth), SETS[sort]

    def _small(self, at: Spot, depth: int) -> str:
        if self.setting.history is not None and self.rarely(4):
            return f"remembered({self.setting.history}) mod 3"
        match self.number(0, 5):
            case 0:
                number = self.a("num", at, depth)
                if number.isidentifier() and len(number) % 2:
                    return f"if {number} in (0..2) then {number} else 1"
                return f"({number}) mod 3"
            case 1:
                return self._either("small", at, depth)
            case 2:
                return f"number({self.a('player', at, depth)}) - 1"
            case 3:
                test = self.a("maybe_num", at, 0)
                return f"if {test} is none then 1 else 0" if test != "none" else "2"
            case 4:
                return self._call("small", at, depth) or "1"
        return f"({self.a('small', at, depth)} + {self.a('small', at, depth)}) mod 3"

    def _num(self, at: Spot, depth: int) -> str:
        match self.number(0, 11):
            case 0 | 1:
                op = self.pick(["+", "-", "*", "min", "max", "abs"])
                if op == "abs":
                    return f"abs({self.a('num', at, depth)})"
                if op in {"min", "max"}:
                    return f"{op}({self.a('num', at, depth)}, {self.a('num', at, depth)})"
                return f"{self.a('num', at, depth)} {op} {self.a('num', at, depth)}"
            case 2:
                op = self.pick(["div", "mod"])
                if at.of("small") and self.rarely(2):
                    by = self.pick(at.of("small"))
                    return f"if {by} > 0 then {self.a('num', at, depth)} {op} {by} else 1"
                return f"{self.a('num', at, depth)} {op} {self.number(1, 3)}"
            case 3:
                return self._either("num", at, depth)
            case 4 if "board" in self.setting.has and self.rarely(3):
                name, places = self.local(), self.a("places", at, depth)
                return f"count {name} in components({places}): {name} <= {self.a('places', at, 0)}"
            case 4 | 5 | 6:
                over, kind = self._iterable(at, depth)
                name = self.local()
                inner = at.bind(name, kind)
                test = f" if {self.a('bool', inner, 0)}" if self.rarely(3) else ""
                if self.number(0, 1):
                    return f"count {name} in {over}{test}: {self.a('bool', inner, depth)}"
                return f"sum {name} in {over}{test}: {self.a('num', inner, depth)}"
            case 7:
                sort = self.pick([*(s for s in SETS if self.setting.known(s)), *LISTS])
                return f"size({self.a(sort, at, depth)})"
            case 8:
                return f"number({self.a(self.pick(['player', 'kind']), at, depth)})"
            case 9:
                return f"-{self.a('num', at, depth)}"
            case 10:
                held = self.pick([*at.of("maybe_num"), "none"])
                if held == "none":
                    return "0 - 1"
                return f"if {held} is not none then {held} + 1 else {self.a('num', at, depth)}"
        return self._call("num", at, depth) or self.a("small", at, depth)

    def _bool(self, at: Spot, depth: int) -> str:
        def of(kind: str) -> str:
            return self.a(kind, at, depth)

        sorts = [s for s in SETS if self.setting.known(s)]
        match self.number(0, 17):
            case 0 | 1:
                return f"{of('bool')} {self.pick(['and', 'or', 'implies'])} {of('bool')}"
            case 2:
                return f"not {of('bool')}"
            case 3 | 4:
                left = of("num")
                right = left if self.rarely(6) else of("num")
                return f"{left} {self.pick(['<', '<=', '=', '!=', '>', '>='])} {right}"
            case 5 if self.rarely(4):
                return f"{of('kind')} {self.pick(['<', '<=', '>', '>='])} {of('kind')}"
            case 5 | 6:
                kind = self.pick(["player", "kind", "maybe", "row", "bool", "maybe_num", *sorts])
                left, right = of(kind), of(kind)
                if self.rarely(8) and kind in {*SETS, "row"}:
                    right = "[]" if kind == "row" else "{}"
                if left == "none":
                    left, right = right, left
                return f"{left} {self.pick(['is', 'is not', '=', '!='])} {right}"
            case 7 if self.rarely(3):
                row, kind = self.pick(list(LISTS.items()))
                return f"{of(kind)} {self.pick(['in', 'not in'])} {of(row)}"
            case 7 | 8:
                sort = self.pick(sorts)
                return f"{of(SETS[sort])} {self.pick(['in', 'not in'])} {of(sort)}"
            case 9:
                sort = self.pick(sorts)
                left, right = of(sort), of(sort)
                return f"{left} {self.pick(['<=', '<', '>=', '>'])} {right}"
            case 10 | 11 | 12:
                return self._quantified(at, depth)
            case 13 | 15:
                plain = [q for q in at.procedures if q.plain and not q.gives]
                if plain:
                    done = self.pick(plain)
                    given = ", ".join(self.a(k, at, depth) for k in done.kinds)
                    return f"after {done.name}({given}): {of('bool')}"
                return self._either("bool", at, depth)
            case 16 | 17 if "since" in self.setting.has:
                return self._since(at, depth)
            case 14:
                return self._call("bool", at, depth) or "yes"
        return self._special(at, depth)

    def _since(self, at: Spot, depth: int) -> str:
        """What has held so far, said of states that no local hides, and of one local or two."""
        hiding = {*LOCALS, *PARAMETERS}
        names = {n: k for n, k in self.setting.states.items() if n not in hiding}
        own = [n for n, k in at.names.items() if n in hiding and k in KEPT_FOR]
        names |= {n: at.names[n] for n in self.setting.random.sample(own, min(len(own), 2))}
        inner = replace(at, names=names)

        def side() -> str:
            asked = [n for n in own if n in names]
            if not asked or self.rarely(3):
                return self.a("bool", inner, depth)
            name = self.pick(asked)
            return f"({name} {self.pick(['is', 'is not'])} {self.a(names[name], inner, depth)})"

        return f"{side()} since {side()}"

    def _quantified(self, at: Spot, depth: int) -> str:
        word = self.pick(["some", "all", "no"])
        first, kind = self._iterable(at, depth)
        name = self.local()
        inner = at.bind(name, kind)
        binders = f"{name} in {first}"
        if self.rarely(4):
            second = self.local()
            if second != name:
                binders = f"{name}, {second} in {first}"
                inner = inner.bind(second, kind)
        elif self.rarely(4):
            over, other_kind = self._iterable(inner, depth)
            second = self.local()
            binders += f", {second} in {over}"
            inner = inner.bind(second, other_kind)
        test = f" if {self.a('bool', inner, 0)}" if self.rarely(3) else ""
        if "since" in self.setting.has and self.rarely(3):
            return f"{word} {binders}{test}: ({self._since(inner, depth)})"
        return f"{word} {binders}{test}: {self.a('bool', inner, depth)}"

    def _special(self, at: Spot, depth: int) -> str:
        def of(kind: str) -> str:
            return self.a(kind, at, depth)

        row = of("row")
        forms = [
            f"first({of('row')}) is {of('kind')}",
            f"last({of('row')}) is {of('kind')}",
            f"last({of('row')}, {self.number(0, 2)}) is {of('row')}",
            f"first({of('row')}, 1) is []",
            f"item({of('row')}, {of('num')}) is not none",
            f"({self.pick(['least', 'greatest'])} x in {of('nums')}: x) is {of('num')}",
            f"(greatest x in {of('kinds')}: number(x)) is {of('num')}",
            f"({self.pick(['least', 'greatest'])} x in {of('kinds')}: x) is {of('kind')}",
            f"{of('kind')} in {of('kind')}..{of('kind')}",
            f"({of('kind')}..{of('kind')}) is {of('kinds')}",
            f"{self.pick(['min', 'max'])}({of('num')}, {of('small')}, {of('num')}) is {of('num')}",
            f"(those x in {of('kinds')} with {self.pick(['most', 'least'])} x) is {of('kinds')}",
            f"(size({row}) > 0 and last({row}) > {of('kind')})",
            f"{of('num')} in {of('small')}..{of('num')}",
            f"{of('player')} in {{{of('player')}, {of('player')}}}",
            f"[x for x in {of('row')}] is {of('row')}",
            f"[next(x) for x in {of('queue')} if x is {self.setting.players[0]}] is []",
            f"size(union x in {of('players')}: {{x}}) > {of('num')}",
            f"{of('row')} ++ {of('row')} is {of('row')}",
        ]
        special: list[str] = []
        if "board" in self.setting.has:
            special += [
                f"connected({of('places')})",
                f"distance({of('place')}, {of('place')}, {of('places')}) is none",
                f"distance({of('place')}, {of('place')}, {of('places')}) = {of('num')}",
                f"group({of('place')}, {of('places')}) is {of('places')}",
                f"near({of('place')}) <= {of('places')}",
                f"connected({of('places')} via near)",
            ]
        if "spot" in self.setting.has:
            special += [f"{self.pick(at.of('spot') or [of('spot')])}.up"] * 2
            special += [f"{m}[{of('spot')}] > 0" for m in at.of("at_spot")]
            special += [f"{m}[{of('kind')}, {of('bool')}] = 1" for m in at.of("at_spot")]
        if "hue" in self.setting.has:
            special.append(f"{of('hue')} is {of('player')}")
        for name in at.of("on"):
            held = f"(those y in Place: {name}[y] is not none)"
            special.append(
                f"(all x in Place: {name}[x] is not none) and number({name}[{of('place')}]) > {of('num')}"
            )
            special.append(f"(some x in {held}: number({name}[x]) > {of('num')})")
            special.append(f"(sum x in {held} & {of('places')}: number({name}[x])) = {of('num')}")
        for name in at.of("maybes"):
            special += [f"none in {name}", f"{of('player')} in {name}"]
        for name in at.of("stock"):
            special.append(f"{name}[{of('player')}, {of('kind')}] > {of('num')}")
            special.append(f"{name}[{of('player')}] is {name}[{of('player')}]")
        return self.pick(special if special and self.number(0, 2) else forms)

    def _player(self, at: Spot, depth: int) -> str:
        match self.number(0, 3):
            case 0 | 1:
                return f"{self.pick(['next', 'previous'])}({self.a('player', at, depth)})"
            case 2:
                known = at.of("maybe")
                if known:
                    held = self.pick(known)
                    return f"if {held} is not none then {held} else {self.a('player', at, depth)}"
        return self._call("player", at, depth) or self._either("player", at, depth)

    def _hue(self, at: Spot, depth: int) -> str:
        return self._either("hue", at, depth)

    def _kind(self, at: Spot, depth: int) -> str:
        if self.rarely(3):
            return f"next({self.a('kind', at, depth)})"
        if at.of("spot") and self.number(0, 1):
            return f"{self.pick(at.of('spot'))}.kind"
        return self._either("kind", at, depth)

    def _place(self, at: Spot, depth: int) -> str:
        return self._either("place", at, depth)

    def _spot(self, at: Spot, depth: int) -> str:
        if self.number(0, 1):
            return f"Spot({self.a('kind', at, depth)}, {self.a('bool', at, depth)})"
        return self._either("spot", at, depth)

    def _maybe(self, at: Spot, depth: int) -> str:
        match self.number(0, 2):
            case 0:
                return f"{self.pick(['first', 'last'])}({self.a('queue', at, 0)})" if (
                    at.of("queue")
                ) else self._player(at, depth)  # fmt: skip
            case 1:
                return (
                    f"if {self.a('bool', at, depth)} then {self.a('player', at, depth)} else none"
                )
        return self.a("player", at, depth)

    def _maybe_num(self, at: Spot, depth: int) -> str:
        return f"if {self.a('bool', at, depth)} then {self.a('small', at, depth)} else none"

    def _row(self, at: Spot, depth: int) -> str:
        name = self.local()
        inner = at.bind(name, "kind")
        match self.number(0, 2):
            case 0:
                return f"those {name} in {self.a('row', at, 0)}: {self.a('bool', inner, depth)}"
            case 1:
                n = self.number(0, 2)
                return f"{self.pick(['first', 'last'])}({self.a('row', at, 0)}, {n})"
        return f"[{self.a('kind', inner, depth)} for {name} in {self.a('row', at, 0)}]"

    def _set(self, sort: str, at: Spot, depth: int) -> str:
        def part() -> str:
            return self.a(sort, at, depth)

        name = self.local()
        inner = at.bind(name, SETS[sort])
        match self.number(0, 6):
            case 0 | 1:
                return f"{part()} {self.pick(['+', '-', '&'])} {part()}"
            case 2:
                return f"those {name} in {part()}: {self.a('bool', inner, depth)}"
            case 3:
                test = f" if {self.a('bool', inner, 0)}" if self.rarely(3) else ""
                most = self.pick(["most", "least"])
                return f"those {name} in {part()}{test} with {most} {self.a('num', inner, depth)}"
            case 4 | 6 if sort == "families":
                return f"subsets({self.a('kinds', at, depth)})"
            case 4 if sort == "places":
                return f"near({self.a('place', at, depth)})"
            case 4:
                return f"union {name} in {part()}: {self.a(sort, inner, depth)}"
            case 5:
                one = self.a(SETS[sort], at, depth)
                if sort in {"nums", "bits"}:
                    return f"{part()} {self.pick(['+', '-'])} {self._numbers(sort, [one])}"
                one = f"{{{one}}}" if sort == "families" else one
                return f"{part()} {self.pick(['+', '-'])} {one}"
        items = [self.a(SETS[sort], at, depth) for _ in range(self.number(1, 2))]
        return self._numbers(sort, items) if sort in {"nums", "bits"} else f"{{{', '.join(items)}}}"

    def _numbers(self, sort: str, items: list[str]) -> str:
        """A set of numbers; sets of numbers go together where their ranges are alike."""
        whole = "0..2" if sort == "nums" else "0..1"
        name = self.pick([n for n in LOCALS if not any(n in item for item in items)] or ["number0"])
        return f"(those {name} in {whole}: {name} in {{{', '.join(items)}}})"
