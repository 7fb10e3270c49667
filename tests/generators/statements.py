"""Random statements as lines of text, indented from where they stand."""

from __future__ import annotations

from dataclasses import replace

from .expressions import LISTS, SETS, Expressions
from .setting import LOCALS, OPTIONS, PARAMETERS, TYPES, Spot

Written = tuple[list[str], Spot]


def indented(lines: list[str]) -> list[str]:
    return [f"  {line}" for line in lines]


class Statements:
    """Writes statements; every choice is drawn."""

    def __init__(self, expressions: Expressions) -> None:
        self.setting = expressions.setting
        self.a = expressions.a
        self.pick, self.number, self.rarely = (
            expressions.pick,
            expressions.number,
            expressions.rarely,
        )

    def block(self, at: Spot, depth: int, most: int = 3) -> list[str]:
        """One statement or some."""
        lines: list[str] = []
        for _ in range(self.number(1, most)):
            written, at = self.statement(at, depth)
            lines += written
        return lines

    def statement(self, at: Spot, depth: int) -> Written:
        """One statement, and what is in scope after it."""
        choice = self.number(0, 13)
        if choice <= 4 or depth <= 0:
            return self._jump(at) if at.asking and self.rarely(6) else (self._change(at), at)
        if choice == 5:
            return self._narrowed(at) if self.rarely(3) else self._local(at)
        if choice == 6:
            return self._branch(at, depth - 1), at
        if choice == 7:
            return self._loop(at, depth - 1), at
        if choice == 8:
            return self._jump(at)
        if choice <= 10 and at.procedures:
            return self._perform(at)
        if at.asking:
            return self._ask(at, depth - 1)
        return self._change(at), at

    # Changes

    def _change(self, at: Spot) -> list[str]:
        kinds = sorted({k for n, k in at.names.items() if n in at.changing and k in TYPES})
        lines = [*self._components(at), "nothing"]
        for kind in kinds:
            target = self.pick(at.targets(kind))
            lines += self._assigning(kind, target, at)
        line = self.pick(lines)
        return [f"{line}{' ' * 3}by [r]"] if self.rarely(12) and "if " not in line else [line]

    def _of_each_player(self, at: Spot) -> list[str]:
        """The functions that are maps from each player to a number."""
        found = [f for f in at.functions if f.name not in at.names]
        return [f.name for f in found if f.kinds == ("player",) and f.gives == "small"]

    def _assigning(self, kind: str, target: str, at: Spot) -> list[str]:
        def of(wanted: str) -> str:
            return self.a(wanted, at, 1)

        player = of("player")
        match kind:
            case "small":
                step = self.pick(["+=", "-="])
                by, op = self.pick([*at.of("small"), "2"]), self.pick(["div", "mod"])
                return [f"{target} := {of('small')} {op} {by}",
                        f"{target} := {of('small')}", f"{target} := {of('num')}",
                        f"{target} {step} {of('small')}", f"{target} {step} 1"]  # fmt: skip
            case "num":
                return [f"{target} := {of('num')} mod 3", f"{target} += {of('num')}"]
            case "players" | "kinds" | "places" | "nums" | "bits":
                one = self.a(SETS[kind], at, 1)
                word = self.pick(["add {} to", "remove {} from"])
                some = one if self.number(0, 1) else of(kind)
                return [f"{target} := {of(kind)}", f"{word.format(some)} {target}"]
            case "families":
                word = self.pick(["add {} to", "remove {} from"])
                return [f"{target} := {of(kind)}", f"{word.format(of('kinds'))} {target}"]
            case "row" | "queue":
                return [f"{target} := {of(kind)}", f"{target} := {of(kind)} ++ {of(kind)}",
                        f"{target} := []"]  # fmt: skip
            case "points":
                whole = [f"{target} := {f}" for f in self._of_each_player(at)]
                return [f"{target}[{player}] := {of('small')}", f"{target}[{player}] += 1",
                        f"{target}[{player}] -= {of('small')}", *whole]  # fmt: skip
            case "on":
                return [f"{target}[{of('place')}] := {of('maybe')}",
                        f"move {target}[{of('place')}] to {target}[{of('place')}]"]  # fmt: skip
            case "hand":
                return [f"{target}[{player}] := {of('kinds')}",
                        f"add {of('kind')} to {target}[{player}]"]  # fmt: skip
            case "marks":
                return [f"{target}[{player}, {of('kind')}] := {of('bool')}"]
            case "bag":
                return [f"{target}[{of('kind')}] += 1", f"{target}[{of('kind')}] := {of('small')}"]
            case "rows":
                return [f"{target}[{player}] := {of('row')}"]
            case "stock":
                return [f"{target}[{player}, {of('kind')}] := {of('small')}",
                        f"{target}[{player}] := {target}[{self.setting.players[0]}]",
                        f"{target}[{player}] := 1", f"{target} := {of('small')}"]  # fmt: skip
            case "maybes":
                return [f"add {of('player')} to {target}", f"{target} := {{none}}"]
            case "at_spot":
                return [f"{target}[{of('spot')}] := {of('small')} mod 2"]
            case _:
                return [f"{target} := {of(kind)}"]

    def _components(self, at: Spot) -> list[str]:
        """Statements that move components between places."""

        def of(wanted: str) -> str:
            return self.a(wanted, at, 1)

        has, lines = self.setting.has, list[str]()
        places = [f"{m}[{of('place')}]" for m in at.targets("on")]
        held = [*places, *at.targets("maybe")]
        rows = [*at.targets("row"), *(f"{m}[{of('player')}]" for m in at.targets("rows"))]
        bags = [*at.targets("bag"), *(f"{m}[{of('player')}]" for m in at.targets("stock"))]
        counts = [*at.targets("small"), *(f"{m}[{of('player')}]" for m in at.targets("points"))]
        if "supply" in has and "token" not in at.names:
            onto = [*held, *at.targets("queue"), *at.targets("players"), *counts]
            if onto:
                lines += [f"take token[{of('player')}] to {self.pick(onto)}"] * 2
            if held:
                place, owner = self.pick(held), self.pick(self.setting.players)
                lines += [
                    f"put {place} back to token",
                    f"if {place} is none and token[{owner}] > 0: take token[{owner}] to {place}",
                ]
        if "heart" in has and "heart" not in at.names and counts:
            place = self.pick(counts)
            lines += [f"take {of('small')} of heart to {place}", f"put 1 of {place} back to heart"]
        if held:
            goals = [*held, *at.targets("queue"), *at.targets("players")]
            lines.append(f"move {self.pick(held)} to {self.pick(goals)}")
        if rows:
            row, x = self.pick(rows), self.pick(LOCALS)
            inner = at.bind(x, "kind")
            goals = [*rows, *bags, *counts]
            lines += [f"move {self.number(0, 2)} of {row} to {self.pick(goals)}",
                      f"move {row} to {self.pick(goals)}"]  # fmt: skip
            lines.append(
                f"move those {x} in {row}: {self.a('bool', inner, 1)} to {self.pick(goals)}"
            )
        if counts:
            lines.append(f"move {of('small')} of {self.pick(counts)} to {self.pick(counts)}")
        states = [n for n in self.setting.states if n in at.changing]
        if states:
            names = self.setting.random.sample(states, min(len(states), self.number(1, 2)))
            lines.append(f"reset {', '.join(names)}")
        if self.setting.history is not None:
            lines += [f"remember {self.setting.history}"] * 2
            lines += [f"reset {self.setting.history}"]
        if self.setting.board == "polar" and "board" in has and at.of("on"):
            ring = self.pick([r for r in ("a", "b") if r not in at.names])
            lines += [f"rotate {ring} by {self.pick(['1', '-1', '2'])}"] * 3
        return lines

    # Locals, branches, loops

    def _local(self, at: Spot) -> Written:
        kinds = ["bool", "small", "player", "kind", "players", "nums", "row"]
        kinds += [k for k in ("place", "places", "maybe", "spot", "hue") if self.setting.known(k)]
        kind, name = self.pick(kinds), self.pick(LOCALS)
        if self.rarely(6):
            return [f"var {name}: Player -> 0..2 = 1"], at.bind(name, "points", changing=True)
        if self.number(0, 1):
            line = f"var {name}: {TYPES[kind]} = {self.a(kind, at, 1)}"
            return [line], at.bind(name, kind, changing=True)
        if kind == "maybe":
            kind = "player"
        return [f"let {name} = {self.a(kind, at, 1)}"], at.bind(name, kind)

    def _narrowed(self, at: Spot) -> Written:
        """What may be none, used where it was tested or has just been stored."""
        literal = self.setting.places[0]
        entries = [f"{m}[{literal}]" for m in at.targets("on") if literal not in at.names]
        held = [*at.targets("maybe"), *entries]
        if not held:
            return self._local(at)
        place, owner, name = self.pick(held), self.setting.players[0], self.pick(LOCALS)
        ways = [f"{place} := {owner}"] if owner not in at.names else []
        ways += ["leave", "next"] if at.looping and at.asking else []
        ways += ["draw"] if at.ending else []
        if not ways:
            return self._local(at)
        used = f"let {name} = number({place})"
        return [f"if {place} is none: {self.pick(ways)}", used], at.bind(name, "num")

    def _branch(self, at: Spot, depth: int) -> list[str]:
        inside = [indented(self.block(at, depth, 2)) for _ in range(3)]
        test = self.a("bool", at, 1)
        match self.number(0, 5):
            case 0:
                line, _ = self.statement(replace(at, asking=False), 0)
                if len(line) == 1:
                    return [f"if {test}: {line[0]}"]
                return [f"if {test}", *indented(line)]
            case 1:
                return [f"if {test}", *inside[0]]
            case 2:
                return [f"if {test}", *inside[0], "else", *inside[1]]
            case 3:
                other = self.a("bool", at, 1)
                return [
                    f"if {test}",
                    *inside[0],
                    f"else if {other}",
                    *inside[1],
                    "else",
                    *inside[2],
                ]
            case 4 if at.of("kind"):
                first, *others = self.setting.kinds
                cases = [first, *inside[0], " | ".join(others), *inside[1]]
                return [f"match {self.pick(at.of('kind'))}", *indented(cases)]
        if not at.of("small"):
            return [f"if {test}", *inside[0]]
        cases = ["0 | 2", *inside[0], "else", *inside[2]]
        return [f"match {self.pick(at.of('small'))}", *indented(cases)]

    def _loop(self, at: Spot, depth: int) -> list[str]:
        name = self.pick(LOCALS)
        sorts = [s for s in SETS if self.setting.known(s)]
        if not at.asking or self.rarely(3):
            return self._plain_loop(name, at, depth)
        inner = replace(at, looping=True)
        choice = self.number(0, 6)
        if choice == 0:
            times = self.pick(["2", self.a("small", at, 1), "1"])
            return [f"repeat {times} times", *indented(self.block(inner, depth, 2))]
        if choice == 1:
            body = indented(self.block(inner, depth, 2))
            return [f"repeat until {self.a('bool', at, 1)}", *body, "  leave"]
        sort = self.pick(sorts)
        kind = SETS[sort]
        over, order = self.a(sort, at, 1), ""
        if choice == 2:
            order = f" in an order chosen by {self.a('player', at, 1)}"
        elif choice <= 5 and kind in {"player", "kind"}:
            order = f" {self.pick(['from', 'after'])} {self.a(kind, at, 1)}"
        within = inner.bind(name, kind)
        test = f" if {self.a('bool', within, 1)}" if self.rarely(3) else ""
        turns = "turns " if kind == "player" and self.rarely(2) else ""
        return [
            f"{turns}for {name} in {over}{order}{test}",
            *indented(self.block(within, depth, 2)),
        ]

    def _plain_loop(self, name: str, at: Spot, depth: int) -> list[str]:
        bare = replace(at, asking=False, looping=False, ending=False, gives=None)
        bare = replace(bare, procedures=tuple(p for p in at.procedures if p.plain))
        choice = self.number(0, 6)
        if choice == 6 and at.targets("small") and at.targets("bool"):
            # What one pass changes, the next reads.
            number, flag = self.pick(at.targets("small")), self.pick(at.targets("bool"))
            if name not in {number, flag}:
                return [f"for {name} in {self.a('players', at, 1)}",
                        f"  if {number} = 2: {flag} := yes", f"  {number} := 2"]  # fmt: skip
        if choice == 0:
            sort = self.pick(list(LISTS))
            over, kind = self.a(sort, at, 1), LISTS[sort]
        elif choice == 1 and "board" in self.setting.has:
            over, kind = f"components({self.a('places', at, 1)})", "places"
        else:
            sort = self.pick([s for s in SETS if self.setting.known(s)])
            over, kind = self.a(sort, at, 1), SETS[sort]
        inner = bare.bind(name, kind)
        test = f" if {self.a('bool', inner, 1)}" if self.rarely(3) else ""
        return [f"for {name} in {over}{test}", *indented(self.block(inner, depth, 2))]

    # Jumps and ends

    def _jump(self, at: Spot) -> Written:
        jumps = ["leave", "next"] if at.looping else []
        if at.ending:
            jumps += ["draw", "lose", 'gap "the rules are silent here"']
            jumps += [f"win {self.a('player', at, 1)}", f"win {self.a('players', at, 1)}"]
            tie = self.pick(["", " else draw"])
            numbers = [m for m in at.of("points") if m in self.setting.states]
            numbers += self._of_each_player(at)
            jumps += [f"rank by {m}{tie}" for m in numbers]
            jumps += [f"rank by {m}, {self.pick(numbers)}{tie}" for m in numbers]
        if at.gives is not None and at.asking:
            jumps.append(f"return {self.a(at.gives, at, 1)}" if at.gives else "return")
        if not jumps:
            return self._change(at), at
        jump = self.pick(jumps)
        if self.rarely(2):
            before = self._change(at)
            return [f"if {self.a('bool', at, 1)}", *indented([*before, jump])], at
        return [f"if {self.a('bool', at, 1)}: {jump}"], at

    def _perform(self, at: Spot) -> Written:
        done = self.pick(at.procedures)
        if done.name in at.names:
            return self._change(at), at
        call = f"{done.name}({', '.join(self.a(kind, at, 1) for kind in done.kinds)})"
        if not done.gives:
            return [call], at
        if at.targets(done.gives) and self.number(0, 1):
            return [f"{self.pick(at.targets(done.gives))} := {call}"], at
        name = self.pick(LOCALS)
        if self.rarely(4):
            return [call], at
        return [f"let {name} = {call}"], at.bind(name, done.gives)

    # Decisions

    def _ask(self, at: Spot, depth: int) -> Written:
        player = self.pick(
            [*at.of("player"), self.setting.players[0], "next(" + self.setting.players[0] + ")"]
        )
        name = self.pick(LOCALS)
        match self.number(0, 6):
            case 0:
                sort = self.pick([*(s for s in SETS if self.setting.known(s)), "components", "row"])
                if sort == "row":
                    return [f"{player} chooses {name} in {self.a('row', at, 1)}"], at.bind(
                        name, "kind"
                    )
                if sort == "components":
                    if "board" not in self.setting.has:
                        return self._change(at), at
                    line = f"{player} chooses {name} in components({self.a('places', at, 1)})"
                    return [line], at.bind(name, "places")
                return [f"{player} chooses {name} in {self.a(sort, at, 1)}"], at.bind(
                    name, SETS[sort]
                )
            case 1:
                return self._roll(at, name)
            case 2:
                over = self.pick(["Player", self.a("players", at, 1)])
                inner = replace(at, looping=at.looping).bind(name, "player")
                options = self.options(inner, depth, secret=True)
                return [f"each {name} in {over} secretly chooses{self._cites()}", *options], at
        lines = [f"choose {player}{self._cites()}", *self.options(at, depth)]
        if self.rarely(2):
            lines += ["otherwise", *indented(self.block(at, depth, 2))]
        return lines, at

    def _cites(self) -> str:
        return " by [r]" if self.rarely(6) else ""

    def _roll(self, at: Spot, name: str) -> Written:
        sort = self.pick([s for s in SETS if self.setting.known(s)])
        over, kind = self.a(sort, at, 0), SETS[sort]
        inner = at.bind(name, kind)
        weight = self.pick(
            [f"({self.a('num', inner, 1)}) mod 2 + 1", f"({self.a('num', inner, 1)}) mod 3", "2",
             f"if {self.a('bool', inner, 1)} then 2 else 4"]
        )  # fmt: skip
        tail = f" with weight {weight}" if self.rarely(2) else ""
        return [f"roll {name} of {over}{tail}"], inner

    def options(self, at: Spot, depth: int, secret: bool = False) -> list[str]:
        lines: list[str] = []
        names = self.setting.random.sample(OPTIONS, self.number(1, 3 if secret else 2))
        for option in names:
            inner, parameters = at, []
            for _ in range(self.pick([0, 0, 1, 1, 2])):
                sort = self.pick([s for s in SETS if self.setting.known(s)])
                name = self.pick(PARAMETERS)
                parameters.append(f"{name}: {self.a(sort, inner, self.number(0, 1))}")
                inner = inner.bind(name, SETS[sort])
            head = option + (f"({', '.join(parameters)})" if parameters else "")
            guards: list[str] = []
            if self.rarely(3):
                guards.append(f"when {self.a('bool', inner, 1)}")
            if self.rarely(6):
                guards.append(f"unless {self.a('bool', inner, 1)}")
            body = self.block(inner, depth, 2)
            if guards and self.rarely(4):
                lines += [f"{head}{self._cites()}", *indented(guards), *indented(body)]
            else:
                tail = f" {' '.join(guards)}" if guards else ""
                body = [] if self.rarely(8) else body
                lines += [f"{head}{tail}{self._cites()}", *indented(body)]
        return indented(lines)
