"""What expressions of the IR mean, value by value; in words it stands with :mod:`dsl.ir.code`.

What goes through a collection and reads a variable that is not followed, or goes through one that
has nothing to do with those that are, may have any value of its type: the same one as long as all
that it depends on is the same. So there is more that can happen here than in a play, never less.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir import types as ty
from rulewright.dsl.ir.code import Let, Stmt

from .known import Known, Reads
from .lists import concatenated, sliced
from .numbers import Number
from .terms import Term
from .values import Content, Items, Lookup, Members, Value, Values
from .walks import Steps, layers
from .widths import THROUGH, is_an_end


@dataclass(frozen=True, slots=True)
class Frame:
    """What an expression reads: variables, locals, and where play rests (None: nowhere)."""

    variables: Mapping[str, Content]
    locals: Mapping[str, Value]
    node: int | None = None

    def bind(self, local: x.Local, value: Value) -> Frame:
        """With one local more."""
        return replace(self, locals={**self.locals, local.name: value})


FEW = 8
"""A local of so many values or more is not told apart by them where something is left open."""

Trial = Callable[[tuple[Stmt, ...], Frame], tuple[Term, Frame] | None]
"""Statements, looked ahead: when they run into no fault, and what can be read then."""


class Meaning:
    """Evaluates expressions of one program."""

    def __init__(
        self,
        known: Known,
        values: Values,
        followed: frozenset[str],
        core: frozenset[str],
        widest: int = 0,
    ) -> None:
        """``known``: about the program. ``followed``: variables whose values matter; ``core``:
        those that it is all about.

        What goes through more than ``widest`` elements is left open (0: nothing is for that). Where
        all variables are followed, nothing else is.
        """
        self.program = program = known.program
        self.reads, self._one_of = known.reads, known.one_of
        self.v, self.n, self.t = values, values.n, values.t
        self.functions, self._widths = known.functions, known.widths
        self._core, self.followed, self._widest = core, followed, widest
        self._exact = followed.issuperset(variable.name for variable in program.variables)
        self._known: dict[tuple[object, ...], Value] = {}
        self._made_from: dict[str, frozenset[str]] = {}
        self.trial: Trial | None = None

    # --- what is asked ------------------------------------------------------------------------

    def value(self, e: x.Expr, f: Frame) -> Value:
        """The value of ``e``."""
        match e:
            case x.Local(name):
                return f.locals[name]
            case x.Var(name):
                return self.v.seen(f.variables[name])
        reads, given, key = self._asked(e, f)
        found = self._known.get(key)
        if found is None:
            left_open = self._is_left_open(e, reads, given)
            found = self._anything(e, f, reads) if left_open else self._value(e, f)
            self._known[key] = found
        return found

    def _asked(
        self, e: x.Expr, f: Frame
    ) -> tuple[Reads, tuple[Content | None, ...], tuple[object, ...]]:
        """What an expression reads, what that is (where play rests left out), and what its value is
        known by."""
        reads = self.reads(e)
        variables, locals_ = reads.in_order
        given = (*map(f.variables.__getitem__, variables), *map(f.locals.get, locals_))
        return reads, given, (id(self._one_of(e)), f.node if reads.node else None, *given)

    def is_taken_whole(self, e: x.Expr, f: Frame) -> bool:
        """Whether the value was asked for before, or may be anything: nothing is to be seen inside."""
        reads, given, key = self._asked(e, f)
        return key in self._known or self._is_left_open(e, reads, given)

    def truth(self, e: x.Expr, f: Frame) -> Term:
        """A Bool."""
        found = self.value(e, f)
        assert isinstance(found, Term), e
        return found

    def number(self, e: x.Expr, f: Frame) -> Number:
        """A scalar, as an integer."""
        return self.v.number(self.value(e, f))

    def members(self, e: x.Expr, f: Frame) -> Members:
        """A set."""
        found = self.value(e, f)
        assert isinstance(found, Members), e
        return found

    def map(self, e: x.Expr, f: Frame) -> Lookup:
        """A map."""
        found = self.value(e, f)
        assert isinstance(found, Lookup), e
        return found

    def items(self, e: x.Expr, f: Frame) -> Items:
        """A list."""
        found = self.value(e, f)
        assert isinstance(found, Items), e
        return found

    def elements(self, over: x.Expr, f: Frame) -> Iterator[tuple[Value, Term]]:
        """The elements that may be in a set, and when they are; ascending, if there are several."""
        assert isinstance(over.type, ty.Set), over
        t = over.type.element
        members = self.members(over, f)
        if members.only is not None:
            yield self.v.typed(t, members.only), self.t.true
            return
        for i, inside in enumerate(members.bits):
            if inside is not self.t.false:
                yield self.v.typed(t, self.n.constant(ty.lowest(t) + i)), inside

    def is_in(self, t: ty.Scalar, element: Number, of: Members) -> Term:
        """Whether a number is an element of a set of ``t``; one that is no ``t`` is in none."""
        lo, hi = ty.bounds(t)
        return self.t.or_(
            self.t.and_((of.bits[k - lo], self.n.is_(element, k)))
            for k in range(max(lo, element.lo), min(hi, element.hi) + 1)
        )

    # --- what is left open --------------------------------------------------------------------

    def _is_left_open(self, e: x.Expr, reads: Reads, given: tuple[Content | None, ...]) -> bool:
        if self._widest and isinstance(e, THROUGH) and self._widths.of(e) > self._widest:
            at_hand = is_an_end(e) and reads.variables <= self.followed
            return not at_hand and not all(map(self._is_known, given))
        collected = isinstance(e, THROUGH) or (
            isinstance(e, x.Lookup) and not ty.is_scalar(e.type) and not isinstance(e.map, x.Const)
        )
        if self._exact or not collected or reads.node:
            return False
        if isinstance(e, THROUGH) and not reads.variables <= self.followed:
            return True
        about = reads.variables | self._behind(reads.locals)
        return not about & self._core and not all(map(self._is_known, given))

    def _anything(self, e: x.Expr, f: Frame, reads: Reads) -> Value:
        """A value that is left open: one for each value of a local that has few, such as a player.
        Asked of a known player, it is then what it is of any player who turns out to be that one."""
        for name in reads.in_order[1] if self._widest else ():
            local = f.locals.get(name)
            if isinstance(local, Number) and 0 < local.hi - local.lo < FEW:
                found, *others = (
                    self.value(e, replace(f, locals={**f.locals, name: self.n.constant(k)}))
                    for k in range(local.lo, local.hi + 1)
                )
                for k, other in enumerate(others, local.lo + 1):
                    found = self.v.choose(self.n.is_(local, k), other, found)
                return found
        match e:
            case x.Best(over=over) if self._is_followed(over):
                return self._some_of(self.members(over, f))
            case x.Best(over=x.Filter(over=over) as part) if self._is_wide_part(part):
                return self._left(self.members(over, f))
            case x.Filter(over=over, where=x.And(args)) if self._is_followed(over):
                kept = [arg for arg in args if self._is_followed(arg)]
                if kept:
                    return self._left(self._value(replace(e, where=x.And(tuple(kept))), f))
        return self.v.any(e.type)

    def _is_wide_part(self, e: x.Filter) -> bool:
        """Whether ``e`` is a part of a set that is followed, and is left open for its width alone."""
        return self._is_followed(e.over) and self.reads(e).variables <= self.followed

    def _is_followed(self, e: x.Expr) -> bool:
        """Whether nothing that ``e`` reads is left open, and it does not look too far."""
        near = not self._widest or self._widths.of(e) <= self._widest
        return near and self.reads(e).variables <= self.followed

    def _left(self, of: Value) -> Members:
        """Any part of a set."""
        assert isinstance(of, Members)
        return Members(tuple(self.t.and_((bit, self.t.variable(0))) for bit in of.bits))

    def _some_of(self, of: Members) -> Members:
        """Any part of a set that is not empty, if the set is not."""
        part = self._left(of).bits
        none = self.t.not_(self.t.or_(part))
        pairs = zip(part, of.bits, strict=True)
        return Members(tuple(self.t.or_((a, self.t.and_((none, b)))) for a, b in pairs))

    def let(self, statement: Let, f: Frame) -> Value:
        """The value that a local receives. What goes through it is about the variables it is made
        from."""
        reads = self.reads(statement.value)
        name = statement.local.name
        made_from = reads.variables | self._behind(reads.locals)
        self._made_from[name] = self._made_from.get(name, frozenset()) | made_from
        return self.value(statement.value, f)

    def _behind(self, names: frozenset[str]) -> frozenset[str]:
        """The variables that some locals are made from."""
        return frozenset[str]().union(*(self._made_from.get(name, ()) for name in names))

    def _is_known(self, value: Content | None) -> bool:
        if isinstance(value, Term):
            return value in (self.t.true, self.t.false)
        return value is None or (isinstance(value, Number) and value.lo == value.hi)

    # --- what each expression means -----------------------------------------------------------

    def _value(self, e: x.Expr, f: Frame) -> Value:
        t, n, v = self.t, self.n, self.v
        match e:
            case x.Const(value):
                return v.constant(e.type, value)
            case x.Call(name, args):
                function = self.functions[name]
                given = zip(function.params, (self.value(arg, f) for arg in args), strict=True)
                locals_ = {parameter.name: value for parameter, value in given}
                return self.value(function.body, Frame(f.variables, locals_, f.node))
            case x.Not(arg):
                return t.not_(self.truth(arg, f))
            case x.And(args):
                return t.and_([self.truth(arg, f) for arg in args])
            case x.Or(args):
                return t.or_([self.truth(arg, f) for arg in args])
            case x.Compare():
                return self._compare(e, f)
            case x.Arith():
                return self._arithmetic(e, f)
            case x.If(condition, then, otherwise):
                chosen = self.truth(condition, f)
                if chosen in (t.true, t.false):
                    return self.value(then if chosen is t.true else otherwise, f)
                return v.choose(chosen, self.value(then, f), self.value(otherwise, f))
            case x.Quantifier():
                return self._quantifier(e, f)
            case x.Filter(var, over, where):
                chosen_ = [
                    (value, t.and_((inside, self.truth(where, f.bind(var, value)))))
                    for value, inside in self.elements(over, f)
                ]
                return self._set(e.type, chosen_)
            case x.Best():
                return self._best(e, f)
            case x.SetOf(items):
                found = self._set(e.type, [(self.value(item, f), t.true) for item in items])
                only = self.number(items[0], f) if len(items) == 1 else None
                lo, hi = ty.bounds(e.type.element)
                fits = only is not None and lo <= only.lo and only.hi <= hi
                return replace(found, only=only) if fits else found
            case x.Combine(op, left, right):
                one, other = self.members(left, f), self.members(right, f)
                pairs = zip(one.bits, other.bits, strict=True)
                match op:
                    case "union":
                        bits = tuple(t.or_(pair) for pair in pairs)
                    case "intersection":
                        return Members(tuple(t.and_(pair) for pair in pairs))
                    case "difference":
                        bits = tuple(t.and_((a, t.not_(b))) for a, b in pairs)
                return Members(bits, grown=self._grown(e, one, other.only))
            case x.In(element, of):
                assert isinstance(of.type, ty.Set)
                return self.is_in(of.type.element, self.number(element, f), self.members(of, f))
            case x.Size(of):
                collection = self.value(of, f)
                if isinstance(collection, Items):
                    return collection.length
                assert isinstance(collection, Members)
                return n.count(collection.bits)
            case x.Lookup(of, key):
                return self.map(of, f).at(self.number(key, f))
            case x.MapOf(var, each):
                kind = e.type.key
                return Lookup(
                    e.type, n, lambda key: self.value(each, f.bind(var, v.typed(kind, key)))
                )
            case x.Permute(of, by):
                old, moves = self.map(of, f), self.map(by, f)
                return Lookup(e.type, n, lambda key: old.at(v.number(moves.at(key))))
            case x.Reach(start, within, neighbours):
                inside = list(self.members(within, f).bits)
                first = self.number(start, f)
                return Members(self._reached(e.type.element, first, inside, neighbours, f))
            case x.Distance():
                return self._distance(e, f)
            case x.ListOf(items):
                return Items(n.constant(len(items)), tuple(self.value(item, f) for item in items))
            case x.Concat(left, right):
                return concatenated(v, self.items(left, f), self.items(right, f))
            case x.Item(of, index, back):
                row, i = self.items(of, f), self.number(index, f)
                if back:
                    i = n.subtract(n.subtract(row.length, n.constant(1)), i)
                result: Number = n.constant(ty.none_of(e.type))
                for k, item in enumerate(row.items):
                    here = t.and_((n.is_(i, k), n.less(n.constant(k), row.length)))
                    result = n.choose(here, v.number(item), result)
                return result
            case x.Slice(of, start, stop):
                return sliced(v, self.items(of, f), self.number(start, f), self.number(stop, f))
            case x.Make(fields):
                parts = zip(fields, e.type.fields, ty.strides(e.type), strict=True)
                return n.sum(
                    n.multiply(
                        n.subtract(self.number(part, f), n.constant(ty.lowest(kind))),
                        n.constant(step),
                    )
                    for part, (_, kind), step in parts
                )
            case x.Field(record, name):
                assert isinstance(record.type, ty.Record)
                names = [field for field, _ in record.type.fields]
                step = ty.strides(record.type)[names.index(name)]
                ordinal = n.remainder(n.divide(self.number(record, f), step), ty.size(e.type))
                return v.typed(e.type, n.add(ordinal, n.constant(ty.lowest(e.type))))
            case x.Convert(arg):
                inner = self.value(arg, f)
                return v.typed(e.type, v.number(inner)) if ty.is_scalar(e.type) else inner
            case x.Unwrap(arg):
                number = self.number(arg, f)
                lo, hi = ty.bounds(e.type)
                inside_ = n.inside(number, lo, hi)
                fitted = v.number(v.fitted(e.type, number))
                return v.typed(e.type, n.choose(inside_, fitted, n.constant(lo)))
            case x.At(nodes):
                assert f.node is not None, "only a resting state is at a node"
                return t.truth(f.node in nodes)
            case x.After(body, result_):
                assert self.trial is not None
                end = self.trial(body, f)
                if end is None:
                    return t.false
                return t.and_((end[0], self.truth(result_, end[1])))
        raise TypeError(f"the kernel gives no meaning to {type(e).__name__}")

    def _grown(
        self, e: x.Combine, of: Members, element: Number | None
    ) -> tuple[Members, Number] | None:
        """By how much a set is larger with, or without, one element more."""
        if element is None:
            return None
        inside = self.n.of(self.is_in(e.type.element, element, of))
        if e.op == "union":
            return of, self.n.subtract(self.n.constant(1), inside)
        return of, self.n.subtract(self.n.constant(0), inside)

    def _compare(self, e: x.Compare, f: Frame) -> Term:
        a, b = self.value(e.left, f), self.value(e.right, f)
        if e.op in ("==", "!="):
            same = self.v.equal(a, b)
            return same if e.op == "==" else self.t.not_(same)
        if isinstance(a, Members) and isinstance(b, Members):
            return self.t.and_(self.t.implies(u, w) for u, w in zip(a.bits, b.bits, strict=True))
        left, right = self.v.number(a), self.v.number(b)
        if e.op == "<":
            return self.n.less(left, right)
        return self.t.not_(self.n.less(right, left))

    def _arithmetic(self, e: x.Arith, f: Frame) -> Number:
        a, b = self.number(e.left, f), self.number(e.right, f)
        match e.op:
            case "+":
                return self.n.add(a, b)
            case "-":
                return self.n.subtract(a, b)
            case "*":
                return self.n.multiply(a, b)
        divisor = self.n.known(b)
        assert divisor is not None, "a divisor is a constant"
        assert divisor > 0, "a divisor is positive"
        return self.n.divide(a, divisor) if e.op == "div" else self.n.remainder(a, divisor)

    def _quantifier(self, e: x.Quantifier, f: Frame) -> Value:
        t, n = self.t, self.n
        members = [(f.bind(e.var, value), inside) for value, inside in self.elements(e.over, f)]
        if e.where is not None:
            where = e.where
            members = [(g, t.and_((inside, self.truth(where, g)))) for g, inside in members]
        if e.kind == "count":
            return n.count(inside for _, inside in members)
        body = e.body
        assert body is not None
        match e.kind:
            case "all":
                return t.and_([t.implies(inside, self.truth(body, g)) for g, inside in members])
            case "some":
                return t.or_([t.and_((inside, self.truth(body, g))) for g, inside in members])
            case "sum":
                zero = n.constant(0)
                return n.sum(n.choose(inside, self.number(body, g), zero) for g, inside in members)
        assert isinstance(e.type, ty.Option)
        found, some = n.constant(ty.none_of(e.type)), t.false
        for g, inside in members:
            if inside is t.false:
                continue
            number = self.number(body, g)
            better = n.less(found, number) if e.kind == "max" else n.less(number, found)
            found = n.choose(t.and_((inside, t.or_((t.not_(some), better)))), number, found)
            some = t.or_((some, inside))
        return found

    def _set(self, t: ty.Set, elements: list[tuple[Value, Term]]) -> Members:
        """The set of those elements whose condition holds."""
        lo, size = ty.lowest(t.element), ty.size(t.element)
        found: list[list[Term]] = [[] for _ in range(size)]
        for value, inside in elements:
            number = self.v.number(value)
            for k in range(max(lo, number.lo), min(lo + size - 1, number.hi) + 1):
                found[k - lo].append(self.t.and_((inside, self.n.is_(number, k))))
        return Members(tuple(self.t.or_(conditions) for conditions in found))

    def _best(self, e: x.Best, f: Frame) -> Members:
        t, n = self.t, self.n
        keys = [
            (value, inside, self.number(e.key, f.bind(e.var, value)))
            for value, inside in self.elements(e.over, f)
        ]
        best: list[tuple[Value, Term]] = []
        for value, inside, key in keys:
            beaten = t.or_(
                t.and_((other, n.less(key, than) if e.most else n.less(than, key)))
                for _, other, than in keys
            )
            best.append((value, t.and_((inside, t.not_(beaten)))))
        return self._set(e.type, best)

    def _walk(
        self, t: ty.Scalar, start: Number, within: list[Term], neighbours: x.Expr, f: Frame
    ) -> list[tuple[Term, ...]]:
        """For each number of steps, what a walk of at most so many gets to; the last: all."""
        lo, size = ty.lowest(t), ty.size(t)
        into = self._steps(t, neighbours, f)
        starts = tuple(self.n.is_(start, lo + k) for k in range(size))
        return layers(self.t, starts, tuple(within), into)

    def _steps(self, t: ty.Scalar, neighbours: x.Expr, f: Frame) -> Steps:
        """For each place, from which places a step leads there, and when."""
        lo, size = ty.lowest(t), ty.size(t)
        near = self.map(neighbours, f)
        rows: list[tuple[Term, ...]] = []
        for k in range(size):
            row = near.entry(lo + k)
            assert isinstance(row, Members)
            rows.append(row.bits)
        return tuple(
            tuple((i, bits[k]) for i, bits in enumerate(rows) if bits[k] is not self.t.false)
            for k in range(size)
        )

    def _reached(
        self, t: ty.Scalar, start: Number, within: list[Term], neighbours: x.Expr, f: Frame
    ) -> tuple[Term, ...]:
        """Where a walk gets to: by its steps if it is known where it may go."""
        if all(map(self._is_known, within)):
            return self._walk(t, start, within, neighbours, f)[-1]
        lo = ty.lowest(t)
        starts = tuple(self.n.is_(start, lo + k) for k in range(len(within)))
        return self.v.walks.reached(starts, tuple(within), self._steps(t, neighbours, f))

    def _distance(self, e: x.Distance, f: Frame) -> Number:
        t, n = self.t, self.n
        assert isinstance(e.within.type, ty.Set)
        kind = e.within.type.element
        lo = ty.lowest(kind)
        source, target = self.number(e.source, f), self.number(e.target, f)
        within = [
            t.or_((inside, n.is_(source, lo + k), n.is_(target, lo + k)))
            for k, inside in enumerate(self.members(e.within, f).bits)
        ]
        found: Number = n.constant(ty.none_of(e.type))
        layers = self._walk(kind, source, within, e.neighbours, f)
        for steps, layer in reversed(list(enumerate(layers))):
            found = n.choose(self.is_in(kind, target, Members(layer)), n.constant(steps), found)
        return found
