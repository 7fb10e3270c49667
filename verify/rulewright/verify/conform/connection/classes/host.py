"""``python -m rulewright.verify.conform.connection.classes.host MODULE:CLASS``: a Python class behind the
protocol."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from pkgutil import iter_modules
from traceback import FrameSummary, extract_tb
from types import ModuleType

from rulewright.dsl.diagnostics import near, near_or_some

from ..local import LocalEngine, Plays
from ..methods import APPLY, NEW
from ..program import NOT_FOUND
from ..protocol import LONGEST, said
from ..server import serve


class NoSuchClassError(Exception):
    """There is no such class, it cannot be made, or it is not an engine's; the message says what is missing."""


def main(arguments: Sequence[str]) -> int:
    """Serve the class until the input ends; what it prints goes to the error stream."""
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    sys.path.insert(0, os.getcwd())
    try:
        engine = loaded(arguments[0])
    except NoSuchClassError as error:
        print(error, file=sys.stderr)
        return NOT_FOUND
    # Whatever the system's encoding is: what is no UTF-8 is answered in words, line by line.
    with open(0, encoding="utf-8", errors="surrogateescape", closefd=False) as lines:
        serve(engine, lines, out)
    return 0


def loaded(name: str) -> LocalEngine:
    """An object of the class ``MODULE:CLASS``, as an engine. Raises NoSuchClassError."""
    module, _, attribute = name.partition(":")
    there = vars(_imported(module))
    found = there.get(attribute)
    if not callable(found):
        classes = [
            one
            for one, part in there.items()
            if isinstance(part, type) and part.__module__ == there["__name__"]
        ]
        hint = f"; {near_or_some(attribute, classes, 'it has')}" if classes else ""
        raise NoSuchClassError(f"{module} has no class {attribute}{hint}")
    made = _made(name, found)
    if not isinstance(made, Plays):
        needed = {"new": NEW, "apply": APPLY}
        missing = [call for method, call in needed.items() if not hasattr(made, method)]
        methods = "methods" if len(missing) > 1 else "method"
        raise NoSuchClassError(f"{name} has no {methods} {' and '.join(missing)}")
    own = {name: part for kind in reversed(type(made).__mro__) for name, part in vars(kind).items()}
    own |= vars(made) if hasattr(made, "__dict__") else {}
    return LocalEngine(
        made,
        str(own.get("name", attribute)),
        str(own.get("version", "")),
        trusts=bool(own.get("trusts", False)),
    )


def _imported(module: str) -> ModuleType:
    """Raises NoSuchClassError."""
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{module}.".startswith(f"{error.name}."):
            raise _failed(f"{module} cannot be imported", error) from None
        inside, dot, _ = error.name.rpartition(".")
        path = vars(sys.modules[inside]).get("__path__", ()) if inside else [os.getcwd()]
        hint = near(error.name, (f"{inside}{dot}{part.name}" for part in iter_modules(path)))
        raise NoSuchClassError(
            f"there is no module {error.name}" + (f"; {hint}" if hint else "")
        ) from None
    except Exception as error:
        raise _failed(f"{module} cannot be imported", error) from None


def _made(name: str, found: Callable[[], object]) -> object:
    """Raises NoSuchClassError."""
    try:
        return found()
    except Exception as error:
        alone = isinstance(error, TypeError) and not _theirs(error)
        raise _failed(f"{name} cannot be made" + " without arguments" * alone, error) from None


def _failed(what: str, error: Exception) -> NoSuchClassError:
    """What went wrong where, if that is in a file of somebody else."""
    frames = _theirs(error)
    failed = f"{what}: {type(error).__name__}"
    if isinstance(error, SyntaxError) and error.filename:
        where = f" ({Path(error.filename).name}, line {error.lineno})"
        return NoSuchClassError(f"{failed}: {error.msg}{where}")
    where = f" ({Path(frames[-1].filename).name}, line {frames[-1].lineno})" if frames else ""
    words = f": {error}" if str(error) else ""
    return NoSuchClassError(said(f"{failed}{words}", LONGEST) + where)


def _theirs(error: Exception) -> list[FrameSummary]:
    """Where it went wrong, without this file and those with which Python imports."""
    passed = ("<frozen ", importlib.__file__, loaded.__code__.co_filename)
    frames = extract_tb(error.__traceback__)
    return [frame for frame in frames if not frame.filename.startswith(passed)]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
