"""What the docs say of the files: the map, and the paths that pages name."""

from __future__ import annotations

import re
from pathlib import Path

from tests import diagnostics_page, file_map

ROOT = Path(__file__).parents[1]
NAMED = ("architecture.md", "extending.md", "hard-places.md", "internals.md")
"""Pages that name files by their paths."""
GONE = {"ir/expr.py", "ir/stmt.py"}
LAYERS = ("dsl/rulewright/dsl", "engines/rulewright/engines", "verify/rulewright/verify")


def test_the_map_is_what_the_files_say_of_themselves() -> None:
    assert file_map.MAP.read_text("utf-8") == file_map.text(), "run make map"


def test_every_file_says_what_it_is() -> None:
    files = [path for _, paths in file_map.folders() for path in paths]
    assert len(files) > 300
    assert [path for path in files if len(file_map.first_words(path)) < 10] == []


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
