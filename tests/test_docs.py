"""The map of the files names what there is."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
LAYERS = ("dsl/rulewright/dsl", "engines/rulewright/engines", "verify/rulewright/verify")


def mapped() -> dict[str, set[str]]:
    """The paths in the tables of the map, by the folder in the heading above them."""
    text = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    sections = re.split(r"^### ", text.split("## A map of the files")[1], flags=re.MULTILINE)[1:]
    found: dict[str, set[str]] = {}
    for section in sections:
        heading, *lines = section.splitlines()
        cells = [line.split("|")[1] for line in lines if line.startswith("|")]
        found[heading.strip("`")] = {p for cell in cells for p in re.findall(r"`([^`]+)`", cell)}
    return found


def test_everything_on_the_map_exists() -> None:
    for heading, paths in mapped().items():
        folder = ROOT if heading == "Elsewhere" else ROOT / heading
        assert paths
        assert [p for p in paths if not (folder / p).exists()] == []


def test_every_folder_of_code_is_on_the_map() -> None:
    found = mapped()
    for layer in LAYERS:
        folders = {p.parent.name for p in (ROOT / layer).glob("*/*.py")}
        listed = {path.split("/")[0] for path in found[layer]}
        assert folders - listed == set()
