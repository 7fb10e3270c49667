"""The same games under other readings and parameters, to see what these bring about."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import product
from math import prod

from rulewright.dsl.instantiate import with_settings
from rulewright.dsl.ir.program import Instance
from rulewright.dsl.ruleset import Ruleset
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.syntax.parts import ParameterPart
from rulewright.dsl.syntax.tree import names_used

from ...effort.answering import NOTICING
from ...limits import Deadline
from ..subject import Selected
from .explored import Explored, explored

ChangedSettings = dict[str, int | str]


def other_settings(games: tuple[Explored, ...], deadline: Deadline) -> Iterator[Explored | None]:
    """The games of every variant with every option and every value that rules ask for, except these games.

    A single None if they are too many or too large: then something that is not looked at may bring about
    what the games do not show. A setting without a game (a board that cannot be built) is left out. Those
    with few changes come first.
    """
    ruleset = games[0].ruleset
    bases = _bases(games)
    ranges = [_ranges(ruleset, base.variant) for base in bases]
    known = [{k: v for k, v in each.items() if v is not None} for each in ranges]
    if ranges != known or sum(prod(map(len, each.values())) for each in known) > NOTICING.settings:
        yield None
        return
    seen = {_key(one.program.instance) for one in games}
    left = NOTICING.settings_positions - sum(len(one.graph.states) for one in games)
    for base, each in zip(bases, known, strict=True):
        for setting in _settings(each):
            selected = _selected(games[0], base, setting)
            if selected is None or _key(selected.program.instance) in seen:
                continue
            seen.add(_key(selected.program.instance))
            one = explored(selected, seconds=deadline.left())
            left -= 0 if one is None else len(one.graph.states)
            if one is None or left < 0:
                yield None
                return
            yield one


def _bases(games: tuple[Explored, ...]) -> list[Instance]:
    """The games, and one with default settings for each variant that none of them belongs to."""
    found = [one.program.instance for one in games]
    there = {instance.variant for instance in found}
    ruleset = games[0].ruleset
    return found + [
        Instance(ruleset.name, "", name, name, (), ())
        for name in ruleset.variants
        if name not in there
    ]


def _ranges(ruleset: Ruleset, variant: str) -> Mapping[str, tuple[int | str, ...] | None]:
    """What may be set and is asked somewhere, and its values; None: that cannot be told from the text."""
    asked = frozenset(names_used(ruleset.tree.parts))
    found: dict[str, tuple[int | str, ...] | None] = {}
    for parameter in ruleset.parameters(variant):
        if parameter.name.text in asked or parameter.name.text == "players":
            found[parameter.name.text] = _values(parameter)
    for reading in ruleset.readings(variant):
        if reading.name.text in asked:
            found[reading.name.text] = tuple(option.name.text for option in reading.options)
    return found


def _values(part: ParameterPart) -> tuple[int, ...] | None:
    lo, hi = part.lo, part.hi
    if not isinstance(lo, e.Number) or not isinstance(hi, e.Number):
        return None
    return tuple(range(lo.value, hi.value + 1)) if hi.value - lo.value < NOTICING.settings else None


def _settings(ranges: Mapping[str, tuple[int | str, ...]]) -> Iterator[ChangedSettings]:
    """All settings; the first value of each is most often its default."""

    def changes(values: tuple[int | str, ...]) -> int:
        return sum(
            value != possible[0] for value, possible in zip(values, ranges.values(), strict=True)
        )

    for values in sorted(product(*ranges.values()), key=changes):
        yield dict(zip(ranges, values, strict=True))


def _selected(like: Explored, base: Instance, setting: ChangedSettings) -> Selected | None:
    """The game of a setting; None if there is none."""
    numbers = {name: value for name, value in setting.items() if isinstance(value, int)}
    options = {name: value for name, value in setting.items() if isinstance(value, str)}
    program = with_settings(like.ruleset, base, parameters=numbers, readings=options)
    return None if program is None else replace(like.selected, program=program)


def _key(instance: Instance) -> tuple[object, ...]:
    return instance.variant, frozenset(instance.parameters), frozenset(instance.readings)
