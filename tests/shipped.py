"""The shipped rulesets and their instances, for tests that only read them: each is made once.

That every variant and every instance is sound is asked by the plugin for pytest: ``pytest spec -k sound``.
"""

from __future__ import annotations

import re
from functools import cache

from rulewright.dsl.inputs.locate import find, rulesets
from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.ir.program import Program
from rulewright.dsl.load import load
from rulewright.dsl.ruleset import Ruleset


def instances() -> list[tuple[str, str]]:
    """Every shipped ruleset with each of its instances, by their texts: nothing is loaded."""
    return [
        (path.stem, name)
        for path in rulesets()
        for name in re.findall(r"^ +instance ([a-z]\w*)", path.read_text("utf-8"), re.MULTILINE)
    ]


@cache
def ruleset(name: str) -> Ruleset:
    """A shipped ruleset; a variant is looked at when its program is asked for."""
    return load(find(name), every=False)


@cache
def shipped(name: str, instance: str) -> Program:
    """The program of a named instance."""
    return instantiate(ruleset(name), instance=instance)
