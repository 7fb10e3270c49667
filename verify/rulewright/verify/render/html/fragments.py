"""What lies beside the boards, as HTML: cards, counts, supplies."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from markupsafe import Markup

from rulewright.dsl.ir.types import (
    Enum,
    Int,
    List,
    Map,
    Option,
    Record,
    SeenValue,
    Set,
    Type,
    elements,
    field_values,
    none_of,
    scalar_values,
    show_value,
    size,
)

from ...draw.colours import colours
from ...draw.variables import holds_nothing
from .layout import Slot

NOTHING = Markup('<span class="nothing">\N{EN DASH}</span>')
HIDDEN = Markup('<span class="card back">?</span>')
MANY = 16
"""Above this many kinds, cards are folded."""
FEW = 40
"""A count with at most this maximum has a track beside it."""


def slot_html(slot: Slot, value: SeenValue) -> Markup:
    """A slot with the value of its variable; None where it is hidden."""
    t = slot.variable.type
    if slot.entries is None or not isinstance(t, Map) or not isinstance(value, tuple):
        return held(t, value)
    names = _keys(t, shared=True)
    chosen = slice(slot.entries.start, slot.entries.stop)
    if len(slot.entries) == 1:
        return held(t.value, value[slot.entries.start])
    return _map(t.value, names[chosen], value[chosen])


def held(t: Type, value: SeenValue) -> Markup:
    """A value as a person would lay it on the table."""
    if value is None:
        return HIDDEN
    match t, value:
        case Int(lo, hi), int():
            return _count(lo, hi, int(value))
        case Option(inner), int():
            return NOTHING if value == none_of(t) else held(inner, value)
        case Enum(), int():
            return _card(show_value(t, value), colours(t.labels)[value])
        case Record(of=element), int() if element is not None:
            return held(Set(element), value)
        case Set(element), int():
            return _joined([held(element, member) for member in elements(t, value)])
        case List(element, _), tuple():
            return _joined([held(element, item) for item in value])
        case Map(_, inner), tuple():
            return _map(inner, _keys(t), value)
    return Markup('<span class="card">{}</span>').format(show_value(t, value))


def _map(t: Type, names: Sequence[str], values: Sequence[SeenValue]) -> Markup:
    pairs = list(zip(names, values, strict=True))
    if pairs and all(value is None for _, value in pairs):
        return HIDDEN
    if isinstance(t, Int):
        cards = [
            HIDDEN
            if n is None
            else _card(name, None, f"\N{MULTIPLICATION SIGN}{n}" if n != 1 else "")
            for name, n in pairs
            if n is None or n != 0
        ]
        return _heap(cards)
    shown = [
        Markup('<span class="entry"><b>{}</b> {}</span>').format(name, held(t, value))
        for name, value in pairs
        if not holds_nothing(t, value)
    ]
    return _joined(shown)


def _heap(cards: Sequence[Markup]) -> Markup:
    """Cards beside one another, or folded if there are many kinds."""
    if len(cards) <= MANY:
        return _joined(cards)
    return Markup("<details><summary>{} kinds</summary>{}</details>").format(
        len(cards), _joined(cards)
    )


@cache
def _keys(t: Map, *, shared: bool = False) -> list[str]:
    """The names of a map's keys; if it is ``shared`` among players, without the player."""
    if not isinstance(t.key, Record):
        return [show_value(t.key, key) for key in scalar_values(t.key)]
    rest = slice(1 if shared else 0, None)
    return [
        " ".join(show_value(field, v) for _, field, v in field_values(t.key, key)[rest])
        for key in range(size(t.key))
    ]


def _count(lo: int, hi: int, value: int) -> Markup:
    if lo < 0 or hi > FEW or hi == 0:
        return Markup('<span class="count">{}</span>').format(value)
    return Markup(
        '<span class="count">{}</span><span class="track"><i style="width:{}%"></i></span>'
    ).format(value, 100 * value // hi)


@cache
def _card(text: str, number: int | None, times: str = "") -> Markup:
    colour = "" if number is None else f" c{number}"
    many = Markup("<small>{}</small>").format(times) if times else ""
    return Markup('<span class="card{}">{}{}</span>').format(colour, text, many)


def _joined(parts: Sequence[Markup]) -> Markup:
    return Markup(" ").join(parts) if parts else NOTHING
