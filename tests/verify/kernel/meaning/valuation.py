"""What terms and symbolic values of the kernel mean where their variables have given values.

Worked out here, term by term, as SMT-LIB says; no solver is asked.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from random import Random

from rulewright.dsl.ir import types as ty
from rulewright.dsl.ir.program import Program
from rulewright.verify.kernel.certificate import Certificate, Claim
from rulewright.verify.kernel.meaning.known import Known
from rulewright.verify.kernel.meaning.numbers import RangedNumber
from rulewright.verify.kernel.meaning.terms import KernelTerm
from rulewright.verify.kernel.meaning.values import (
    Content,
    Items,
    KernelValue,
    KernelValues,
    LazyMap,
    Members,
)
from rulewright.verify.kernel.setting import CutPointContext, Shared
from rulewright.verify.kernel.ways.paths import order_of


class Free(Exception):  # noqa: N818
    """A term has a variable in it that no value was given to."""


class Valuation:
    """Values of variables and functions, and what follows of other terms."""

    def __init__(self, values: KernelValues) -> None:
        self._v = values
        self._known: dict[KernelTerm, int] = {}
        self._functions: dict[tuple[int, int], int] = {}

    # --- giving values ------------------------------------------------------------------------

    def give(self, content: Content, t: ty.Type, value: ty.Value) -> None:
        """Let what a variable holds, which may be anything, have a value of type ``t``."""
        self._give(self._v.seen(content), t, value)

    def _give(self, held: KernelValue, t: ty.Type, value: ty.Value) -> None:
        match held, t, value:
            case KernelTerm(), _, int():
                self._fix(held, int(value))
            case RangedNumber(), _, int():
                self._fix(held.term, value)
            case Members(bits), _, int():
                for i, bit in enumerate(bits):
                    self._fix(bit, value >> i & 1)
            case LazyMap(), ty.Map(key, inner), tuple():
                for k, entry in enumerate(value):
                    self._give(held.entry(ty.lowest(key) + k), inner, entry)
            case Items(length, items), ty.List(element), tuple():
                self._fix(length.term, len(value))
                behind = (ty.lowest(element),) * (len(items) - len(value))
                for item, one in zip(items, (*value, *behind), strict=True):
                    self._give(item, element, one)
            case _:
                raise TypeError((held, t, value))

    def _fix(self, term: KernelTerm, value: int) -> None:
        match term.op:
            case "var":
                self._known[term] = value
            case "apply":
                self._functions[term.value, self.of(term.args[0])] = value
            case "bit":
                (vector,) = term.args
                place = vector.value, self.of(vector.args[0])
                rest = self._functions.get(place, 0) & ~(1 << term.value)
                self._functions[place] = rest | value << term.value
            case _:
                assert self.of(term) == value, "what is known already is no other value"

    # --- what follows -------------------------------------------------------------------------

    def of(self, term: KernelTerm) -> int:
        """The value: 0 or 1 of a truth value, of a bit vector the signed number. Raises Free."""
        waiting = [term]
        while waiting:
            here = waiting[-1]
            missing = [arg for arg in here.args if arg not in self._known]
            if here in self._known or not missing:
                waiting.pop()
                if here not in self._known:
                    self._known[here] = self._found(here, [self._known[arg] for arg in here.args])
            waiting += missing
        return self._known[term]

    def _found(self, term: KernelTerm, args: list[int]) -> int:
        match term.op, args:
            case ("true" | "false") as op, _:
                return op == "true"
            case "const", _:
                return term.value
            case "not", [a]:
                return not a
            case "and", _:
                return all(args)
            case "ite", [c, a, b]:
                return a if c else b
            case "=", [a, b]:
                return a == b
            case "bvslt", [a, b]:
                return a < b
            case "sign_extend", [a]:
                assert term.width == term.args[0].width + term.value
                return a
            case "extract", [a]:
                assert term.value == term.width - 1
                return _signed(a, term.width)
            case "bit", [a]:
                return a >> term.value & 1
            case "apply", [a]:
                if (term.value, a) not in self._functions:
                    raise Free
                return self._functions[term.value, a]
            case ("bvadd" | "bvsub" | "bvmul" | "bvudiv" | "bvurem") as op, [a, b]:
                assert term.args[0].width == term.args[1].width == term.width
                return _signed(_calculated(op, a, b, term.width), term.width)
        raise Free

    def value(self, symbolic: KernelValue, t: ty.Type) -> ty.Value:
        """The value of type ``t`` that a symbolic one has; what is known of it must be so. Raises Free."""
        match symbolic, t:
            case KernelTerm(), _:
                return bool(self.of(symbolic))
            case RangedNumber(term, lo, hi), _:
                found = self.of(term)
                assert lo <= found <= hi, (found, lo, hi)
                return found
            case Members(bits), ty.Set(element):
                mask = sum(self.of(bit) << i for i, bit in enumerate(bits))
                if symbolic.only is not None:
                    assert mask == 1 << self.of(symbolic.only.term) - ty.lowest(element)
                if symbolic.grown is not None:
                    less = self.value(symbolic.grown.of, t)
                    assert isinstance(less, int)
                    assert self.of(symbolic.grown.by.term) == mask.bit_count() - less.bit_count()
                return mask
            case LazyMap(), ty.Map(key, inner):
                keys = range(ty.lowest(key), ty.lowest(key) + ty.size(key))
                return tuple(self.value(symbolic.entry(k), inner) for k in keys)
            case Items(length, items), ty.List(element):
                size = self.value(length, ty.Int(0, 0))
                assert isinstance(size, int)
                assert length.hi <= len(items)
                return tuple(self.value(item, element) for item in items[:size])
        raise TypeError((symbolic, t))


def _signed(value: int, width: int) -> int:
    rest = value & (1 << width) - 1
    return rest - (1 << width) if rest >> width - 1 else rest


def _calculated(op: str, a: int, b: int, width: int) -> int:
    low = (1 << width) - 1
    match op:
        case "bvadd":
            return a + b
        case "bvsub":
            return a - b
        case "bvmul":
            return a * b
        case "bvudiv":
            return (a & low) // (b & low)
        case _:
            return (a & low) % (b & low)


def any_value(t: ty.Type, luck: Random) -> ty.Value:
    """A value of a type."""
    match t:
        case ty.Bool():
            return luck.random() < 0.5
        case ty.Set(element):
            return luck.randrange(1 << ty.size(element))
        case ty.Map(key, inner):
            return tuple(any_value(inner, luck) for _ in range(ty.size(key)))
        case ty.List(element, limit):
            return tuple(any_value(element, luck) for _ in range(luck.randint(0, limit)))
        case _:
            return luck.randint(*ty.bounds(t))


def values_of(of: Program, luck: Random, known: Collection[str]) -> dict[str, ty.Value]:
    """Any values for all variables; for those that are known their first ones."""
    return {v.name: v.initial if v.name in known else any_value(v.type, luck) for v in of.variables}


def setting(of: Program, summed: Sequence[Claim] = ()) -> CutPointContext:
    """Where everything is followed."""
    everything = frozenset(v.name for v in of.variables)
    made = Certificate("", everything)
    order = order_of(of.blocks, frozenset())
    return CutPointContext(Shared(Known(of)), made, summed, order, lambda: None)


def given(
    s: CutPointContext,
    held: Mapping[str, Content],
    values: Mapping[str, ty.Value],
    known: Collection[str],
) -> Valuation:
    """What follows if the variables that are not known have some values."""
    found = Valuation(s.values)
    for v in s.program.variables:
        if v.name not in known:
            found.give(held[v.name], v.type, values[v.name])
    return found
