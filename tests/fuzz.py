"""Random rulesets through all meanings: ``python -m tests.fuzz --count N --seed S``.

What is at odds is made smaller and kept, as a text of its own, in ``tests/regressions``: the tests
replay all of it. ``--replay FILE`` examines such a text again.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.differential.case import ASPECTS, SECONDS, Finding, compiled, examine, examined
from tests.differential.compiler import quick_compiler
from tests.generators import ruleset
from tests.generators.shrink import shrunk

from rulewright.verify.proof import bmc, guess

_ = bmc, guess  # Loaded here, so that the process of each proof has them.
KEPT = Path(__file__).parent / "regressions"
SMALLER = 400
"""So often at most a smaller text is tried."""


def aspects_of(path: Path) -> tuple[str, ...]:
    """What a kept text is compared in: plays and searches, and what its name begins with."""
    named = path.stem.split("_")[0]
    return tuple(dict.fromkeys(("plays", "search", named if named in ASPECTS else "plays")))


@dataclass(frozen=True)
class Looked:
    """How each ruleset is looked at: ``seconds`` for each proof; ``every`` game of it, or one."""

    aspects: tuple[str, ...]
    seconds: float
    every: bool


def one(seed: int, how: Looked) -> tuple[int, list[Finding] | None]:
    """What is at odds in the ruleset of a seed; None where the seed gives none."""
    found = compiled(ruleset(seed))
    if found is None:
        return seed, None
    return seed, examined(found, how.aspects, how.seconds, None if how.every else seed)


def smallest(text: str, finding: Finding) -> str:
    """A small text in which the same is at odds."""
    return shrunk(
        text, lambda t: finding.key in {f.key for f in examine(t, [finding.aspect])}, SMALLER
    )


def keep(seed: int, finding: Finding, folder: Path) -> Path:
    """Write the smallest text that shows a finding; its file."""
    text = smallest(ruleset(seed), finding)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{finding.aspect}_{seed}.rules"
    said = "".join(c if c.isprintable() else " " for c in finding.message)[:200]
    path.write_text(f"# {finding.aspect}: seed {seed}: {said}\n{text}", "utf-8")
    return path


def _all(
    seeds: Iterable[int], how: Looked, jobs: int
) -> Iterator[tuple[int, list[Finding] | None]]:
    if jobs == 1:
        yield from (one(seed, how) for seed in seeds)
        return
    with ProcessPoolExecutor(jobs) as pool:
        waiting, left = set(), iter(seeds)
        for seed in islice(left, 4 * jobs):
            waiting.add(pool.submit(one, seed, how))
        while waiting:
            done = next(as_completed(waiting))
            waiting.discard(done)
            for seed in islice(left, 1):
                waiting.add(pool.submit(one, seed, how))
            yield done.result()


def main(arguments: list[str]) -> int:
    """0 if nothing is at odds, 1 if something is."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--count", type=int, default=1000, help="how many rulesets")
    parser.add_argument("--seed", type=int, default=0, help="the number of the first")
    parser.add_argument("--jobs", type=int, default=2, help="how many processes")
    parser.add_argument("--aspects", default=",".join(ASPECTS), help="what is compared")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="for each proof")
    parser.add_argument("--one-game", action="store_true", help="of each ruleset, by its seed")
    parser.add_argument("--replay", type=Path, help="examine a file instead")
    parser.add_argument("--keep", type=Path, default=KEPT, help="where findings go")
    parser.add_argument("--no-keep", action="store_true", help="only tell of findings")
    given = parser.parse_args(arguments)
    aspects = tuple(given.aspects.split(","))
    if given.replay is not None:
        found = examine(given.replay.read_text("utf-8"), aspects, given.seconds)
        for finding in found:
            print(f"{finding.aspect}: {finding.game}: {finding.message}")
        return 1 if found else 0
    with TemporaryDirectory() as cache:
        os.environ["XDG_CACHE_HOME"] = cache  # thousands of libraries are of no use later
        os.environ["CC"] = str(quick_compiler(Path(cache)))
        return _fuzz(given, aspects)


def _fuzz(given: argparse.Namespace, aspects: tuple[str, ...]) -> int:
    begun, total, known = time.monotonic(), 0, set[tuple[str, str]]()
    how, rulesets = Looked(aspects, given.seconds, not given.one_game), 0
    seeds = range(given.seed, given.seed + given.count)
    for number, (seed, found) in enumerate(_all(seeds, how, given.jobs), 1):
        rulesets += found is not None
        for finding in found or ():
            total += 1
            print(
                f"seed {seed}: {finding.aspect}: {finding.game}: {finding.message[:300]}",
                flush=True,
            )
            if not given.no_keep and finding.key not in known:
                print(f"  kept as {keep(seed, finding, given.keep)}", flush=True)
            known.add(finding.key)
        if number % 100 == 0 or number == given.count:
            spent = time.monotonic() - begun
            print(
                f"{number} of {given.count} seeds, {rulesets} rulesets, {total} findings, "
                f"{spent:.0f} s",
                flush=True,
            )
    return 1 if total else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
