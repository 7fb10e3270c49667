"""Running tests on a module with a fault in it: a process for each fault, forked off a warm one.

What every trial needs and no fault touches (pytest, Hypothesis, Lark, Z3) is imported once. The
process of a trial takes the module's text from memory; no file is written.
"""

from __future__ import annotations

import contextlib
import importlib.abc
import importlib.machinery
import os
import resource
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FrameType, ModuleType

import hypothesis.strategies
import lark
import pytest
import z3

WARM = (hypothesis.strategies, lark, pytest, z3)
MEMORY = 6 << 30
"""Bytes of address space for one trial; a fault may make a program grow without end."""

OPTIONS = (
    "-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:faulthandler",
    "--hypothesis-profile=mutants", "-m", "not slow",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Module:
    """A module that faults are planted in."""

    name: str
    path: Path


@dataclass(frozen=True, slots=True)
class Trial:
    """One run of tests on a module's text: the tests in order, and how long it may take."""

    module: Module
    source: str
    files: tuple[str, ...]
    first: tuple[str, ...]
    seconds: float


class _Planted(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Gives one module another text than its file has."""

    def __init__(self, module: Module, code: CodeType) -> None:
        self._module = module
        self._code = code

    def find_spec(
        self, fullname: str, path: object, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if fullname != self._module.name:
            return None
        origin = str(self._module.path)
        spec = importlib.machinery.ModuleSpec(fullname, self, origin=origin)
        spec.has_location = True
        return spec

    def exec_module(self, module: ModuleType) -> None:
        exec(self._code, vars(module))


class _Order:
    """Puts the tests that come to the place of the fault before all others."""

    def __init__(self, first: Sequence[str]) -> None:
        self._rank = {name: i for i, name in enumerate(first)}

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items.sort(key=lambda item: self._rank.get(item.nodeid, len(self._rank)))


@dataclass(frozen=True, slots=True)
class Lines:
    """Which lines each test comes to, and how long it takes, in seconds of processor time."""

    tests: dict[str, tuple[float, frozenset[int]]]

    def coming_to(self, first: int, last: int) -> tuple[str, ...]:
        """The tests that come to one of these lines, the fastest first."""
        found = [
            (seconds, name)
            for name, (seconds, lines) in self.tests.items()
            if any(first <= line <= last for line in lines)
        ]
        return tuple(name for _, name in sorted(found))

    @property
    def seconds(self) -> float:
        """How long all tests take."""
        return sum(seconds for seconds, _ in self.tests.values())


class _Recorder:
    """Notes which lines of one file a test comes to."""

    def __init__(self, path: Path, stream: int) -> None:
        self._path = str(path)
        self._stream = stream

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        lines: set[int] = set()

        def inside(frame: FrameType, event: str, _: object) -> Callable[..., object]:
            lines.add(frame.f_lineno)
            return inside

        def entered(frame: FrameType, event: str, _: object) -> Callable[..., object] | None:
            if frame.f_code.co_filename != self._path:
                return None
            lines.add(frame.f_lineno)
            return inside

        before = time.process_time()
        sys.settrace(entered)
        try:
            return (yield)
        finally:
            sys.settrace(None)
            seconds = time.process_time() - before
            record = f"{item.nodeid}\t{seconds}\t{' '.join(map(str, sorted(lines)))}\n"
            os.write(self._stream, record.encode())


def lines_of(module: Module, files: tuple[str, ...], log: Path) -> Lines:
    """Run the tests on the module as it is; raises RuntimeError if one of them fails."""
    trial = Trial(module, module.path.read_text("utf-8"), files, (), 3600.0)
    record = log.with_suffix(".lines")
    stream = os.open(record, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    process = start(trial, log, [_Recorder(module.path, stream)])
    os.close(stream)
    if os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]) != 0:
        raise RuntimeError(f"tests fail without any fault in {module.name}: see {log}")
    tests = {}
    for row in record.read_text("utf-8").splitlines():
        name, seconds, lines = row.split("\t")
        tests[name] = (float(seconds), frozenset(map(int, lines.split())))
    return Lines(tests)


def start(trial: Trial, log: Path, plugins: Sequence[object] = ()) -> int:
    """Start the process of a trial, in a group of its own; it ends with pytest's exit code."""
    process = os.fork()
    if process:
        return process
    status = 70
    try:
        os.setsid()
        output = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(output, 1)
        os.dup2(output, 2)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        limit = int(trial.seconds) + 1
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 5))
        code = compile(trial.source, str(trial.module.path), "exec")
        sys.meta_path.insert(0, _Planted(trial.module, code))
        status = int(pytest.main([*OPTIONS, *trial.files], [_Order(trial.first), *plugins]))
    finally:
        sys.stdout.flush()
        os._exit(status)


def survived(status: int) -> bool:
    """Whether all tests passed, by the status of the process of a trial."""
    return os.waitstatus_to_exitcode(status) == 0


def end(process: int) -> None:
    """End the process of a trial, and all that it started."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process, signal.SIGKILL)
