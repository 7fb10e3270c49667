"""Evaluates expressions of the IR: asks the table what each node means, and caches it.

An expression that goes through a collection and reads a variable that is not followed, or goes through a
collection unrelated to those that are, may have any value of its type: the same one as long as everything
it depends on is the same. So more can happen here than in a play, never less.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir import types as ty
from rulewright.dsl.ir.code import Stmt

from ..known import Known, Reads
from ..numbers import RangedNumber
from ..terms import KernelTerm
from ..values import Content, Has, Items, KernelValue, KernelValues, LazyMap, Members
from ..widths import THROUGH, is_an_end


@dataclass(frozen=True, slots=True)
class Frame:
    """What an expression reads: variables, locals, and where play rests (None: nowhere)."""

    variables: Mapping[str, Content]
    locals: Mapping[str, KernelValue]
    node: int | None = None

    def bind(self, local: x.Local, value: KernelValue) -> Frame:
        """The same with one more local."""
        return replace(self, locals={**self.locals, local.name: value})


FEW = 8
"""A local with this many values or more is not told apart by them where something is left open."""

TriesStatements = Callable[[tuple[Stmt, ...], Frame], tuple[KernelTerm, Frame] | None]
"""Runs statements ahead: when they meet no fault, and what can be read then."""

LeafMeanings = Mapping[type, Callable[..., KernelValue]]
"""By the class of a node: what it means in a :class:`KernelMeaning` and a :class:`Frame`."""


class KernelMeaning:
    """Evaluates expressions of one program, given what the leaves of the table mean."""

    def __init__(
        self,
        known: Known,
        values: KernelValues,
        followed: frozenset[str],
        core: frozenset[str],
        leaves: LeafMeanings,
        widest: int,
    ) -> None:
        """``known``: about the program. ``followed``: variables whose values matter; ``core``: those that
        the question is about. ``leaves``: what each kind of node means.

        What goes through more than ``widest`` elements is left open (0: no limit). Where all variables are
        followed, nothing else is.
        """
        self.program = program = known.program
        self.reads, self._one_of = known.reads, known.one_of
        self.v, self.n, self.t = values, values.n, values.t
        self.functions, self._widths = known.functions, known.widths
        self._core, self.followed, self._widest, self._leaves = core, followed, widest, leaves
        self._exact = followed.issuperset(variable.name for variable in program.variables)
        self._known: dict[tuple[object, ...], KernelValue] = {}
        self._made_from: dict[str, frozenset[str]] = {}
        self.trial: TriesStatements | None = None

    # --- what is asked ------------------------------------------------------------------------

    def value(self, e: x.Expr, f: Frame) -> KernelValue:
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
            found = self._anything(e, f, reads) if left_open else self._worked_out(e, f)
            self._known[key] = found
        return found

    def _worked_out(self, e: x.Expr, f: Frame) -> KernelValue:
        leaf = self._leaves.get(type(e))
        if leaf is None:
            raise TypeError(f"the kernel gives no meaning to {type(e).__name__}")
        return leaf(self, e, f)

    def _asked(
        self, e: x.Expr, f: Frame
    ) -> tuple[Reads, tuple[Content | None, ...], tuple[object, ...]]:
        """What an expression reads, the contents read (where play rests left out), and the key of its
        value."""
        reads = self.reads(e)
        variables, locals_ = reads.in_order
        given = (*map(f.variables.__getitem__, variables), *map(f.locals.get, locals_))
        key = (id(self._one_of(e)), f.node if reads.node else None, *map(_distinguished, given))
        return reads, given, key

    def is_taken_whole(self, e: x.Expr, f: Frame) -> bool:
        """Whether the value was asked for before, or may be anything: there is no need to look inside."""
        reads, given, key = self._asked(e, f)
        return key in self._known or self._is_left_open(e, reads, given)

    def truth(self, e: x.Expr, f: Frame) -> KernelTerm:
        """A Bool."""
        found = self.value(e, f)
        assert isinstance(found, KernelTerm), e
        return found

    def number(self, e: x.Expr, f: Frame) -> RangedNumber:
        """A scalar, as an integer."""
        return self.v.number(self.value(e, f))

    def members(self, e: x.Expr, f: Frame) -> Members:
        """A set."""
        found = self.value(e, f)
        assert isinstance(found, Members), e
        return found

    def map(self, e: x.Expr, f: Frame) -> LazyMap:
        """A map."""
        found = self.value(e, f)
        assert isinstance(found, LazyMap), e
        return found

    def items(self, e: x.Expr, f: Frame) -> Items:
        """A list."""
        found = self.value(e, f)
        assert isinstance(found, Items), e
        return found

    def elements(self, over: x.Expr, f: Frame) -> Iterator[tuple[KernelValue, KernelTerm]]:
        """The elements that may be in a set, each with the condition under which it is; ascending, if there
        are several."""
        assert isinstance(over.type, ty.Set), over
        t = over.type.element
        members = self.members(over, f)
        if members.only is not None:
            yield self.v.typed(t, members.only), self.t.true
            return
        for i, inside in enumerate(members.bits):
            if inside is not self.t.false:
                yield self.v.typed(t, self.n.constant(ty.lowest(t) + i)), inside

    def has(self, e: x.Filter, f: Frame) -> Has:
        """Whether an element is one for which the condition holds, asked of that one alone."""
        t = e.type.element

        def has(number: RangedNumber) -> KernelTerm:
            inside = self.v.is_in(t, number, self.members(e.over, f))
            return self.t.and_(
                (inside, self.truth(e.where, f.bind(e.var, self.v.typed(t, number))))
            )

        return has

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

    def _anything(self, e: x.Expr, f: Frame, reads: Reads) -> KernelValue:
        """A value that is left open: one for each value of a local that has few, such as a player. Asked
        for a known player, it is then the same as for an unknown player who turns out to be that one."""
        for name in reads.in_order[1] if self._widest else ():
            local = f.locals.get(name)
            if isinstance(local, RangedNumber) and 0 < local.hi - local.lo < FEW:
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
                    return self._left(self._worked_out(replace(e, where=x.And(tuple(kept))), f))
            case x.Filter() if reads.variables <= self.followed:
                found = self.v.any(e.type)  # Too wide; an element by itself is still told exactly.
                assert isinstance(found, Members)
                return replace(found, has=self.has(e, f))
        return self.v.any(e.type)

    def _is_wide_part(self, e: x.Filter) -> bool:
        """Whether ``e`` is a part of a set that is followed, and is left open only because it is too wide."""
        return self._is_followed(e.over) and self.reads(e).variables <= self.followed

    def _is_followed(self, e: x.Expr) -> bool:
        """Whether ``e`` reads nothing that is left open, and is not too wide."""
        near = not self._widest or self._widths.of(e) <= self._widest
        return near and self.reads(e).variables <= self.followed

    def _left(self, of: KernelValue) -> Members:
        """Any part of a set."""
        assert isinstance(of, Members)
        return Members(tuple(self.t.and_((bit, self.t.variable(0))) for bit in of.bits))

    def _some_of(self, of: Members) -> Members:
        """Any part of a set; not empty, unless the set is."""
        part = self._left(of).bits
        none = self.t.not_(self.t.or_(part))
        pairs = zip(part, of.bits, strict=True)
        return Members(tuple(self.t.or_((a, self.t.and_((none, b)))) for a, b in pairs))

    def given(self, local: x.Local, value: x.Expr, f: Frame) -> KernelValue:
        """The value that a local receives, by a statement or as a parameter. An expression that goes through
        it is about the variables it is made from."""
        reads = self.reads(value)
        made_from = reads.variables | self._behind(reads.locals)
        self._made_from[local.name] = self._made_from.get(local.name, frozenset()) | made_from
        return self.value(value, f)

    def _behind(self, names: frozenset[str]) -> frozenset[str]:
        """The variables that some locals are made from."""
        return frozenset[str]().union(*(self._made_from.get(name, ()) for name in names))

    def _is_known(self, value: Content | None) -> bool:
        if isinstance(value, KernelTerm):
            return value in (self.t.true, self.t.false)
        return value is None or (isinstance(value, RangedNumber) and value.lo == value.hi)


def _distinguished(content: Content | None) -> object:
    """Equal for two contents only if one may be taken for the other on every path: of two sets with the same
    elements more may be known of one, on its path."""
    if isinstance(content, Members):
        return content.bits, content.only, content.grown, content.has
    return content
