"""Compiled programs are cached in a folder that only this user can write to."""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import blake2b
from pathlib import Path

from rulewright.dsl.file_cache import FileCache, user_folder

from .compiler import command, compile_shared, version
from .generator.code import NotBuilt

_MOST = 256
_MOST_BYTES = 1 << 28
"""A larger library is not cached."""
_SUFFIX = ".so"


def folder() -> Path | None:
    """The folder of compiled programs; None if there is no safe one."""
    return user_folder("native")


@contextmanager
def compiled(source: str, options: list[str], *, keep: bool = True) -> Iterator[Path]:
    """A shared library made of ``source``, for as long as it takes to load it.

    With ``keep`` it is available at once the next time, unless it cannot be loaded. A cached
    library is checked, and what is loaded is a private copy. Raises CompileError, NotBuilt if there
    is no room to write it, and EngineUnavailable if there is no compiler.
    """
    compiler = command()
    place = folder() if keep else None
    store = None if place is None else FileCache(place, _SUFFIX, _MOST, _MOST_BYTES)
    name = _key([*compiler, version(compiler), *options, source])
    with _scratch(place) as scratch:
        path = scratch / f"game{_SUFFIX}"
        data = None if store is None else store.read(name)
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
                store.forget(name)
            raise
        if store is not None and data is None:
            with contextlib.suppress(OSError):
                store.write(name, path.read_bytes())
                store.tidy()


@contextmanager
def _scratch(store: Path | None) -> Iterator[Path]:
    """A new folder for temporary files: where libraries are cached, or else where there is room."""
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
