"""``python -m rulewright.verify.conform.connection.host MODULE:CLASS``: a Python class behind the
protocol."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Callable, Sequence
from traceback import extract_tb

from .local import LocalEngine, Plays
from .methods import APPLY, NEW
from .program import NOT_FOUND
from .server import serve


class NoSuchClassError(Exception):
    """There is no such class, or it is not an engine's; the message says what is missing."""


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
    """An object of the class ``MODULE:CLASS``, as an engine.

    Raises NoSuchClassError, and whatever the module or the class raises.
    """
    module, _, attribute = name.partition(":")
    try:
        found = vars(importlib.import_module(module)).get(attribute)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{module}.".startswith(f"{error.name}."):
            raise
        raise NoSuchClassError(f"there is no module {error.name}") from None
    if not callable(found):
        raise NoSuchClassError(f"{module} has no class {attribute}")
    made = _made(name, found)
    if not isinstance(made, Plays):
        needed = {"new": NEW, "apply": APPLY}
        missing = [call for method, call in needed.items() if not hasattr(made, method)]
        methods = "methods" if len(missing) > 1 else "method"
        raise NoSuchClassError(f"{name} has no {methods} {' and '.join(missing)}")
    return LocalEngine(
        made,
        str(getattr(made, "name", attribute)),
        str(getattr(made, "version", "")),
        trusts=bool(getattr(made, "trusts", False)),
    )


def _made(name: str, found: Callable[[], object]) -> object:
    """Raises NoSuchClassError, if it cannot be called so, and whatever it raises itself."""
    try:
        return found()
    except TypeError as error:
        if len(extract_tb(error.__traceback__)) > 1:
            raise
        raise NoSuchClassError(f"{name} cannot be made without arguments: {error}") from None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
