"""Saves what was found: a trace, a line of the corpus, and a test that fails until the engine is fixed."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator, Mapping
from pathlib import PurePath
from typing import Any

from rulewright.dsl.ir.program import Instance
from rulewright.engines.game import Game

from ..effort.conforming import EXAMINING
from ..plays.itf import Sides, to_json
from .connection.protocol import said
from .corpus import corpus_line
from .trials.discrepancy import LONGEST, Discrepancy, Repeats, play_to
from .trials.shrink import actions_of

NAMED = 40
"""The most characters of an engine's command in the name of a file."""


def files(game: Game[Any], found: Discrepancy, ruleset: str, engine: str) -> Mapping[str, str]:
    """The names of the files and their contents.

    ``ruleset``: its name or path, and ``engine``: its command, for use in the test.
    """
    instance = game.program.instance
    words = f"{instance.ruleset} {instance.name} {_named(engine)} {found.aspect}"
    name = "_".join(re.findall(r"\w+", words.lower()))
    before = f"the rules: {found.rules}; " if found.rules else ""
    violated = f"{before}the engine: {found.engine}"
    differs = Sides(found.rules, found.engine, found.clauses, found.attempted)
    trace = to_json(play_to(game, found), violated=violated, sides=differs)
    return {
        f"{name}.itf.json": json.dumps(trace, indent=2, ensure_ascii=False) + "\n",
        f"{name}.corpus.jsonl": corpus_line(game, found.play) + "\n",
        f"test_{name}.py": "\n".join(_test(name, instance, found, ruleset, engine)) + "\n",
    }


def _named(engine: str) -> str:
    """What tells an engine from others that play the same game: its command without folders and endings."""
    try:
        words = shlex.split(engine)
    except ValueError:
        words = engine.split()
    return " ".join(PurePath(word).stem for word in words)[:NAMED]


def _test(
    name: str, instance: Instance, found: Discrepancy, ruleset: str, engine: str
) -> Iterator[str]:
    clauses = "".join(f" [{clause}]" for clause in found.clauses)
    repeats = found.repeats
    if not found.lost:
        yield "# Written by `rulewright conform`; it passes when the engine is mended."
    yield "# It is run where `rulewright conform` was: what the engine is made of is looked for there."
    rules = [f"The rules:  {found.rules}{clauses}"] if found.rules else []
    for words in (*rules, f"The engine: {found.engine}"):
        yield f"# {said(words, LONGEST)}"
    if found.before == () and not found.lost:
        yield "# The moves alone do not show it: what is not legal is tried in each position."
    elif found.before and not found.lost:
        yield "# The play alone does not show it: one process plays those before it, too."
    if repeats is not None:
        yield from _not_the_same(repeats)
    yield from ["import pytest", ""] * found.lost
    yield "from rulewright.verify.testing import follows"
    yield ""
    yield ""
    yield f"def test_{name}() -> None:"
    yield "    follows("
    yield f"        {ruleset!r},"
    yield f"        {engine!r},"
    yield f"        {list(found.play if found.before is None else actions_of(found))!r},"
    if found.before == ():
        yield "        before=[],"
    elif found.before is not None:
        yield "        before=["
        yield from (f"            {list(row)!r}," for row in found.before)
        yield "        ],"
    elif found.tried:
        yield f"        tried={found.tried!r},"
    if found.before is None and found.by:
        yield f"        by={found.by!r},"
    if repeats is not None:
        yield f"        times={_times(repeats)},"
    yield f"        variant={instance.variant!r},"
    if instance.parameters:
        yield f"        parameters={dict(instance.parameters)!r},"
    if instance.readings:
        yield f"        readings={dict(instance.readings)!r},"
    yield "    )"
    if found.lost:
        yield '    pytest.skip("it was seen once: that it is not seen now shows nothing")'


def _times(repeats: Repeats) -> int:
    sure = EXAMINING.sure * repeats.of
    return -(-sure // repeats.shown) if repeats.shown else EXAMINING.anyway


def _not_the_same(repeats: Repeats) -> Iterator[str]:
    """What a reader of the test must know of an engine that does not repeat itself."""
    if repeats.of:
        often = f"{repeats.shown} of {repeats.of}" if repeats.shown else f"none of {repeats.of}"
        yield "# The engine does not repeat itself, by chance, by the clock or by what it finds elsewhere:"
        yield f"# {often} new processes that were to play this showed it."
    else:
        yield "# The time was up before a new process played this: it is not known how often it shows it."
    if repeats.shown:
        yield f"# So {_times(repeats)} play it here, one after the other, until one does."
    else:
        yield f"# Written by `rulewright conform`: it fails if one of {_times(repeats)} shows it, and is skipped otherwise, as"
        yield "# nothing is known then. Take it away when the cause is found."
