"""From generated source to a module that runs, with its lines known to tracebacks and debuggers."""

from __future__ import annotations

import linecache
from functools import lru_cache
from hashlib import blake2b
from types import CodeType, ModuleType

from .generator.text.names import identifier

GENERATED = "<rulewright "
"""The prefix of the names of all generated files."""


REMEMBERED = 64
"""Sources whose compiled code is cached: games are often made anew from the same program, and
compiling is most of the work."""


def load(source: str, name: str) -> ModuleType:
    """Compile and run generated source as a separate module, which is not put in sys.modules."""
    digest = blake2b(source.encode(), digest_size=6).hexdigest()
    filename = f"{GENERATED}{identifier(name)} {digest}>"
    # Without a time stamp, linecache keeps the lines although there is no such file.
    linecache.cache[filename] = (len(source), None, source.splitlines(keepends=True), filename)
    module = ModuleType(f"rulewright_{digest}")
    exec(_code(source, filename), module.__dict__)
    return module


@lru_cache(maxsize=REMEMBERED)
def _code(source: str, filename: str) -> CodeType:
    return compile(source, filename, "exec")
