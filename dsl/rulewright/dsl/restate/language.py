"""Claims about a program as text in the language of its ruleset, and back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from lark.exceptions import UnexpectedInput

from ..elaborate.declarations.declare import Declarations
from ..elaborate.expressions.dispatch import LEAVES
from ..elaborate.expressions.elaborator import ExpressionElaborator
from ..elaborate.symbols.report import DiagnosticSink, ElaborationError
from ..elaborate.symbols.scope import Scope
from ..elaborate.symbols.symbol_table import SymbolTable
from ..ir import code as x
from ..ir.program import Program
from ..ir.types import is_scalar
from ..ir.walk import substituted
from ..parsing.ast_builder.claims import ClaimBuilder
from ..parsing.grammar import parser
from ..parsing.parse import MAX_DEPTH, too_deep
from ..ruleset import Ruleset
from ..syntax import expressions as e
from ..syntax.unparse import unparse, unparse_type
from .familiar import Familiar
from .pieces import speakable
from .reader import ClaimExpressions
from .unreadable import UnreadableClaimError
from .writer import ExpressionWriter, UnwritableError

LONGEST = 20_000
"""A claim of more characters is not read."""


@dataclass(frozen=True, slots=True)
class InstantiatedExpression:
    """An expression about a program's variables, and the values of its free locals.

    It is true or false, or, in a measure, a number.
    """

    expression: x.Expr
    given: tuple[tuple[x.Local, int], ...] = ()


def joined(given: str, body: str) -> str:
    """The text of a statement with its bindings."""
    return f"for {given}: {body}" if given else body


class ClaimLanguage:
    """Writes and reads claims about one program of a ruleset."""

    def __init__(self, ruleset: Ruleset, program: Program) -> None:
        self._program = program
        self._world = _world(ruleset, program)
        names = {v.name: x.Var(v.name, v.type) for v in program.variables if speakable(v.name)}
        self._scope = Scope({n: v for n, v in names.items() if n not in self._world.variables})
        self._writer = ExpressionWriter(self._world, program)
        self._reader = ClaimExpressions(self._world, program)

    def write(self, statement: InstantiatedExpression) -> str:
        """The text of a statement. Raises UnwritableError."""
        return joined(*self.parts(statement))

    def parts(self, statement: InstantiatedExpression) -> tuple[str, str]:
        """The bindings, and the statement, each as text. Raises UnwritableError."""
        scope = self._scope
        given: list[str] = []
        for local, value in statement.given:
            name = self._writer.fresh(local, scope, statement.expression)
            constant = x.Const(bool(value) if isinstance(local.type, _BOOL) else value, local.type)
            written = unparse(self._writer.write(constant, scope).syntax)
            t = unparse_type(self._writer.type_syntax(local.type))
            given.append(f"{name}: {t} = {written}")
            scope = scope.bind(name, local)
        body = self._writer.write(statement.expression, scope)
        return ", ".join(given), unparse(body.syntax)

    def _familiar(
        self, expression: x.Expr, given: list[tuple[x.Local, int]]
    ) -> InstantiatedExpression:
        """The statement with the program's own names for locals, where it says the same."""
        names = self._known.names(expression)
        own = tuple((names.get(local, local), value) for local, value in given)
        return InstantiatedExpression(substituted(expression, names), own)

    @cached_property
    def _known(self) -> Familiar:
        return Familiar(self._program)

    def read(self, text: str, *, number: bool = False) -> InstantiatedExpression:
        """The statement of a text, or the number that it denotes. Raises UnreadableClaimError."""
        syntax = _parsed(text)
        scope = self._scope
        given: list[tuple[x.Local, int]] = []
        report = self._world.report
        report.diagnostics.clear()
        try:
            for part in syntax.given:
                t = self._reader.types.read(part.type, scope)
                value = self._reader.of_type(part.value, scope, t)
                if not is_scalar(t) or not isinstance(value, x.Const):
                    raise UnreadableClaimError(
                        f"{part.name.text} stands for no value that is known"
                    )
                local = self._reader.local(part.name.text, t)
                assert isinstance(value.value, int)
                given.append((local, int(value.value)))
                scope = scope.bind(part.name, local)
            asked = self._reader.integer if number else self._reader.truth
            return self._familiar(asked(syntax.body, scope), given)
        except ElaborationError:
            raise UnreadableClaimError(report.diagnostics[-1].message) from None
        except RecursionError:
            raise UnreadableClaimError("the claim is nested too deeply") from None


_BOOL = type(x.BOOL)


def _parsed(text: str) -> e.ClaimSyntax:
    if len(text) > LONGEST:
        raise UnreadableClaimError(f"a claim has {LONGEST:,} characters at most")
    if not text.strip() or "\n" in text or "\r" in text:
        raise UnreadableClaimError("a claim stands on one line")
    try:
        tree = parser(claims=True).parse(text)
    except UnexpectedInput as error:
        column = len(text) + 1 if error.pos_in_stream is None else error.pos_in_stream + 1
        raise UnreadableClaimError(f"the claim cannot be read from character {column} on") from None
    if too_deep(tree) is not None:
        raise UnreadableClaimError(f"the claim is nested more than {MAX_DEPTH} deep")
    builder = ClaimBuilder("", text)
    syntax = builder.transform(tree)
    if builder.errors:
        raise UnreadableClaimError(builder.errors[0].message)
    assert isinstance(syntax, e.ClaimSyntax)
    return syntax


def _world(ruleset: Ruleset, program: Program) -> SymbolTable:
    """The names of the program's game, with the functions as the program has them."""
    instance = program.instance
    report = DiagnosticSink()
    world = SymbolTable(report)
    variant = ruleset.variants[instance.variant]
    Declarations(world, ExpressionElaborator(world, LEAVES), {}).declare(
        variant, dict(instance.parameters), dict(instance.readings)
    )
    assert not report.diagnostics, "the program was made from the same ruleset"
    known: Mapping[str, object] = {f.name: f for f in program.functions}
    for name in [n for n in world.functions if n not in known]:
        del world.functions[name]
    world.functions.update({f.name: f for f in program.functions})
    return world


__all__ = ["ClaimLanguage", "InstantiatedExpression", "UnreadableClaimError", "UnwritableError"]
