"""What is missing where a quoted text is required: what such a text says there, and how the line is
written."""

from __future__ import annotations

import re
from types import MappingProxyType

from ..syntax.one_line import code_of
from .lines import first_word

_TEXTS = MappingProxyType(
    {
        "ruleset": ("title", 'ruleset {name} "{title}"'),
        "clauses": ("file of clauses", 'clauses "clauses.md"'),
        "cards": ("file of cards", 'cards {name} from "{file}.csv"'),
        "reading": ("question", 'reading {name} "…?" by [clause]'),
        "agree": ("question", 'agree {name} "…"'),
        "accept": ("reason", 'accept {name} by [clause] "…"'),
        "gap": ("text", 'gap "what the rules do not say"'),
    }
)
"""By the word that begins the line: what the text is there, and the form of the line."""
_NAME = re.compile(r"\s*\w+\s+(?P<name>[A-Za-z_][\w.]*)")


def missing(line: str) -> tuple[str, str] | None:
    """What is missing on a line that requires a quoted text, and how to write the line.

    None for other lines.

    >>> missing("ruleset high_low")
    ('the title is missing', 'write it in quotes: ruleset high_low "High low"')
    """
    word = first_word(line)
    if word not in _TEXTS:
        return None
    text, form = _TEXTS[word]
    found = _NAME.match(code_of(line))
    name = found["name"] if found else "NAME"
    written = form.format(name=name, title=_title(name), file=name.lower())
    return f"the {text} is missing", f"write it in quotes: {written}"


def _title(name: str) -> str:
    return name.replace("_", " ").capitalize()
