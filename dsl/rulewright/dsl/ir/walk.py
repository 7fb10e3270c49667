"""The one traversal of expressions and statements of the IR."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from operator import is_not
from typing import Any, get_args, get_type_hints

from ..node_fields import field_names, reader
from .code import (
    Best,
    Call,
    Each,
    Expr,
    Filter,
    Let,
    Local,
    MapOf,
    Quantifier,
    Stmt,
    Store,
    Var,
)

_NODES: frozenset[type] = frozenset((*get_args(Expr), *get_args(Stmt)))


def children(node: Expr | Stmt) -> Iterator[Expr | Stmt]:
    """The expressions and statements directly inside ``node``, in order of evaluation."""
    return iter(_children(node))


def _children(node: Expr | Stmt) -> list[Expr | Stmt]:
    found: list[Expr | Stmt] = []
    kind: type = type(node)
    for value in _reader(kind)(node):
        if type(value) in _NODES:
            found.append(value)
        elif type(value) is tuple:
            found += value
    return found


@cache
def _parts(kind: type) -> tuple[str, ...]:
    """The names of the fields that may hold expressions and statements, in order: not that of a
    constant, which may be a long tuple of numbers. Raises TypeError for anything that is not part
    of the IR."""
    if kind not in _NODES:
        raise TypeError(f"this is no expression or statement of the IR: {kind.__name__}")
    hints = get_type_hints(kind)
    return tuple(name for name in field_names(kind) if _may_hold(hints[name]))


@cache
def _reader(kind: type) -> Callable[[object], tuple[Any, ...]]:
    return reader(_parts(kind))


def _may_hold(hint: object) -> bool:
    return hint in _NODES or any(_may_hold(part) for part in get_args(hint))


def walk(*roots: Expr | Stmt) -> Iterator[Expr | Stmt]:
    """Every node under the roots, including the roots; not recursive, so any depth is fine."""
    stack = list(reversed(roots))
    while stack:
        node = stack.pop()
        yield node
        stack += reversed(_children(node))


def reads(*roots: Expr | Stmt) -> frozenset[str]:
    """The variables that the roots read themselves (not through functions they call)."""
    return frozenset(n.name for n in walk(*roots) if isinstance(n, Var))


def stores(*roots: Expr | Stmt) -> frozenset[str]:
    """The variables that statements store to, including those inside them."""
    return frozenset(n.var for n in walk(*roots) if isinstance(n, Store))


def substituted(root: Expr, given: Mapping[Local, Expr] | Mapping[Var, Expr]) -> Expr:
    """An expression with others in place of some of its locals and variables, even where they are
    bound."""
    found: Expr = _substituted(root, given)
    return found


def _substituted(value: Any, given: Mapping[Any, Expr]) -> Any:
    if isinstance(value, Local | Var):
        return given.get(value, value)
    kind: type = type(value)
    if kind is tuple:
        parts = tuple([_substituted(v, given) for v in value])
        return parts if any(map(is_not, parts, value)) else value
    if kind not in _NODES:
        return value
    before = _reader(kind)(value)
    after = [_substituted(v, given) for v in before]
    if not any(map(is_not, after, before)):
        return value
    return replace(value, **dict(zip(_parts(kind), after, strict=True)))


def free_locals(root: Expr) -> tuple[Local, ...]:
    """The locals that an expression reads and does not bind, in order of first use.

    No two binders of a program bind the same name.
    """
    bound = bound_locals(root)
    return tuple(dict.fromkeys(n for n in walk(root) if isinstance(n, Local) and n not in bound))


def bound_locals(root: Expr) -> frozenset[Local]:
    """The locals that something inside an expression binds."""
    return frozenset(
        n.local if isinstance(n, Let | Each) else n.var
        for n in walk(root)
        if isinstance(n, Let | Each | Quantifier | Filter | Best | MapOf)
    )


def calls(*roots: Expr | Stmt) -> frozenset[str]:
    """The functions that the roots call directly."""
    return frozenset(n.function for n in walk(*roots) if isinstance(n, Call))
