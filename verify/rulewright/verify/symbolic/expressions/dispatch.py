"""The symbolic meaning of each expression of the IR: the table that is passed to evaluators."""

from __future__ import annotations

from collections.abc import Mapping

from rulewright.dsl.ir import code as x

from . import collections, scalars
from .evaluator import EvaluatesNode

MEANINGS: Mapping[type, EvaluatesNode] = {
    x.Call: scalars.call,
    x.Not: scalars.not_,
    x.And: scalars.and_,
    x.Or: scalars.or_,
    x.Compare: scalars.compare,
    x.Arith: scalars.arith,
    x.If: scalars.if_,
    x.Quantifier: collections.quantifier,
    x.Filter: collections.filter_,
    x.Best: collections.best_,
    x.SetOf: collections.set_of,
    x.Combine: collections.combine,
    x.In: collections.in_,
    x.Size: collections.size,
    x.Lookup: collections.lookup,
    x.MapOf: collections.map_of,
    x.Permute: collections.permute,
    x.Reach: collections.reach,
    x.Distance: collections.distance,
    x.ListOf: collections.list_of,
    x.Concat: collections.concat,
    x.Item: collections.item,
    x.Slice: collections.slice_,
    x.Make: scalars.make,
    x.Field: scalars.field,
    x.Convert: scalars.convert,
    x.Unwrap: scalars.unwrap,
    x.At: scalars.at,
    x.After: scalars.after,
}
