"""The command: plant faults, run the tests, say what survived.

``python -m tests.mutants [WORD ...]`` takes the modules whose names contain one of the words; all of
them if none is given. The exit code is 1 if a fault survives that ``survivors.txt`` does not
explain, or if fewer than 95 % are noticed.
"""

from __future__ import annotations

import argparse
import ast
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.mutants.mutate import Mutant, mutants
from tests.mutants.targets import ROOT, TARGETS, Target
from tests.mutants.trial import Module, Trials, surviving

EXPLAINED = Path(__file__).with_name("survivors.txt")
LOGS = ROOT / "build" / "mutants"
ENOUGH = 0.95


@dataclass(frozen=True, slots=True)
class Result:
    """What became of the faults of a module."""

    planted: int
    surviving: tuple[Mutant, ...]


def explained(text: str) -> dict[str, frozenset[str]]:
    """The faults that change nothing, by module: lines ``- NAME`` under ``=== MODULE``."""
    found: dict[str, set[str]] = {}
    module = ""
    for line in text.splitlines():
        if line.startswith("=== "):
            module = line.removeprefix("=== ")
        elif line.startswith("- "):
            found.setdefault(module, set()).add(line.removeprefix("- "))
    return {name: frozenset(faults) for name, faults in found.items()}


def say(line: str) -> None:
    print(line, flush=True)


def chosen(target: Target, arguments: argparse.Namespace) -> Trials:
    """The faults of one module that are to be planted."""
    source = target.module.path.read_text("utf-8")
    faults = list(mutants(source))
    faults = [f for f in faults if arguments.function in f.name][:: arguments.every]
    record = _record(target.module)
    if arguments.again and record.exists():
        before = set(record.read_text("utf-8").splitlines())
        faults = [f for f in faults if f.name in before]
    return Trials(target.module, ast.unparse(ast.parse(source)), tuple(faults))


def _record(module: Module) -> Path:
    return LOGS / f"{module.name}.survivors"


def judge(
    targets: Sequence[Target], arguments: argparse.Namespace, known: Mapping[str, frozenset[str]]
) -> Iterator[tuple[str, Result]]:
    """Plant the faults of modules that the same tests judge; print those that survive and are not
    known."""
    (tests,) = {target.tests for target in targets}
    trials = [chosen(target, arguments) for target in targets]
    faults = {each.module: each.faults for each in trials}
    began = time.monotonic()
    found: list[Mutant] = []

    def heard(module: Module, tests: str) -> None:
        say(f"{module.name}: {len(faults[module])} faults, judged by {tests}")

    for module, fault in surviving(trials, tests, arguments.jobs, heard):
        if fault is not None:
            found.append(fault)
            mark = " " if fault.name in known.get(module.name, ()) else "!"
            say(f"  {mark} {fault.line}: {fault.name}")
            continue
        _record(module).write_text("".join(f"{fault.name}\n" for fault in found), "utf-8")
        now = time.monotonic()
        say(f"  {len(faults[module]) - len(found)} noticed, in {now - began:.0f} s")
        yield module.name, Result(len(faults[module]), tuple(found))
        found, began = [], now


def stale(name: str, known: frozenset[str], result: Result) -> list[str]:
    """What is explained although it cannot be planted any more, or is noticed."""
    return sorted(known - {fault.name for fault in result.surviving})


def summary(results: Mapping[str, Result], known: Mapping[str, frozenset[str]]) -> bool:
    """Print the numbers; whether they are good enough."""
    planted = sum(r.planted for r in results.values())
    left = sum(len(r.surviving) for r in results.values())
    unknown = sum(f.name not in known.get(n, ()) for n, r in results.items() for f in r.surviving)
    share = 1 - left / planted if planted else 1.0
    print(f"{planted} faults, {planted - left} noticed ({share:.1%}), {unknown} not explained")
    return share >= ENOUGH and unknown == 0


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("words", nargs="*", help="parts of names of modules; all if none is given")
    parser.add_argument("--jobs", type=int, default=2, help="trials at a time")
    parser.add_argument("--every", type=int, default=1, help="one fault of so many")
    parser.add_argument("--function", default="", help="faults with this in their name only")
    parser.add_argument("--again", action="store_true", help="only what survived the last time")
    arguments = parser.parse_args(words)
    LOGS.mkdir(parents=True, exist_ok=True)
    known = explained(EXPLAINED.read_text("utf-8"))
    groups: dict[tuple[str, ...], list[Target]] = {}
    for target in TARGETS:
        if any(word in target.module.name for word in arguments.words or [""]):
            groups.setdefault(target.tests, []).append(target)
    results = {}
    for targets in groups.values():
        for name, result in judge(targets, arguments, known):
            results[name] = result
            if not (arguments.again or arguments.function or arguments.every > 1):
                for gone in stale(name, known.get(name, frozenset()), result):
                    print(f"  explained, but noticed or gone: {gone}")
    return 0 if summary(results, known) else 1


if __name__ == "__main__":
    sys.exit(main())
