"""Compositions: tables of cards, as CSV or TOML files beside a ruleset.

A CSV file has a line of column names and a line for each kind of card; a TOML file has a table
``[[card]]`` for each. The column ``name`` names the kind; ``copies`` says how many there are of it
(1 where it is left out). A set is written with blanks or commas between its elements (in TOML as an
array), an option may be left empty, a truth is yes or no.
"""

from __future__ import annotations

import csv
import io
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from .diagnostics import Diagnostic, near
from .ir.types import Bool, Enum, Int, Option, Scalar, Set, Type, Value, none_of
from .source import Span

NAME, COPIES = "name", "copies"
MAX_CARDS = 400
MAX_COPIES = 99
MAX_TEXT = 1_000_000
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*", re.ASCII)


class CardsError(Exception):
    """What is wrong with a file of cards, every row of it."""

    def __init__(self, diagnostics: list[Diagnostic]) -> None:
        super().__init__(f"{len(diagnostics)} problems")
        self.diagnostics = diagnostics


@dataclass(frozen=True, slots=True)
class Row:
    """A kind of card: its cells by column, and where it stands."""

    cells: Mapping[str, str]
    span: Span


@dataclass(frozen=True, slots=True)
class Cards:
    """The kinds of cards, how many there are of each, and the other columns' values."""

    names: tuple[str, ...]
    copies: tuple[int, ...]
    columns: Mapping[str, tuple[Value, ...]]


def read_cards(path: Path, columns: Mapping[str, Type]) -> Cards:
    """The cards of a file, with the columns that the ruleset declares.

    Raises CardsError for an unreadable file, missing or unknown columns, and every bad cell.
    """
    start = Span(str(path), 1, 1, 1, 1)
    try:
        data = path.read_bytes()
        text = data.decode("utf-8-sig")
    except OSError as error:
        message = f"the cards cannot be read: {error.strerror}"
        raise CardsError([Diagnostic(start, message)]) from None
    except UnicodeDecodeError:
        raise CardsError([Diagnostic(start, "this is no text in UTF-8")]) from None
    if len(text) > MAX_TEXT or "\0" in text:
        raise CardsError([Diagnostic(start, "this is no table of cards")])
    rows = _toml_rows(text, start) if path.suffix == ".toml" else _csv_rows(text, start)
    return _cards(rows, columns, start)


def _csv_rows(text: str, start: Span) -> list[Row]:
    reader = csv.DictReader(io.StringIO(text), strict=True, skipinitialspace=True)
    rows: list[Row] = []
    try:
        for record in reader:
            span = Span(start.file, reader.line_num, 1, reader.line_num, 1)
            if None in record or None in record.values():
                message = f"this row has not the {len(reader.fieldnames or ())} cells of the first"
                raise CardsError([Diagnostic(span, message)])
            rows.append(Row({k.strip(): v.strip() for k, v in record.items()}, span))
    except csv.Error as error:
        span = Span(start.file, reader.line_num, 1, reader.line_num, 1)
        raise CardsError([Diagnostic(span, f"this is no table: {error}")]) from None
    return rows


def _toml_rows(text: str, start: Span) -> list[Row]:
    try:
        cards = tomllib.loads(text).get("card", [])
    except tomllib.TOMLDecodeError as error:
        raise CardsError([Diagnostic(start, f"this is no TOML: {error}")]) from None
    if not isinstance(cards, list) or not all(isinstance(c, dict) for c in cards):
        raise CardsError([Diagnostic(start, "expected a table [[card]] for each kind")])
    places = [i for i, line in enumerate(text.splitlines(), 1) if line.strip() == "[[card]]"]
    return [
        Row({k: _plain(v) for k, v in card.items()}, Span(start.file, line, 1, line, 1))
        for card, line in zip(cards, places or [1] * len(cards), strict=False)
    ]


def _plain(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return " ".join(str(v) for v in value) if isinstance(value, list) else str(value)


def _cards(rows: list[Row], columns: Mapping[str, Type], start: Span) -> Cards:
    problems: list[Diagnostic] = []
    if not rows:
        raise CardsError([Diagnostic(start, "there is no card in this file")])
    if len(rows) > MAX_CARDS:
        raise CardsError([Diagnostic(start, f"there are more than {MAX_CARDS} kinds of cards")])
    known = {NAME, COPIES, *columns}
    for row in rows[:1]:
        for name in row.cells:
            if name not in known:
                problems.append(Diagnostic(start, f"there is no column {name}", near(name, known)))
        for name in (NAME, *columns):
            if name not in row.cells:
                problems.append(Diagnostic(start, f"the column {name} is missing"))
    if problems:
        raise CardsError(problems)
    names: list[str] = []
    copies: list[int] = []
    values: dict[str, list[Value]] = {name: [] for name in columns}
    for row in rows:
        try:
            names.append(_card_name(row, names))
            copies.append(int(_number(row.cells.get(COPIES) or "1", 0, MAX_COPIES)))
            for name, t in columns.items():
                values[name].append(_cell(row.cells.get(name, ""), t))
        except ValueError as error:
            problems.append(Diagnostic(row.span, str(error)))
    if problems:
        raise CardsError(problems)
    return Cards(tuple(names), tuple(copies), {k: tuple(v) for k, v in values.items()})


def _card_name(row: Row, before: list[str]) -> str:
    name = row.cells.get(NAME, "")
    if not _NAME.fullmatch(name):
        raise ValueError(f"{name!r} is no name: letters, digits and _ only")
    if name in before:
        raise ValueError(f"the card {name} stands here twice; give it 'copies' instead")
    return name


def _cell(text: str, t: Type) -> Value:
    """A cell as a value of the column's type. Raises ValueError."""
    match t:
        case Set(element):
            mask = 0
            for word in re.split(r"[\s,;]+", text.strip()) if text.strip() else []:
                value = _scalar(word, element)
                mask |= 1 << value - (element.lo if isinstance(element, Int) else 0)
            return mask
        case Bool():
            if text not in {"yes", "no"}:
                raise ValueError(f"expected yes or no, found {text!r}")
            return text == "yes"
        case Int() | Enum() | Option():
            return _scalar(text, t)
        case _:
            raise ValueError("a column holds numbers, names, sets of them, or yes and no")


def _scalar(text: str, t: Scalar) -> int:
    match t:
        case Int(lo, hi):
            return _number(text, lo, hi)
        case Enum(name, labels):
            if text not in labels:
                hint = near(text, labels)
                raise ValueError(f"{text!r} is no {name}" + (f"; {hint}" if hint else ""))
            return labels.index(text)
        case Option(inner):
            return none_of(t) if text in {"", "none"} else _scalar(text, inner)
        case _:
            raise ValueError("a column holds numbers, names, sets of them, or yes and no")


def _number(text: str, lo: int, hi: int) -> int:
    if not re.fullmatch(r"-?\d{1,6}", text, re.ASCII) or not lo <= int(text) <= hi:
        raise ValueError(f"expected a number from {lo} to {hi}, found {text!r}")
    return int(text)
