"""Words that have a better one in ``docs/glossary.md`` name nothing in the code.

Where such a word is the right one, its rooms are listed below; a room that does not need it fails as
well.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from tests.repository.sources import tree

ROOT = Path(__file__).parents[2]


def listed(text: str) -> frozenset[str]:
    """The words of a text."""
    return frozenset(text.split())


REFUSED = listed(
    """account accounts arrivals begun blind books deed drift foreseeing foresight holding homes hunt imagined
    imagination kept knot ledger lockstep luck mentioned mind minds misreading noted parted patience
    polish says seats slips stroll strolled strolling tandem thoughts told trouble troubles varied
    wanted watcher worth"""
)

RIGHT: dict[str, frozenset[str]] = {
    "kept": listed("verify/answers verify/cli verify/conform verify/findings verify/kernel"),
}
"""Answers are *kept* beside a ruleset, and a step *keeps* a claim; an invariant of a search *holds*."""


def rooms() -> Iterator[tuple[str, Path]]:
    """Every file of the code, with its room: ``verify/proof``, or the file itself in a hall."""
    for layer in ("dsl", "engines", "verify"):
        base = ROOT / layer / "rulewright" / layer
        for path in base.rglob("*.py"):
            yield f"{layer}/{path.relative_to(base).parts[0].removesuffix('.py')}", path


def names(path: Path) -> Iterator[str]:
    """What a file gives a name to, and the file itself."""
    yield path.stem
    for node in ast.walk(tree(path)):
        match node:
            case ast.ClassDef(name=name) | ast.FunctionDef(name=name):
                yield name
            case ast.arg(arg=name):
                yield name
            case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
                yield name
            case _:
                continue


def words(name: str) -> Iterator[str]:
    """The words of a name.

    >>> list(words("_PatientSearcher")), list(words("MOST_ROWS")), list(words("a_b2"))
    (['patient', 'searcher'], ['most', 'rows'], ['a', 'b'])
    """
    for part in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", name):
        yield part.lower()


@cache
def found() -> dict[str, set[str]]:
    """The refused words that there are, each with its rooms."""
    result: dict[str, set[str]] = {}
    for room, path in rooms():
        for word in {word for name in names(path) for word in words(name)} & REFUSED:
            result.setdefault(word, set()).add(room)
    return result


@pytest.mark.thorough
def test_refused_words_name_nothing_new() -> None:
    new = {w: sorted(r - RIGHT.get(w, frozenset())) for w, r in found().items()}
    assert {w: r for w, r in new.items() if r} == {}, "docs/glossary.md has the words to use"


@pytest.mark.thorough
def test_no_room_is_listed_that_does_not_need_its_word() -> None:
    there = found()
    gone = {w: sorted(r - there.get(w, set())) for w, r in RIGHT.items()}
    assert {w: r for w, r in gone.items() if r} == {}, "take these off the list"


def types(path: Path) -> Iterator[str]:
    """The classes of a file, and what it calls a type; variables of types may be called alike."""
    for node in tree(path).body:
        match node:
            case ast.ClassDef(name=name):
                yield name
            case ast.Assign(value=ast.Call(func=ast.Name(id="TypeVar" | "ParamSpec"))):
                continue
            case ast.Assign(targets=[ast.Name(id=name)]) if re.match("[A-Z]+[a-z]", name):
                yield name
            case _:
                continue


@pytest.mark.thorough
def test_no_name_of_a_type_has_two_meanings() -> None:
    files: dict[str, set[str]] = {}
    for _, path in rooms():
        for name in types(path):
            if not name.startswith("_"):
                files.setdefault(name, set()).add(str(path.relative_to(ROOT)))
    assert {name: sorted(paths) for name, paths in files.items() if len(paths) > 1} == {}
