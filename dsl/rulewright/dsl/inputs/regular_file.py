"""Reads files that strangers may have prepared: only regular ones, and only up to a limit."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path

if sys.platform == "win32":
    _FLAGS = os.O_RDONLY | os.O_BINARY
else:
    _FLAGS = os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW | os.O_CLOEXEC
_KINDS = (
    (stat.S_ISDIR, "a folder"),
    (stat.S_ISFIFO, "a pipe"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)


class UnreadableFileError(Exception):
    """A file is not to be read; the message says why and contains nothing of its content."""


class TooLongError(UnreadableFileError):
    """A file is longer than its reader can use."""

    def __init__(self, most: int) -> None:
        super().__init__(f"it is longer than {most} bytes")


def read_regular(path: Path, most: int, *, within: Path | None = None) -> bytes:
    """The contents of a regular file of at most ``most`` bytes.

    With ``within``, the file lies in that folder or below it, wherever symbolic links lead.
    Anything else with that name is not opened: opening a pipe may take for ever, and reading a
    device may never end. Raises UnreadableFileError.
    """
    try:
        place = os.path.realpath(path)
        if within is not None and not Path(place).is_relative_to(os.path.realpath(within)):
            raise UnreadableFileError("it is a link that leads out of the folder")
        _regular(os.stat(place), most)
        # It may have become another file since; even then nothing waits for it.
        with open(os.open(place, _FLAGS), "rb") as stream:
            _regular(os.fstat(stream.fileno()), most)
            data = stream.read(most + 1)
    except OSError as error:
        raise UnreadableFileError(error.strerror or "the system refuses") from None
    except ValueError:
        raise UnreadableFileError("this is no file name") from None
    if len(data) > most:
        raise TooLongError(most)
    return data


def _regular(status: os.stat_result, most: int) -> None:
    if not stat.S_ISREG(status.st_mode):
        kind = next((name for test, name in _KINDS if test(status.st_mode)), "no regular file")
        raise UnreadableFileError(f"it is {kind}")
    if status.st_size > most:
        raise TooLongError(most)
