"""What a name means at some point inside a definition."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from ...ir import code as x
from ...ir import fold
from ...ir.names import is_made
from ...ir.types import Int, List, Option, Scalar, Set
from ...ir.walk import calls, reads
from ...span import Span
from ...syntax.node import Name
from . import facts, ranges


@dataclass(frozen=True, slots=True)
class Domain:
    """What can be iterated over: the elements of the set ``over``, or what they stand for.

    The components of a set of places ``within`` are a family of sets, seen through one
    representative of each: ``member(e, within)`` is the set that ``e`` stands for. The items of a
    list ``within`` are seen through their positions. Such a family is not a value of the IR: it can
    be iterated over, filtered and chosen from; a filtered list is a list again.
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
"""The meaning of a name whose definition was wrong: using it is no further error."""


@dataclass(frozen=True, slots=True)
class Again:
    """Inside the copy of a function that uses itself: the value of the decreasing number.

    ``number``: the function's name for it; ``place``: the index of the parameter.
    """

    name: str
    place: int
    number: str
    value: int
    lowest: int


@dataclass(frozen=True, slots=True)
class Scope:
    """Local names, and what is known here: the options that are not none, and the ranges of numbers.

    ``absent``: options that are none; ``either``: conditions of each of which one holds.
    """

    names: Mapping[str, Meaning] = field(default_factory=dict)
    present: frozenset[x.Expr] = frozenset()
    absent: frozenset[x.Expr] = frozenset()
    either: frozenset[tuple[x.Expr, ...]] = frozenset()
    changing: frozenset[str] = frozenset()
    """The variables of names declared with ``var``: statements may assign to them."""
    constant: bool = False
    """Whether the value is needed before play: quantifiers over constants are written out."""
    demand: Callable[[x.Expr, Span], None] | None = None
    """What must hold for the value to be computed, where it is always computed."""

    doubtful: bool = False
    """Whether a test that led here is wrong: what it would tell is unknown."""

    written_out: Callable[[x.Expr], x.Expr] | None = None
    """The content of a condition, with its function calls written out."""

    again: Again | None = None
    introduced: Mapping[str, Span] = field(default_factory=dict)
    """Where the text introduces these names."""

    def bind(self, name: str | Name, meaning: Meaning) -> Scope:
        """The scope with one more local name; a `Name` tells where the text introduces it."""
        text = name if isinstance(name, str) else name.text
        places = self.introduced if isinstance(name, str) else {**self.introduced, text: name.span}
        names = {**self.names, text: meaning}
        return replace(self, names=names, introduced=places, demand=None)

    def assume(self, condition: x.Expr) -> Scope:
        """The scope where ``condition`` holds."""
        if self.written_out is not None:
            condition = self.written_out(condition)
        none = self.absent.union(o for o in facts.absent(condition) if _stays(o))
        ways = self.either.union(w for w in facts.either(condition) if all(map(_stays, w)))
        found = replace(self, absent=none, either=ways) if none or ways else self
        found = found.know(facts.present(condition))
        return found if found.demand is None else replace(found, demand=None)

    def among(self, element: x.Expr, of: x.Expr) -> Scope:
        """The scope where an element is in a set: what the set implies for its elements holds for
        it."""
        return self if isinstance(of, x.Const) else self.assume(fold.in_(element, of))

    def same(self, name: x.Expr, value: x.Expr) -> Scope:
        """The scope where a name stands for this value: what is known of one is of the other."""
        if name == value or not isinstance(value.type, Option | Int):
            return self
        return self.assume(fold.compare("==", name, value))

    def known_of(self, name: x.Expr, value: x.Expr) -> list[x.Expr]:
        """What is known of a name that was given a value, whatever is stored afterwards: a number is
        in the same range."""
        if isinstance(name.type, Int) and isinstance(value.type, Int):
            return ranges.within(name, self.range_of(value))
        return [name] if value in self.present else []

    def stored_in(self, place: x.Expr, value: x.Expr) -> list[x.Expr]:
        """What is known of a place to which a value was stored."""
        if isinstance(place.type, Option):
            return [place] if self.is_there(value) else []
        return self.known_of(place, value) if isinstance(place.type, Int) else []

    def know(self, options: Collection[x.Expr]) -> Scope:
        """The scope where these options, too, are not none, and these comparisons hold.

        Functions without a name in the ruleset are not recorded: each is used in one place. Nor are
        values from before a decision: after the next one they differ.
        """
        more = self.present.union(o for o in options if _stays(o))
        found = self if more == self.present else replace(self, present=more)
        for ways in found.either:
            left = [w for w in ways if not facts.fails(w, found.present, found.absent)]
            if len(left) == 1:
                return replace(found, either=found.either - {ways}).assume(left[0])
        return found

    def meet(self, ways: Sequence[Scope]) -> Scope:
        """The scope with what all of several ways know."""
        return replace(
            self,
            present=frozenset(ranges.common([way.present for way in ways])),
            absent=frozenset.intersection(*(way.absent for way in ways)),
            either=frozenset.intersection(*(way.either for way in ways)),
            doubtful=any(way.doubtful for way in ways),
        )

    def is_there(self, value: x.Expr) -> bool:
        """Whether a value is known not to be none here."""
        return not isinstance(value.type, Option) or facts.is_there(value, self.present)

    def range_of(self, number: x.Expr) -> Int:
        """The range of a number, by its type and by what is known here."""
        return facts.range_of(number, self.present)

    def forget(self, stored: Collection[str]) -> Scope:
        """What is still known after something was stored to these variables.

        A function may read any variable: of its result, nothing is known after a store.
        """
        if not stored or not (self.present or self.absent or self.either):
            return self

        def left(value: x.Expr) -> bool:
            return not calls(value) and reads(value).isdisjoint(stored)

        return replace(
            self,
            present=frozenset(filter(left, self.present)),
            absent=frozenset(filter(left, self.absent)),
            either=frozenset(ways for ways in self.either if all(map(left, ways))),
        )


def _stays(value: x.Expr) -> bool:
    """Whether what is known of a value holds elsewhere, too."""
    return not any(map(is_made, (*calls(value), *reads(value))))
