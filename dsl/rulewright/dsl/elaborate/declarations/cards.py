"""Cards: an enumeration and its columns, from a table of the ruleset or from a file beside it."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from ...boards.board import BoardTable
from ...diagnostics import Diagnostic, near
from ...inputs.cards import COPIES, NAME, Cards, CardsError, cards_of, is_path, read_cards
from ...ir.types import Enum, Int, List, Map, Type
from ...syntax import parts as p
from ..expressions.elaborator import ExpressionElaborator
from ..symbols.report import ElaborationError
from ..symbols.scope import Scope
from ..symbols.tables import rows_of


class CardTables:
    """Declares cards; an instance may have chosen another table or file for them."""

    def __init__(self, expressions: ExpressionElaborator) -> None:
        self._expressions = expressions
        self._world = expressions.world
        self._report = expressions.report
        self.failed = False
        """Something is wrong in a table or a file: errors that follow from that are noise."""

    def declare(self, part: p.CardsPart) -> None:
        self._world.claim_part(part)
        columns = self._columns(part)
        for column in part.columns:
            if column.name.text in self._world.variables or column.name.text in {NAME, COPIES}:
                self._report.fail("E705", column.name.span, f"{column.name.text} is there already")
        cards = self._read(part, columns)
        enum = Enum(part.name.text, cards.names)
        self._world.add_type(part.name.text, enum)
        number = Int(0, max(cards.copies))
        self._world.card_tables.append(BoardTable(COPIES, (enum,), number, cards.copies))
        for name, t in columns.items():
            assert not isinstance(t, Map | List), "read_cards refuses such columns"
            self._world.card_tables.append(BoardTable(name, (enum,), t, cards.columns[name]))

    def _read(self, part: p.CardsPart, columns: Mapping[str, Type]) -> Cards:
        """The cards of the table that was chosen, or of the file."""
        rows = self._world.rows.get(self._world.chosen_shapes.get(part.name.text, ""))
        if rows is not None:
            try:
                if rows.of.text != part.name.text:
                    text = f"this is a table of {rows.of.text}, not of {part.name.text}"
                    raise CardsError([Diagnostic("E704", rows.of.span, text)])
                return cards_of(rows_of(rows, columns), columns, rows.name.span)
            except CardsError as error:
                self.failed = True
                self._report.diagnostics.extend(error.diagnostics)
                raise ElaborationError from None
        path, within = self._card_file(part)
        try:
            return read_cards(path, columns, within)
        except CardsError as error:
            self.failed = True
            if error.unreadable:
                beside = (p for p in path.parent.glob("*") if p.suffix == path.suffix)
                near_by = sorted(p.name for p in beside if p != path)
                hint = near(path.name, near_by) or "it stands beside the ruleset"
                self._report.add("E701", part.span, error.unreadable, hint)
            self._report.diagnostics.extend(error.diagnostics)
            self._report.sources[str(path)] = error.text
            raise ElaborationError from None

    def _columns(self, part: p.CardsPart) -> dict[str, Type]:
        """The types of the columns; no report for a type that a bad file should have declared."""
        before = len(self._report.diagnostics)
        try:
            return {
                c.name.text: self._expressions.types.read(c.type, Scope()) for c in part.columns
            }
        except ElaborationError:
            if self.failed:
                del self._report.diagnostics[before:]
            raise

    def _card_file(self, part: p.CardsPart) -> tuple[Path, Path | None]:
        """The file beside the ruleset, or the one that an instance or a user chose instead.

        And the folder that it may not lead out of, unless a user has named it by its path.
        """
        folder = Path(part.name.span.file).parent
        chosen = self._world.chosen_shapes.get(part.name.text)
        if chosen is None:
            if Path(part.file).name != part.file:
                text = "the cards stand beside the ruleset: give the file's name alone"
                self._report.fail("E703", part.span, text)
            return folder / part.file, folder
        if is_path(chosen):
            return Path(chosen), None
        for ending in (".csv", ".toml"):
            if os.path.isfile(folder / f"{chosen}{ending}"):
                return folder / f"{chosen}{ending}", folder
        self._report.fail(
            "E702", part.name.span, f"there is no {chosen}.csv and no {chosen}.toml",
            near(chosen, [t.name.text for t in self._world.rows.values()]),
        )  # fmt: skip
