"""Elements that must exist, as variables (Skolem), so that not all elements have to be looked at."""

from __future__ import annotations

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir import types as ty

from .expressions.evaluation import Frame, KernelMeaning
from .terms import KernelTerm


def witnessed(m: KernelMeaning, e: x.Expr, f: Frame, holds: bool) -> KernelTerm:
    """A term that is satisfiable if and only if the truth value of ``e`` can be ``holds``.

    The element for which a ``some`` holds, or an ``all`` does not, is a new variable. So this term must not
    be negated. A term that was asked for before stays the same: it may be known.
    """
    t = m.t
    if not m.is_taken_whole(e, f):
        match e:
            case x.Not(arg):
                return witnessed(m, arg, f, not holds)
            case x.And(args) | x.Or(args):
                parts = [witnessed(m, arg, f, holds) for arg in args]
                return t.and_(parts) if isinstance(e, x.And) == holds else t.or_(parts)
            case x.Call(name, args):
                function = m.functions[name]
                values = zip(function.params, (m.value(arg, f) for arg in args), strict=True)
                locals_ = {parameter.name: value for parameter, value in values}
                return witnessed(m, function.body, Frame(f.variables, locals_, f.node), holds)
            case x.Quantifier(kind, var, over, where, body) if kind == ("some" if holds else "all"):
                assert isinstance(over.type, ty.Set)
                assert body is not None
                of = over.type.element
                element = m.v.any(of)
                inside = m.v.is_in(of, m.v.number(element), m.members(over, f))
                g = f.bind(var, element)
                asked = t.true if where is None else m.truth(where, g)
                return t.and_((inside, asked, witnessed(m, body, g, holds)))
            case x.After(statements, result):
                assert m.trial is not None
                end = m.trial(statements, f)
                if end is None:
                    return t.truth(not holds)
                after = witnessed(m, result, end[1], holds)
                return t.and_((end[0], after)) if holds else t.or_((t.not_(end[0]), after))
    truth = m.truth(e, f)
    return truth if holds else t.not_(truth)
