"""Boards and their shapes: the places of a board, their groups, and the tables over them."""

from __future__ import annotations

from ...boards.board import Board
from ...boards.build import MAKERS, build
from ...boards.error import BoardError
from ...diagnostics import near
from ...ir import code as x
from ...ir.types import Enum
from ...syntax import expressions as e
from ...syntax import parts as p
from ..expressions.elaborator import ExpressionElaborator
from ..symbols.scope import Scope


class Boards:
    """Declares shapes and boards; an instance may have chosen another shape for a board."""

    def __init__(self, expressions: ExpressionElaborator) -> None:
        self._expressions = expressions
        self._world = expressions.world
        self._report = expressions.report

    def shape(self, part: p.ShapePart) -> None:
        """Declare the shape of a board: of the kind that it names, or of a hexagonal board."""
        self._world.claim_part(part)
        arguments = part.arguments
        if part.kind.text not in MAKERS:
            arguments = (_argument(e.Reference(part.kind.text, span=part.kind.span)), *arguments)
        self._built(part, part.kind.text if part.kind.text in MAKERS else "hex", arguments)
        self._world.shapes[part.name.text] = part

    def board(self, part: p.BoardPart) -> None:
        self._world.claim_part(part)
        board = self._built(part, part.kind.text, self._board_arguments(part))
        self._world.boards.append(board)
        if board.centre is not None:
            self._world.claim("centre", part.name.span, part.name.text)
            self._world.constants["centre"] = x.Const(board.centre, board.place)
        for t in board.types():
            assert isinstance(t, Enum)
            self._world.claim(t.name, part.name.span, part.name.text)
            self._world.add_type(t.name, t)
        for table in board.tables:
            self._world.claim(table.name, part.name.span, part.name.text)

    def _built(
        self, part: p.BoardPart | p.ShapePart, kind: str, arguments: tuple[p.BoardArgument, ...]
    ) -> Board:
        """The board of a kind with these arguments; errors in them are reported at the part."""
        positional: list[int | str] = []
        named: dict[str, int] = {}
        for argument in arguments:
            value = self._board_value(argument.value)
            if argument.name is None:
                positional.append(value)
            elif isinstance(value, int):
                named[argument.name.text] = value
            else:
                self._report.fail("E412", argument.span, f"{argument.name.text} must be a number")
        try:
            return build(part.name.text, kind, positional, named)
        except BoardError as error:
            self._report.fail("E411", part.kind.span, str(error))

    def _board_arguments(self, part: p.BoardPart) -> tuple[p.BoardArgument, ...]:
        """The arguments between the brackets, or those of the shape that it names or an instance
        chose."""
        name = self._world.chosen_shapes.get(part.name.text)
        first = part.arguments[0].value if part.arguments else None
        if name is None and isinstance(first, e.Reference):
            name = first.name if first.name in self._world.shapes else None
        if name is None:
            return part.arguments
        shape = self._world.shapes.get(name)
        if shape is not None and shape.kind.text in MAKERS:
            if shape.kind.text != part.kind.text:
                text = f"{name} is the shape of a {shape.kind.text} board, not of a {part.kind.text} board"
                self._report.fail("E414", part.name.span, text)
            return shape.arguments
        if shape is not None:
            return (_argument(e.Reference(shape.kind.text, span=shape.kind.span)), *shape.arguments)
        kind = "picture" if "#" in name else "tiles"
        if kind == "tiles" and "," not in name:
            hint = near(name, self._world.shapes)
            self._report.fail("E413", part.name.span, f"there is no shape {name}", hint)
        span = part.name.span
        return (_argument(e.Reference(kind, span=span)), _argument(e.Text(name, span=span)))

    def _board_value(self, node: e.Expression) -> int | str:
        """A number, a text, or a bare word (the name of a shape)."""
        if isinstance(node, e.Text):
            return node.value
        if isinstance(node, e.Reference) and node.name not in self._world.constants:
            return node.name
        return self._expressions.constant(node, Scope())


def _argument(value: e.Expression) -> p.BoardArgument:
    return p.BoardArgument(name=None, value=value, span=value.span)
