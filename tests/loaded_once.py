"""What many tests load is loaded once: the programs that were made of it serve all of them."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

from rulewright.dsl.inputs.locate import rulesets
from rulewright.dsl.ruleset import Ruleset

REMEMBERED = 200
"""So many texts, those that were used last; a test's own file uses few."""


def loaded_once(load_text: Callable[..., Ruleset]) -> Callable[..., Ruleset]:
    """``load_text``, which remembers texts without files beside them and the shipped ones.

    Nothing changes a ruleset but that its programs are made when one is asked for. What is wrong
    is not remembered, nor are rulesets in a folder of a test's own, whose other files may change.
    """
    shipped = frozenset(path.parent for path in rulesets())
    remembered = lru_cache(maxsize=REMEMBERED)(load_text)

    def load_text_once(
        text: str, file: str, folder: Path | None = None, *, every: bool = True
    ) -> Ruleset:
        once = folder is None or folder in shipped
        return (remembered if once else load_text)(text, file, folder, every=every)

    return load_text_once
