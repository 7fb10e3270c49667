"""Tables of cards that stand in a ruleset, read by patterns: rows as a file of cards has them."""

from __future__ import annotations

import csv
import re
from pathlib import Path

CELL = re.compile(r"(\w+) = (?:\{([^}]*)\}|(\w+))")


def rows(ruleset: Path, name: str) -> list[dict[str, str]]:
    """The rows of the table of this name, beside the ruleset or in it; an absent cell is no key."""
    beside = ruleset.with_name(f"{name}.csv")
    if beside.exists():
        with beside.open(encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file))
    text = ruleset.read_text("utf-8")
    block = re.search(rf"^  table {name} of \w+\n((?:    .*\n)+)", text, re.MULTILINE)
    assert block is not None, name
    found = []
    for line in block[1].splitlines():
        head, _, rest = line.strip().partition(":")
        cells = {k: plain or many.replace(",", "") for k, many, plain in CELL.findall(rest)}
        found.append({"name": head} | cells)
    return found
