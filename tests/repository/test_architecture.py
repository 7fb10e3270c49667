"""The layers, the namespace and the layout of the repository."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.repository.sources import tree

ROOT = Path(__file__).parents[2]
LAYERS = ("dsl", "engines", "verify")
"""That each imports itself and those before it alone is for import-linter to say (`make lint`)."""

TOP_LEVEL = {
    "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "Makefile", "README.md", "docs", "dsl",
    "engines", "pyproject.toml", "spec", "tests", "verify",
}  # fmt: skip
MADE = {"build", "dist", "generated"}


def sources(layer: str) -> Iterator[Path]:
    return (ROOT / layer / "rulewright" / layer).rglob("*.py")


@pytest.mark.thorough
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
            if not re.search(r"cast|getattr|setattr", path.read_text("utf-8")):
                continue
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


def everything() -> Iterator[Path]:
    """Every file of the code and of its tests."""
    for layer in LAYERS:
        yield from sources(layer)
    yield from (ROOT / "tests").rglob("*.py")


def test_no_file_has_become_a_hall() -> None:
    for path in everything():
        lines = len(path.read_text("utf-8").splitlines())
        assert lines <= 500, f"{path} has {lines} lines"


DOZEN = 12
"""Files of a folder, not counting ``__init__.py``; among more one does not know one's way."""


def test_a_folder_of_more_than_a_dozen_files_has_rooms() -> None:
    sizes = Counter(path.parent for path in everything() if path.name != "__init__.py")
    found = {f.relative_to(ROOT).as_posix() for f, size in sizes.items() if size > DOZEN}
    assert found == set()


LONGEST = 64
"""Lines of a function, with its docstring: about what one sees at once."""


@pytest.mark.thorough
def test_no_function_is_longer_than_one_sees_at_once() -> None:
    found = [
        f"{path.relative_to(ROOT)}: {node.name}"
        for layer in LAYERS
        for path in sources(layer)
        for node in ast.walk(tree(path))
        if isinstance(node, ast.FunctionDef) and node.end_lineno is not None
        if node.end_lineno - node.lineno >= LONGEST
    ]
    assert found == []


CHANGING = {
    "add", "append", "clear", "discard", "extend", "insert", "pop", "popitem", "remove", "setdefault",
    "sort", "update",
}  # fmt: skip
"""Methods that change a set, list or dictionary."""


def changed(module: ast.Module) -> Iterator[str]:
    """The names of a module that its functions bind anew, or whose contents something changes."""
    own = {
        target.id
        for node in module.body
        if isinstance(node, ast.Assign | ast.AnnAssign)
        for target in (node.targets if isinstance(node, ast.Assign) else (node.target,))
        if isinstance(target, ast.Name)
    }
    for node in ast.walk(module):
        match node:
            case ast.Global(names=names):
                yield from names
            case ast.Subscript(value=ast.Name(id=name), ctx=ast.Store() | ast.Del()) if name in own:
                yield name
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=method)) if (
                name in own and method in CHANGING
            ):
                yield name
            case _:
                continue


@pytest.mark.thorough
def test_no_module_has_a_state() -> None:
    """What is remembered is remembered by `functools.cache`, of arguments that never change."""
    found = {
        f"{path.relative_to(ROOT)}: {name}"
        for layer in LAYERS
        for path in sources(layer)
        for name in changed(tree(path))
    }
    assert found == set()


def test_a_state_of_a_module_would_be_seen() -> None:
    text = (
        "A, B, C = 1, 2, 3\nD = {}\nE: list[int] = []\nF = set()\nG = {}\ndef f(G):\n  global A\n"
    )
    seen = changed(ast.parse(text + "  D[1] = 2\n  E.append(1)\n  F.add(A)\n  return G[1]"))
    assert sorted(seen) == ["A", "D", "E", "F"]
