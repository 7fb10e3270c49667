"""What of the memory of an engine's processes is counted, and what counts once."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from rulewright.verify.conform.connection.keeper import taken

MIB = 1 << 20
SIZE = 60 * MIB
A_LITTLE = 10 * MIB
"""By so much the memory of two interpreters differs at most from one time to the next."""
SHARED = Path("/dev/shm")
HOLDS = """
import mmap, sys
if sys.argv[1] == "maps":
    mapped = mmap.mmap(int(sys.argv[2]), int(sys.argv[3]))
    there = sum(mapped[at] for at in range(0, len(mapped), 4096))
print("ready", flush=True)
sys.stdin.read()
"""
"""A process that holds the file whose number it is told."""

pytestmark = pytest.mark.skipif(not SHARED.is_dir(), reason="Linux tells what processes hold")


@contextmanager
def holders(ways: Sequence[str], file: int) -> Iterator[list[int]]:
    """Processes that hold a file, each in its way."""
    with ExitStack() as ending:
        pids = []
        for way in ways:
            words = [sys.executable, "-I", "-S", "-c", HOLDS, way, str(file), str(SIZE)]
            one = subprocess.Popen(
                words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, pass_fds=[file]
            )
            ending.enter_context(one)
            assert one.stdout is not None
            assert one.stdout.readline() == b"ready\n"
            pids.append(one.pid)
        yield pids


def filled(file: int) -> int:
    for _ in range(SIZE // MIB):
        os.write(file, b"x" * MIB)
    return file


def held(ways: Sequence[str], file: int) -> int:
    """The bytes that processes take, besides what they take with a file that is not theirs to count."""
    with (
        open(os.devnull, "rb") as nothing,
        holders(["holds"] * len(ways), nothing.fileno()) as pids,
    ):
        usual = taken(pids)[0]
    with holders(ways, filled(file)) as pids:
        return taken(pids)[0] - usual


@pytest.mark.parametrize(
    "ways", [["holds"], ["holds", "holds"], ["maps", "holds"], ["holds", "maps"]]
)
def test_a_file_in_memory_counts_once(ways: Sequence[str]) -> None:
    file = os.memfd_create("held")
    try:
        assert abs(held(ways, file) - SIZE) < A_LITTLE
    finally:
        os.close(file)


def test_a_deleted_file_in_memory_counts() -> None:
    with tempfile.TemporaryFile(dir=SHARED) as file:
        assert abs(held(["holds"], file.fileno()) - SIZE) < A_LITTLE


def test_a_file_that_has_a_name_does_not_count() -> None:
    """Others may read it, and have written it: a table of end games, say."""
    with tempfile.NamedTemporaryFile(dir=SHARED) as file:
        assert abs(held(["holds"], file.fileno())) < A_LITTLE


def test_a_deleted_file_on_a_disk_does_not_count(tmp_path: Path) -> None:
    if tmp_path.stat().st_dev == SHARED.stat().st_dev:
        pytest.skip("the disk is memory")
    with tempfile.TemporaryFile(dir=tmp_path) as file:
        assert abs(held(["holds"], file.fileno())) < A_LITTLE
