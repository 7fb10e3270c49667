"""Compositions: tables of cards, as CSV or TOML files beside a ruleset.

A CSV file has a line of column names and a line for each kind of card; a TOML file has a table
``[[card]]`` for each. The column ``name`` names the kind; ``copies`` says how many there are of it
(1 where it is left out). A set is written with blanks or commas between its elements (in TOML as an
array), an option may be left empty, a truth is yes or no.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from ..diagnostics import Diagnostic, near
from ..ir.types import Bool, Enum, Int, Option, Scalar, Set, Type, Value, none_of
from ..span import Span
from .regular_file import UnreadableFileError, read_regular
from .tabular import TableError, TabularRow, csv_rows, toml_rows

NAME, COPIES = "name", "copies"
MAX_CARDS = 400
MAX_COPIES = 99
MAX_BYTES = 1_000_000
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*", re.ASCII)


class CardsError(Exception):
    """What is wrong with a file of cards, in every row; ``text`` is the file's, for the carets.

    ``unreadable`` says why nothing could be read.
    """

    def __init__(self, diagnostics: list[Diagnostic], text: str = "", unreadable: str = "") -> None:
        super().__init__(f"{len(diagnostics)} problems")
        self.diagnostics = diagnostics
        self.text = text
        self.unreadable = unreadable


class BadCellError(ValueError):
    """What is wrong with a cell, and what may help."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


@dataclass(frozen=True, slots=True)
class Cards:
    """The kinds of cards, how many there are of each, and the other columns' values."""

    names: tuple[str, ...]
    copies: tuple[int, ...]
    columns: Mapping[str, tuple[Value, ...]]


def is_path(chosen: str) -> bool:
    """Whether a setting names a file of cards by its path, not by its name beside the ruleset."""
    return "." in chosen or "/" in chosen


def read_cards(path: Path, columns: Mapping[str, Type], within: Path | None = None) -> Cards:
    """The cards of a file, with the columns that the ruleset declares.

    With ``within``, links that lead out of that folder are not followed. Raises CardsError for an
    unreadable file, missing or unknown columns, and every bad cell.
    """
    start = Span(str(path), 1, 1, 1, 1)
    try:
        text = read_regular(path, MAX_BYTES, within=within).decode("utf-8-sig")
    except UnreadableFileError as error:
        message = f"the cards cannot be read from {path}: {error}"
        raise CardsError([], unreadable=message) from None
    except UnicodeDecodeError:
        raise CardsError([Diagnostic("E002", start, "this is no text in UTF-8")]) from None
    if "\0" in text:
        raise CardsError([Diagnostic("E706", start, "this is no table of cards")])
    read = toml_rows if path.suffix == ".toml" else csv_rows
    try:
        rows = read(text, str(path))
    except TableError as error:
        raise CardsError(error.diagnostics, text) from None
    problems: list[Diagnostic] = []
    cards = _cards(rows, columns, start, problems)
    if problems:
        raise CardsError(problems, text)
    return cards


def cards_of(rows: list[TabularRow], columns: Mapping[str, Type], start: Span) -> Cards:
    """The cards of rows in a ruleset. Raises CardsError for every bad cell."""
    problems: list[Diagnostic] = []
    cards = _cards(rows, columns, start, problems)
    if problems:
        raise CardsError(problems)
    return cards


def _cards(
    rows: list[TabularRow], columns: Mapping[str, Type], start: Span, problems: list[Diagnostic]
) -> Cards:
    if not rows:
        problems.append(Diagnostic("E710", start, "there is no card in this file"))
    if len(rows) > MAX_CARDS:
        problems.append(
            Diagnostic("E711", start, f"there are more than {MAX_CARDS} kinds of cards")
        )
    known = {NAME, COPIES, *columns}
    unknown: set[str] = set()
    for row in rows:
        for name in row.cells:
            if name not in known and name not in unknown:
                unknown.add(name)
                hint = near(name, known) or f"there is {', '.join((NAME, COPIES, *columns))}"
                problems.append(
                    Diagnostic("E712", row.heads[name], f"there is no column {name}", hint)
                )
    for name in (NAME, *columns):
        if rows and name not in rows[0].cells:
            problems.append(Diagnostic("E713", start, f"the column {name} is missing"))
    if problems:
        return Cards((), (), {})
    names: list[str] = []
    copies: list[int] = []
    values: dict[str, list[Value]] = {name: [] for name in columns}
    for row in rows:
        with _reported(problems, row, NAME):
            names.append(_card_name(row.cells.get(NAME, ""), names))
        with _reported(problems, row, COPIES):
            copies.append(_number(row.cells.get(COPIES) or "1", 0, MAX_COPIES))
        for name, t in columns.items():
            with _reported(problems, row, name):
                values[name].append(_cell(row.cells.get(name, ""), t))
    return Cards(tuple(names), tuple(copies), {k: tuple(v) for k, v in values.items()})


@contextmanager
def _reported(problems: list[Diagnostic], row: TabularRow, column: str) -> Iterator[None]:
    """Record what is wrong with a cell, at its place, and go on with the next one."""
    try:
        yield
    except BadCellError as error:
        place = row.spans.get(column, row.span)
        problems.append(Diagnostic("E714", place, f"in the column {column}, {error}", error.hint))


def _card_name(name: str, before: list[str]) -> str:
    if not _NAME.fullmatch(name):
        text = "expected a name of letters, digits and _, found " + _found(name)
        raise BadCellError(text, "a blank in a name is written as _" if " " in name else "")
    if name in before:
        raise BadCellError(f"the card {name} stands a second time", "give it 'copies' instead")
    return name


def _found(text: str) -> str:
    return repr(text) if text else "nothing"


def _cell(text: str, t: Type) -> Value:
    """A cell as a value of the column's type. Raises BadCellError."""
    match t:
        case Set(element):
            mask = 0
            for word in re.split(r"[\s,;]+", text.strip()) if text.strip() else []:
                value = _scalar(word, element)
                bit = 1 << value - (element.lo if isinstance(element, Int) else 0)
                if mask & bit:
                    raise BadCellError(f"{word} stands twice")
                mask |= bit
            return mask
        case Bool():
            if text not in {"yes", "no"}:
                raise BadCellError(f"expected yes or no, found {_found(text)}")
            return text == "yes"
        case Int() | Enum() | Option():
            return _scalar(text, t)
        case _:
            raise BadCellError("a column holds numbers, names, sets of them, or yes and no")


def _scalar(text: str, t: Scalar) -> int:
    match t:
        case Int(lo, hi):
            return _number(text, lo, hi)
        case Enum(name, labels):
            if text not in labels:
                some = ", ".join(labels[:8]) + (", …" if len(labels) > 8 else "")
                hint = near(text, labels) or f"there is {some}"
                raise BadCellError(f"expected a value of {name}, found {_found(text)}", hint)
            return labels.index(text)
        case Option(inner):
            return none_of(t) if text in {"", "none"} else _scalar(text, inner)
        case _:
            raise BadCellError("a column holds numbers, names, sets of them, or yes and no")


def _number(text: str, lo: int, hi: int) -> int:
    if not re.fullmatch(r"-?\d{1,6}", text, re.ASCII) or not lo <= int(text) <= hi:
        raise BadCellError(f"expected a number from {lo} to {hi}, found {_found(text)}")
    return int(text)
