"""A parser's tables, cached between runs: beside the compiled modules, else in the user's own
folder."""

from __future__ import annotations

import pickle
import sys
from collections.abc import Iterator
from contextlib import suppress
from importlib.util import cache_from_source
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NoReturn

from ..file_cache import FileCache, user_cache
from ..inputs.regular_file import read_regular
from ..sealed import sealed, unsealed

MAX_TABLES = 10_000_000
"""In bytes; actual tables take 0.3 million."""
MOST = 16
"""The most tables in the user's folder, of older and newer grammars."""


def stored(name: str) -> Iterator[object]:
    """What may be stored under a name: numbers, texts, lists, tuples and dictionaries of them.

    Anything truncated, altered, or of another name is left out.
    """
    beside = _beside(name)
    with suppress(Exception):
        yield _plain(unsealed(read_regular(beside, MAX_TABLES), beside.name))
    with suppress(Exception):
        cache = _of_the_user()
        yield _plain(None if cache is None else cache.read(name))


def store(name: str, tables: object) -> None:
    """Store tables for the next run, if they can be stored anywhere."""
    data = pickle.dumps(tables, protocol=4)
    if not sys.dont_write_bytecode:
        with suppress(OSError):
            _write(_beside(name), data)
            return
    cache = _of_the_user()
    if cache is not None:
        cache.write(name, data)
        cache.tidy()


def _beside(name: str) -> Path:
    return Path(cache_from_source(__file__)).with_name(f"{name}.lark")


def _of_the_user() -> FileCache | None:
    return user_cache("tables", ".lark", MOST, MAX_TABLES)


def _write(path: Path, data: bytes) -> None:
    """Write atomically, as compiled modules are written. Raises OSError."""
    with TemporaryDirectory(dir=path.parent) as folder:
        own = Path(folder) / path.name
        own.write_bytes(sealed(data, path.name))
        own.replace(path)


class _Plain(pickle.Unpickler):
    """Reads numbers, texts, lists, tuples and dictionaries, and nothing executable."""

    def find_class(self, module: str, name: str) -> NoReturn:
        """Refuse."""
        raise pickle.UnpicklingError(f"{module}.{name} has no place in tables")


def _plain(data: bytes | None) -> object:
    """Raises an exception of any kind for anything but tables."""
    if data is None:
        raise ValueError("there are none")
    return _Plain(BytesIO(data)).load()
