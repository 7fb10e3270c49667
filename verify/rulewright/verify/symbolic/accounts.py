"""Accounts of components: what is in a supply and in its places together, and how it changes.

An account's *drift* is by how much a run has changed that sum since it began. It is followed store
by store, and mostly folds to 0 without a solver: one piece less here is one piece more there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rulewright.dsl.ir import types as ty
from rulewright.dsl.ir.expr import Concat, ListOf
from rulewright.dsl.ir.program import Program

from ..solvers.terms import Term
from .environment import Slot
from .folds import count
from .numbers import Number
from .store_effects import Change
from .value_counters import Counter, keeps_counts
from .values import Entries, Row, Value, Values

Slots = Mapping[str, Slot]


@dataclass(frozen=True, slots=True)
class Account:
    """The components of one kind: those in ``supply`` (at ``key``) and in ``places``."""

    supply: str
    key: int | None
    places: tuple[str, ...]

    @property
    def drift(self) -> str:
        """Where a state keeps the drift."""
        return f"{self.supply}~{self.key}"

    @property
    def balanced(self) -> str:
        """Where a state keeps whether the sum was right at the beginning of the run."""
        return f"{self.supply}~{self.key}?"

    @property
    def variables(self) -> tuple[str, ...]:
        """What the sum depends on."""
        return (self.supply, *self.places)


def accounts(program: Program) -> tuple[Account, ...]:
    """The accounts of every supply."""
    types = {v.name: v.type for v in program.variables}
    return tuple(
        Account(supply.variable, key, supply.places)
        for supply in program.supplies
        for key in _keys(types[supply.variable])
    )


def _keys(t: ty.Type) -> Iterator[int | None]:
    if isinstance(t, ty.Map):
        lo, hi = ty.bounds(t.key)
        yield from range(lo, hi + 1)
    else:
        yield None


class Books:
    """Computes the sums of accounts and their changes."""

    def __init__(
        self,
        values: Values,
        types: Mapping[str, ty.Type],
        counters: Mapping[str, tuple[Counter, ...]],
    ) -> None:
        self.v, self.n, self.t = values, values.n, values.t
        self._types = types
        self._counters = counters

    # --- sums ---------------------------------------------------------------------------------

    def sum(self, account: Account, slots: Slots) -> Number:
        """How many components there are."""
        total = self.supplied(account, slots)
        for place in account.places:
            total = self.n.add(total, self._in_place(account, place, slots))
        return total

    def supplied(self, account: Account, slots: Slots) -> Number:
        """How many of them are in the supply."""
        return self._in_supply(account.supply, account.key, slots[account.supply].value)

    def _in_place(self, account: Account, place: str, slots: Slots) -> Number:
        if account.key is None:
            return self._in_supply(place, None, slots[place].value)
        for counter in self._counters.get(place, ()):
            if counter.value == account.key:
                return self.v.number(slots[counter.name].value)
        return self._held(account.key, slots[place].value)

    def _in_supply(self, name: str, key: int | None, value: Value) -> Number:
        """A number, an entry of a map of numbers, or the sum of such a map."""
        if not isinstance(value, Entries):
            return self.v.number(value)
        t = self._types[name]
        assert isinstance(t, ty.Map)
        if key is not None:
            return self.v.number(value.values[key - ty.lowest(t.key)])
        return self._total([self.v.number(entry) for entry in value.values])

    def _held(self, key: int, value: Value) -> Number:
        """How often a single place, a list, or a map of these holds the key."""
        match value:
            case Entries(values):
                return self._total([self._held(key, entry) for entry in values])
            case Row(_, items):
                conditions = [
                    self.t.and_((self.v.longer(value, i), self._is(item, key)))
                    for i, item in enumerate(items)
                ]
                return count(self.n, conditions)
            case _:
                return count(self.n, [self._is(value, key)])

    def _is(self, value: Value, key: int) -> Term:
        return self.n.is_(self.v.number(value), key)

    def _total(self, numbers: list[Number]) -> Number:
        total: Number = self.n.constant(0)
        for number in numbers:
            total = self.n.add(total, number)
        return total

    # --- changes ------------------------------------------------------------------------------

    def change(self, account: Account, change: Change) -> Number:
        """By how much a store changes the sum of the account."""
        stmt, zero = change.stmt, self.n.constant(0)
        if keeps_counts(stmt.var, stmt.value):
            return zero
        if account.key is None:
            return self._difference(account, change)
        if stmt.var != account.supply:
            return self._moved(account.key, change)
        if change.key is None:
            return self._difference(account, change)
        here = self.n.is_(change.key, account.key)
        return self.n.choose(here, self._difference(account, change), zero)

    def _difference(self, account: Account, change: Change) -> Number:
        """New number minus old one; exact without a subtraction where the store adds something."""
        added = change.added(self.v)
        if added is not None:
            sign, number = added
            return number if sign > 0 else self.n.subtract(self.n.constant(0), number)
        numbers = [
            self.v.number(x)
            if change.key is not None
            else self._in_supply(change.stmt.var, account.key, x)
            for x in (change.new, change.old)
        ]
        return self.n.subtract(*numbers)

    def _moved(self, key: int, change: Change) -> Number:
        value = change.stmt.value
        if (
            isinstance(value, Concat)
            and change.is_old(value.left)
            and isinstance(value.right, ListOf)
        ):
            items = [self._is(change.value_of(item), key) for item in value.right.items]
            return count(self.n, items)
        return self.n.subtract(self._held(key, change.new), self._held(key, change.old))
