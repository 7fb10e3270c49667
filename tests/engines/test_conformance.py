"""The rules for engines, broken one at a time: each is missed by somebody, and noticed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random

import pytest
from tests import ir_build as build
from tests import ir_examples as examples
from tests.engines.common.test_determinization import dealt

from rulewright.dsl.ir.code import (
    YES,
    Arith,
    Block,
    Branch,
    Compare,
    Const,
    Goto,
    Local,
    Stop,
    Store,
)
from rulewright.dsl.ir.program import Choice, Decision, Fault, Function, Program
from rulewright.dsl.ir.types import Int, SeenValue, Value
from rulewright.engines.conformance import conform
from rulewright.engines.game import Action, EndlessLoop, Game, Outcome, Step, Unrested
from rulewright.engines.python.game import PythonGame, PythonState

CARDS = examples.hands()
PLACES = examples.tictactoe()
ROUND = examples.spin()
WEIGHED = examples.dice()
DEALT = dealt(0)[0].program


def counting() -> Program:
    """A move goes through a loop five times."""
    n = build.state("n", Int(0, 5), 0)
    less = Compare("<", build.var(n), build.num(5))
    more = Arith("+", build.var(n), build.num(1), Int(0, 6))
    return build.program(
        "counting",
        (n,),
        (
            Block("play", (), Stop(0)),
            Block("more", (), Branch(less, 2, 3)),
            Block("count", (Store("n", None, more, 1),), Goto(1)),
            Block("again", (Store("n", None, build.num(0), None),), Stop(0)),
        ),
        (
            Decision("next", Const(0, build.SOLO), (Choice("go", (), YES, 1),)),
            Fault("too many"),
        ),
    )  # fmt: skip


LONG = counting()


def with_strategy(program: Program) -> Program:
    number = Int(0, 3)
    player = Local("p", program.players)
    strategy = Function("calm", (player,), number, Const(2, number))
    return replace(program, strategies=(strategy,))


class Forgets(PythonGame):
    """One of the successors is missing."""

    def successors(
        self, state: PythonState
    ) -> Iterator[tuple[Action, Step[PythonState] | Unrested]]:
        yield from list(super().successors(state))[1:]


class Counts(PythonGame):
    """Too many turns begin."""

    def successors(
        self, state: PythonState
    ) -> Iterator[tuple[Action, Step[PythonState] | Unrested]]:
        for action, step in super().successors(state):
            yield action, step if isinstance(step, Unrested) else Step(step.state, step.turns + 1)


class Hurries(PythonGame):
    """What never rests is said to rest."""

    def successors(
        self, state: PythonState
    ) -> Iterator[tuple[Action, Step[PythonState] | Unrested]]:
        for action, step in super().successors(state):
            yield action, Step(state, 0) if isinstance(step, EndlessLoop) else step


class Stays(PythonGame):
    """An action that is not tested leads nowhere."""

    def apply_legal(self, state: PythonState, action: Action) -> PythonState:
        return state


class Consents(PythonGame):
    """Every action is allowed, if one asks for it alone."""

    def allows(self, state: PythonState, action: Action) -> bool:
        return True


class Denies(PythonGame):
    """No action is allowed, if one asks for it alone."""

    def allows(self, state: PythonState, action: Action) -> bool:
        return False


class Boasts(PythonGame):
    """A strategy says more than its type has."""

    def strategy_value(self, strategy: int, state: PythonState, player: int) -> int:
        return 4


class Peeks(PythonGame):
    """What is seen is drawn anew."""

    def determinize(self, state: PythonState, player: int, rng: Random) -> PythonState:
        return self.new()


class Gambles(PythonGame):
    """The same random numbers draw different states."""

    drawn = 0

    def determinize(self, state: PythonState, player: int, rng: Random) -> PythonState:
        self.drawn += 1
        return super().determinize(state, player, Random(self.drawn))


class Reveals(PythonGame):
    """Nothing is said to be hidden, but something is drawn."""

    def has_hidden(self, player: int) -> bool:
        return False


class Elsewhere(PythonGame):
    """The rules of another game are shown: there nothing is hidden."""

    @property
    def program(self) -> Program:
        shown = (replace(v, seen="all") for v in super().program.variables)
        return replace(super().program, variables=tuple(shown))


class Hasty(PythonGame):
    """A move may take less than it is said to."""

    def __init__(self, program: Program) -> None:
        super().__init__(program, 2)

    @property
    def move_limit(self) -> int:
        return 1000


class Patient(PythonGame):
    """A move may take more than it is said to."""

    @property
    def move_limit(self) -> int:
        return 2


class Begun(PythonGame):
    """Somebody has played already."""

    def new(self) -> PythonState:
        state = super().new()
        return self.apply(state, self.legal(state)[0])


class Swaps(PythonGame):
    """The other player decides."""

    def decides(self, state: PythonState) -> int | None:
        who = super().decides(state)
        return who if who is None or who < 0 else 1 - who


class Omits(PythonGame):
    """The first action is none."""

    def legal(self, state: PythonState) -> Sequence[Action]:
        return super().legal(state)[1:]


class Flattens(PythonGame):
    """Whatever chance brings comes equally often."""

    def weight(self, state: PythonState, action: Action) -> int:
        return 1


class Slips(PythonGame):
    """An action that is tested leads nowhere."""

    def step(self, state: PythonState, action: Action) -> Step[PythonState]:
        return Step(state, super().step(state, action).turns)


class Hesitates(PythonGame):
    """What is applied leads nowhere."""

    def apply(self, state: PythonState, action: Action) -> PythonState:
        super().apply(state, action)
        return state


class Upsets(PythonGame):
    """The other player has won."""

    def outcome(self, state: PythonState) -> Outcome | None:
        end = super().outcome(state)
        if end is None or not end.winners:
            return end
        (winner,) = end.winners
        label = self.program.players.labels[1 - winner]
        return replace(end, winners=(1 - winner,), label=label)


class Contradicts(PythonGame):
    """What is so is said not to be."""

    def holds(self, check: int, state: PythonState, player: int | None = None) -> bool:
        return not super().holds(check, state, player)


class Shifts(PythonGame):
    """A strategy prefers something else, within its type."""

    def strategy_value(self, strategy: int, state: PythonState, player: int) -> int:
        return 3 - super().strategy_value(strategy, state, player)


class Suspects(PythonGame):
    """Something is said to be hidden where nothing is."""

    def has_hidden(self, player: int) -> bool:
        return not super().has_hidden(player)


class Stands(PythonGame):
    """Play is said to rest where it begins."""

    def node(self, state: PythonState) -> int:
        return 0


class Empties(PythonGame):
    """Every variable is said to hold what it held at the beginning."""

    def value(self, state: PythonState, variable: str) -> Value:
        return super().value(self.new(), variable)


class Shows(PythonGame):
    """Everybody sees everything."""

    def view(self, state: PythonState, player: int) -> Mapping[str, SeenValue]:
        return {v.name: self.value(state, v.name) for v in self.program.variables}


class Shortens(PythonGame):
    """All states are encoded alike."""

    def encode(self, state: PythonState) -> bytes:
        return super().encode(self.new())


class Starts(PythonGame):
    """Whatever is decoded is the beginning."""

    def decode(self, data: bytes) -> PythonState:
        super().decode(data)
        return self.new()


class Mumbles(PythonGame):
    """All actions are called alike."""

    def text(self, state: PythonState, action: Action) -> str:
        return "something"


class Guesses(PythonGame):
    """The first action is understood, whatever is typed."""

    def parse(self, state: PythonState, text: str) -> Action:
        return self.legal(state)[0]


BROKEN: Sequence[tuple[type[PythonGame], Program, str]] = (
    (Forgets, PLACES, "successors of other actions"),
    (Counts, PLACES, "elsewhere among the successors"),
    (Hurries, ROUND, "elsewhere among the successors"),
    (Stays, PLACES, "elsewhere untested"),
    (Consents, PLACES, "is not legal, but is allowed"),
    (Denies, PLACES, "is legal, and is not allowed"),
    (Boasts, with_strategy(PLACES), "calm says 4"),
    (Peeks, PLACES, "play rests elsewhere|what is seen has changed"),
    (Gambles, DEALT, "drawn otherwise"),
    (Reveals, CARDS, "more is hidden, or less"),
    (Elsewhere, CARDS, "is hidden"),
    (Hasty, LONG, "elsewhere in Python"),
    (Patient, LONG, "elsewhere in Python"),
    (Begun, PLACES, "begins elsewhere"),
    (Swaps, PLACES, "somebody else decides"),
    (Omits, PLACES, "successors of other actions|is not legal, but is allowed"),
    (Flattens, WEIGHED, "another weight"),
    (Slips, PLACES, "elsewhere"),
    (Hesitates, PLACES, "is not applied as it is stepped"),
    (Upsets, PLACES, "another outcome"),
    (Contradicts, PLACES, "one_line differs"),
    (Shifts, with_strategy(PLACES), "calm differs"),
    (Suspects, PLACES, "more is hidden, or less"),
    (Stands, PLACES, "leads elsewhere in Python"),
    (Empties, PLACES, "leads elsewhere in Python"),
    (Shows, CARDS, "is shown|wrong entries"),
    (Shortens, PLACES, "a decoded state is another one"),
    (Starts, PLACES, "a decoded state is another one"),
    (Mumbles, PLACES, "another text"),
    (Guesses, PLACES, "is not understood|was understood"),
)


def test_each_method_of_a_game_is_spoiled_by_somebody() -> None:
    methods = {name for name in vars(Game) if not name.startswith("_")}
    spoiled = {name for engine, *_ in BROKEN for name in vars(engine)}
    assert methods <= spoiled, methods - spoiled


@pytest.mark.parametrize(
    ("engine", "program", "message"), BROKEN, ids=lambda x: getattr(x, "__name__", "")
)
def test_what_is_broken_is_noticed(
    engine: type[PythonGame], program: Program, message: str
) -> None:
    with pytest.raises(AssertionError, match=message):
        conform(engine(program), 1, plays=20)


@pytest.mark.parametrize("program", [CARDS, DEALT, LONG, WEIGHED, with_strategy(PLACES)])
def test_what_is_whole_passes(program: Program) -> None:
    assert conform(PythonGame(program), 1) > 0
