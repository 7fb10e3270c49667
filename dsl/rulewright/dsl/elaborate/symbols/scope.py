"""What a name means at some point inside a definition."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace

from ...ir import code as x
from ...ir.names import is_made
from ...ir.types import Int, List, Option, Scalar, Set, none_of
from ...ir.walk import calls, reads
from ...span import Span
from ...syntax.node import Name


@dataclass(frozen=True, slots=True)
class Domain:
    """What can be iterated over: the elements of the set ``over``, or what they stand for.

    The components of a set of places ``within`` are a family of sets, seen through one
    representative of each: ``member(e, within)`` is the set that ``e`` stands for. The items of a
    list ``within`` are seen through their positions. Such a family is no value of the IR: it can
    be iterated over, filtered and chosen from; what is left of a list is a list again.
    """

    over: x.Expr
    member: Callable[[x.Expr, x.Expr], x.Expr] | None = None
    within: x.Expr | None = None

    @property
    def is_list(self) -> bool:
        """Whether the members are the items of a list."""
        return self.within is not None and isinstance(self.within.type, List)

    @property
    def element(self) -> Scalar:
        """The type of the elements of ``over``."""
        assert isinstance(self.over.type, Set)
        return self.over.type.element

    def bound(self, element: x.Expr) -> x.Expr:
        """What an element of ``over`` stands for: itself, in an ordinary set."""
        if self.member is None or self.within is None:
            return element
        return self.member(element, self.within)


Meaning = x.Expr | Domain

ERROR_TYPE = Domain(x.NO)
"""What a name means whose definition was wrong: to use it is no further error."""


@dataclass(frozen=True, slots=True)
class Again:
    """Inside the copy of a function that uses itself: for which value of the number that sinks.

    ``number``: what the function calls it; ``place``: which parameter it is.
    """

    name: str
    place: int
    number: str
    value: int
    lowest: int


@dataclass(frozen=True, slots=True)
class Scope:
    """Local names, and the options and numbers that are known not to be none or 0 here."""

    names: Mapping[str, Meaning] = field(default_factory=dict)
    present: frozenset[x.Expr] = frozenset()
    changing: frozenset[str] = frozenset()
    """The variables of names declared with ``var``: statements may assign to them."""
    constant: bool = False
    """Whether the value is wanted before play: quantifiers over constants are written out."""
    demand: Callable[[x.Expr, Span], None] | None = None
    """What must hold for the value to be worked out, where it is worked out whatever happens."""

    again: Again | None = None
    introduced: Mapping[str, Span] = field(default_factory=dict)
    """Where the text introduces these names."""

    def bind(self, name: str | Name, meaning: Meaning) -> Scope:
        """The scope with a local name more; a `Name` tells where the text introduces it."""
        text = name if isinstance(name, str) else name.text
        places = self.introduced if isinstance(name, str) else {**self.introduced, text: name.span}
        names = {**self.names, text: meaning}
        return replace(self, names=names, introduced=places, demand=None)

    def assume(self, condition: x.Expr) -> Scope:
        """The scope where ``condition`` holds."""
        found = self.know(_present(condition))
        return found if found.demand is None else replace(found, demand=None)

    def know(self, options: Collection[x.Expr]) -> Scope:
        """The scope where these options, too, are not none, and these numbers not 0.

        Functions that have no name in the ruleset tell nothing: each is used in one place. Nor do
        values from before a decision: with the next one they are others.
        """
        found = [o for o in options if not any(map(is_made, (*calls(o), *reads(o))))]
        return replace(self, present=self.present.union(found)) if found else self

    def is_there(self, value: x.Expr) -> bool:
        """Whether a value is known not to be none here."""
        return not isinstance(value.type, Option) or value in self.present or _has_value(value)

    def forget(self, stored: Collection[str]) -> Scope:
        """What is still known after something was stored to these variables.

        A function may read any variable: of what it gives, nothing is known after a store.
        """
        if not self.present or not stored:
            return self
        left = (p for p in self.present if not calls(p) and reads(p).isdisjoint(stored))
        return replace(self, present=frozenset(left))


def _present(condition: x.Expr) -> list[x.Expr]:
    """The options that cannot be none, and the numbers that cannot be 0, where ``condition`` holds."""
    number = _not_zero(condition)
    if number is not None:
        return [number]
    match condition:
        case x.And(args):
            return [e for a in args for e in _present(a)]
        case x.Not(x.Or(args)):
            return [e for a in args for e in _present(x.Not(a))]
        case x.Or(args):
            return _in_each([_present(a) for a in args])
        case x.Not(x.And(args)):
            return _in_each([_present(x.Not(a)) for a in args])
        case x.Compare("!=", left, right) | x.Not(x.Compare("==", left, right)):
            return [
                a
                for a, b in ((left, right), (right, left))
                if isinstance(a.type, Option)
                and isinstance(b, x.Const)
                and b.value == none_of(a.type)
            ]
        case x.Compare("==", left, right) | x.Not(x.Compare("!=", left, right)):
            return [a for a, b in ((left, right), (right, left)) if _option_of_value(a, b)]
        case _:
            return []


def _in_each(ways: list[list[x.Expr]]) -> list[x.Expr]:
    """What every one of several ways tells."""
    first, *others = ways
    return [e for e in first if all(e in other for other in others)]


def _not_zero(condition: x.Expr) -> x.Expr | None:
    """The number that is not 0 where a comparison with a constant holds."""
    match condition:
        case x.Not(x.Compare("<=", left, x.Const(int(k)))) if k >= 0:
            return _counted(left)
        case x.Not(x.Compare("<", left, x.Const(int(k)))) if k >= 1:
            return _counted(left)
        case x.Not(x.Compare("==", left, right)) | x.Compare("!=", left, right):
            pairs = ((left, right), (right, left))
            return next(
                (_counted(a) for a, b in pairs if isinstance(b, x.Const) and b.value == 0), None
            )
        case x.Compare("<", x.Const(int(k)), right) if k >= 0:
            return _counted(right)
        case x.Compare("<=", x.Const(int(k)), right) if k >= 1:
            return _counted(right)
        case x.Compare("==", left, right) | x.Not(x.Compare("!=", left, right)):
            pairs = ((left, right), (right, left))
            return next(
                (_counted(a) for a, b in pairs if isinstance(b, x.Const) and b.value != 0), None
            )
    return None


def _counted(value: x.Expr) -> x.Expr | None:
    return value if isinstance(value.type, Int) and not isinstance(value, x.Const) else None


def _option_of_value(a: x.Expr, b: x.Expr) -> bool:
    """Whether ``a`` is an option and ``b``, seen as one, cannot be none."""
    return isinstance(a.type, Option) and _has_value(b)


def _has_value(option: x.Expr) -> bool:
    """Whether an option cannot be none, whatever is known."""
    if isinstance(option, x.Const):
        return not isinstance(option.type, Option) or option.value != none_of(option.type)
    return isinstance(option, x.Convert) and not isinstance(option.arg.type, Option)
