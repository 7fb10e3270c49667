"""Tables of cards: what is read, and what is said, and where, about a bad one."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.dsl.inputs.cards import Cards, CardsError, read_cards
from rulewright.dsl.ir.types import Bool, Enum, Int, Option, Set, Type

AILMENT = Enum("Ailment", ("Heart", "Lungs"))
COLUMNS: dict[str, Type] = {
    "weak": Set(AILMENT),
    "souls": Int(0, 9),
    "holy": Bool(),
    "first": Option(AILMENT),
}
HEAD = "name,copies,weak,souls,holy,first\n"


def read(folder: Path, text: str, name: str = "cards.csv") -> Cards:
    path = folder / name
    path.write_text(text, "utf-8", newline="")
    return read_cards(path, COLUMNS)


def said(folder: Path, text: str, name: str = "cards.csv") -> list[str]:
    """Place and message of everything that is wrong, the hint in parentheses."""
    with pytest.raises(CardsError) as caught:
        read(folder, text, name)
    assert caught.value.text == text
    return [
        f"{d.span.line}:{d.span.column} {d.message}" + (f" ({d.hint})" if d.hint else "")
        for d in sorted(caught.value.diagnostics, key=lambda d: d.span)
    ]


def test_a_table(tmp_path: Path) -> None:
    text = (
        f'\ufeff{HEAD}A,3,Heart Lungs,9,yes,\r\n\nB,,"Lungs, Heart",0,no,Lungs\n C ,0,,1,no,none\n'
    )
    cards = read(tmp_path, text)
    assert (cards.names, cards.copies) == (("A", "B", "C"), (3, 1, 0))
    assert cards.columns == {
        "weak": (3, 3, 0), "souls": (9, 0, 1), "holy": (True, False, False), "first": (2, 1, 2),
    }  # fmt: skip


def test_the_same_in_toml(tmp_path: Path) -> None:
    text = '[[card]]\nname = "A"\ncopies = 3\nweak = ["Heart", "Lungs"]\nsouls = 9\nholy = true\nfirst = ""\n'
    cards = read(tmp_path, text, "cards.toml")
    assert (cards.names, cards.copies) == (("A",), (3,))
    assert cards.columns == {"weak": (3,), "souls": (9,), "holy": (True,), "first": (2,)}


def test_tables_of_toml_may_be_written_in_other_ways(tmp_path: Path) -> None:
    """No card is lost where its line is not found."""
    card = '{name = "%s", weak = [], souls = 1, holy = true, first = ""}'
    cards = read(tmp_path, f"card = [{card % 'A'}, {card % 'B'}]\n", "cards.toml")
    assert cards.names == ("A", "B")


BAD_CELLS = {
    "A,x,,1,yes,": "2:3 in the column copies, expected a number from 0 to 99, found 'x'",
    "A,100,,1,yes,": "2:3 in the column copies, expected a number from 0 to 99, found '100'",
    "A,1,,10,yes,": "2:6 in the column souls, expected a number from 0 to 9, found '10'",
    "A,1,,,yes,": "2:6 in the column souls, expected a number from 0 to 9, found nothing",
    "A,1,Hart,1,yes,": (
        "2:5 in the column weak, expected a value of Ailment, found 'Hart' (did you mean Heart?)"
    ),
    "A,1,Heart Gout,1,yes,": (
        "2:5 in the column weak, expected a value of Ailment, found 'Gout' (there is Heart, Lungs)"
    ),
    "A,1,Heart Heart,1,yes,": "2:5 in the column weak, Heart stands twice",
    'A,1,"Lungs, Hart",1,yes,': (
        "2:5 in the column weak, expected a value of Ailment, found 'Hart' (did you mean Heart?)"
    ),
    "A,1,,1,maybe,": "2:8 in the column holy, expected yes or no, found 'maybe'",
    "A,1,,1,yes,  Long": (
        "2:14 in the column first, expected a value of Ailment, found 'Long' (did you mean Lungs?)"
    ),
    ",1,,1,yes,": "2:1 in the column name, expected a name of letters, digits and _, found nothing",
    "A b,1,,1,yes,": (
        "2:1 in the column name, expected a name of letters, digits and _, found 'A b' "
        "(a blank in a name is written as _)"
    ),
    "A,1,,1,yes": "2:1 expected 6 cells as in the first line, found 5",
    "A,1,,1,yes,,": "2:1 expected 6 cells as in the first line, found 7",
}


@pytest.mark.parametrize("row", BAD_CELLS)
def test_a_bad_cell(row: str, tmp_path: Path) -> None:
    assert said(tmp_path, f"{HEAD}{row}\n") == [BAD_CELLS[row]]


def test_every_bad_cell_of_every_row_is_told(tmp_path: Path) -> None:
    text = f'{HEAD}A,x,Hart,1,yes,\nB,1,"\nHeart",1,no,\nA,1,,?,no,\n'
    assert [line.split(" ")[0] for line in said(tmp_path, text)] == ["2:3", "2:5", "5:1", "5:6"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "1:1 there is no card in this file"),
        (HEAD, "1:1 there is no card in this file"),
        ("name,weak,souls,holy\nA,,1,no\n", "1:1 the column first is missing"),
        (
            "name,weak,souls,holy,first,soul\nA,,1,no,,1\n",
            "1:28 there is no column soul (did you mean souls?)",
        ),
        ("name,weak,weak\nA,,\n", "1:11 the column weak stands here twice"),
        (
            "name;weak;souls\nA;;1\n",
            "1:1 there is only one column (cells are separated by commas, not by semicolons)",
        ),
        (f'{HEAD}A,1,"Heart,1,yes,\n', "2:1 this is no table: unexpected end of data"),
    ],
)
def test_a_bad_table(text: str, message: str, tmp_path: Path) -> None:
    assert said(tmp_path, text) == [message]


@pytest.mark.parametrize(
    ("text", "messages"),
    [
        ('[[card]]\nname = "A"\nweak = [\n', ["3:1 this is no TOML: Invalid value"]),
        ("[[card]]\nname = ]\n", ["2:8 this is no TOML: Invalid value"]),
        ("card = 3\n", ["1:1 expected a table [[card]] for each kind"]),
        (
            '[[card]]\nname = "A"\nweak = ["Hart"]\nsouls = 10\nholy = true\nfirst = ""\n',
            [
                "3:1 in the column weak, expected a value of Ailment, found 'Hart' (did you mean Heart?)",
                "4:1 in the column souls, expected a number from 0 to 9, found '10'",
            ],
        ),
        (
            '[[card]]\nname = "A"\nweak = []\nsouls = 1\nholy = true\nfirst = ""\n'
            '[[card]]\nname = "B"\nweka = ["Heart"]\nsouls = 1\nholy = true\nfirst = ""\n',
            ["9:1 there is no column weka (did you mean weak?)"],
        ),
    ],
)
def test_bad_toml(text: str, messages: list[str], tmp_path: Path) -> None:
    found = said(tmp_path, text, "cards.toml")
    assert [f[: len(m)] for f, m in zip(found, messages, strict=True)] == messages


@pytest.mark.parametrize(
    ("data", "message"),
    [(None, "cannot be read"), (b"\xff\xfe\x00", "no text"), (b"name\n\0\n", "no table")],
)
def test_a_file_that_is_no_text(data: bytes | None, message: str, tmp_path: Path) -> None:
    path = tmp_path / "cards.csv"
    if data is not None:
        path.write_bytes(data)
    with pytest.raises(CardsError) as caught:
        read_cards(path, COLUMNS)
    said = [d.message for d in caught.value.diagnostics]
    # What cannot be read has no place in itself: who names it says where that is.
    assert message in (said[0] if data is not None else caught.value.unreadable)
