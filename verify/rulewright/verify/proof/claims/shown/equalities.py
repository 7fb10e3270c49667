"""That two values are the same: who leads a trick is who begins it, and the suit that is led is that of the
card that lies before the leader.

Candidates for Houdini (Flanagan, Leino, "Houdini, an annotation assistant for ESC/Java", 2001): equations,
between variables and what maps and tables tell of them, that no position of some plays breaks (Ernst et al.,
"The Daikon system for dynamic detection of likely invariants", 2007).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir import types as ty
from rulewright.dsl.ir.fold import constants, lookup, not_, or_, unwrap
from rulewright.dsl.ir.printing.names import roots
from rulewright.dsl.ir.program import Function, Program
from rulewright.dsl.ir.walk import walk

from ....effort.proving import CLAIMING
from ....kernel.certificate import Claim
from ....kernel.meaning.expressions.dispatch import meaning_of
from ....kernel.meaning.expressions.evaluation import Frame
from ....kernel.meaning.known import Known
from ....kernel.meaning.terms import KernelTermBuilder
from ....kernel.meaning.values import KernelValues
from ...cut_steps import CutPosition

_Of = Callable[[CutPosition], ty.Value]
"""A value in a position."""


@dataclass(frozen=True, slots=True, eq=False)
class NamedTerm:
    """A named value that positions have, unless it is missing.

    ``expression`` has the value if ``present`` is not none (None: it is never missing); ``of``: the value
    in a position.
    """

    expression: x.Expr
    present: x.Expr | None
    of: Callable[[CutPosition], int | None]


def equalities(terms: Sequence[NamedTerm], positions: Sequence[CutPosition]) -> Iterator[Claim]:
    """For each two terms of one type that they are equal if neither is missing, if they are in all of the
    positions, which belong to one cut point, and do not always have the same single value there.

    Also of each that it is missing or is not; and of each two that one is missing if the other is.
    """
    columns = [(term, [term.of(position) for position in positions]) for term in terms]
    missing = {
        term.present: [value is None for value in values]
        for term, values in columns
        if term.present is not None
    }
    for present, column in missing.items():
        if len(set(column)) == 1:
            yield Claim(_is_none(present) if column[0] else not_(_is_none(present)))
    for (a, first), (b, second) in combinations(missing.items(), 2):
        if first == second and len(set(first)) > 1:
            yield Claim(x.Compare("==", _is_none(a), _is_none(b)))
    for (one, ones), (two, twos) in combinations(columns, 2):
        if one.expression.type == two.expression.type:
            both = {pair for pair in zip(ones, twos, strict=True) if None not in pair}
            if len(both) > 1 and all(n == m for n, m in both):
                missing_too = [_is_none(t.present) for t in (one, two) if t.present is not None]
                same = x.Compare("==", one.expression, two.expression)
                yield Claim(or_([*missing_too, same]))


def named_terms(program: Program) -> Sequence[NamedTerm]:
    """The variables of types with named values, what maps hold at them, and what tables tell of either;
    the variables alone if that is too many."""
    terms = [*_terms(program)]
    if len(terms) > CLAIMING.terms:
        terms = [term for term in terms if isinstance(term.expression, x.Var)]
    return terms


def _terms(program: Program) -> Iterator[NamedTerm]:
    plain = [*_plain(program)]
    held = [*plain, *_entries(program, plain)]
    yield from held
    for table in (*_tables(program), *_functions(program)):
        for term in held:
            entry = table.of(term.expression) if term.expression.type == table.key else None
            if entry is not None and (
                term.present is None or not isinstance(entry.type, ty.Option)
            ):
                yield _entry(entry, term, table.key, partial(_constant, table.values))


@dataclass(frozen=True, slots=True)
class _Table:
    """Something that is told of each value of the type ``key``: ``of`` a value, and all of them."""

    key: ty.Scalar
    of: Callable[[x.Expr], x.Expr]
    values: tuple[ty.Value, ...]


def _tables(program: Program) -> Iterator[_Table]:
    """The tables of named values, such as the suits of cards, that the rules look into."""
    parts = walk(*roots(program))
    found = (e.map for e in parts if isinstance(e, x.Lookup) and _is_named(e.type))
    for table in dict.fromkeys(found):
        if isinstance(table, x.Const) and isinstance(table.type, ty.Map):
            assert isinstance(table.value, tuple)
            yield _Table(table.type.key, partial(lookup, table), table.value)


def _functions(program: Program) -> Iterator[_Table]:
    """The functions of one named value that read nothing else: tables that a ruleset writes by itself."""
    known, values = Known(program), KernelValues(KernelTermBuilder())
    meaning = meaning_of(known, values, frozenset(), frozenset())
    for f in program.functions:
        reads = known.reads(f.body)
        if len(f.params) == 1 and _is_named(f.type) and not (reads.variables or reads.node):
            (given,) = f.params
            key = given.type
            if isinstance(key, ty.Enum) and ty.size(key) <= CLAIMING.exclusive:
                applied = partial(_called, f)
                calls = (applied(constant) for constant in constants(key))
                numbers = [values.n.known(meaning.number(call, Frame({}, {}))) for call in calls]
                if None not in numbers:
                    yield _Table(key, applied, tuple(n for n in numbers if n is not None))


def _called(function: Function, given: x.Expr) -> x.Expr:
    return x.Call(function.name, (given,), function.type)


def _plain(program: Program) -> Iterator[NamedTerm]:
    for v in program.variables:
        if v.kind != "scratch" and _is_named(v.type):
            yield _term(x.Var(v.name, v.type), partial(_variable, v.name))


def _entries(program: Program, keys: Sequence[NamedTerm]) -> Iterator[NamedTerm]:
    for v in program.variables:
        if v.kind != "scratch" and isinstance(v.type, ty.Map) and _is_named(v.type.value):
            for term in keys:
                if term.present is None and term.expression.type == v.type.key:
                    entry = lookup(x.Var(v.name, v.type), term.expression)
                    yield _entry(entry, term, v.type.key, partial(_variable, v.name))


def _term(e: x.Expr, of: _Of) -> NamedTerm:
    """A variable, or an entry of a map, which may be missing itself."""
    present = e if isinstance(e.type, ty.Option) else None
    return NamedTerm(e if present is None else unwrap(e), present, lambda p: _known(e.type, of(p)))


def _entry(entry: x.Expr, key: NamedTerm, keys: ty.Scalar, values: _Of) -> NamedTerm:
    """What is found at a key of the type ``keys``; ``values``: of all keys, in a position."""
    lowest = ty.lowest(keys)

    def of(position: CutPosition) -> int | None:
        number, held = key.of(position), values(position)
        assert isinstance(held, tuple)
        return None if number is None else _known(entry.type, held[number - lowest])

    if isinstance(entry.type, ty.Option):
        return NamedTerm(unwrap(entry), entry, of)
    return NamedTerm(entry, key.present, of)


def _known(t: ty.Type, value: ty.Value) -> int | None:
    assert isinstance(value, int)
    return None if isinstance(t, ty.Option) and value == ty.none_of(t) else int(value)


def _is_named(t: ty.Type) -> bool:
    """Whether it has a few named values, and perhaps none."""
    t = t.inner if isinstance(t, ty.Option) else t
    return isinstance(t, ty.Enum) and ty.size(t) <= CLAIMING.exclusive


def _is_none(e: x.Expr) -> x.Expr:
    assert isinstance(e.type, ty.Option)
    return x.Compare("==", x.Const(ty.none_of(e.type), e.type), e)


def _variable(name: str, position: CutPosition) -> ty.Value:
    return position[name]


def _constant(value: ty.Value, _: CutPosition) -> ty.Value:
    return value
