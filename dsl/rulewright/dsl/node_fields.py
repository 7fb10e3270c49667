"""The fields of nodes by name, of syntax trees and of the IR: the only place that reads them so."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from functools import cache
from operator import attrgetter
from typing import Any


@cache
def field_names(kind: type, without: str = "") -> tuple[str, ...]:
    """The names of the fields of a class of nodes, in order, except one."""
    return tuple(f.name for f in fields(kind) if f.name != without)


def field_values(node: object, without: str = "") -> tuple[Any, ...]:
    """The values of the fields of a node, in order, except the field of one name."""
    kind: type = type(node)
    return _reader(kind, without)(node)


@cache
def _reader(kind: type, without: str) -> Callable[[object], tuple[Any, ...]]:
    return reader(field_names(kind, without))


def reader(names: tuple[str, ...]) -> Callable[[object], tuple[Any, ...]]:
    """A function that gives the values of the fields of these names, for any node that has them."""
    match names:
        case ():
            return lambda node: ()
        case (name,):
            value = attrgetter(name)
            return lambda node: (value(node),)
        case _:
            return attrgetter(*names)


def named_fields(node: object, without: str = "") -> Mapping[str, Any]:
    """The same with their names."""
    kind: type = type(node)
    return dict(zip(field_names(kind, without), field_values(node, without), strict=True))
