"""Actions as a person reads and types them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import get_close_matches

from rulewright.dsl.ir.choices import choices_of, parameters_of
from rulewright.dsl.ir.program import Program
from rulewright.dsl.ir.types import Bool, Enum, Int, Option, Type, show_value

from ..game import Action, IllegalAction

_BETWEEN = re.compile(r"[\s,()]+")
_NUMBER = re.compile(r"0|-?[1-9][0-9]{0,17}")
_MOST = 6


def text(program: Program, node: int, action: Action) -> str:
    """``place b3``: the name of the choice and its arguments.

    Raises IllegalAction if the node has no such choice.
    """
    choices = choices_of(program.nodes[node])
    if not 0 <= action.choice < len(choices):
        raise IllegalAction(f"{tuple(action)} is no choice of this position")
    name, parameters = choices[action.choice].name, parameters_of(choices[action.choice])
    if len(action.args) != len(parameters):
        raise IllegalAction(f"{name} takes {len(parameters)} arguments, not {len(action.args)}")
    pairs = zip(parameters, action.args, strict=True)
    shown = [show_value(p.type, bool(v) if isinstance(p.type, Bool) else v) for p, v in pairs]
    return " ".join([name, *shown])


def parse(program: Program, node: int, legal: Sequence[Action], typed: str) -> Action:
    """The legal action that ``typed`` means.

    Case, spacing, commas and parentheses do not matter unless two actions differ only in them.
    Raises IllegalAction, which names similar ones.
    """
    shown = [(text(program, node, action), action) for action in legal]
    for spelled in (str.strip, _plain):
        meant = [(t, action) for t, action in shown if spelled(t) == spelled(typed)]
        if len(meant) == 1:
            return meant[0][1]
        if meant:
            raise IllegalAction(f"{typed!r} may mean {_listed([t for t, _ in meant])}")
    raise IllegalAction(_refusal([t for t, _ in shown], typed))


def written(program: Program, node: int, typed: str) -> Action | None:
    """The action written exactly so, legal or not; None if that cannot be told word by word."""
    name, *words = typed.strip().split(" ")
    choices = enumerate(choices_of(program.nodes[node]))
    named = [(i, parameters_of(choice)) for i, choice in choices if choice.name == name]
    if len(named) != 1 or len(named[0][1]) != len(words):
        return None
    ((number, parameters),) = named
    values = [_value(p.type, word) for p, word in zip(parameters, words, strict=True)]
    args = tuple(value for value in values if value is not None)
    return Action(number, args) if len(args) == len(words) else None


def _value(t: Type, word: str) -> int | None:
    """The value that is shown as one word; None if there is none, or may be several."""
    match t:
        case Bool():
            return {"no": 0, "yes": 1}.get(word)
        case Int(lo, hi):
            value = int(word) if _NUMBER.fullmatch(word) else hi + 1
            return value if lo <= value <= hi else None
        case Enum(_, labels):
            return labels.index(word) if labels.count(word) == 1 else None
        case Option(inner) if word != "none":
            return _value(inner, word)
        case _:
            return None


def _plain(t: str) -> str:
    return _BETWEEN.sub(" ", t).strip().casefold()


def _refusal(shown: Sequence[str], typed: str) -> str:
    if not shown:
        return f"{typed!r} is not legal: nothing is"
    near = get_close_matches(_plain(typed), [_plain(t) for t in shown], _MOST, 0.5)
    by_name = [t for t in shown if _plain(t).split()[0] in _plain(typed).split()[:1]]
    named = [t for t in shown if _plain(t) in near] or by_name
    more = len(shown) - min(len(named), _MOST)
    if not named or not more:
        return f"{typed!r} is not legal here; legal: {_listed(shown)}"
    return f"{typed!r} is not legal here; nearest: {', '.join(named[:_MOST])}; {more} more"


def _listed(shown: Sequence[str]) -> str:
    rest = f" and {len(shown) - _MOST} more" if len(shown) > _MOST else ""
    return ", ".join(shown[:_MOST]) + rest
