"""The pages of the manual that show rulesets and commands: what they show is so."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulewright.dsl.codes.explanation import framed
from rulewright.dsl.load import load_text

DOCS = Path(__file__).parents[2] / "docs"
FRAGMENTS = dict(
    re.findall(
        r"^\*\*(.+?)\*\*\n\n```rules\n(.*?)```",
        (DOCS / "idioms.md").read_text("utf-8"),
        re.M | re.S,
    )
)


def test_there_are_forty_idioms() -> None:
    assert len(FRAGMENTS) >= 40
    assert len(FRAGMENTS) == (DOCS / "idioms.md").read_text("utf-8").count("```rules")


@pytest.mark.parametrize("name", FRAGMENTS)
def test_an_idiom_is_sound(name: str) -> None:
    load_text(framed(FRAGMENTS[name]), "idiom.rules")


def test_every_page_is_in_the_table_of_contents_and_links_lead_somewhere() -> None:
    index = (DOCS / "index.md").read_text("utf-8")
    listed = set(re.findall(r"^([\w/-]+)$", index.split("```{toctree}")[1].split("```")[0], re.M))
    pages = {
        str(p.relative_to(DOCS).with_suffix(""))
        for p in DOCS.rglob("*.md")
        if "_build" not in p.parts
    }
    assert pages - {"index"} == listed
    for page in sorted(pages):
        text = (DOCS / f"{page}.md").read_text("utf-8")
        for link in re.findall(r"\]\(([\w./-]+?)(?:#[\w-]*)?\)", text):
            assert ((DOCS / f"{page}.md").parent / link).exists(), f"{page}: {link}"
