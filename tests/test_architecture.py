"""The layers, the namespace and the layout of the repository."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LAYERS = ("dsl", "engines", "verify")
"""Each may import itself and those before it."""

TOP_LEVEL = {
    "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "Makefile", "README.md", "docs", "dsl",
    "engines", "pyproject.toml", "spec", "tests", "verify",
}  # fmt: skip
MADE = {"build", "dist", "generated"}


def sources(layer: str) -> Iterator[Path]:
    return (ROOT / layer / "rulewright" / layer).rglob("*.py")


@cache
def tree(path: Path) -> ast.Module:
    """What a file says."""
    return ast.parse(path.read_text("utf-8"))


def imported(path: Path) -> Iterator[str]:
    """The absolute names of the modules that a file imports, wherever in it."""
    package = path.relative_to(ROOT).parts[1:-1]
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            yield ".".join((*base, *filter(None, [node.module])))


def layer_of(module: str) -> str | None:
    parts = module.split(".")
    return parts[1] if parts[0] == "rulewright" and len(parts) > 1 else None


@pytest.mark.thorough
@pytest.mark.parametrize("layer", LAYERS)
def test_a_layer_imports_only_what_lies_below_it(layer: str) -> None:
    allowed = {None, *LAYERS[: LAYERS.index(layer) + 1]}
    files = list(sources(layer))
    assert files
    for path in files:
        for module in imported(path):
            assert layer_of(module) in allowed, f"{path} imports {module}"


def test_only_the_room_of_solvers_names_one() -> None:
    room = ROOT / "verify" / "rulewright" / "verify" / "solvers"
    names = re.compile(r"\b(z3|cvc5|bitwuzla)\b", re.IGNORECASE)
    named = [p for layer in LAYERS for p in sources(layer) if names.search(p.read_text("utf-8"))]
    assert named
    assert all(path.is_relative_to(room) for path in named), named


LOADING = {"engines/native/loading.py", "engines/python/game.py", "dsl/node_fields.py"}
"""Where generated code is loaded, and where nodes are read by the names of their fields."""


@pytest.mark.thorough
def test_types_are_not_talked_away() -> None:
    """No ``cast`` and no ``getattr`` but where what is loaded can have no other type."""
    found = set()
    for layer in LAYERS:
        for path in sources(layer):
            for node in ast.walk(tree(path)):
                match node:
                    case ast.Call(
                        func=ast.Name("cast" | "getattr" | "setattr")
                        | ast.Attribute(ast.Name("typing" | "ctypes"), "cast")
                    ):
                        found.add(path.relative_to(ROOT / layer / "rulewright").as_posix())
                    case _:
                        continue
    assert found <= LOADING, found - LOADING


def test_rulewright_is_a_namespace_without_code_of_its_own() -> None:
    for layer in LAYERS:
        assert not (ROOT / layer / "rulewright" / "__init__.py").exists()


def test_the_top_level_holds_what_was_agreed_and_nothing_else() -> None:
    found = {p.name for p in ROOT.iterdir() if not p.name.startswith(".")} - MADE
    assert found <= TOP_LEVEL, found - TOP_LEVEL


def test_no_file_has_become_a_hall() -> None:
    for layer in LAYERS:
        for path in sources(layer):
            lines = len(path.read_text("utf-8").splitlines())
            assert lines <= 500, f"{path} has {lines} lines"
