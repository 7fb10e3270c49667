"""What the docs say of the files: the map, and the paths that pages name."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.repository import diagnostics_page, file_map

from rulewright.dsl.boards.build import MAKERS, MAX_PLACES
from rulewright.dsl.boards.hex import AROUND
from rulewright.dsl.boards.square import COMPASS
from rulewright.dsl.elaborate.control.flow.trials import PASSES
from rulewright.dsl.elaborate.control.procedures import MAX_COPIES
from rulewright.dsl.elaborate.declarations.declare import MAX_SUPPLY
from rulewright.dsl.elaborate.declarations.histories import MOST_ENTRIES, MOST_POSITIONS
from rulewright.dsl.elaborate.expressions.operators.division import MOST
from rulewright.dsl.elaborate.expressions.types import MAX_LIST, MAX_NUMBER, MAX_SET, MAX_VALUES
from rulewright.dsl.elaborate.symbols.sinking import MOST_VALUES
from rulewright.dsl.inputs import cards
from rulewright.dsl.parsing.ast_builder.base import MAX_DIGITS
from rulewright.dsl.parsing.ast_builder.parts import MAX_PLAYERS
from rulewright.dsl.parsing.grammar import words
from rulewright.dsl.parsing.parse import MAX_DEPTH, MAX_TEXT
from rulewright.verify.render.exchange.formats import FORMATS

ROOT = Path(__file__).parents[2]
NAMED = ("architecture.md", "extending.md", "hard-places.md", "internals.md", "robustness.md")
"""Pages that name files by their paths."""
GONE = {"ir/expr.py", "ir/stmt.py"}
LAYERS = ("dsl/rulewright/dsl", "engines/rulewright/engines", "verify/rulewright/verify")


@pytest.mark.thorough
def test_the_map_is_what_the_files_say_of_themselves() -> None:
    assert file_map.MAP.read_text("utf-8") == file_map.text(), "run make map"


@pytest.mark.thorough
def test_every_file_says_what_it_is() -> None:
    files = [path for _, paths in file_map.folders() for path in paths]
    assert len(files) > 300
    assert [path for path in files if len(file_map.first_words(path)) < 10] == []


@pytest.mark.thorough
def test_files_that_pages_name_are_there() -> None:
    tops = [ROOT, *(p for layer in LAYERS for p in (ROOT / layer, (ROOT / layer).parent))]
    rooms = [p for layer in LAYERS for p in (ROOT / layer).rglob("*") if p.is_dir()]
    missing = []
    for page in NAMED:
        said = (ROOT / "docs" / page).read_text("utf-8")
        for name in re.findall(r"`([\w./-]+\.(?:py|c|h|lark|md|toml))`", said):
            gone = "NAME" in name or (page == "hard-places.md" and name in GONE)
            if not gone and not any((base / name).exists() for base in [*tops, *rooms]):
                missing.append(f"{page}: {name}")
    assert missing == []


def test_every_room_is_in_the_architecture() -> None:
    said = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    for layer in LAYERS:
        rooms = {p.parent.name for p in (ROOT / layer).glob("*/*.py")}
        assert [room for room in sorted(rooms) if not re.search(rf"\b{room}\b", said)] == []


def test_the_page_of_diagnostics_is_what_their_table_says() -> None:
    assert diagnostics_page.PAGE.read_text("utf-8") == diagnostics_page.text(), "run make messages"


def section(page: str, title: str) -> str:
    """What stands below a title of a page, up to the next one."""
    said = (ROOT / "docs" / page).read_text("utf-8")
    return said.split(f"\n## {title}\n")[1].split("\n## ")[0]


def test_the_reference_has_every_reserved_word() -> None:
    listed = section("language.md", "Reserved words").strip().split("\n\n")[1]
    said = re.findall(r"`(\w+)`", listed)
    missing, gone = set(words()) - set(said), set(said) - set(words())
    assert said == sorted(words()), f"sorted; missing: {missing}, not reserved: {gone}"


def test_the_reference_has_every_limit() -> None:
    limits = (
        MAX_DIGITS, MAX_NUMBER, MAX_VALUES, MAX_LIST, MAX_SUPPLY, MAX_SET, MOST, MOST_POSITIONS, MOST_ENTRIES,
        MAX_PLACES, MAX_PLAYERS, cards.MAX_CARDS, cards.MAX_COPIES, MAX_COPIES, MOST_VALUES, PASSES, MAX_DEPTH, MAX_TEXT,
    )  # fmt: skip
    said = [row.split("|")[2] for row in section("language.md", "Limits").splitlines()[3:]]
    numbers = [int(n.replace(",", "")) for cell in said for n in re.findall(r"[\d,]*\d", cell)]
    assert numbers == list(limits)


def test_the_reference_has_every_kind_of_board() -> None:
    said = set(re.findall(r"`(\w+)\(", section("language.md", "Boards")))
    assert set(MAKERS) - said == set(), "a line in docs/language.md, Boards"


def test_the_manual_has_every_format() -> None:
    said = (ROOT / "docs" / "verifying.md").read_text("utf-8")
    assert [form for form in FORMATS if f"`{form}`" not in said] == []


def test_the_reference_has_every_direction_in_order() -> None:
    said = section("language.md", "Boards").split("**Directions**")[1].split("A rhombus")[0]
    assert re.findall(r"`((?:north|south|east|west)\w*)`", said) == [*COMPASS, *AROUND]


def anchors(page: Path) -> set[str]:
    """What links to a page may name: its titles, in small letters."""
    titles = re.findall(r"^#+ (.*)$", page.read_text("utf-8"), re.M)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def test_every_page_is_in_the_manual_and_links_lead_somewhere() -> None:
    docs = ROOT / "docs"
    pages = sorted(p for p in docs.rglob("*.md") if "_build" not in p.parts)
    contents = section_of_contents((docs / "index.md").read_text("utf-8"))
    assert {str(p.relative_to(docs)).removesuffix(".md") for p in pages} == {*contents, "index"}
    broken = []
    for page in pages:
        text = re.sub(r"```.*?```", "", page.read_text("utf-8"), flags=re.S)
        for path, anchor in re.findall(r"\]\((?!https?:)([^)#\s]*)#?([^)\s]*)\)", text):
            target = (page.parent / path).resolve() if path else page
            if not target.exists() or (anchor and anchor not in anchors(target)):
                broken.append(f"{page.name}: {path}#{anchor}")
    assert broken == []


def section_of_contents(index: str) -> list[str]:
    """The pages that the table of contents names."""
    return index.split("```{toctree}\n")[1].split("```")[0].split("\n\n")[1].split()
