"""Clause files: what is read, and what is refused with which words."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.dsl.diagnostics import Diagnostic
from rulewright.dsl.inputs.clauses import MAX_BYTES, MAX_CLAUSE, Clause, parse_clauses, read_clauses
from rulewright.dsl.inputs.rulebook import read_rulebook
from rulewright.dsl.span import Span

GOOD = """\
# A game

Words before the clauses are a note.

## Setup

- **[setup.tokens]** Each player takes
  fourteen   tokens. (French,
  "Matériel", 2)
- **[setup.age_8-up]** *Out of scope:* for people from
  eight.

- German [setup.tokens] speaks of pieces: a note.
- [setup.tokens]: also a note.

```
- **[code]** no clause
```
- **[last]** The end.
"""


def messages(text: str) -> list[tuple[int, str]]:
    return [(d.span.line, d.message) for d in parse_clauses(text, "c.md")[1]]


def test_clauses_in_order_with_their_places() -> None:
    read, problems = parse_clauses(GOOD, "c.md")
    assert problems == []
    assert read.file == "c.md"
    assert read.text == GOOD
    tokens, age, last = read.clauses
    text = 'Each player takes fourteen   tokens. (French, "Matériel", 2)'
    assert tokens == Clause("setup.tokens", text, False, Span("c.md", 7, 5, 7, 19))
    assert (age.id, age.out_of_scope, age.text) == (
        "setup.age_8-up",
        True,
        "for people from eight.",
    )
    assert (last.id, last.span.line) == ("last", 19)


def test_the_caret_stands_under_the_name() -> None:
    read, _ = parse_clauses(GOOD, "c.md")
    lines = Diagnostic("E610", read.clauses[0].span, "m").render({"c.md": GOOD}).splitlines()
    start, end = lines[2].index("^"), lines[2].rindex("^")
    assert lines[1][start : end + 1] == "[setup.tokens]"


@pytest.mark.parametrize(
    "line",
    [
        "- **[Setup]** text",
        "- **[]** text",
        "- **[two words]** text",
        "- **[a] text",
        "- *[a]* text",
        "- **[a]**text",
        "-**[a]** text",
        "* **[a]** text",
        "1. **[a]** text",
        "  - **[a]** text",
        "- [a] text",
        "- __[a]__ text",
    ],
)
def test_what_was_meant_as_a_clause_is_not_passed_over(line: str) -> None:
    read, problems = parse_clauses(f"- **[first]** one\n{line}\n- **[b]** two\n", "c.md")
    assert [c.id for c in read.clauses] == ["first", "b"]
    assert [(d.span.line, d.message) for d in problems] == [(2, "this is no proper clause")]
    assert "- **[setup.tokens]** text" in problems[0].hint


def test_every_problem_is_reported_at_once() -> None:
    text = "- **[a]** one\n- **[b]**\n- **[a]** again\n- [c] d\n- **[d]** *Out of scope:*\n"
    assert messages(text) == [
        (2, "the clause [b] has no text"),
        (3, "the clause [a] stands here twice"),
        (4, "this is no proper clause"),
        (5, "the clause [d] has no text"),
    ]
    read, problems = parse_clauses(text, "c.md")
    assert problems[1].hint == "first in line 1"
    assert next(c for c in read.clauses if c.id == "a").text == "one"


def test_a_line_that_is_not_indented_is_not_lost() -> None:
    assert messages("- **[a]** one\nand more\n") == [
        (2, "this line does not belong to the clause [a]")
    ]
    assert messages("- **[a]** one\n and more\n") == [
        (2, "this line does not belong to the clause [a]")
    ]
    assert messages("- **[a]** one\n\nand a note\n") == []
    assert messages("- **[a]** one\n## Heading\n") == []


def test_a_long_clause() -> None:
    assert messages(f"- **[a]** {'x' * MAX_CLAUSE}\n") == []
    assert messages(f"- **[a]** {'x' * MAX_CLAUSE}y\n") == [
        (1, f"the clause [a] is longer than {MAX_CLAUSE} characters")
    ]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"- **[a]** x\n- **[b]** caf\xe9\n", "the clause file is not in UTF-8 (line 2)"),
        (b"- **[a]** \0\n", "the clause file is no text: it holds binary data"),
        (b" " * (MAX_BYTES + 1), f"the clause file is longer than {MAX_BYTES} bytes"),
    ],
)
def test_files_that_are_no_text(tmp_path: Path, data: bytes, message: str) -> None:
    path = tmp_path / "clauses.md"
    path.write_bytes(data)
    read, problems = read_clauses(path)
    assert read.clauses == ()
    assert [d.message for d in problems] == [message]
    assert problems[0].span == Span(str(path), 1, 1, 1, 1)


def test_a_missing_file_and_a_folder(tmp_path: Path) -> None:
    for path in (tmp_path / "none.md", tmp_path, tmp_path / "a\0b"):
        read, problems = read_clauses(path)
        assert read.clauses == ()
        assert len(problems) == 1
        assert problems[0].message.startswith("the clause file cannot be read: ")


def test_a_byte_order_mark_and_foreign_line_ends(tmp_path: Path) -> None:
    path = tmp_path / "clauses.md"
    path.write_bytes(b"\xef\xbb\xbf- **[a]** one\r\n  two\r\n")
    read, problems = read_clauses(path)
    assert problems == []
    assert [(c.id, c.text) for c in read.clauses] == [("a", "one two")]


identifiers = st.text("abc019_.-", max_size=8).map(lambda tail: f"a{tail}")
words = st.lists(st.text("abcXYZé,.", min_size=1, max_size=8), min_size=1, max_size=4)
lines = st.lists(words, min_size=1, max_size=3)


@pytest.mark.thorough
@given(st.dictionaries(identifiers, st.tuples(lines, st.booleans()), max_size=6))
def test_what_is_written_is_read(clauses: dict[str, tuple[list[list[str]], bool]]) -> None:
    text = ""
    for name, (lines, out) in clauses.items():
        mark = "*Out of scope:* " if out else ""
        text += f"- **[{name}]** {mark}" + "\n  ".join(map(" ".join, lines)) + "\n"
    read, problems = parse_clauses(text, "c.md")
    assert problems == []
    assert {c.id: (c.text, c.out_of_scope) for c in read.clauses} == {
        name: (" ".join(map(" ".join, lines)), out) for name, (lines, out) in clauses.items()
    }


@given(st.text(alphabet="-*[]ab. \n`\u2028#1)_"))
def test_any_text_gives_clauses_or_problems(text: str) -> None:
    read, problems = parse_clauses(text, "c.md")
    assert len({c.id for c in read.clauses}) == len(read.clauses)
    for d in problems:
        d.render({"c.md": text})


def test_a_clause_may_point_at_lines_of_a_rulebook() -> None:
    text = "- **[a]** One. {line 7}\n- **[b]** Two\n  (p. 1) {lines 12-14}\n- **[c]** {x} three.\n"
    read, problems = parse_clauses(text, "c.md")
    assert not problems
    assert [(c.text, c.lines) for c in read.clauses] == [
        ("One.", (7, 7)), ("Two (p. 1)", (12, 14)), ("{x} three.", None),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "mark", ["{lines 3-2}", "{line 0}", "{lines 1-101}", "{lines one}", "{line 2} more", "{line}"]
)
def test_what_is_no_lines_is_said(mark: str) -> None:
    assert messages(f"- **[a]** One. {mark}") == [
        (1, "the clause [a] points at no lines of a rulebook")
    ]


def test_the_lines_of_a_rulebook_are_those_of_an_editor(tmp_path: Path) -> None:
    path = tmp_path / "book.txt"
    path.write_bytes("\ufeffone\r\n\x0ctwo  2\rthree\u2028still three\n".encode())
    book = read_rulebook(path)
    assert len(book.lines) == 3
    read, _ = parse_clauses("- **[a]** A. {lines 1-2}\n- **[b]** B. {line 3}\n- **[c]** C.", "c.md")
    assert book.passages(read.clauses) == {"a": "one two 2", "b": "three still three"}
    assert [c.id for c in read.clauses if c.id in book.beyond(read.clauses)] == []
    path.write_text("x" * 3_000)
    read, _ = parse_clauses("- **[a]** A. {line 1}\n- **[b]** B. {lines 1-2}", "c.md")
    assert len(read_rulebook(path).passage(read.clauses[0])) == 2_002
    assert read_rulebook(path).beyond(read.clauses) == ["b"]
