"""``python -m rulewright.verify.conform.connection.host MODULE:CLASS``: a Python class behind the
protocol."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Sequence

from .local import LocalEngine, Plays
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
    made = found()
    if not isinstance(made, Plays):
        raise NoSuchClassError(f"{name} has no methods new(game) and apply(action, by)")
    own = {**vars(type(made)), **vars(made)}
    return LocalEngine(
        made,
        str(own.get("name", attribute)),
        str(own.get("version", "")),
        trusts=bool(own.get("trusts", False)),
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
