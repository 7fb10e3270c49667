"""Running tests on a module with a fault in it: a process for each fault, forked off a warm one.

A *court* is one run of pytest that has collected the tests of some targets and then, in place of running
them, forks a process for each fault. There the faulty code is put in the place of the right one, in
the functions that are already loaded, and those tests run that come to its lines, the fastest first;
the first that fails has noticed it. No file is written. A fault outside of functions (a table, a class)
cannot be put in place so; it gets a run of pytest of its own, which imports the faulty text.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import importlib.abc
import importlib.machinery
import os
import resource
import signal
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from inspect import CO_OPTIMIZED
from itertools import zip_longest
from pathlib import Path
from types import CodeType, FrameType, FunctionType, ModuleType

import pytest
from _pytest.runner import runtestprotocol
from tests.mutants.mutate import Mutant

MEMORY = 6 << 30
"""Bytes of address space for one trial; a fault may make a program grow without end."""

LONGEST = 1000
"""No module has more lines."""

OPTIONS = (
    "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:faulthandler",
    "--hypothesis-profile=mutants", "-m", "not slow or judges",
)  # fmt: skip

NOTICED, SURVIVED, ELSEWHERE = 1, 0, 77
"""How the process of a trial ends; any other way it is noticed, too. ELSEWHERE: not in functions."""


@dataclass(frozen=True, slots=True)
class Module:
    """A module that faults are planted in."""

    name: str
    path: Path


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


def _functions(code: CodeType, found: dict[str, list[CodeType]]) -> None:
    """The code of all functions in a piece of code, by their full names, in order."""
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            found[inner.co_qualname].append(inner)
            _functions(inner, found)


def loaded(module: Module) -> dict[str, list[FunctionType]]:
    """The functions that came from a module's text, by their full names, in order.

    Raises RuntimeError if there are none: no fault could be planted, and none would be noticed.
    """
    importlib.import_module(module.name)
    gc.unfreeze()  # What the tests have frozen is not told of.
    found: dict[str, list[FunctionType]] = defaultdict(list)
    for function in gc.get_objects():
        if isinstance(function, FunctionType):
            code = function.__code__
            if code.co_filename == str(module.path):
                found[code.co_qualname].append(function)
    if not found:
        raise RuntimeError(f"{module.name} has no functions that faults could be planted in")
    return found


def plant(functions: dict[str, list[FunctionType]], fault: CodeType, right: CodeType) -> bool:
    """Put the functions of a faulty text in the place of the loaded ones; False if that cannot be.

    ``right`` is the text without the fault, written in the same way: what differs between the two
    beside functions is a fault elsewhere.
    """
    if _skeleton(fault) != _skeleton(right):
        return False
    codes: dict[str, list[CodeType]] = defaultdict(list)
    _functions(fault, codes)
    for name, same in functions.items():
        firsts = sorted({f.__code__.co_firstlineno for f in same})
        if len(firsts) != len(codes[name]):
            return False
        for function in same:
            code = codes[name][firsts.index(function.__code__.co_firstlineno)]
            if code.co_freevars != function.__code__.co_freevars:
                return False
            function.__code__ = code
    return True


def _skeleton(code: CodeType) -> tuple[object, ...]:
    """What a module does when it is imported, but for the insides of its functions."""
    inner: list[object] = []
    for constant in code.co_consts:
        if not isinstance(constant, CodeType):
            inner.append((type(constant), repr(constant)))
        elif not constant.co_flags & CO_OPTIMIZED or constant.co_name in _RUN_AT_ONCE:
            inner.append(_skeleton(constant))
    return (code.co_code, code.co_names, *inner)


_RUN_AT_ONCE = {"<genexpr>", "<listcomp>", "<setcomp>", "<dictcomp>"}


@dataclass(frozen=True, slots=True)
class Lines:
    """Which lines of a module each test comes to, and how long it takes, in seconds of processor time."""

    tests: dict[str, tuple[float, frozenset[int]]]

    def coming_to(self, first: int, last: int) -> tuple[str, ...]:
        """The tests that come to one of these lines, the fastest first."""
        wanted = range(first, last + 1)
        found = [
            (seconds, name)
            for name, (seconds, lines) in self.tests.items()
            if not lines.isdisjoint(wanted)
        ]
        return tuple(name for _, name in sorted(found))

    @property
    def seconds(self) -> float:
        """How long all tests take."""
        return sum(seconds for seconds, _ in self.tests.values())


@dataclass(frozen=True, slots=True)
class Trials:
    """The faults of a module."""

    module: Module
    right: str
    faults: tuple[Mutant, ...]


class _Court:
    """Forks a process for each fault when the tests have been collected."""

    def __init__(
        self, trials: Sequence[Trials], jobs: int, said: Callable[[str, str, str], None]
    ) -> None:
        self._trials = trials
        self._jobs = jobs
        self._said = said
        self._functions: dict[str, list[FunctionType]] = {}
        self._telling: list[str] = []
        self._reading, self._writing = os.pipe()
        os.set_blocking(self._reading, False)

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        recorded = _recorded(session.items, [each.module for each in self._trials])
        for trials in self._trials:
            self._judge(session.items, trials, recorded[trials.module])
        return True

    def _judge(self, items: Sequence[pytest.Item], trials: Trials, lines: Lines) -> None:
        name = trials.module.name
        self._functions = loaded(trials.module)
        self._said(name, "tests", f"{len(lines.tests)} tests of {lines.seconds:.1f} s")
        seconds = 3 * lines.seconds + 5

        def begin(fault: Mutant) -> int:
            telling = self._first(lines.coming_to(fault.line, fault.end))
            return _forked(lambda: self._trial(items, trials, fault, telling, lines), seconds)

        for fault, status in _all(trials.faults, begin, self._jobs, seconds):
            if status in (SURVIVED, ELSEWHERE):
                self._said(name, "survived" if status == SURVIVED else "elsewhere", fault.name)
        self._said(name, "done", "")

    def _first(self, tests: tuple[str, ...]) -> tuple[str, ...]:
        """Tests with those first that noticed other faults, the last one first of all."""
        with contextlib.suppress(BlockingIOError):
            for name in os.read(self._reading, 1 << 16).decode().splitlines():
                self._telling = [name, *(other for other in self._telling if other != name)]
        known = [name for name in self._telling if name in tests]
        return (*known, *(name for name in tests if name not in known))

    def _trial(
        self,
        items: Sequence[pytest.Item],
        trials: Trials,
        fault: Mutant,
        tests: tuple[str, ...],
        lines: Lines,
    ) -> int:
        path = str(trials.module.path)
        faulty, right = (compile(text, path, "exec") for text in (fault.source, trials.right))
        if not plant(self._functions, faulty, right):
            return ELSEWHERE
        named = {item.nodeid: item for item in items}
        noticing = first_that_fails([named[name] for name in tests], lines)
        if noticing is None:
            return SURVIVED
        os.write(self._writing, f"{noticing.nodeid}\n".encode())
        return NOTICED


def first_that_fails(items: Sequence[pytest.Item], lines: Lines) -> pytest.Item | None:
    """Run tests until one fails; each tears down what the next one does not need. One that takes far
    longer than it should ends the process."""
    for item, following in zip_longest(items, items[1:]):
        limit = time.process_time() + 3 * lines.tests[item.nodeid][0] + 5
        resource.setrlimit(resource.RLIMIT_CPU, (int(limit) + 1, resource.RLIM_INFINITY))
        reports = runtestprotocol(item, log=False, nextitem=following)
        if any(report.failed for report in reports):
            return item
    return None


def _recorded(items: Sequence[pytest.Item], modules: Sequence[Module]) -> dict[Module, Lines]:
    """Run the tests on the modules as they are; raises RuntimeError if one of them fails."""
    reading, writing = os.pipe()
    process = _forked(lambda: _record(items, modules, writing), 3600)
    os.close(writing)
    with open(reading, encoding="utf-8") as stream:
        rows = [row.rstrip("\n").split("\t") for row in stream]
    if os.waitpid(process, 0)[1] != 0:
        raise RuntimeError(f"{rows[-1][0]} fails without any fault")
    return {
        module: Lines(
            {
                name: (float(seconds), frozenset(map(int, at[number].split())))
                for name, seconds, *at in rows
                if at[number]
            }
        )
        for number, module in enumerate(modules)
    }


def _record(items: Sequence[pytest.Item], modules: Sequence[Module], stream: int) -> int:
    """Write for each test its name, how long it takes, and for each module the lines it comes to."""
    for item, following in zip(items, [*items[1:], None], strict=True):
        seen: dict[str, set[int]] = {str(module.path): set() for module in modules}

        def entered(
            frame: FrameType, event: str, _: object, seen: dict[str, set[int]] = seen
        ) -> object:
            at = seen.get(frame.f_code.co_filename)
            if at is None:
                return None
            at.add(frame.f_lineno)

            def inside(frame: FrameType, event: str, _: object) -> object:
                at.add(frame.f_lineno)
                return inside

            return inside

        before = time.process_time()
        sys.settrace(entered)
        reports = runtestprotocol(item, log=False, nextitem=following)
        traced = sys.gettrace() is entered
        sys.settrace(None)
        seconds = time.process_time() - before
        if not traced:  # Where a recursion is too deep, that ends tracing as well.
            for at in seen.values():
                at.update(range(1, LONGEST))
        rows = (" ".join(map(str, sorted(at))) for at in seen.values())
        os.write(stream, "\t".join((item.nodeid, str(seconds), *rows)).encode() + b"\n")
        if any(report.failed for report in reports):
            return NOTICED
    return SURVIVED


def _forked(work: Callable[[], int], seconds: float) -> int:
    """Do some work in a process of a group of its own; it ends with the number that comes back."""
    process = os.fork()
    if process:
        return process
    status = NOTICED
    try:
        os.setsid()
        nothing = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(nothing, stream)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        limit = int(seconds) + 1
        resource.setrlimit(resource.RLIMIT_CPU, (limit, resource.RLIM_INFINITY))
        status = work()
    finally:
        os._exit(status)


def _all(
    faults: Iterable[Mutant], begin: Callable[[Mutant], int], jobs: int, seconds: float
) -> Iterator[tuple[Mutant, int]]:
    """Try the faults, some at a time; each with how its process ended, however it ended."""
    waiting = list(faults)[::-1]
    running: dict[int, tuple[Mutant, float]] = {}
    while waiting or running:
        while waiting and len(running) < jobs:
            fault = waiting.pop()
            running[begin(fault)] = (fault, time.monotonic() + 10 * seconds)
        for process, (fault, deadline) in list(running.items()):
            ended, status = os.waitpid(process, os.WNOHANG)
            if ended:
                del running[process]
                _end(process)
                yield fault, os.waitstatus_to_exitcode(status)
            elif time.monotonic() > deadline:
                _end(process)
        time.sleep(0.005)


def _end(process: int) -> None:
    """End the process of a trial, and all that it started."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process, signal.SIGKILL)


def surviving(
    trials: Sequence[Trials],
    files: Sequence[str],
    jobs: int,
    heard: Callable[[Module, str], None],
) -> Iterator[tuple[Module, Mutant | None]]:
    """The faults that no test in some files notices, module by module, each followed by None.

    ``heard`` is told about the tests. ``jobs``: how many are tried at a time.
    """
    of = {each.module.name: each for each in trials}
    named = {(each.module.name, fault.name): fault for each in trials for fault in each.faults}
    reading, writing = os.pipe()

    def said(module: str, kind: str, what: str) -> None:
        os.write(writing, f"{module}\t{kind}\t{what}\n".encode())

    court = _Court(trials, jobs, said)
    process = _forked(lambda: int(pytest.main([*OPTIONS, *files], [court])), 1e6)
    os.close(writing)
    elsewhere: list[Mutant] = []
    with open(reading, encoding="utf-8") as stream:
        for row in stream:
            name, kind, what = row.rstrip("\n").split("\t")
            module = of[name].module
            match kind:
                case "survived":
                    yield module, named[name, what]
                case "elsewhere":
                    elsewhere.append(named[name, what])
                case "done":
                    for fault in _imported(module, elsewhere, files, jobs):
                        yield module, fault
                    elsewhere.clear()
                    yield module, None
                case _:
                    heard(module, what)
    if os.waitpid(process, 0)[1] != 0:
        raise RuntimeError(f"the tests cannot be run: {' '.join(files)}")


def _imported(
    module: Module, faults: Iterable[Mutant], files: Sequence[str], jobs: int
) -> Iterator[Mutant]:
    """The faults that no test notices when the module is imported with them."""

    def run(fault: Mutant) -> int:
        code = compile(fault.source, str(module.path), "exec")
        sys.meta_path.insert(0, _Planted(module, code))
        # Else a finder of pytest's own comes first, which takes the file.
        return int(pytest.main([*OPTIONS, "--assert=plain", "-x", *files]))

    seconds = 120.0
    for fault, status in _all(
        faults, lambda fault: _forked(lambda: run(fault), seconds), jobs, seconds
    ):
        if status == SURVIVED:
            yield fault
