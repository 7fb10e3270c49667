"""Values of the IR as JSON, in whichever style: what differs from style to style is handed in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rulewright.dsl.ir import types as ty

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]


@dataclass(frozen=True, slots=True)
class JsonStyle:
    """How a style writes what JSON has no one word for.

    A map comes as its keys, with their type, and the values at them; ``hidden`` is what somebody
    may not see, if the style has such values.
    """

    number: Callable[[int], Json]
    none: Json
    set: Callable[[list[Json]], Json]
    map: Callable[[ty.Scalar, Sequence[ty.Value], list[Json]], Json]
    hidden: Callable[[], Json] | None = None

    def json(self, t: ty.Type, value: ty.SeenValue) -> Json:
        """A value of type ``t``. Labels are strings, records objects, lists arrays."""
        match t, value:
            case _, None if self.hidden is not None:
                return self.hidden()
            case ty.Bool(), _:
                return bool(value)
            case ty.Int(), int():
                return self.number(int(value))
            case ty.Enum(_, labels), int():
                return labels[value]
            case ty.Option(inner), int():
                return self.none if value == ty.none_of(t) else self.json(inner, value)
            case ty.Record(of=element), int() if element is not None:
                return self.json(ty.Set(element), value)
            case ty.Record(), int():
                parts = ty.field_values(t, value)
                return {name: self.json(field, v) for name, field, v in parts}
            case ty.Set(element), int():
                return self.set([self.json(element, v) for v in ty.elements(t, value)])
            case ty.Map(key, inner), tuple():
                entries = [self.json(inner, v) for v in value]
                return self.map(key, ty.scalar_values(key), entries)
            case ty.List(element, _), tuple():
                return [self.json(element, v) for v in value]
        raise TypeError(f"{value!r} is no value of {ty.show(t)}")
