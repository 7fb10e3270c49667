"""Names that rulesets write, and names that the compiler makes of them, which contain a dot.

No ruleset can write a dot in a name, so a made name never equals a written one.
"""

from __future__ import annotations


def made_of(name: str, what: str | int) -> str:
    """A name that the compiler makes of another.

    >>> made_of("pieces", 3)
    'pieces.3'
    """
    return f"{name}.{what}"


def is_made(name: str) -> bool:
    """Whether the compiler made this name."""
    return "." in name


def source_name(name: str) -> str:
    """The ruleset's name for something: the part before the first dot.

    >>> source_name("pieces.3"), source_name("pieces")
    ('pieces', 'pieces')
    """
    return name.partition(".")[0]
