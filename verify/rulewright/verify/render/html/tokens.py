"""What is on a place: discs, stacks and numbers, drawn around the middle of the place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from markupsafe import Markup

from rulewright.dsl.ir.types import (
    Bool,
    Enum,
    Int,
    List,
    Option,
    SeenValue,
    Type,
    none_of,
    show_value,
)

from ...draw.marks import EMPTY, Mark, mark
from .figures.figure import number

LETTERS = 3
"""What bears a longer text is drawn as a card across the place."""
EXPLAINED = 12
"""Letters for so many labels are explained below a board; of more, each bears its whole name."""
CARD = 0.5
"""How high a card is, in radiuses."""
RISE = 0.42
"""How high at most half of each disc of a stack is, in radiuses."""
HEIGHT = 1.2
"""How high at most half of a stack is, in radiuses."""


@dataclass(frozen=True, slots=True)
class Token:
    """Something on a place: what is drawn for it, bottom first, and what it is in words."""

    discs: tuple[Mark, ...]
    said: str
    round: bool = True

    @property
    def is_card(self) -> bool:
        """Whether its text is too long for a disc."""
        return len(self.discs) == 1 and len(self.discs[0].text) > LETTERS


def token(t: Type, value: SeenValue) -> Token | None:
    """What stands on a place where a variable holds a value; None if that is nothing."""
    if value is None:
        return Token((mark(t, None),), "hidden")
    match t, value:
        case Bool(), _:
            return Token((Mark("✓"),), "yes") if value else None
        case Int(), int():
            return Token((Mark(str(int(value))),), str(int(value)), False) if value else None
        case Option(inner), int():
            return None if value == none_of(t) else token(inner, value)
        case List(element, _), tuple():
            items = [mark(element, item) for item in value]
            said = ", ".join(show_value(element, item) for item in value)
            return Token(tuple(items), said) if items else None
    shown = mark(t, value)
    if isinstance(t, Enum) and (len(t.labels) > EXPLAINED or len(shown.text) > LETTERS):
        shown = replace(shown, text=show_value(t, value))
    if shown.text in ("", EMPTY):
        return None
    return Token((shown,), show_value(t, value), isinstance(t, Enum))


def drawn(tokens: Sequence[Token], radius: float) -> Markup:
    """Tokens beside each other, in a circle of ``radius`` around (0, 0), below those that are cards."""
    cards = [one.discs[0] for one in tokens if one.is_card]
    others = [one for one in tokens if not one.is_card]
    places, share = _arranged(len(others))
    room = max(0.25, 1 - CARD * len(cards) / 2)
    top = -radius if others else -radius * CARD * len(cards) / 2
    below = radius * (1 - room)
    return Markup("").join(
        _card(card, radius, top + radius * CARD * (number + 0.5))
        for number, card in enumerate(cards)
    ) + Markup("").join(
        _stack(one, radius * share * room, x * radius * room, below + y * radius * room)
        for one, (x, y) in zip(others, places, strict=True)
    )


def _card(shown: Mark, radius: float, y: float) -> Markup:
    half, high = radius * 1.2, radius * CARD * 0.9
    size = min(high * 0.8, 2 * half * 0.95 / (0.6 * len(shown.text)))
    return _rectangle(shown, 0, y, half, high / 2, high * 0.2, size)


def _arranged(count: int) -> tuple[list[tuple[float, float]], float]:
    """Where so many things lie in a circle of radius 1, and how large each is."""
    if count < 2:
        return [(0.0, 0.0)] * count, 0.85
    across = 2 if count <= 4 else 3
    down = -(-count // across)
    step = 1.5 / max(across, down)
    spots = (divmod(k, across) for k in range(count))
    left, top = -step * (across - 1) / 2, -step * (down - 1) / 2
    return [(left + step * c, top + step * r) for r, c in spots], step / 1.6


def _stack(one: Token, radius: float, x: float, y: float) -> Markup:
    """A disc from above; several from the side, one upon the other, so that each can be read."""
    if len(one.discs) == 1:
        return _disc(one.discs[0], radius, x, y, one.round)
    high = min(RISE, HEIGHT / len(one.discs)) * radius
    lowest = y + high * (len(one.discs) - 1)
    return Markup("").join(
        _rectangle(
            disc, x, lowest - 2 * high * level, 1.1 * radius, high, high * 0.5,
            min(1.6 * high, 2 * radius / (0.7 * max(1, len(disc.text)))),
        )
        for level, disc in enumerate(one.discs)
    )  # fmt: skip


def _disc(shown: Mark, radius: float, x: float, y: float, is_round: bool) -> Markup:
    size = radius * min(1.15, 2.3 / max(1, len(shown.text)) ** 0.8)
    return _rectangle(shown, x, y, radius, radius, radius if is_round else radius * 0.25, size)


def _rectangle(
    shown: Mark, x: float, y: float, half: float, high: float, corner: float, size: float
) -> Markup:
    """A mark on a field around (x, y), so far to each side, and up and down."""
    colour = "plain" if shown.colour is None else f"c{shown.colour}"
    return Markup(
        '<g class="token {colour}"><rect x="{left}" y="{top}" width="{across}" height="{down}"'
        ' rx="{corner}"/><text x="{x}" y="{y}" font-size="{size}">{text}</text></g>'
    ).format(
        colour=colour,
        left=number(x - half),
        top=number(y - high),
        across=number(2 * half),
        down=number(2 * high),
        corner=number(corner),
        x=number(x),
        y=number(y),
        size=number(size),
        text=shown.text,
    )
