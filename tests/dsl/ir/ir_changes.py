"""Programs that differ from a program in one place."""

from __future__ import annotations

import dataclasses
import typing
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir.code import Store
from rulewright.dsl.ir.program import Check, End, Variable
from rulewright.dsl.ir.types import contains

_UNPRINTED = frozenset({"span", "boards"})
_PARALLEL = frozenset({"nodes", "resets"})
_MAY_BE_MISSING: dict[str, Any] = {
    "key": x.YES,
    "fault": 0,
    "where": x.YES,
    "body": x.YES,
    "scores": x.YES,
    "player": x.Local("p", x.BOOL),
}
_OPTIONAL = frozenset(
    {
        (Store, "key"),
        (Store, "fault"),
        (x.Quantifier, "where"),
        (x.Quantifier, "body"),
        (End, "scores"),
        (Check, "player"),
    }
)
_ABSENT = object()
Change = Callable[[], Any]


def changes(program: Any) -> Iterator[Change]:
    """Ways to change one leaf of ``program``, or to leave out the last item of a tuple.

    A change that leads to no value of a type makes nothing (None). What follows from declarations
    (the types of names where they are used) stays as it is.
    """
    return _changed(program, program, "")


def _changed(node: Any, parent: Any, field: str) -> Iterator[Change]:
    match node:
        case bool():
            yield lambda: not node
        case int():
            yield lambda: node + 1
        case str():
            yield lambda: f"{node}x"
        case None:
            if field in _MAY_BE_MISSING:
                yield lambda: _MAY_BE_MISSING[field]
        case tuple():
            if node and field not in _PARALLEL and not isinstance(parent, tuple):
                yield lambda: node[:-1]
            for i, item in enumerate(node):
                within = node if isinstance(item, tuple) else parent
                for change in _changed(item, within, field):
                    yield partial(_with_item, node, i, change)
        case _ if dataclasses.is_dataclass(node):
            for f in (
                f for f in dataclasses.fields(node) if f.compare
            ):  # others tell nothing apart
                for change in _field_changes(node, parent, field, f.name):
                    yield partial(_with_field, node, f.name, change)


def _field_changes(node: Any, parent: Any, within: str, field: str) -> Iterator[Change]:
    declares = within in {"var", "local", "params"} or isinstance(parent, Check)
    used = isinstance(node, x.Var | x.Call) or (isinstance(node, x.Local) and not declares)
    if field in _UNPRINTED or (field == "type" and used):
        return
    value = getattr(node, field)
    if field in {"op", "kind"}:
        options = typing.get_args(typing.get_type_hints(type(node))[field])
        yield from (partial(_same, option) for option in options if option != value)
        return
    if value is not None and (type(node), field) in _OPTIONAL:
        yield partial(_same, _ABSENT)
    yield from _changed(value, node, field)


def _same(value: Any) -> Any:
    return value


def _with_item(node: tuple[Any, ...], index: int, change: Change) -> Any:
    item = change()
    return None if item is None else (*node[:index], item, *node[index + 1 :])


def _with_field(node: Any, field: str, change: Change) -> Any:
    value = change()
    if value is None:
        return None
    changed = dataclasses.replace(node, **{field: None if value is _ABSENT else value})
    return changed if _can_be(changed) else None


def _can_be(node: Any) -> bool:
    """Whether a value that is printed is one of its type's."""
    if isinstance(node, x.Const):
        return contains(node.type, node.value)
    return not isinstance(node, Variable) or contains(node.type, node.initial)
