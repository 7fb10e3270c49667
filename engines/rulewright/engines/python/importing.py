"""From generated source to a module that runs, with its lines known to tracebacks and debuggers."""

from __future__ import annotations

import linecache
from hashlib import blake2b
from types import ModuleType

from .generator.text.names import identifier

GENERATED = "<rulewright "
"""How the names of all generated files begin."""


def load(source: str, name: str) -> ModuleType:
    """Compile and run generated source as a module of its own, which is not put in sys.modules."""
    digest = blake2b(source.encode(), digest_size=6).hexdigest()
    filename = f"{GENERATED}{identifier(name)} {digest}>"
    # Without a time stamp, linecache keeps the lines although there is no such file.
    linecache.cache[filename] = (len(source), None, source.splitlines(keepends=True), filename)
    module = ModuleType(f"rulewright_{digest}")
    exec(compile(source, filename, "exec"), module.__dict__)
    return module
