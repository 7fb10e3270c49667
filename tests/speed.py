"""Two states of the code side by side: how many times as long as an older one a newer one takes to load, search, prove.

``python -m tests.speed COMMIT [ROUNDS [NEWER]]``; without a newer commit, what stands here is timed. Both do the same with the same rulesets, the older one's, as often, in turn,
and begin in turn, so that a busy machine is busy for both; processor time is counted, of all processes that
were started. What is read once and kept, such as tables of the grammar, is there before it is counted.
"""

from __future__ import annotations

import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
START = "import sys; from rulewright.verify.cli.main import main; sys.exit(main(sys.argv[1:]))"
ANSWERED = (0, 1, 3)
"""Exit codes with which a command has done its work: as expected, not so, or open."""


@dataclass(frozen=True, slots=True)
class Work:
    """Something that both are asked to do; ``{name}`` stands for the file of a ruleset."""

    name: str
    words: tuple[str, ...]


WORKS = (
    Work("start", ("--help",)),
    Work("load tic-tac-toe", ("explore", "{tictactoe}", "--states", "1")),
    Work("load Circle of Life", ("explore", "{circle}", "--instance", "box", "--states", "1")),
    Work("search connect four", ("explore", "{connectfour}", "--instance", "box", "--states", "10000")),
    Work("prove hex, 2 columns", ("verify", "{hex}", "--instance", "small", "--check", "one_winner")),
    Work("prove connect four", ("verify", "{connectfour}", "--instance", "box", "--check", "enough")),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Side:
    """A state of the code, and a cache of its own."""

    code: Path
    cache: Path

    def seconds(self, words: tuple[str, ...]) -> float:
        """The processor time of a command. Raises RuntimeError if it does not do its work."""
        environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join(str(self.code / p) for p in ("dsl", "engines", "verify")),
            "XDG_CACHE_HOME": str(self.cache),
        }
        command = [sys.executable, "-c", START, *words]
        before = os.times()
        ended = subprocess.run(
            command, env=environment, cwd=self.cache, capture_output=True, text=True, check=False
        )
        after = os.times()
        if ended.returncode not in ANSWERED:
            raise RuntimeError(f"{self.code}: {' '.join(words)}: {ended.stderr.strip()[-200:]}")
        return sum(after[k] - before[k] for k in (2, 3))


def checkout(commit: str) -> Path:
    """The code at a commit, in ``build/speed``."""
    name = _git("rev-parse", "--short", f"{commit}^{{commit}}")
    folder = ROOT / "build" / "speed" / name
    if not folder.exists():
        _git("worktree", "prune")
        _git("worktree", "add", "--detach", str(folder), name)
    return folder


def _git(*words: str) -> str:
    done = subprocess.run(("git", *words), cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def rulesets(code: Path, to: Path) -> dict[str, str]:
    """The texts of a state of the code without kept answers, by the names of the rulesets."""
    shutil.copytree(code / "spec", to, ignore=shutil.ignore_patterns("*.answers*", "__pycache__"))
    return {path.stem: str(path) for path in to.rglob("*.rules")}


def ratios(old: Side, new: Side, words: tuple[str, ...], rounds: int) -> list[tuple[float, float]]:
    """The seconds of both, in each of some rounds. Raises RuntimeError."""
    for side in (old, new):
        side.seconds(words)
    found = []
    for number in range(rounds):
        first, second = (old, new) if number % 2 else (new, old)
        took = {first: first.seconds(words), second: second.seconds(words)}
        found.append((took[old], took[new]))
    return found


def main(commit: str, rounds: int = 5, newer: str = "") -> int:
    """Print a row for each work: the shortest time of both, and the middle one of the ratios."""
    code, here = checkout(commit), checkout(newer) if newer else ROOT
    with tempfile.TemporaryDirectory() as folder:
        texts = rulesets(code, Path(folder) / "spec")
        old, new = Side(code, Path(folder) / "old"), Side(here, Path(folder) / "new")
        for side in (old, new):
            side.cache.mkdir()
        print(f"| | {code.name}, s | now, s | now / {code.name} | from to |\n|---|---|---|---|---|")
        for work in WORKS:
            words = tuple(word.format_map(texts) for word in work.words)
            try:
                found = ratios(old, new, words, rounds)
            except RuntimeError as error:
                print(f"| {work.name} | cannot be compared: {error} |")
                continue
            each = sorted(after / before for before, after in found)
            before, after = (min(pair[k] for pair in found) for k in (0, 1))
            print(
                f"| {work.name} | {before:.2f} | {after:.2f} | {statistics.median(each):.2f} | "
                f"{each[0]:.2f} to {each[-1]:.2f} |",
                flush=True,
            )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], *map(int, sys.argv[2:3]), *sys.argv[3:4]))
