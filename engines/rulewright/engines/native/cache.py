"""Compiled programs are kept in a folder that only this user can write to."""

from __future__ import annotations

import contextlib
import os
import secrets
import stat
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import blake2b
from pathlib import Path

from rulewright.dsl.inputs.regular_file import UnreadableError, read_regular
from rulewright.dsl.sealed import DIGEST, sealed, unsealed

from .compiler import command, compile_shared, version
from .generator.code import NotBuilt

_MOST = 256
_MOST_BYTES = 1 << 28
"""A library that is larger is not kept."""
_STALE = 86_400.0
"""So many seconds after it was begun nobody is still writing a file."""
_SUFFIX = ".so"
_ROOMS = ("rulewright", "native")


def folder() -> Path | None:
    """The folder, made if need be; None if there can be none that is safe.

    It lies in ``$XDG_CACHE_HOME`` (an absolute path, else it is ignored) or in ``~/.cache``. Neither
    of them, nor any folder in it, may be a symbolic link or belong to anybody else.
    """
    if sys.platform == "win32":
        return None
    given = os.environ.get("XDG_CACHE_HOME", "")
    try:
        base = Path(given) if os.path.isabs(given) else Path.home() / ".cache"
        base.mkdir(mode=0o700, parents=True, exist_ok=True)
        found = base
        for room in _ROOMS:
            if not _own(found, stat.S_IWOTH):
                return None
            found /= room
            with contextlib.suppress(FileExistsError):
                found.mkdir(mode=0o700)
        # Who could put something in here says what is run.
        if not _own(found, stat.S_IWGRP | stat.S_IWOTH) or not os.access(found, os.W_OK):
            return None
        for own in (found, found.parent):
            own.chmod(0o700)
        return found
    except (OSError, RuntimeError, ValueError):
        return None


def _own(path: Path, none_of: int) -> bool:
    """Whether it is a folder of this user, no link to one, and nobody has these rights there."""
    status = path.lstat()
    return (
        stat.S_ISDIR(status.st_mode)
        and status.st_uid == os.getuid()
        and not status.st_mode & none_of
    )


@contextmanager
def compiled(source: str, options: list[str], *, keep: bool = True) -> Iterator[Path]:
    """A shared library made of ``source``, for as long as it takes to load it.

    With ``keep`` it is there at once the next time, unless it cannot be loaded. What was kept is
    checked, and what is loaded is a copy that nobody else knows of. Raises CompileError, NotBuilt
    where there is no room to write it, and EngineUnavailable if there is no compiler.
    """
    compiler = command()
    store = folder() if keep else None
    name = f"{_key([*compiler, version(compiler), *options, source])}{_SUFFIX}"
    with _scratch(store) as scratch:
        path = scratch / f"game{_SUFFIX}"
        data = None if store is None else _read(store / name)
        try:
            if data is None:
                text = scratch / "game.c"
                text.write_text(source, encoding="utf-8")
                compile_shared(compiler, text, path, options)
            else:
                path.write_bytes(data)
        except OSError as error:
            raise NotBuilt(f"there is no room to compile: {error.strerror}") from None
        try:
            yield path
        except BaseException:
            if store is not None:
                (store / name).unlink(missing_ok=True)
            raise
        if store is not None and data is None:
            # What cannot be kept is made again the next time.
            with contextlib.suppress(OSError):
                _write(store / name, path.read_bytes())
                _forget_old(store)


@contextmanager
def _scratch(store: Path | None) -> Iterator[Path]:
    """A new folder for passing files: where libraries are kept, or else where there is room."""
    places = [None] if store is None else [store, None]
    made = None
    why: OSError | None = None
    for place in places:
        try:
            made = tempfile.TemporaryDirectory(
                prefix=".making-", dir=place, ignore_cleanup_errors=True
            )
            break
        except OSError as error:
            why = error
    if made is None:
        raise NotBuilt(f"there is no room to compile: {why and why.strerror}")
    with made as name:
        yield Path(name)


def _key(parts: list[str]) -> str:
    key = blake2b(digest_size=20)
    for part in parts:
        key.update(f"{len(part)}:".encode())
        key.update(part.encode())
    return key.hexdigest()


def _read(path: Path) -> bytes | None:
    """A kept library, if it is whole and unaltered; anything else of its name goes."""
    try:
        if path.is_symlink():
            raise UnreadableError("it is a link")
        data = unsealed(read_regular(path, _MOST_BYTES + DIGEST), path.name)
    except UnreadableError:
        data = None
    with contextlib.suppress(OSError):
        if data is None:
            path.unlink(missing_ok=True)
        else:
            os.utime(path)
    return data


def _write(path: Path, data: bytes) -> None:
    """Put a library there in one go, or not at all. Raises OSError."""
    if len(data) > _MOST_BYTES:
        return
    passing = path.with_name(f".{secrets.token_hex(8)}")
    try:
        with open(os.open(passing, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(sealed(data, path.name))
        os.replace(passing, path)
    except BaseException:
        passing.unlink(missing_ok=True)
        raise


def _forget_old(store: Path) -> None:
    """Of very many libraries, the ones that were not used for longest go; and what was left over."""
    found = sorted(store.glob(f"*{_SUFFIX}"), key=lambda path: path.stat().st_mtime)
    for path in found[:-_MOST]:
        path.unlink(missing_ok=True)
    for path in store.glob(".*"):
        if path.is_file() and time.time() - path.stat().st_mtime > _STALE:
            path.unlink(missing_ok=True)
