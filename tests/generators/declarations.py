"""What a random ruleset declares: its players, boards, supplies and states."""

from __future__ import annotations

from pathlib import Path

from .setting import STATES, TYPES, Setting

SMALL = ["bool", "bool", "small", "small", "bits", "player", "players", "kind", "kinds", "maybe",
         "maybe_num", "row", "points", "on"]  # fmt: skip
"""Kinds of states with few values."""


class Declarations:
    """Declares what is in a setting, and draws the states that it then has."""

    def __init__(self, setting: Setting, small: bool) -> None:
        self.setting, self.small = setting, small
        self.place = "Place"
        """What the places of the board are called."""
        self.traps: list[str] = []
        """What is true where one state was taken for a part of another."""
        self.pick, self.number, self.rarely = setting.pick, setting.number, setting.rarely

    def lines(self) -> list[str]:
        """The text of all declarations."""
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

    def _players(self) -> str:
        names = ", ".join(self.setting.players)
        if "seats" not in self.setting.has:
            return f"  players {names}"
        if self.setting.players == ("P1", "P2"):
            return f"  players 2..3 = {self.number(2, 3)} by [r]"
        more = "" if "C" in self.setting.players else ", C"
        least = len(self.setting.players)
        return f"  players {names}{more}: {least}..3 = {self.number(least, 3)} by [r]"

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


def _quoted(name: str) -> str:
    return f'"{Path(name).name}"'
