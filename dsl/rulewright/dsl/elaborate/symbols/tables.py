"""Tables of cards in the ruleset, as rows of cells like those of a file of cards."""

from __future__ import annotations

from collections.abc import Iterable

from ...diagnostics import Diagnostic
from ...inputs.cards import NAME, CardsError
from ...inputs.tabular import TabularRow
from ...syntax import parts as p


def rows_of(part: p.TablePart, columns: Iterable[str]) -> list[TabularRow]:
    """The rows; a column that is left out is empty. Raises CardsError."""
    empty = dict.fromkeys(columns, "")
    rows: list[TabularRow] = []
    for row in part.rows:
        cells, spans = {NAME: row.name.text} | empty, {NAME: row.name.span}
        for cell in row.cells:
            if cell.name.text in spans:
                text = f"the column {cell.name.text} stands here twice"
                raise CardsError([Diagnostic("E708", cell.name.span, text)])
            cells[cell.name.text], spans[cell.name.text] = cell.text, cell.span
        heads = {cell.name.text: cell.name.span for cell in row.cells}
        rows.append(TabularRow(cells, row.name.span, spans, heads))
    return rows
