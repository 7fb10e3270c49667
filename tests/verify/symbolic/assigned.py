"""The values of terms and of symbolic values under an assignment of their variables."""

from __future__ import annotations

from rulewright.dsl.ir import types as ty
from rulewright.verify.solvers.terms.terms import Term
from rulewright.verify.symbolic.values.numbers import Cases, Wide
from rulewright.verify.symbolic.values.values import Bits, Entries, SymbolicList, SymbolicValue

Model = dict[str, int]


def signed(value: int, width: int) -> int:
    value %= 1 << width
    return value - (1 << width) if value >> width - 1 else value


class Assigned:
    """Computes terms as SMT-LIB defines them; variables that are not assigned are 0 or false."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self._known: dict[Term, int] = {}

    def __call__(self, term: Term) -> int:
        stack = [term]
        while stack:
            top = stack[-1]
            missing = [a for a in top.args if a not in self._known]
            if missing:
                stack.extend(missing)
                continue
            stack.pop()
            value = self._apply(top, [self._known[a] for a in top.args])
            self._known[top] = signed(value, top.width) if top.width else int(bool(value))
        return self._known[term]

    def _apply(self, term: Term, args: list[int]) -> int:
        width = term.args[0].width if term.args else 0
        match term.op:
            case "true" | "false":
                return term.op == "true"
            case "var":
                return self.model.get(str(term.value), 0)
            case "const":
                assert isinstance(term.value, int)
                return term.value
            case "not":
                return not args[0]
            case "and":
                return all(args)
            case "=":
                return args[0] == args[1]
            case "ite":
                return args[1] if args[0] else args[2]
            case "bvslt":
                return args[0] < args[1]
            case "sign_extend" | "extract":
                return args[0]
            case "bvadd":
                return args[0] + args[1]
            case "bvsub":
                return args[0] - args[1]
            case "bvmul":
                return args[0] * args[1]
            case "bvudiv":
                return (args[0] % (1 << width)) // (args[1] % (1 << width))
            case "bvurem":
                return (args[0] % (1 << width)) % (args[1] % (1 << width))
        raise TypeError(term.op)

    def value(self, t: ty.Type, value: SymbolicValue) -> ty.Value:
        """A symbolic value of ``t`` under the assignment."""
        match t, value:
            case ty.Bool(), Term():
                return bool(self(value))
            case ty.Set(), Bits(bits):
                return sum(1 << i for i, bit in enumerate(bits) if self(bit))
            case ty.Map(_, inner), Entries(values):
                return tuple(self.value(inner, v) for v in values)
            case ty.List(element, _), SymbolicList(length, items):
                count = self.value(ty.Int(0, 0), length)
                assert isinstance(count, int)
                assert count <= len(items)
                return tuple(self.value(element, item) for item in items[:count])
            case _, Cases(items):
                (found,) = [v for v, condition in items if self(condition)]
                return found
            case _, Wide(term, lo, hi):
                assert lo <= self(term) <= hi
                return self(term)
        raise TypeError(value)


def assign(t: ty.Type, symbolic: SymbolicValue, value: ty.Value, model: Model) -> None:
    """Give the variables of a free value those values that make it a known one."""
    match t, symbolic, value:
        case _, Term(), _:
            model[str(symbolic.value)] = int(bool(value))
        case ty.Set(), Bits(bits), int():
            model.update({str(bit.value): value >> i & 1 for i, bit in enumerate(bits)})
        case ty.Map(_, inner), Entries(values), tuple():
            for entry, v in zip(values, value, strict=True):
                assign(inner, entry, v, model)
        case ty.List(element, limit), SymbolicList(length, items), tuple():
            assign(ty.Int(0, limit), length, len(value), model)
            rest = (ty.default(element),) * (len(items) - len(value))
            for item, v in zip(items, (*value, *rest), strict=True):
                assign(element, item, v, model)
        case _, Cases(cases), int():
            if len(cases) > 1:
                model.update({str(c.value): int(v == value) for v, c in cases})
        case _, Wide(term, _, _), int():
            model[str(term.value)] = value
