"""The number that decreases wherever a function uses, or a procedure performs, itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NoReturn

from ....ir import code as x
from ....ir.types import Int, size
from ....span import Span
from ....syntax import expressions as e
from ....syntax.parts import FunctionPart, ProcedurePart
from ...symbols.scope import Scope
from ...symbols.sinking import MOST_VALUES, sinking
from ..elaborator import ExpressionElaborator


@dataclass(frozen=True, slots=True)
class RecursionWording:
    """The words for a part of one kind that uses itself; ``NAME``, ``K`` and ``N`` are filled in."""

    code: str
    kind: str
    uses: str
    give_it_one: str
    test: str

    def sinking_number(
        self, expressions: ExpressionElaborator, part: FunctionPart | ProcedurePart
    ) -> tuple[int, Int]:
        """The index and the type of the number that decreases wherever a part uses itself."""
        name = part.name.text
        place = sinking(name, part.params, part.body)
        t = None if place is None else expressions.types.read(part.params[place].type, Scope())
        if place is None or not isinstance(t, Int):
            text = f"the {self.kind} {name} {self.uses} itself, and no number that it is given sinks each time"
            hint = f"give it one: {self.give_it_one.replace('NAME', name)}"
            expressions.report.fail(self.code, part.name.span, text, hint)
        if size(t) > MOST_VALUES:
            k = part.params[place]
            text = f"{name} is written out for each of the {size(t)} values of {k.name.text}"
            expressions.report.fail("E310", k.type.span, f"{text}; {MOST_VALUES} are possible")
        return place, t

    def sunk(
        self, expressions: ExpressionElaborator, name: str, number: str, now: int,
        given: e.Expression, scope: Scope,
    ) -> int:  # fmt: skip
        """The ``number`` that a copy for ``now`` passes to the next one: known, and less."""
        value = expressions.integer(given, scope)
        hint = f"write {name}({number} - 1, …)"
        if not isinstance(value, x.Const) or not isinstance(value.value, int):
            text = f"how far {number} sinks here is not known before play begins"
            expressions.report.fail(self.code, given.span, text, hint)
        if value.value >= now:
            text = f"{self._with(name, number, now, value.value)}, which is no less"
            expressions.report.fail(self.code, given.span, text, hint)
        return value.value

    def too_low(
        self, expressions: ExpressionElaborator, name: str, number: str, now: int, value: int,
        span: Span,
    ) -> NoReturn:  # fmt: skip
        """Report that there is no copy for a value."""
        test = self.test.replace("K", number).replace("N", str(now))
        hint = f"test before that {number} > {now}: {test}"
        expressions.report.fail(self.code, span, self._with(name, number, now, value), hint)

    def _with(self, name: str, number: str, now: int, value: int) -> str:
        return f"where {number} is {now}, this {self.uses} {name} with {value}"


FUNCTION = RecursionWording(
    "E309", "function", "uses", "let NAME(k: 0..9, …) = … NAME(k - 1, …) …, where k > 0",
    "if K > N then … else …",
)  # fmt: skip
PROCEDURE = RecursionWording(
    "E308", "procedure", "performs",
    "procedure NAME(k: 0..9, …), with NAME(k - 1, …) where k > 0; or let a 'repeat' go on",
    "if K > N",
)  # fmt: skip
