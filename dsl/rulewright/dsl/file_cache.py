"""Files that are kept between runs, in a folder of the user's own; each is complete and unaltered,
or absent."""

from __future__ import annotations

import contextlib
import os
import secrets
import stat
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from .inputs.regular_file import UnreadableFileError, read_regular
from .sealed import DIGEST, sealed, unsealed

_STALE = 86_400.0
"""The seconds after which nobody is still writing a file that was begun."""


def user_folder(name: str) -> Path | None:
    """The folder ``rulewright/name`` for data that may be lost, created if necessary; None if none
    is safe.

    It lies in ``$XDG_CACHE_HOME`` (an absolute path, else it is ignored) or in ``~/.cache``.
    Neither of them, nor any folder in it, may be a symbolic link or belong to anybody else.
    """
    if sys.platform == "win32":
        return None
    given = os.environ.get("XDG_CACHE_HOME", "")
    try:
        base = Path(given) if os.path.isabs(given) else Path.home() / ".cache"
        base.mkdir(mode=0o700, parents=True, exist_ok=True)
        found = base
        for room in ("rulewright", name):
            if not _own(found, stat.S_IWOTH):
                return None
            found /= room
            with contextlib.suppress(FileExistsError):
                found.mkdir(mode=0o700)
        # Whoever could write here would decide what is run, or believed.
        if not _own(found, stat.S_IWGRP | stat.S_IWOTH) or not os.access(found, os.W_OK):
            return None
        for own in (found, found.parent):
            own.chmod(0o700)
        return found
    except (OSError, RuntimeError, ValueError):
        return None


def _own(path: Path, none_of: int) -> bool:
    """Whether it is a folder of this user, not a link to one, and nobody has these rights there."""
    status = path.lstat()
    return (
        stat.S_ISDIR(status.st_mode)
        and status.st_uid == os.getuid()
        and not status.st_mode & none_of
    )


@dataclass(frozen=True, slots=True)
class FileCache:
    """Files of one kind in a folder, each sealed under its name.

    ``suffix``: how their names end. Of more than ``most`` files the least recently used are
    removed; none has more than ``most_bytes``.
    """

    folder: Path
    suffix: str
    most: int
    most_bytes: int

    def read(self, name: str) -> bytes | None:
        """The content stored under a name, if it is complete and unaltered; anything else of that
        name is removed."""
        path = self.folder / f"{name}{self.suffix}"
        try:
            if path.is_symlink():
                raise UnreadableFileError("it is a link")
            data = unsealed(read_regular(path, self.most_bytes + DIGEST), path.name)
        except UnreadableFileError:
            data = None
        with contextlib.suppress(OSError):
            if data is None:
                path.unlink(missing_ok=True)
            else:
                os.utime(path)
        return data

    def write(self, name: str, data: bytes) -> None:
        """Write a file atomically, or not at all: what cannot be kept is made again."""
        if len(data) > self.most_bytes:
            return
        path = self.folder / f"{name}{self.suffix}"
        passing = path.with_name(f".{secrets.token_hex(8)}")
        try:
            with open(os.open(passing, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
                file.write(sealed(data, path.name))
            os.replace(passing, path)
        except BaseException as error:
            with contextlib.suppress(OSError):
                passing.unlink(missing_ok=True)
            if not isinstance(error, OSError):
                raise

    def write_and_tidy(self, digest: str, data: bytes) -> None:
        """The same under a digest, and tidy now and then: for one digest in 256, whoever writes it."""
        self.write(digest, data)
        if digest.startswith("00"):
            self.tidy()

    def forget(self, name: str) -> None:
        """Take a file away."""
        with contextlib.suppress(OSError):
            (self.folder / f"{name}{self.suffix}").unlink(missing_ok=True)

    def tidy(self) -> None:
        """Remove surplus files, and leftovers."""
        with contextlib.suppress(OSError):
            found = [(p.stat().st_mtime, p) for p in self.folder.glob(f"*{self.suffix}")]
            for _, path in sorted(found)[: -self.most]:
                path.unlink(missing_ok=True)
            for path in self.folder.glob(".*"):
                if path.is_file() and time.time() - path.stat().st_mtime > _STALE:
                    path.unlink(missing_ok=True)


def user_cache(name: str, suffix: str, most: int, most_bytes: int) -> FileCache | None:
    """The files of one kind in :func:`user_folder`; None if no folder is safe."""
    folder = user_folder(name)
    return None if folder is None else FileCache(folder, suffix, most, most_bytes)
