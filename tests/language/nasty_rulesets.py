"""Rulesets that are made to be misread: names that collide, ends in odd places, sums that leak.

They stand in catalogues by theme, in ``nasty/``: behind ``===`` the name of a case, and then what
its ruleset holds below the line ``ruleset nasty``, two players and an enumeration.
"""

from __future__ import annotations

from pathlib import Path
from textwrap import indent

HEAD = 'ruleset nasty "Nasty"\n  clauses "clauses.md"\n  players A, B\n  enum Kind: Ka, Kb\n'


def _read() -> dict[str, str]:
    """The texts of all cases by their names."""
    found: dict[str, str] = {}
    for path in sorted((Path(__file__).parent / "nasty").glob("*.txt")):
        for case in path.read_text("utf-8").split("\n=== ")[1:]:
            name, body = case.split("\n", 1)
            assert name not in found, f"{path}: {name} stands twice"
            found[name] = HEAD + indent(body.strip("\n"), "  ") + "\n"
    return found


NASTY = _read()
