"""Values as marks of few characters, to be put on a board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from rulewright.dsl.ir.types import (
    Bool,
    Enum,
    Int,
    List,
    Map,
    Option,
    Record,
    Scalar,
    SeenValue,
    Set,
    Type,
    elements,
    field_values,
    none_of,
    show,
)

from .colours import colours

EMPTY = "·"
GONE = "~"
"""A place with nothing on it that is no longer one of those that there are at first."""
HIDDEN = "?"


@dataclass(frozen=True, slots=True)
class Mark:
    """A text and, if it stands for one label of an enumeration, that label's colour."""

    text: str
    colour: int | None = None


@cache
def initials(labels: tuple[str, ...]) -> tuple[str, ...]:
    """For each label the shortest beginning that no other label has.

    >>> initials(("Death", "Diskus", "Life"))
    ('De', 'Di', 'L')
    """
    return tuple(
        next(
            (
                label[:n]
                for n in range(1, len(label))
                if sum(other.startswith(label[:n]) for other in labels) == 1
            ),
            label,
        )
        for label in labels
    )


def mark(t: Type, value: SeenValue) -> Mark:
    """A value of type ``t`` as a mark; None is a hidden value."""
    match t, value:
        case _, None:
            return Mark(HIDDEN)
        case Bool(), _:
            return Mark("x" if value else EMPTY)
        case Int(), int():
            return Mark(str(int(value)))
        case Enum(_, labels), int():
            return Mark(initials(labels)[value], colours(labels)[value])
        case Option(inner), int():
            return Mark(EMPTY) if value == none_of(t) else mark(inner, value)
        case Record(of=element), int() if element is not None:
            return mark(Set(element), value)
        case Record(), int():
            parts = [mark(field, v) for _, field, v in field_values(t, value)]
            return Mark("".join(p.text for p in parts), parts[0].colour if parts else None)
        case Set(element), int():
            return Mark("".join(mark(element, v).text for v in elements(t, value)) or EMPTY)
        case (List(element, _), tuple()):
            items = [mark(element, item) for item in value]
            return Mark(
                "".join(i.text for i in items) or EMPTY, items[-1].colour if items else None
            )
        case (Map(_, inner), tuple()):
            return Mark("".join(mark(inner, v).text for v in value))
    raise TypeError(f"{value!r} is no value of {show(t)}")


def _of_fields(fields: Sequence[tuple[str, Scalar]]) -> tuple[tuple[Mark, str], ...]:
    """The legends of the fields of a record; where two of them share letters, with the names of the fields."""
    entries = {name: legend(field) for name, field in fields}
    labels: dict[str, set[str]] = {}
    for shown, label in (entry for some in entries.values() for entry in some):
        labels.setdefault(shown.text, set()).add(label)
    return tuple(
        dict.fromkeys(
            (shown, f"{label} ({name})" if len(labels[shown.text]) > 1 else label)
            for name, some in entries.items()
            for shown, label in some
        )
    )


def legend(t: Type) -> tuple[tuple[Mark, str], ...]:
    """Which mark stands for which label, for every enumeration in ``t``."""
    match t:
        case Enum(_, labels):
            return tuple(
                (Mark(short, colour), label)
                for short, colour, label in zip(
                    initials(labels), colours(labels), labels, strict=True
                )
                if short != label
            )
        case Option(inner) | Map(_, inner):
            return legend(inner)
        case Set(element) | List(element, _):
            return legend(element)
        case Record(of=element) if element is not None:
            return legend(element)
        case Record(_, fields):
            return _of_fields(fields)
        case _:
            return ()
