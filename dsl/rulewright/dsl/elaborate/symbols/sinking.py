"""Which number decreases wherever a function or a procedure uses itself, so that it ends."""

from __future__ import annotations

from collections.abc import Sequence

from ...syntax import expressions as e
from ...syntax.free import free_names
from ...syntax.parts import Binding
from ...syntax.tree import nodes

MOST_VALUES = 64
"""The most values of the number: a copy is made for each."""


def uses_itself(name: str, body: object) -> bool:
    """Whether it is named in its own text."""
    return any(isinstance(n, e.Application) and n.name.text == name for n in nodes(body))


def sinking(name: str, params: Sequence[Binding], body: object) -> int | None:
    """The index of the first parameter that, by the text, decreases wherever it uses itself.

    The argument there is ``k - E`` or ``k div E`` for the parameter ``k``, with no other parameter
    in ``E``. Whether ``E`` is known, and makes ``k`` less, is found when it is evaluated.
    """
    used = [n for n in nodes(body) if isinstance(n, e.Application) and n.name.text == name]
    names = frozenset(q.name.text for q in params)

    def sinks(place: int, call: e.Application) -> bool:
        match call.args[place] if place < len(call.args) else None:
            case e.Binary("-" | "div", e.Reference(k), by):
                return k == params[place].name.text and not free_names(by) & names
        return False

    for place in range(len(params)):
        if used and all(sinks(place, call) for call in used):
            return place
    return None
