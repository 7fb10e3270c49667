"""Names that rulesets write, and names that the compiler makes of them: those have a dot in them.

No ruleset can write a dot in a name, so what is made is never what somebody else has written.
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
    """What the ruleset calls something, before the first dot of the name that was made of it.

    >>> source_name("pieces.3"), source_name("pieces")
    ('pieces', 'pieces')
    """
    return name.partition(".")[0]
