"""Every public name is used by the code itself, or listed here as what others call.

What only tests call is dead: it goes, or gets a door.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from tests.repository.sources import tree

ROOT = Path(__file__).parents[2]
LAYERS = ("dsl", "engines", "verify")

API = {
    **dict.fromkeys(
        ("find_class", "persistent_id", "persistent_load", "reducer_override"), "pickle"
    ),
    **dict.fromkeys(
        ("RuleFault", "item_back"), "generated games, which have the text of runtime.py"
    ),
    **dict.fromkeys(
        (
            "pytest_addoption",
            "pytest_collect_file",
            "pytest_collection_finish",
            "collect",
            "reportinfo",
            "runtest",
        ),
        "pytest",
    ),
    **dict.fromkeys(
        (
            "new_initial_state",
            "max_chance_nodes_in_history",
            "make_py_observer",
            "current_player",
            "chance_outcomes",
            "is_terminal",
            "returns",
            "set_from",
            "string_from",
        ),
        "OpenSpiel",
    ),
    **dict.fromkeys(("observation_space", "action_space", "observe"), "PettingZoo"),
    "RulesetLexer": "Pygments",
    "test_who_takes_the_last_stone_wins": "pytest, in the folder that `new` makes",
    **dict.fromkeys(("state_machine", "keeps"), "tests of rulesets"),
}
"""Names that nothing of ours calls, each with who does."""

BY_THE_GRAMMAR = "dsl/rulewright/dsl/parsing/ast_builder/"
"""There methods are called by the names of rules."""


def trees() -> Iterator[tuple[str, ast.Module]]:
    for layer in LAYERS:
        for path in sorted((ROOT / layer / "rulewright").rglob("*.py")):
            yield path.relative_to(ROOT).as_posix(), tree(path)


def defined(module: ast.Module) -> Iterator[str]:
    """The public names of a module, and those of its classes' methods and constants."""
    for node in module.body:
        match node:
            case ast.FunctionDef(name=name):
                yield name
            case ast.ClassDef(name=name, body=body):
                yield name
                yield from (n.name for n in body if isinstance(n, ast.FunctionDef))
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                yield name
            case _:
                continue


def used(module: ast.Module) -> Iterator[str]:
    """The names that a module reads, imports, or takes from something."""
    for node in ast.walk(module):
        match node:
            case ast.Name(id=name, ctx=ast.Load()) | ast.Attribute(attr=name, ctx=ast.Load()):
                yield name
            case ast.keyword(arg=str(name)):
                yield name
            case _:
                continue


@cache
def unused() -> dict[str, str]:
    """The public names that nothing uses, and where each is defined."""
    uses: Counter[str] = Counter()
    names: dict[str, str] = {}
    for path, module in trees():
        uses.update(used(module))
        if not path.startswith(BY_THE_GRAMMAR):
            names.update((name, path) for name in defined(module) if not name.startswith("_"))
    return {name: path for name, path in names.items() if not uses[name]}


@pytest.mark.thorough
def test_every_public_name_has_a_caller() -> None:
    assert {n: p for n, p in unused().items() if n not in API} == {}


@pytest.mark.thorough
def test_what_is_listed_as_api_needs_to_be() -> None:
    assert API.keys() - unused().keys() == set()
