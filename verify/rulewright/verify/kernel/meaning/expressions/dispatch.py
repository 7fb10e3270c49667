"""What each expression of the IR means: the table that is passed to the kernel's evaluators."""

from __future__ import annotations

from rulewright.dsl.ir import code as x

from ..known import Known
from ..values import KernelValues
from . import lists, maps, reachability, scalars, sets
from .evaluation import KernelMeaning, LeafMeanings

LEAVES: LeafMeanings = {
    x.Const: scalars.const,
    x.Call: scalars.call,
    x.Not: scalars.not_,
    x.And: scalars.and_,
    x.Or: scalars.or_,
    x.Compare: scalars.compare,
    x.Arith: scalars.arith,
    x.If: scalars.if_,
    x.Make: scalars.make,
    x.Field: scalars.field,
    x.Convert: scalars.convert,
    x.Unwrap: scalars.unwrap,
    x.At: scalars.at,
    x.After: scalars.after,
    x.Quantifier: sets.quantifier,
    x.Filter: reachability.filter_,
    x.Best: sets.best,
    x.SetOf: sets.set_of,
    x.Combine: sets.combine,
    x.In: sets.in_,
    x.Size: sets.size,
    x.Lookup: maps.lookup,
    x.MapOf: maps.map_of,
    x.Permute: maps.permute,
    x.ListOf: lists.list_of,
    x.Concat: lists.concat,
    x.Item: lists.item,
    x.Slice: lists.slice_,
    x.Reach: reachability.reach,
    x.Distance: reachability.distance,
}
"""Locals and variables are looked up where expressions are asked for."""


def meaning_of(
    known: Known,
    values: KernelValues,
    followed: frozenset[str],
    core: frozenset[str],
    widest: int = 0,
) -> KernelMeaning:
    """What the expressions of a program mean; see :class:`KernelMeaning`."""
    return KernelMeaning(known, values, followed, core, LEAVES, widest)
