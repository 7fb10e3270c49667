"""Values of the IR as JSON, in any style: the differences between styles are passed in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rulewright.dsl.ir import types as ty

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]

Writer = Callable[[ty.SeenValue], Json]


@dataclass(frozen=True, slots=True)
class JsonStyle:
    """How a style writes what JSON has no single notation for.

    A map is given as the type of its keys, and then the values at them, in order; ``hidden`` is
    what somebody may not see, if the style has such values.
    """

    number: Callable[[int], Json]
    none: Json
    set: Callable[[list[Json]], Json]
    map: Callable[[ty.Scalar], Callable[[list[Json]], Json]]
    hidden: Callable[[], Json] | None = None

    def json(self, t: ty.Type, value: ty.SeenValue) -> Json:
        """A value of type ``t``. Labels are strings, records objects, lists arrays."""
        return self.writer(t)(value)

    def writer(self, t: ty.Type) -> Writer:
        """A function that writes values of type ``t``: the type is examined once. It raises
        TypeError for other values."""
        write, hidden = self._seen(t), self.hidden
        return lambda value: hidden() if value is None and hidden is not None else write(value)

    def _seen(self, t: ty.Type) -> Writer:
        """The same for what is not hidden."""
        match t:
            case ty.Map(key, inner):
                together, entry = self.map(key), self.writer(inner)
                return lambda value: together([entry(v) for v in _parts(t, value)])
            case ty.List(element, _):
                each = self.writer(element)
                return lambda value: [each(v) for v in _parts(t, value)]
            case ty.Set(element):
                each = self._seen(element)
                return lambda value: self.set([each(v) for v in ty.elements(t, _whole(t, value))])
            case ty.Record(of=element) if element is not None:
                return self._seen(ty.Set(element))
            case ty.Record():
                return self._record(t)
            case ty.Option(inner):
                some, none = self._seen(inner), ty.none_of(t)
                return lambda value: self.none if value == none else some(value)
            case ty.Enum(_, labels):
                return lambda value: labels[_whole(t, value)]
            case ty.Int():
                return lambda value: self.number(_whole(t, value))
            case ty.Bool():
                return bool

    def _record(self, t: ty.Record) -> Writer:
        fields = [
            (name, self._seen(field), ty.lowest(field), step, ty.size(field))
            for (name, field), step in zip(t.fields, ty.strides(t), strict=True)
        ]
        return lambda value: {
            name: write(low + _whole(t, value) // step % size)
            for name, write, low, step, size in fields
        }


def _whole(t: ty.Type, value: ty.SeenValue) -> int:
    if not isinstance(value, int):
        raise _no_value(t, value)
    return int(value)


def _parts(t: ty.Type, value: ty.SeenValue) -> tuple[ty.SeenValue, ...]:
    if not isinstance(value, tuple):
        raise _no_value(t, value)
    return value


def _no_value(t: ty.Type, value: ty.SeenValue) -> TypeError:
    return TypeError(f"{value!r} is no value of {ty.show(t)}")
