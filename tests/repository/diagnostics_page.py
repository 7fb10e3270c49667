"""The page of the manual that lists all diagnostics, written from their table.

Run ``make messages`` to write it anew.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from rulewright.dsl.codes.explanation import Codes

PAGE = Path(__file__).parents[2] / "docs" / "diagnostics.md"


def text() -> str:
    """The page."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    yield "# Diagnostics"
    yield ""
    yield "What `rulewright check` says has a code: `E` is an error, `W` a warning. The same text comes from"
    yield "`rulewright check --explain CODE`. A code keeps its meaning; the wording of messages may change."
    yield ""
    yield "In the examples, lines with `-` get the message, and with the lines with `+` instead all is well."
    yield "Around each stands a ruleset with two players, `A` and `B`."
    for theme, (about, rows) in Codes().themes.items():
        yield from ("", f"## {theme.capitalize()}", "", about)
        for row in rows.values():
            yield from ("", f"({row.code.lower()})=", f"### {row.code}: {row.title}", "", row.about)
            yield from ("", "```diff", *row.lines(), "```")


if __name__ == "__main__":
    PAGE.write_text(text(), "utf-8")
