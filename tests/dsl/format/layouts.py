"""The layout of texts and of parts, and a long name to fill lines with."""

from __future__ import annotations

from rulewright.dsl.format import format_text

HEAD = 'ruleset a "A"\n'


def formatted(text: str) -> str:
    return format_text(text, "test.rules")


def laid_out(body: str) -> str:
    """The layout of the parts ``body``, without the first line."""
    return formatted(HEAD + body).removeprefix(HEAD)


LONG = "a_rather_long_name_of_something_in_it"
