"""Writes ``docs/map.md``: the first sentence of every file of the code, by folder.

``make map`` runs it; ``tests/repository/test_docs.py`` compares.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from inspect import cleandoc
from pathlib import Path

ROOT = Path(__file__).parents[2]
MAP = ROOT / "docs" / "map.md"
LAYERS = ("dsl", "engines", "verify")
COMMENT = {".c": "/*", ".h": "/*", ".lark": "//"}

HEAD = """# A map of the files

`make map` writes this page from the first lines of the files; a test holds it to them. What the
folders are for, and which may import which, is said in [Architecture](architecture.md).
"""


@cache
def first_words(path: Path) -> str:
    """The first sentence of a file, from its docstring or its first comment; empty if none."""
    text = path.read_text("utf-8")
    if path.suffix == ".py":
        first = re.match(r'\s*r?"""(.*?)"""', text, re.DOTALL)
        said = cleandoc(first[1]) if first else ""
    else:
        mark = COMMENT[path.suffix]
        lines = [line.strip() for line in text.splitlines()]
        start = next((i for i, line in enumerate(lines) if line.startswith(mark)), None)
        if start is None:
            return ""
        said = " ".join(line.strip("/* ") for line in lines[start : start + 4])
    paragraph = " ".join(said.split("\n\n")[0].split())
    sentence = re.match(r"(.*?\.)(\s|$)", paragraph)
    return (sentence[1] if sentence else paragraph).rstrip(".").replace("``", "`")


def folders() -> Iterator[tuple[Path, list[Path]]]:
    """Every folder of the code with its files, from the top down, in the order of names."""
    for layer in LAYERS:
        base = ROOT / layer / "rulewright" / layer
        for folder in sorted({p.parent for p in base.rglob("*.py")}):
            files = [p for p in sorted(folder.iterdir()) if p.suffix in {".py", *COMMENT}]
            yield folder, [p for p in files if p.name != "__init__.py"]


def text() -> str:
    """The page."""
    parts = [HEAD]
    for folder, files in folders():
        parts.append(f"\n## `{folder.relative_to(ROOT).as_posix()}`\n")
        package = folder / "__init__.py"
        about = first_words(package) if package.exists() else ""
        if about:
            parts.append(f"\n{about}.\n")
        if files:
            parts.append("\n| file | what it is |\n|---|---|\n")
            parts += [f"| `{path.name}` | {first_words(path)} |\n" for path in files]
    return "".join(parts)


if __name__ == "__main__":
    MAP.write_text(text(), "utf-8")
    print(f"wrote {MAP.relative_to(ROOT)}")
