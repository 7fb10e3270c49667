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
from dataclasses import dataclass, replace
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
    """Plant the faults of modules that the same tests judge; print those that survive."""
    ((tests, others),) = {(target.tests, target.others) for target in targets}
    tests, others = (arguments.tests, ()) if arguments.tests else (tests, others)
    trials = [chosen(target, arguments) for target in targets]
    found = _found(trials, tests, arguments.jobs)
    unknown = [
        replace(each, faults=tuple(f for f in found[each.module] if f.name not in names))
        for each in trials
        for names in [known.get(each.module.name, frozenset())]
    ]
    unknown = [each for each in unknown if each.faults]
    missed = _found(unknown, others, arguments.jobs) if unknown and others else {}
    for each in trials:
        names = known.get(each.module.name, frozenset())
        left = {fault.name for fault in missed.get(each.module, found[each.module])} | names
        surviving = tuple(fault for fault in found[each.module] if fault.name in left)
        _record(each.module).write_text("".join(f"{fault.name}\n" for fault in surviving), "utf-8")
        say(
            f"{each.module.name}: {len(each.faults) - len(surviving)} of {len(each.faults)} noticed"
        )
        for fault in surviving:
            say(f"  {' ' if fault.name in names else '!'} {fault.line}: {fault.name}")
        yield each.module.name, Result(len(each.faults), surviving)


def _found(
    trials: Sequence[Trials], tests: Sequence[str], jobs: int
) -> dict[Module, tuple[Mutant, ...]]:
    """What some tests do not notice, by module."""
    faults = {each.module: len(each.faults) for each in trials}
    found: dict[Module, tuple[Mutant, ...]] = {each.module: () for each in trials}
    began = time.monotonic()

    def heard(module: Module, tests: str) -> None:
        say(f"{module.name}: {faults[module]} faults, judged by {tests}")

    for module, fault in surviving(trials, tests, jobs, heard):
        if fault is not None:
            found[module] += (fault,)
            continue
        now = time.monotonic()
        say(f"  {faults[module] - len(found[module])} noticed, in {now - began:.0f} s")
        began = now
    return found


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
    parser.add_argument(
        "--tests", nargs="+", help="judged by these alone: quick, while they are made"
    )
    parser.add_argument("--again", action="store_true", help="only what survived the last time")
    arguments = parser.parse_args(words)
    LOGS.mkdir(parents=True, exist_ok=True)
    known = explained(EXPLAINED.read_text("utf-8"))
    groups: dict[tuple[tuple[str, ...], ...], list[Target]] = {}
    for target in TARGETS:
        if any(word in target.module.name for word in arguments.words or [""]):
            groups.setdefault((target.tests, target.others), []).append(target)
    results = {}
    for targets in groups.values():
        for name, result in judge(targets, arguments, known):
            results[name] = result
            if not (
                arguments.again or arguments.function or arguments.tests or arguments.every > 1
            ):
                for gone in stale(name, known.get(name, frozenset()), result):
                    print(f"  explained, but noticed or gone: {gone}")
    return 0 if summary(results, known) else 1


if __name__ == "__main__":
    sys.exit(main())
