"""The page as a whole: it needs nothing else, and no text of a ruleset becomes part of it."""

from __future__ import annotations

import json
import re
import zlib
from base64 import b64decode
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from rulewright.verify.cli.main import main

pytestmark = pytest.mark.usefixtures("only_asked")

BAD = "</script><script>alert(1)</script><img src=x onerror=alert(2)>"
STEERS = {"\u202e", "\u2066", "\x1b"}
"""Characters that turn the reading order and control a terminal."""
STEERING = "\u202eone\u2066two\x1b[2J"


class Reader(HTMLParser):
    """Collects elements, attributes and the identifiers that are there and that are meant."""

    def __init__(self) -> None:
        super().__init__()
        self.elements: list[str] = []
        self.ids: list[str] = []
        self.meant: set[str] = set()
        self.loaded: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append(tag)
        for name, value in attrs:
            if name == "id":
                self.ids.append(value or "")
            elif name == "href" and (value or "").startswith("#"):
                self.meant.add((value or "")[1:])
            elif name in ("src", "href", "action", "data") or name.startswith("on"):
                self.loaded.append(f"{tag} {name}={value}")

    def handle_data(self, data: str) -> None:
        self.text += data


def page(tmp_path: Path, *arguments: str) -> tuple[str, Reader]:
    """The page that a run writes, as text and read."""
    file = tmp_path / "out" / "report.html"
    assert main(["report", *arguments, "-o", str(file)]) == 0
    text = file.read_text("utf-8")
    reader = Reader()
    reader.feed(text)
    return text, reader


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Reader]:
    return page(tmp_path_factory.mktemp("report"), "tictactoe", "connectfour")


@pytest.mark.thorough
def test_the_page_needs_nothing_else(shown: tuple[str, Reader]) -> None:
    text, reader = shown
    assert reader.loaded == []
    assert "@import" not in text
    assert "url(" not in text
    assert "http" not in re.sub(r"http-equiv", "", text)
    assert "default-src 'none'" in text


@pytest.mark.thorough
def test_every_link_leads_somewhere(shown: tuple[str, Reader]) -> None:
    _, reader = shown
    assert len(reader.ids) == len(set(reader.ids))
    assert reader.meant <= set(reader.ids)
    assert reader.meant


@pytest.mark.thorough
def test_the_answer_comes_first(shown: tuple[str, Reader]) -> None:
    _, reader = shown
    body = reader.text
    assert body.index("Tic-tac-toe") < body.index("Questions") < body.index("Clause by clause")


@pytest.mark.thorough
def test_the_contents_lead_to_each_finding_once(shown: tuple[str, Reader]) -> None:
    text, reader = shown
    contents = re.findall(r'<nav class="contents".*?</nav>', text, re.DOTALL)
    assert len(contents) == 2
    led_to = re.findall(r'href="#(\w+-F\d+)"', "".join(contents))
    assert sorted(led_to) == sorted(i for i in reader.ids if re.fullmatch(r"\w+-F\d+", i))
    assert led_to


def unpacked(data: str) -> Any:
    """What a script of the page holds."""
    return json.loads(zlib.decompress(b64decode(data, validate=True)))


@pytest.mark.thorough
def test_no_text_of_a_ruleset_becomes_part_of_the_page(tmp_path: Path) -> None:
    (tmp_path / "clauses.md").write_text(f"- **[turn]** Take some. {BAD}{STEERING}\n", "utf-8")
    (tmp_path / "bad.rules").write_text(
        f'''ruleset bad "{BAD}{STEERING}"
  clauses "clauses.md"
  players Ann, Bob
  state left: 0..3 = 3
  reading way "{BAD}" by [turn]
    one: "{BAD}" default
    two: "two"
  play by [turn]
    repeat
      turns for p in Player
        choose p
          take "{STEERING}" (n: 1..2) when n <= left and (way is one or n = 1) by [turn]
            left := left - n
        if left = 0
          win p by [turn]
  check over "{BAD}": reachable left = 0
''',
        "utf-8",
    )
    text, reader = page(tmp_path, str(tmp_path / "bad.rules"))
    assert reader.elements.count("script") == 1 + text.count('<script type="text/plain"')
    assert "img" not in reader.elements
    assert BAD in reader.text
    assert not STEERS & set(text)
    assert "\\u202e" in reader.text
    for data in re.findall(r'<script type="text/plain">(.*?)</script>', text, re.DOTALL):
        steps = unpacked(data)
        assert steps["steps"]
        assert not STEERS & set(json.dumps(steps, ensure_ascii=False))
    (drawings,) = re.findall(r'<script type="text/plain" id="drawings">(.*?)</script>', text)
    assert all(len(entry) == 3 for entry in unpacked(drawings))


@pytest.mark.thorough
def test_a_file_that_cannot_be_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "folder").mkdir()
    assert main(["report", "tictactoe", "-o", str(tmp_path / "folder")]) == 2
    assert "name a file" in capsys.readouterr().err


@pytest.mark.thorough
def test_a_clause_that_no_play_applies_is_said_to_be_one(tmp_path: Path) -> None:
    """Of clauses for which moves stand alone: what no move can cite, no play leaves out."""
    (tmp_path / "clauses.md").write_text(
        "- **[take]** Take.\n- **[pause]** Pause.\n- **[end]** End.\n"
    )
    (tmp_path / "heap.rules").write_text("""\
ruleset heap "Heap"
  clauses "clauses.md"
  players Ann, Bob
  state left: 0..3 = 3
  play by [end]
    repeat
      turns for p in Player
        choose p
          take(n: 1..3) when n <= left by [take]
            left := left - n
          pause by [pause]
            left := left - 1
        if left = 0
          win p by [end]
  check over "Can it end?": reachable left = 0
""")
    text, _ = page(tmp_path, str(tmp_path / "heap.rules"))
    about = {
        name: re.sub(r"<[^>]*>", "", text.split(f'id="heap-clause-{name}"')[1].split("</dd>")[0])
        for name in ("take", "pause", "end")
    }
    said = {
        n: words.partition("in no play of this report: ")[2].strip() for n, words in about.items()
    }
    assert said == {"take": "", "pause": "pause", "end": ""}


@pytest.mark.heavy
def test_readings_stand_beside_questions(nim: Path, tmp_path: Path) -> None:
    """With the other reading Bob wins where Ann did: of a heap of three both can win either way."""
    nim.write_text(
        nim.read_text()
        + "  instance taken: standard for play with heap = 1\n"
        + "  instance left: standard for play with heap = 1, winner = other\n"
    )
    text, reader = page(tmp_path, str(nim))
    table = text[text.index("what is not clear") :]
    table = table[: table.index("</table>")]
    default, other = re.findall(r"<tr>.*?</tr>", table, re.DOTALL)[-2:]
    assert "so the rules are read here" in default
    assert "makes two games: play ends in another way after 1 move" in other
    assert re.findall(r"<li>(.*?)</li>", other) == ["Can Bob win?", "Can Ann never win?"]
    nim.write_text(nim.read_text().replace(", winner = other", ""))
    text, reader = page(tmp_path, str(nim))
    assert "other answers" not in reader.text, "nobody asked for them"
    assert "--each-reading" in reader.text


WAYS = """\
ruleset ways "Ways"
  clauses "clauses.md"
  players Ann, Bob                                 by [turn]
  board grid = square(2, 2)                        by [turn]
  state joined: Square -> set of Square = {}
  state on: Square -> Player? = none
  play                                             by [turn]
    repeat
      turns for p in Player
        choose p
          go(s: Square, t: Square) when on[t] is none  by [turn]
            joined[s] := {t}
            on[t] := p
        if all s in Square: on[s] is not none
          win p
  check bob fails "Does Bob win?": reachable won(Bob)
"""


@pytest.mark.thorough
def test_what_joins_places_lies_below_what_stands_on_them_and_a_mark_is_explained(
    tmp_path: Path,
) -> None:
    (tmp_path / "clauses.md").write_text("- **[turn]** Go somewhere.\n")
    (tmp_path / "ways.rules").write_text(WAYS)
    file = tmp_path / "report.html"
    main(["report", str(tmp_path / "ways.rules"), "--states", "40000", "-o", str(file)])
    text = file.read_text("utf-8")
    board = text.partition("<svg")[2].partition("</svg>")[0]
    ground, joined, place = (board.index(w) for w in ('"ground"', '"link0"', '"outline"'))
    assert ground < joined < place
    assert "no!" not in text
    assert text.count("! is not what the ruleset expects") == ("yes!" in text) == 1
