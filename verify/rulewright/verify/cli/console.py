"""Where a command reads and writes."""

from __future__ import annotations

import json
import logging
import os
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from ..draw.style import Style, style_for
from ..limits import Clock
from .exits import InputError


@dataclass(frozen=True, slots=True)
class Console:
    """Answers go to ``out``, everything else to ``err``."""

    source: TextIO
    out: TextIO
    err: TextIO
    style: Style

    def write(self, lines: Iterable[str]) -> None:
        """Print lines of an answer."""
        for line in lines:
            print(line, file=self.out)

    def write_json(self, data: object) -> None:
        """Print an answer as JSON."""
        print(json.dumps(data, indent=2, ensure_ascii=False), file=self.out)

    def progress(self, task: str) -> Progress:
        """Tell a person at a terminal how far a task is."""
        return Progress(task, self.err, self.err.isatty())


def console() -> Console:
    """The console of this process."""
    return Console(sys.stdin, sys.stdout, sys.stderr, style_for(sys.stdout, os.environ))


@contextmanager
def notices(stream: TextIO) -> Iterator[None]:
    """What the layers below have to say to a person goes to ``stream``, each line once."""
    handler = logging.StreamHandler(stream)
    handler.setFormatter(logging.Formatter("rulewright: %(message)s"))
    told: set[str] = set()

    def is_new(record: logging.LogRecord) -> bool:
        known = len(told)
        told.add(record.getMessage())
        return len(told) > known

    handler.addFilter(is_new)
    log = logging.getLogger("rulewright")
    log.addHandler(handler)
    try:
        yield
    finally:
        log.removeHandler(handler)


class Progress:
    """A line on a terminal that tells a count; silent anywhere else, and on short work."""

    WAIT = 1.0
    BETWEEN = 0.2

    def __init__(
        self, task: str, stream: TextIO, wanted: bool, clock: Clock = time.monotonic
    ) -> None:
        self._task = task
        self._stream = stream
        self._wanted = wanted
        self._clock = clock
        self._next = clock() + self.WAIT
        self._shown = False

    def __call__(self, count: int, what: str = "") -> None:
        """Show the count, and what it is about, if it is time to."""
        if self._wanted and self._clock() >= self._next:
            self._stream.write(f"\r\x1b[K{self._task}: {count:,} … {what}".rstrip())
            self._stream.flush()
            self._next = self._clock() + self.BETWEEN
            self._shown = True

    def done(self) -> None:
        """Take the line away."""
        if self._shown:
            self._stream.write("\r\x1b[K")
            self._stream.flush()


def write_file(path: Path, text: str) -> None:
    """Write a file whole or not at all. Raises InputError if it cannot be written."""
    temporary = ""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
        mode = path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~_umask()
        os.chmod(temporary, mode)
        os.replace(temporary, path)
    except OSError as error:
        if temporary and os.path.exists(temporary):
            os.unlink(temporary)
        raise InputError(f"cannot write {path}: {error.strerror}") from error


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
