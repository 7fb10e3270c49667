"""Claims that compare sums over entries of variables, taken apart.

Each part depends on one entry of one variable, or on all of one variable at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir import types as ty
from rulewright.dsl.ir.code import Stmt
from rulewright.dsl.ir.program import Function
from rulewright.dsl.ir.walk import children, substituted, walk

from ..certificate import Claim
from ..meaning.expressions.evaluation import Frame, KernelMeaning
from ..meaning.values import KernelValue

Bound = dict[x.Local, int]


class NotASum(Exception):  # noqa: N818
    """A claim is not a comparison of sums of which each part depends on one entry of one variable."""


@dataclass(frozen=True, slots=True)
class SumPart:
    """``factor`` times ``body`` for each of the ``keys`` of ``variable`` (None: for all of it)."""

    factor: int
    variable: str
    keys: frozenset[int] | None
    body: x.Expr
    bound: tuple[tuple[x.Local, int], ...]


@dataclass(frozen=True, slots=True)
class SumComparison:
    """A claim that compares two sums, as the ``parts`` of their difference.

    ``equation``: it says that both sides are equal; then only a shift of 0 keeps it. Otherwise it is also
    kept by a shift that is negative (``may_fall``) or positive (``may_rise``). ``constant``: by how much
    the difference exceeds the sum of the parts.
    """

    equation: bool
    may_fall: bool
    may_rise: bool
    parts: tuple[SumPart, ...]
    constant: int

    @property
    def variables(self) -> frozenset[str]:
        """The variables that occur in the sums."""
        return frozenset(part.variable for part in self.parts)


def taken_apart(meaning: KernelMeaning, claim: Claim) -> SumComparison:
    """A claim as a comparison of sums. ``meaning`` leaves nothing open. Raises NotASum."""
    e = claim.expression
    if not isinstance(e, x.Compare) or not isinstance(e.left.type, ty.Int):
        raise NotASum
    if meaning.reads(e).node:
        raise NotASum  # Where play rests changes without a store.
    equal = e.op in ("==", "!=")
    groups: dict[object, tuple[SumPart, list[int]]] = {}
    bound = dict(claim.bound)
    split = _Split(meaning)
    outside = dict[int, tuple[x.Expr, frozenset[x.Local]]]()
    constant = 0
    for part in (*split.parts(e.left, 1, bound), *split.parts(e.right, -1, bound)):
        if isinstance(part, int):
            constant += part
            continue
        # Of bodies that differ in the key alone, one stands for all.
        if id(part.body) not in outside:
            outside[id(part.body)] = part.body, _read_outside_keys(part.body, meaning.functions)
        read = outside[id(part.body)][1]
        fixed = tuple((local, v) for local, v in part.bound if local in read)
        group = (part.factor, part.variable, id(part.body), fixed)
        if part.keys is None and group in groups:
            raise NotASum
        groups.setdefault(group, (part, []))[1].extend(part.keys or ())
    if any(len(keys) > len(set(keys)) for _, keys in groups.values()):
        raise NotASum
    parts = (
        SumPart(p.factor, p.variable, None if p.keys is None else frozenset(keys), p.body, p.bound)
        for p, keys in groups.values()
    )
    return SumComparison(
        equation=e.op == "==" if claim.holds else e.op == "!=",
        may_fall=not equal and claim.holds,
        may_rise=not equal and not claim.holds,
        parts=tuple(parts),
        constant=constant,
    )


@dataclass(frozen=True, slots=True)
class _Inside:
    """What occurs in ``e``: the locals that it binds, and all locals; the variables that are looked up,
    with their keys; those that are read as a whole; and calls that read some."""

    e: x.Expr
    binders: frozenset[x.Local]
    keyed: tuple[tuple[str, x.Expr], ...]
    whole: tuple[str, ...]
    calls: tuple[x.Call, ...]
    locals: frozenset[x.Local]


class _Split:
    """Takes sums apart."""

    def __init__(self, meaning: KernelMeaning) -> None:
        """``meaning`` leaves nothing open."""
        self._m = meaning
        self._found: dict[int, _Inside] = {}

    def parts(self, e: x.Expr, factor: int, bound: Bound) -> Iterator[SumPart | int]:
        """The summands of ``e``; constants as numbers."""
        if not self._m.reads(e).variables:
            yield factor * self._known(e, bound)
            return
        match e:
            case x.Convert(arg):
                yield from self.parts(arg, factor, bound)
            case x.Arith("+" | "-" as op, left, right):
                yield from self.parts(left, factor, bound)
                yield from self.parts(right, factor if op == "+" else -factor, bound)
            case x.Arith("*", arg, x.Const(int(times))):
                yield from self.parts(arg, factor * times, bound)
            case x.Call() as call:
                body, inner = self._inside(call, bound)
                yield from self.parts(body, factor, inner)
            case x.Size(x.Call() as call, t):
                body, inner = self._inside(call, bound)
                yield from self.parts(x.Size(body, t), factor, inner)
            case x.Size(x.Filter(var, over, where, _)) if not self._m.reads(over).variables:
                for value in self._elements(over, bound):
                    yield from self.parts(where, factor, {**bound, var: value})
            case x.If(condition, then, otherwise) if not self._m.reads(condition).variables:
                chosen = then if self._known(condition, bound) else otherwise
                yield from self.parts(chosen, factor, bound)
            case x.Quantifier("sum" | "count"):
                yield from self._over_elements(e, factor, bound)
            case _:
                yield self._single(e, factor, bound)

    def _over_elements(self, e: x.Quantifier, factor: int, bound: Bound) -> Iterator[SumPart | int]:
        """The parts of a sum or count, element by element of its collection."""
        if self._m.reads(e.over).variables:
            # As one part, if it is one: its elements may be many, and all of them change at once.
            try:
                whole = self._single(e, factor, bound)
            except NotASum:
                pass
            else:
                yield whole
                return
        filtered = self._filtered(e, bound)
        if filtered is None:
            raise NotASum
        over, where, bound = filtered
        each = where
        if e.body is not None:
            nothing = x.Const(0, e.body.type)
            each = x.If(where, e.body, nothing, e.body.type)
        for value in self._elements(over, bound):
            yield from self.parts(each, factor, {**bound, e.var: value})

    def _filtered(self, e: x.Quantifier, bound: Bound) -> tuple[x.Expr, x.Expr, Bound] | None:
        """A constant set that contains everything gone through, with the condition for being gone through;
        None if there is none."""
        over, conditions = e.over, () if e.where is None else (e.where,)
        while self._m.reads(over).variables:
            match over:
                case x.Call():
                    over, inner = self._inside(over, bound)
                    if any(bound.get(local, value) != value for local, value in inner.items()):
                        return None
                    bound = {**bound, **inner}
                case x.Filter(var, held, where) if var.type == e.var.type:
                    conditions = (substituted(where, {var: e.var}), *conditions)
                    over = held
                case _:
                    return None
        return over, x.And(conditions), bound

    def _inside(self, call: x.Call, bound: Bound) -> tuple[x.Expr, Bound]:
        """The body of a function, with its parameters bound to the arguments."""
        function = self._m.functions[call.function]
        given = zip(function.params, call.args, strict=True)
        inner = {parameter: self._known(arg, bound) for parameter, arg in given}
        return function.body, inner

    def _single(self, e: x.Expr, factor: int, bound: Bound) -> SumPart:
        """``e`` as one part."""
        looks = frozenset(self._looks(e, bound))
        if len(looks) != 1:
            raise NotASum
        ((name, key),) = looks
        keys = None if key is None else frozenset((key,))
        return SumPart(factor, name, keys, e, tuple(bound.items()))

    def _looks(self, e: x.Expr, bound: Bound) -> Iterator[tuple[str, int | None]]:
        """The variables that ``e`` reads, and at which key; None: all of one."""
        inside = self._inside_of(e)
        if inside.binders & bound.keys() or _confused(bound):
            raise NotASum
        for variable, key in inside.keyed:
            yield variable, self._known(key, bound)
        for variable in inside.whole:
            yield variable, None
        for call in inside.calls:
            body, inner = self._inside(call, bound)
            yield from self._looks(body, inner)

    def _inside_of(self, e: x.Expr) -> _Inside:
        """What occurs in ``e``, found once for all elements."""
        if id(e) not in self._found:
            nodes = list(walk(e))
            keyed = [
                (n.map.name, n.key)
                for n in nodes
                if isinstance(n, x.Lookup) and isinstance(n.map, x.Var)
            ]
            at_keys = Counter(variable for variable, _ in keyed)
            times = Counter(n.name for n in nodes if isinstance(n, x.Var))
            self._found[id(e)] = _Inside(
                e,
                frozenset(_binders(nodes)),
                tuple(keyed),
                tuple(name for name, most in times.items() if most > at_keys[name]),
                tuple(n for n in nodes if isinstance(n, x.Call) and self._m.reads(n).variables),
                frozenset(n for n in nodes if isinstance(n, x.Local)),
            )
        return self._found[id(e)]

    def _elements(self, over: x.Expr, bound: Bound) -> Iterator[int]:
        self._check_closed(over, bound)
        t = self._m.t
        assert isinstance(over.type, ty.Set)
        for i, inside in enumerate(self._m.members(over, frame(self._m, bound, {})).bits):
            assert inside in (t.true, t.false), "of what reads no variable all is known"
            if inside is t.true:
                yield ty.lowest(over.type.element) + i

    def _known(self, e: x.Expr, bound: Bound) -> int:
        """The value of an expression that reads no variable."""
        self._check_closed(e, bound)
        if not ty.is_scalar(e.type):
            raise NotASum
        known = self._m.n.known(self._m.number(e, frame(self._m, bound, {})))
        assert known is not None, "what reads no variable is known"
        return known

    def _check_closed(self, e: x.Expr, bound: Bound) -> None:
        inside = self._inside_of(e)
        unbound = inside.locals - inside.binders - bound.keys()
        if self._m.reads(e).variables or unbound or _confused(bound):
            raise NotASum


def bound_locals(
    meaning: KernelMeaning, bound: tuple[tuple[x.Local, int], ...]
) -> dict[str, KernelValue]:
    """Known values for locals, as an expression reads them."""
    return {
        local.name: meaning.v.typed(local.type, meaning.n.constant(value)) for local, value in bound
    }


def frame(meaning: KernelMeaning, bound: Bound, variables: dict[str, KernelValue]) -> Frame:
    """What an expression reads: these variables, and locals with known values."""
    return Frame(variables, bound_locals(meaning, tuple(bound.items())))


def _confused(bound: Bound) -> bool:
    """Whether two of the locals have the same name: expressions read them by their names."""
    return len({local.name for local in bound}) < len(bound)


def _binders(nodes: Iterable[x.Expr | Stmt]) -> set[x.Local]:
    """The locals that some of the nodes bind."""
    return {n.var for n in nodes if isinstance(n, x.Quantifier | x.Filter | x.Best | x.MapOf)}


def _read_outside_keys(e: x.Expr, functions: Mapping[str, Function]) -> frozenset[x.Local]:
    """The locals that matter for more than the key at which a variable is looked up."""
    if isinstance(e, x.Local):
        return frozenset((e,))
    if isinstance(e, x.Lookup) and isinstance(e.map, x.Var):
        return frozenset()
    if isinstance(e, x.After):
        raise NotASum
    read = list(children(e))
    if isinstance(e, x.Call):
        function = functions[e.function]
        inside = _read_outside_keys(function.body, functions)
        given = zip(function.params, e.args, strict=True)
        read = [arg for parameter, arg in given if parameter in inside]
    found = frozenset[x.Local]()
    for child in read:
        assert isinstance(child, x.Expr)
        found |= _read_outside_keys(child, functions)
    return found
