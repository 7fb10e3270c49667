"""`rulewright verify --watch`: runs again whenever a file is saved."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path

from rulewright.dsl.diagnostics import RulesetError
from rulewright.dsl.inputs.locate import SUFFIX

from ..arguments.select import paths
from ..exits import Exit, InputError
from ..terminal.console import Console

BETWEEN = 0.5
"""Seconds between two looks at the files."""
READ = (SUFFIX, ".md", ".csv", ".toml")
"""The endings of files that rulesets are made of."""

SeenFiles = Mapping[Path, tuple[int, int]]


def watched(
    again: Callable[[], Exit],
    rulesets: list[str],
    console: Console,
    wait: Callable[[float], None] = time.sleep,
) -> Exit:
    """Run ``again`` until interrupted, or ended by the system. A wrong ruleset is reported, and read
    again when saved."""
    files = paths(rulesets)
    folders = list(dict.fromkeys(path.parent for path in files))
    while True:
        before = saved(folders)
        try:
            code = again()
            if code in (Exit.TERMINATED, Exit.HUNG_UP):
                return code
        except (RulesetError, InputError) as error:
            console.tell(str(error))
        console.flush()
        console.tell("rulewright: waiting for a file to be saved; Ctrl-C ends")
        while (now := saved(folders)) == before:
            wait(BETWEEN)
        console.write(["", ""])
        console.flush()
        console.tell(f"rulewright: {_what_changed(before, now)}")


def saved(folders: list[Path]) -> SeenFiles:
    """When each file that a ruleset may be made of was saved, and how long it is."""
    found: dict[Path, tuple[int, int]] = {}
    for path in (path for folder in folders for path in _inside(folder)):
        with suppress(OSError):
            status = path.stat()
            if path.suffix in READ:
                found[path] = status.st_mtime_ns, status.st_size
    return found


def _what_changed(before: SeenFiles, now: SeenFiles) -> str:
    """Which file was saved last, and when; or else which one no longer exists."""
    new = {path: status for path, status in now.items() if before.get(path) != status}
    if not new:
        return f"{min(before.keys() - now.keys()).name} is there no more"
    path = max(new, key=lambda one: new[one])
    others = f" and {len(new) - 1} more" if len(new) > 1 else ""
    when = time.strftime("%H:%M:%S", time.localtime(new[path][0] / 1e9))
    return f"{path.name}{others} saved at {when}"


def _inside(folder: Path) -> list[Path]:
    """The files of a folder; none while it is missing."""
    try:
        return sorted(folder.iterdir())
    except OSError:
        return []
