"""Compiled programs are kept in a folder that only this user can write to."""

from __future__ import annotations

import contextlib
import os
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import blake2b
from pathlib import Path

from .compiler import command, compile_shared, version

_MOST = 256
_SUFFIX = ".so"


def folder() -> Path | None:
    """The folder, made if need be; None if there can be none that is safe.

    It lies in ``$XDG_CACHE_HOME`` (an absolute path, else it is ignored) or in ``~/.cache``.
    """
    given = os.environ.get("XDG_CACHE_HOME", "")
    try:
        base = Path(given) if os.path.isabs(given) else Path.home() / ".cache"
        found = base / "rulewright" / "native"
        found.mkdir(mode=0o700, parents=True, exist_ok=True)
        return found if _private(found) else None
    except (OSError, RuntimeError):
        return None


def _private(path: Path) -> bool:
    """Whether only this user can put something there: what lies there is run."""
    told = path.stat()
    if hasattr(os, "getuid") and told.st_uid != os.getuid():
        return False
    return not told.st_mode & (stat.S_IWGRP | stat.S_IWOTH) and os.access(path, os.W_OK)


@contextmanager
def compiled(source: str, options: list[str], *, keep: bool = True) -> Iterator[Path]:
    """A shared library made of ``source``, for as long as it takes to load it.

    With ``keep`` it is there at once the next time. Raises CompileError, and Unavailable if there is no compiler.
    """
    compiler = command()
    kept = folder() if keep else None
    if kept is not None:
        path = kept / f"{_key([*compiler, version(compiler), *options, source])}{_SUFFIX}"
        with contextlib.suppress(OSError):
            os.utime(path)
        if not path.is_file():
            _make(compiler, source, options, path)
            _forget_old(kept)
        yield path
        return
    with tempfile.TemporaryDirectory(prefix="rulewright-") as scratch:
        path = Path(scratch) / f"game{_SUFFIX}"
        _make(compiler, source, options, path)
        yield path


def _key(parts: list[str]) -> str:
    key = blake2b(digest_size=20)
    for part in parts:
        key.update(f"{len(part)}:".encode())
        key.update(part.encode())
    return key.hexdigest()


def _make(compiler: list[str], source: str, options: list[str], path: Path) -> None:
    """Compile beside the place where the library belongs, and put it there in one go."""
    with tempfile.TemporaryDirectory(prefix=".making-", dir=path.parent) as scratch:
        text, made = Path(scratch) / "game.c", Path(scratch) / f"game{_SUFFIX}"
        text.write_text(source, encoding="utf-8")
        compile_shared(compiler, text, made, options)
        os.replace(made, path)


def _forget_old(kept: Path) -> None:
    """Of very many libraries, the ones that were not used for longest go."""
    with contextlib.suppress(OSError):
        found = sorted(kept.glob(f"*{_SUFFIX}"), key=lambda path: path.stat().st_mtime)
        for path in found[:-_MOST]:
            path.unlink(missing_ok=True)
