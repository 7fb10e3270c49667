"""The console of a command: where it reads and writes."""

from __future__ import annotations

import json
import logging
import os
import re
import secrets
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TextIO

from ...displayable import displayable
from ...draw.style import Style, style_for
from ...limits import Clock
from ..exits import InputError, wrapped_message
from .ink import Ink

WIDTH = 100
HEIGHT = 50


class UnwrittenError(Exception):
    """An answer cannot be written; the message says why."""


@contextmanager
def _writing() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise UnwrittenError(error.strerror) from None


@dataclass(frozen=True, slots=True)
class Console:
    """Answers go to ``out``, everything else to ``err``; see ``displayable`` for the treatment of text."""

    source: TextIO
    out: TextIO
    err: TextIO
    style: Style

    @property
    def columns(self) -> int:
        """The width of the terminal; if there is none, what COLUMNS says, or 100."""
        if not self.out.isatty():
            return _set_to("COLUMNS") or WIDTH
        try:
            return os.get_terminal_size(self.out.fileno()).columns or WIDTH
        except (OSError, ValueError):
            return WIDTH

    @property
    def lines(self) -> int:
        """The height of the terminal without the line for the next command; if there is none, what LINES
        says, or 50."""
        if not self.out.isatty():
            return _set_to("LINES") or HEIGHT
        try:
            return (os.get_terminal_size(self.out.fileno()).lines or HEIGHT + 1) - 1
        except (OSError, ValueError):
            return HEIGHT

    def write(self, lines: Iterable[str]) -> None:
        """Print lines of an answer."""
        ink = Ink(self.style.mark)
        for line in lines:
            self._print(ink.displayable(line, self.out.encoding))

    def write_source(self, text: str) -> None:
        """Print text for a program: no character in it is replaced by a similar one."""
        self._print(displayable(text, self.out.encoding, exact=True))

    def write_json(self, data: object) -> None:
        """Print an answer as JSON."""
        self.write_source(json.dumps(data, indent=2, ensure_ascii=False))

    def tell(self, message: str) -> None:
        """Print a message that is not an answer; whether it can be written changes nothing."""
        with suppress(OSError):
            print(displayable(message, self.err.encoding), file=self.err, flush=True)

    def ask(self, prompt: str) -> str:
        """Print a prompt and read a line; it is empty at the end of the input."""
        self._print(displayable(prompt, self.out.encoding), end="")
        self.flush()
        return self.read()

    def read(self) -> str:
        """A typed line; what is not text in it is replaced."""
        try:
            return self.source.readline()
        except UnicodeDecodeError:
            return "\ufffd\n"

    def flush(self) -> None:
        """Make sure that everything is written. Raises BrokenPipeError and UnwrittenError."""
        with _writing():
            self.out.flush()

    def _print(self, text: str, end: str = "\n") -> None:
        with _writing():
            print(text, end=end, file=self.out)

    def progress(self, task: str) -> Progress:
        """A progress display for a task, for a person at a terminal."""
        return Progress(task, self.err, self.err.isatty())


def _set_to(name: str) -> int:
    """The number that a variable of the environment is set to; 0 if it is to none."""
    value = os.environ.get(name, "")
    return int(value) if re.fullmatch("[0-9]{1,6}", value) else 0


def this_console() -> Console:
    """The console of this process; a stream that was closed from the start swallows everything."""
    nowhere = os.devnull
    source = sys.stdin or open(nowhere, encoding="utf-8")  # noqa: SIM115 (open until the end)
    out = sys.stdout or open(nowhere, "w", encoding="utf-8")  # noqa: SIM115
    err = sys.stderr or open(nowhere, "w", encoding="utf-8")  # noqa: SIM115
    style = replace(style_for(out, os.environ), mark=secrets.token_hex(8))
    return Console(source, out, err, style)


@contextmanager
def notices(stream: TextIO) -> Iterator[None]:
    """Messages of the layers below go to ``stream``, each line once."""
    handler = _Notices(stream)
    log = logging.getLogger("rulewright")
    log.addHandler(handler)
    try:
        yield
    finally:
        log.removeHandler(handler)


class _Notices(logging.Handler):
    def __init__(self, stream: TextIO) -> None:
        super().__init__()
        self._stream = stream
        self._printed: set[str] = set()

    def emit(self, record: logging.LogRecord) -> None:
        message = record.getMessage()
        if message not in self._printed:
            self._printed.add(message)
            text = wrapped_message(f"rulewright: {message}")
            line = displayable(text, self._stream.encoding)
            print(line, file=self._stream)


class Progress:
    """A line on a terminal that shows a count; silent anywhere else, and for short work."""

    WAIT = 1.0
    BETWEEN = 0.2

    def __init__(
        self, task: str, stream: TextIO, shown: bool, clock: Clock = time.monotonic
    ) -> None:
        self._task = task
        self._stream = stream
        self._active = shown
        self._clock = clock
        self._next = clock() + self.WAIT
        self._shown = False

    def __call__(self, count: int, what: str = "") -> None:
        """Show the count, and what it is about, if it is time to."""
        if self._active and self._clock() >= self._next:
            line = f"{self._task}: {count:,} … {what}".rstrip()
            self._stream.write(f"\r\x1b[K{displayable(line, self._stream.encoding)}")
            self._stream.flush()
            self._next = self._clock() + self.BETWEEN
            self._shown = True

    def done(self) -> None:
        """Remove the line."""
        if self._shown:
            self._stream.write("\r\x1b[K")
            self._stream.flush()


def check_places(*files: Path | None, folders: Iterable[Path | None] = ()) -> None:
    """Look, before hours of work, where its results are to be written.

    Raises InputError for a file that is a folder, and for a folder that is something else.
    """
    for path in files:
        if path is not None and path.is_dir():
            raise InputError(f"{path} is a folder; name a file")
    for path in folders:
        if path is not None and path.exists() and not path.is_dir():
            raise InputError(f"{path} is not a folder; name one")


def write_file(path: Path, text: str) -> None:
    """Write a file completely or not at all; a device or a pipe is written to.

    Raises InputError if it cannot be written.
    """
    target, passing = Path(os.path.realpath(path)), ""
    try:
        if target.exists() and not target.is_file():
            target.write_text(text, encoding="utf-8", newline="\n")
            return
        target.parent.mkdir(parents=True, exist_ok=True)
        handle, passing = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
        mode = target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_umask()
        os.chmod(passing, mode)
        os.replace(passing, target)
    except OSError as error:
        raise InputError(f"cannot write {path}: {error.strerror}") from error
    finally:
        if passing:
            Path(passing).unlink(missing_ok=True)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
