"""``python -m rulewright.verify.conform.connection.host MODULE:CLASS``: a class of Python behind the protocol."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Sequence

from .local import LocalEngine, Plays
from .server import serve


def main(arguments: Sequence[str]) -> int:
    """Serve the class until the input ends; what it prints goes to the error stream."""
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    sys.path.insert(0, os.getcwd())
    engine = loaded(arguments[0])
    serve(engine, sys.stdin, out)
    return 0


def loaded(name: str) -> LocalEngine:
    """An object of the class ``MODULE:CLASS``, as an engine.

    Raises ImportError, AttributeError or TypeError for what is no such class.
    """
    module, _, attribute = name.partition(":")
    made = vars(importlib.import_module(module))[attribute]()
    if not isinstance(made, Plays):
        raise TypeError(f"{name} has no methods new(game) and apply(action, by)")
    own = {**vars(type(made)), **vars(made)}
    return LocalEngine(
        made,
        str(own.get("name", attribute)),
        str(own.get("version", "")),
        trusts=bool(own.get("trusts", False)),
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
