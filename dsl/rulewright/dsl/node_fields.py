"""The fields of nodes by name, of syntax trees and of the IR: the one place that reads them so."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields
from functools import cache
from typing import Any


@cache
def field_names(kind: type, without: str = "") -> tuple[str, ...]:
    """The names of the fields of a class of nodes, in order, but for one."""
    return tuple(f.name for f in fields(kind) if f.name != without)


def field_values(node: object, without: str = "") -> list[Any]:
    """What the fields of a node hold, in order, but for the field of one name."""
    kind: type = type(node)
    return values_of(node, field_names(kind, without))


def values_of(node: object, names: Iterable[str]) -> list[Any]:
    """What the fields of these names hold."""
    return [getattr(node, name) for name in names]


def named_fields(node: object, without: str = "") -> Mapping[str, Any]:
    """The same with their names."""
    kind: type = type(node)
    return dict(zip(field_names(kind, without), field_values(node, without), strict=True))
