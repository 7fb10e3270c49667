# Where the rules fix a number, a comparison with it may always come out the same.
# mypy: disable-error-code="comparison-overlap"
"""A game, generated from its rules. Do not edit: change the rules and build it again.

state = new(); actions = legal(state); state, turns = step(state, action); see the end of the file.
Values: an element of an enumeration is its index, a set a bit mask, a map or list a tuple; what
may be missing is one more than the highest value when it is.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, ParamSpec, TypeVar

TITLE: str = 'Heap, standard'
PLAYERS: tuple[str, ...] = ('Ann',)
NODES: tuple[str, ...] = ('play', 'left cannot hold this value: it ranges over 0..2', 'win')
CHOICES: tuple[tuple[str, ...], ...] = (('take_one',), (), ())


class RuleFault(Exception):
    """The rules do not say what happens; ``node`` is the node to rest at."""

    def __init__(self, node: int) -> None:
        super().__init__(node)
        self.node = node


class EndlessLoopAt(Exception):
    """The rules never ask anybody again: all is as it was before; ``block`` is where."""

    def __init__(self, block: str) -> None:
        super().__init__(block)
        self.block = block


class LongMoveAt(Exception):
    """The rules ran on for more than LIMIT passes of loops; ``block`` is where they were."""

    def __init__(self, block: str) -> None:
        super().__init__(block)
        self.block = block


def shown(value: object, to: bool | tuple[int, int]) -> object:
    """A value as somebody may see it: whole, not at all (None), or of a map the entries from one
    number up to another."""
    if isinstance(to, bool):
        return value if to else None
    assert isinstance(value, tuple)
    return tuple(entry if to[0] <= i < to[1] else None for i, entry in enumerate(value))


class Action(NamedTuple):
    """What is chosen: the number of the choice at its node, and its arguments."""

    choice: int
    args: tuple[int, ...]


class State(NamedTuple):
    """Where play rests, and every variable."""

    node: int
    left: int


class Draft:
    """The variables while rules run, and the whole turns that began meanwhile."""

    __slots__ = ('left', 'turns')

    left: int
    turns: int

    def __init__(self, state: State) -> None:
        self.left = state.left
        self.turns = 0


START = State(-1, 2)


def first(start: State) -> Draft:
    """The variables before the first block."""
    d = Draft(start)
    return d


def copy(d: Draft) -> Draft:
    """The same variables, which go on being as they are."""
    other = Draft(START)
    other.left = d.left
    return other


def alike(d: Draft, other: Draft) -> bool:
    """Whether all variables are equal."""
    return (
        True
        and d.left == other.left
    )


PLAYER_ANN = 0


def at_play(d: Draft) -> State:
    return tuple.__new__(State, (0, d.left))


def play_player(state: State) -> int:
    return PLAYER_ANN


def list_play_take_one(state: State, found: list[Action]) -> None:
    found.append(Action(0, ()))


def may_play_take_one(state: State, args: tuple[int, ...]) -> bool:
    if len(args) != 0:
        return False
    return True


def do_play_take_one(d: Draft, args: tuple[int, ...]) -> int:
    # 'take_one'
    left = d.left
    left = left - 1
    if not 0 <= left <= 2:
        raise RuleFault(1)
    d.left = left
    return 0


def at_fault(d: Draft) -> State:
    return tuple.__new__(State, (1, d.left))


def at_win(d: Draft) -> State:
    return tuple.__new__(State, (2, d.left))


def win_winners(state: State) -> int:
    return 1


def check_two(state: State, player: int) -> bool:
    left = state.left
    return left == 2


def play_repeat(d: Draft) -> int:
    left = d.left
    if left == 0:
        # 'play: after repeat'
        return -3
    # 'play: pass'
    return -1


def nobody(state: State) -> None:
    """Play is over."""


def chance(state: State) -> int:
    """Chance decides."""
    return -1


def no_weight(state: State, args: tuple[int, ...]) -> int:
    """Chance does not decide here."""
    return 0


def no_winners(state: State) -> int:
    """Play is not over, or nobody wins."""
    return 0


def no_scores(state: State) -> None:
    """There is no ranking."""


BLOCKS: tuple[Callable[[Draft], int], ...] = (play_repeat,)
LABELS: tuple[str, ...] = ('play: repeat',)
RESTS: tuple[Callable[[Draft], State], ...] = (at_play, at_fault, at_win)
DECIDES: tuple[Callable[[State], int | None], ...] = (play_player, nobody, nobody)
LEGAL: tuple[tuple[Callable[[State, list[Action]], None], ...], ...] = (
    (list_play_take_one,), (), ()
)
ALLOWS: tuple[tuple[Callable[[State, tuple[int, ...]], bool], ...], ...] = (
    (may_play_take_one,), (), ()
)
STEPS: tuple[tuple[Callable[[Draft, tuple[int, ...]], int], ...], ...] = (
    (do_play_take_one,), (), ()
)
WEIGHTS: tuple[Callable[[State, tuple[int, ...]], int], ...] = (no_weight, no_weight, no_weight)
WINNERS: tuple[Callable[[State], int], ...] = (no_winners, no_winners, win_winners)
SCORES: tuple[Callable[[State], tuple[int, ...] | None], ...] = (
    no_scores, no_scores, no_scores
)
CHECKS: tuple[Callable[[State, int], bool], ...] = (check_two,)
STRATEGIES: tuple[Callable[[State, int], int], ...] = ()
SEEN: tuple[tuple[bool | tuple[int, int], ...], ...] = ((True,),)


HEADS = 0
WATCHED = 64
LIMIT = 1_000_000


def run(d: Draft, block: int) -> State:
    """Do blocks until play rests.

    At the heads of loops it is seen whether all is as it was at some pass before, by Brent's
    method (An improved Monte Carlo factorization algorithm, BIT 20, 1980): then play never rests.
    """
    passes, renew, mark, marked = 0, WATCHED, d, -1
    while block >= 0:
        if block < HEADS:
            passes += 1
            if block == marked and alike(d, mark):
                raise EndlessLoopAt(LABELS[block])
            if passes > LIMIT:
                raise LongMoveAt(LABELS[block])
            if passes == renew:
                mark, marked, renew = copy(d), block, 2 * renew
        block = BLOCKS[block](d)
    return RESTS[~block](d)


def new(start: State = START) -> State:
    """The first state; ``start``: what the variables hold before the rules do anything."""
    try:
        return run(first(start), 0)
    except RuleFault as fault:
        return RESTS[fault.node](Draft(start))


def decides(state: State) -> int | None:
    """The player who decides, -1 for chance, None where play is over."""
    return DECIDES[state.node](state)


def legal(state: State) -> list[Action]:
    """Every action, ascending."""
    found: list[Action] = []
    for append in LEGAL[state.node]:
        append(state, found)
    return found


def allows(state: State, action: Action) -> bool:
    """Whether an action is legal."""
    choices = ALLOWS[state.node]
    return 0 <= action.choice < len(choices) and choices[action.choice](state, action.args)


def step(state: State, action: Action) -> tuple[State, int]:
    """The state after a legal action, and how many whole turns began on the way."""
    d = Draft(state)
    try:
        return run(d, STEPS[state.node][action.choice](d, action.args)), d.turns
    except RuleFault as fault:
        return RESTS[fault.node](Draft(state)), d.turns


def weight(state: State, action: Action) -> int:
    """At a chance node, the weight of an action."""
    return WEIGHTS[state.node](state, action.args)


def winners(state: State) -> int:
    """The mask of the players who won."""
    return WINNERS[state.node](state)


def scores(state: State) -> tuple[int, ...] | None:
    """A number per player, if the rules rank by one."""
    return SCORES[state.node](state)


def holds(check: int, state: State, player: int = -1) -> bool:
    """Whether the property of a check holds, for a player if it is about one."""
    return CHECKS[check](state, player)


def view(state: State, player: int) -> tuple[object, ...]:
    """The variables as a player may see them, in the order of State; None is hidden, as are the entries
    of a map that are other players' own."""
    values: tuple[object, ...] = state[1:]
    return tuple(shown(value, to) for value, to in zip(values, SEEN[player], strict=True))


def strategy_value(strategy: int, state: State, player: int) -> int:
    """How much a player who follows a strategy prefers a position: the more, the better."""
    return STRATEGIES[strategy](state, player)
