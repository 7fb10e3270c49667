"""The same game with marks in its rules: truths that say that play has come there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rulewright.dsl.ir.program import Program
from rulewright.dsl.ruleset import Ruleset
from rulewright.dsl.span import Span
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.syntax import parts as p
from rulewright.dsl.syntax import statements as s
from rulewright.dsl.syntax.node import Name
from rulewright.dsl.syntax.tree import rewritten

from ...subject import Selected
from ..probing import instantiated, to_play
from .candidates import Place, Site


def prefix(ruleset: Ruleset) -> str:
    """What no name of the ruleset begins with."""
    found = "mark_"
    while found in ruleset.tree.source:
        found = f"x_{found}"
    return found


def with_marks(one: Selected, marked: Mapping[str, Site]) -> Program | None:
    """The game in which each of these sites sets the state of that name; None where they do not go together."""
    parts = _parts(one, {id(site.place): (_set(name, one),) for name, site in marked.items()})
    return to_play(one, (*parts, *(_state(name, one) for name in marked)))


def stopping_at(one: Selected, name: str, place: Place) -> Program | None:
    """The game that is over where play comes to a place; its last check asks whether it never does.

    Nothing that fails there can take back that play has come.
    """
    at = _at(one)
    check = p.CheckPart(
        name=Name(f"never_{name}", span=at), question="", fails=False, kind="never", player=None,
        body=e.Reference(name, span=at), asked=at, span=at,
    )  # fmt: skip
    parts = _parts(one, {id(place): (_set(name, one), s.Lose(span=at))}, only=True)
    return instantiated(one, (*parts, _state(name, one), check))


def _parts(
    one: Selected, marks: Mapping[int, s.Block], *, only: bool = False
) -> tuple[p.Part, ...]:
    """The ruleset's parts with marks, by the address of places. ``only``: nothing else stands there then."""

    def change(before: object, after: Any) -> Any:
        if (mark := marks.get(id(before))) is None:
            return after
        match before:
            case s.Option():
                return replace(after, body=mark if only else (*mark, *after.body))
            case s.IfStatement():
                return replace(after, otherwise=mark)
            case _:
                return mark if only else (*mark, *after)

    assert one.ruleset is not None
    changed: tuple[p.Part, ...] = rewritten(one.ruleset.tree.parts, change)
    return changed


def _at(one: Selected) -> Span:
    assert one.ruleset is not None
    return one.ruleset.tree.name.span


def _set(name: str, one: Selected) -> s.Assign:
    at = _at(one)
    return s.Assign(e.Reference(name, span=at), e.Truth(True, span=at), span=at)


def _state(name: str, one: Selected) -> p.StatePart:
    at = _at(one)
    truth = e.PlainType(e.Reference("Bool", span=at), span=at)
    no = e.Truth(False, span=at)
    return p.StatePart(name=Name(name, span=at), type=truth, initial=no, seen=None, span=at)
