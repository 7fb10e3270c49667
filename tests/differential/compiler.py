"""A compiler of C for what runs for an instant."""

from __future__ import annotations

import shlex
from pathlib import Path

from rulewright.engines.native.compiler import command


def quick_compiler(folder: Path) -> Path:
    """The system's compiler, told last not to optimise: a script in a folder, for ``$CC``."""
    script = folder / "cc"
    script.write_text(f'#!/bin/sh\nexec {shlex.join(command())} "$@" -O0\n', "utf-8")
    script.chmod(0o700)
    return script
