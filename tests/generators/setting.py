"""What a random ruleset declares, under names that are meant to collide."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import TypeVar

T = TypeVar("T")

STATES = (
    "x", "x_0", "x_1", "x_2", "x_3", "rest", "any0", "any", "chosen1", "chosen", "breaks0", "at0",
    "at1", "at2", "element1", "passes1", "account0", "x_n", "x_is0", "x_count0", "f_0",
    "p_2", "p_0", "q_2", "n_left", "passes", "amount", "moved", "subject", "f", "f0", "m_node",
    "go_x", "go_x_2", "deed_x", "result", "deed", "members", "start",
)  # fmt: skip
"""Names of states: some are made like names that a compiler or a solver's encoding may make."""
LOCALS = ("x", "x_0", "x_2", "p", "q", "n", "rest", "any0", "chosen", "moved", "e", "k", "amount")
OPTIONS = ("go", "go_x", "x", "add", "stop", "draw", "p", "chosen", "any0", "next", "pass_on")
PARAMETERS = ("x", "x_0", "x_2", "p", "x_x", "q", "rest", "n")
FUNCTIONS = ("fn", "fn_x", "fn_2", "with_x", "value", "least_x")
PROCEDURES = ("act", "act_x", "act_2", "after_act", "steps", "subject_2")
CHECKS = ("one", "two", "three", "four", "five", "six", "seven")


@dataclass(frozen=True)
class Spot:
    """Where something is written: the names in scope, and what may stand here.

    ``names``: from name to kind, the innermost meaning of each. ``changing``: names that may be
    assigned to. ``asking``: decisions may stand here; ``looping``: ``leave`` and ``next``;
    ``ending``: ends of play; ``gives``: the kind that ``return`` gives, if it may stand here.
    """

    names: dict[str, str]
    changing: frozenset[str]
    asking: bool = False
    looping: bool = False
    ending: bool = False
    gives: str | None = None
    procedures: tuple[Procedure, ...] = ()
    functions: tuple[Function, ...] = ()

    def bind(self, name: str, kind: str, *, changing: bool = False) -> Spot:
        others = self.changing | {name} if changing else self.changing - {name}
        return replace(self, names={**self.names, name: kind}, changing=others)

    def of(self, kind: str) -> list[str]:
        """The names of a kind."""
        return [name for name, k in self.names.items() if k == kind]

    def targets(self, kind: str) -> list[str]:
        """The names of a kind that may be assigned to."""
        return [name for name in self.of(kind) if name in self.changing]


@dataclass(frozen=True)
class Procedure:
    """A procedure that stands above: with ``plain``, it has neither decisions nor jumps."""

    name: str
    kinds: tuple[str, ...]
    gives: str | None
    plain: bool


@dataclass(frozen=True)
class Function:
    name: str
    kinds: tuple[str, ...]
    gives: str


TYPES = {
    "bool": "Bool", "small": "0..2", "num": "-1..3", "player": "Player", "hue": "Hue", "kind": "Kind",
    "place": "Place", "ring": "Ring", "spot": "Spot", "maybe": "Player?", "maybe_num": "0..2?",
    "players": "set of Player", "nums": "set of 0..2", "bits": "set of 0..1", "kinds": "set of Kind",
    "families": "set of set of Kind",
    "places": "set of Place", "row": "list of Kind up to 2", "queue": "list of Player up to 2",
    "points": "Player -> 0..2", "on": "Place -> Player?", "hand": "Player -> set of Kind",
    "marks": "Player, Kind -> Bool", "bag": "bag of Kind up to 2", "rows": "Player -> list of Kind up to 2",
    "stock": "Player, Kind -> 0..2", "maybes": "set of Player?", "at_spot": "Spot -> 0..1",
}  # fmt: skip
"""How each kind is declared. ``num`` may be anything; ``small`` is 0, 1 or 2."""


@dataclass
class Setting:
    """One ruleset in the making: its random numbers and what it declares."""

    random: Random
    players: tuple[str, ...] = ("A", "B")
    kinds: tuple[str, ...] = ("Ka", "Kb")
    places: tuple[str, ...] = ("u", "v", "w")
    board: str = "graph"
    states: dict[str, str] = field(default_factory=dict)
    has: frozenset[str] = frozenset()
    history: str | None = None

    def pick(self, options: Sequence[T]) -> T:
        return self.random.choice(options)

    def number(self, lo: int, hi: int) -> int:
        return self.random.randint(lo, hi)

    def rarely(self, one_in: int) -> bool:
        return self.random.randrange(one_in) == 0

    def literals(self, kind: str) -> list[str]:
        """Expressions of a kind that need no names of the ruleset's variables."""
        fixed = {
            "bool": ["yes", "no"],
            "small": ["0", "1", "2"],
            "num": ["0", "1", "2", "3", "-1"],
            "player": list(self.players),
            "hue": [*self.players, "Grey"],
            "kind": list(self.kinds),
            "place": list(self.places),
            "ring": [],
            "spot": [f"Spot({self.kinds[0]}, yes)", f"Spot({self.kinds[-1]}, no)"],
            "maybe": ["none", *self.players],
            "maybe_num": ["none", "1"],
            "players": ["Player", "(Player - Player)", f"{{{self.players[0]}}}"],
            "nums": ["(0..2)", "{0, 2}", "((0..2) - {0, 2})"],
            "bits": ["(0..1)", "((0..1) - {0, 1})", "{0, 1}"],
            "kinds": ["Kind", "(Kind - Kind)", f"{{{self.kinds[-1]}}}"],
            "families": ["{}", "{Kind}", f"{{{{{self.kinds[0]}}}, Kind - Kind}}"],
            "places": ["Place", "(Place - Place)", f"{{{self.places[0]}, {self.places[-1]}}}"],
            "row": [f"[{self.kinds[0]}]", f"[{self.kinds[1]}, {self.kinds[0]}]"],
            "queue": [f"[{self.players[1]}]"],
            "maybes": ["{}"],
        }
        return fixed[kind]

    def known(self, kind: str) -> bool:
        """Whether the ruleset has values of a kind."""
        needs = {"hue": "hue", "place": "board", "places": "board", "on": "board", "spot": "spot",
                 "families": "families",
                 "at_spot": "spot", "ring": "ring"}  # fmt: skip
        return kind not in needs or needs[kind] in self.has
