"""Tables in CSV and TOML files: their rows, and the place of every cell."""

from __future__ import annotations

import csv
import io
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass

from ..diagnostics import Diagnostic
from ..span import Span


class TableError(Exception):
    """What is wrong with the form of a table, in every row."""

    def __init__(self, diagnostics: list[Diagnostic]) -> None:
        super().__init__(f"{len(diagnostics)} problems")
        self.diagnostics = diagnostics


@dataclass(frozen=True, slots=True)
class TabularRow:
    """A row: its cells by column, its place, and the places of its cells and their names."""

    cells: Mapping[str, str]
    span: Span
    spans: Mapping[str, Span]
    heads: Mapping[str, Span]


def csv_rows(text: str, file: str) -> list[TabularRow]:
    """The rows below the line of column names; empty lines are skipped.

    Raises TableError for a text that is not a table, and for all rows of another length.
    """
    lines = list(io.StringIO(text, newline=""))
    reader = csv.reader(lines, strict=True, skipinitialspace=True)
    heads: dict[str, Span] | None = None
    rows: list[TabularRow] = []
    problems: list[Diagnostic] = []
    while True:
        before = reader.line_num
        try:
            cells = [cell.strip() for cell in next(reader)]
        except StopIteration:
            break
        except csv.Error as error:
            place = _place(file, min(before + 1, max(1, len(lines))), 1, 0)
            raise TableError(
                [*problems, Diagnostic("E706", place, f"this is no table: {error}")]
            ) from None
        if cells in ([], [""]):
            continue
        spans = _cell_spans(lines[before : reader.line_num], file, before + 1)
        if heads is None:
            heads = _heads(cells, spans, problems)
        elif len(cells) != len(heads):
            message = f"expected {len(heads)} cells as in the first line, found {len(cells)}"
            problems.append(Diagnostic("E707", _place(file, before + 1, 1, 0), message))
        else:
            named = dict(zip(heads, spans, strict=True))
            place = _place(file, before + 1, 1, 0)
            rows.append(TabularRow(dict(zip(heads, cells, strict=True)), place, named, heads))
    if problems:
        raise TableError(problems)
    return rows


def _heads(cells: list[str], spans: list[Span], problems: list[Diagnostic]) -> dict[str, Span]:
    """The place of each column's name."""
    heads: dict[str, Span] = {}
    for cell, span in zip(cells, spans, strict=True):
        if cell in heads:
            raise TableError([Diagnostic("E708", span, f"the column {cell} stands here twice")])
        heads[cell] = span
    if len(cells) == 1 and ";" in cells[0]:
        hint = "cells are separated by commas, not by semicolons"
        problems.append(Diagnostic("E709", spans[0], "there is only one column", hint))
    return heads


def _place(file: str, line: int, column: int, width: int) -> Span:
    return Span(file, line, column, line, column + width)


def _cell_spans(lines: list[str], file: str, first: int) -> list[Span]:
    """The places of the cells of one record; a cell in quotes may span several lines."""
    spans: list[Span] = []
    start: tuple[int, int] | None = None
    last = (first, 0)
    quotes = quoted = False

    def close() -> None:
        begin = start or (last[0], last[1] + 1)
        width = last[1] + 1 - begin[1] if start and begin[0] == last[0] else 0
        spans.append(_place(file, *begin, max(0, width)))

    for number, line in enumerate(lines, first):
        for column, char in enumerate(line.rstrip("\r\n"), 1):
            if char == "," and not quotes:
                close()
                start, quoted, last = None, False, (number, column)
                continue
            if start is None and char != " ":
                start, quoted = (number, column), char == '"'
            if char == '"' and quoted:
                quotes = not quotes
            if char != " ":
                last = (number, column)
    close()
    return spans


def toml_rows(text: str, file: str) -> list[TabularRow]:
    """The tables ``[[card]]``, one for each row. Raises TableError."""
    start = _place(file, 1, 1, 0)
    try:
        cards = tomllib.loads(text).get("card", [])
    except tomllib.TOMLDecodeError as error:
        at = re.search(r"\(at line (\d+), column (\d+)\)", str(error))
        last = _place(file, max(1, len(text.splitlines())), 1, 0)
        place = _place(file, int(at[1]), int(at[2]), 0) if at else last
        message = re.sub(r" \(at .*\)$", "", str(error))
        raise TableError([Diagnostic("E706", place, f"this is no TOML: {message}")]) from None
    except (RecursionError, ValueError):
        message = "this is no table of cards: nested too deeply, or with a number that is too long"
        raise TableError([Diagnostic("E706", start, message)]) from None
    if not isinstance(cards, list) or not all(isinstance(c, dict) for c in cards):
        raise TableError([Diagnostic("E706", start, "expected a table [[card]] for each kind")])
    lines = text.splitlines()
    begins = [i for i, line in enumerate(lines) if re.match(r"\s*\[\[\s*card\s*\]\]", line)]
    if len(begins) != len(cards):
        begins = [0] * len(cards)
    rows = []
    for card, begin in zip(cards, begins, strict=True):
        spans = {key: _key_span(lines, file, begin, key) for key in card}
        cells = {key: _plain(value) for key, value in card.items()}
        rows.append(TabularRow(cells, _place(file, begin + 1, 1, 0), spans, spans))
    return rows


def _key_span(lines: list[str], file: str, begin: int, key: str) -> Span:
    """The place of a key of the table that begins in a line, or else that line."""
    for number, line in enumerate(lines[begin + 1 :], begin + 2):
        if line.lstrip().startswith("[["):
            break
        if found := re.match(rf"\s*({re.escape(key)})\s*=", line):
            return _place(file, number, found.start(1) + 1, len(key))
    return _place(file, begin + 1, 1, 0)


def _plain(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return " ".join(str(v) for v in value) if isinstance(value, list) else str(value)
