"""The parts of a generated module that are the same for every game."""

from __future__ import annotations

import ast
import re
from functools import cache
from importlib.resources import files

from . import runtime

OWN = (
    *(name for name in vars(runtime) if not name.startswith("__")),
    *("Callable", "NamedTuple", "State", "Draft", "Action", "START", "LIMIT", "node", "turns"),
    *("HEADS", "WATCHED", "first", "start", "copy", "alike", "mark", "marked", "passes", "renew"),
    *("d", "state", "args", "found", "player", "self", "count", "index"),
    *("new", "decides", "legal", "allows", "step", "weight", "winners", "scores", "holds", "run"),
    *("begin", "nobody", "chance", "none_legal", "no_winners", "no_scores", "no_weight"),
    *("TITLE", "PLAYERS", "NODES", "CHOICES", "BLOCKS", "LABELS", "RESTS", "DECIDES", "LEGAL"),
    *("ALLOWS", "STEPS", "WEIGHTS", "WINNERS", "SCORES", "CHECKS", "STRATEGIES"),
    *(
        "action",
        "check",
        "before",
        "strategy",
        "strategy_value",
        "view",
        "SEEN",
        "value",
        "values",
        "to",
    ),
)
"""The names that these parts use: not available for anything of a ruleset."""


_WORD = re.compile(r"[A-Za-z_]\w*")


@cache
def _helpers() -> tuple[tuple[str, str], ...]:
    """The names and the texts of what generated code may call, callees before their callers."""
    text = files(__package__).joinpath("runtime.py").read_text(encoding="utf-8")
    text = text.replace("  # noqa: N818", "")
    rows = text.splitlines()
    found: list[tuple[str, str]] = []
    for statement in ast.parse(text).body:
        part = "\n".join(rows[statement.lineno - 1 : statement.end_lineno])
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)]):
                found.append((name, part))
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                found.append((name, part))
            case _:
                pass  # what it imports, the head of each module does
    return tuple(found)


def embedded(code: str) -> str:
    """The helpers that generated code calls, and those that they call."""
    used = set(_WORD.findall(code))
    parts: list[str] = []
    for name, text in reversed(_helpers()):
        if name in used:
            used.update(_WORD.findall(text))
            parts.append(text)
    return "\n\n\n".join(reversed(parts))


WATCHED = 64
"""After this many passes of loops a move is watched: it may go round for ever."""


def api(entry: int, heads: int, limit: int) -> str:
    """The functions that a user of the module calls; play begins with block function ``entry``.

    The first ``heads`` functions begin with the head of a loop. ``limit``: the most of them that
    may run in one move.
    """
    numbers = {"ENTRY": entry, "MANY": heads, "MOST": limit, "SOME": min(WATCHED, limit)}
    text = _API
    for name, number in numbers.items():
        text = text.replace(name, f"{number:_}")
    return text


HEAD = '''# Where the rules fix a number, a comparison with it may always come out the same.
# mypy: disable-error-code="comparison-overlap"
"""A game, generated from its rules. Do not edit: change the rules and build it again.

state = new(); actions = legal(state); state, turns = step(state, action); see the end of the file.
Values: an element of an enumeration is its index, a set a bit mask, a map or list a tuple; what
may be missing is one more than the highest value when it is.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, ParamSpec, TypeVar

'''

FALLBACKS = '''def nobody(state: State) -> None:
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


'''

_API = '''HEADS = MANY
WATCHED = SOME
LIMIT = MOST


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
        return run(first(start), ENTRY)
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
'''
