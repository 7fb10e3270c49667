"""What is known of the readings that an engine follows, for a person, too."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ...results.verdict import counted
from .reading_games import Readings


@dataclass(frozen=True, slots=True)
class Identified:
    """What is known of the readings, and of the open numbers, that an engine follows.

    ``readings``: those that agree with all it did, None where none were found. ``same``: options that
    make the same game, by proof: no play can tell. ``open``: options, by themselves or with others
    changed as well, for which none was found. ``undecided``: options of which it is not known whether
    any readings with them agree. All others are excluded by what the engine did. ``questions``: how
    many plays were asked. ``unexplained``: the play that none of those found explains. ``cut_off``: the
    time was up before all was asked.
    """

    readings: Readings | None
    same: tuple[tuple[str, str], ...]
    open: tuple[tuple[str, str], ...]
    undecided: tuple[tuple[str, str], ...]
    questions: int
    unexplained: tuple[str, ...] = ()
    cut_off: bool = False


def shown(found: Identified, default: Mapping[str, str]) -> Iterator[str]:
    """The answer for a person."""
    asked = f"({counted(found.questions, 'play')} asked)"
    if found.readings is None:
        unknown = ", but not all were tried" if found.undecided else ""
        yield f"no readings were found that explain what it did {asked}{unknown}; the last play:"
        yield "  " + (", ".join(found.unexplained) or "the beginning")
        return
    if not found.readings:
        yield (
            "the game has no readings and no open numbers; it follows the rules in "
            f"{counted(found.questions, 'play')} of legal actions"
        )
        return
    yield f"it follows these readings {asked}:"
    as_well = (
        (found.same, "the same game, proved"),
        (found.open, "not told apart"),
        (found.undecided, "not found out"),
    )
    for name, option in found.readings:
        line = f"  {name} = {option}"
        for pairs, why in as_well:
            options = " or ".join(option for other, option in pairs if other == name)
            line += f", or {options}: {why}" if options else ""
        yield line + ("" if default.get(name) == option else "   (not the default)")
    if found.cut_off:
        yield "the time was up before all was asked: see --budget"
