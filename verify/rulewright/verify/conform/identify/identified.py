"""What is known of the readings that an engine follows, also in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ...results.verdict import counted
from .at_odds import AtOdds
from .reading_games import ChosenReadings


@dataclass(frozen=True, slots=True)
class Identified:
    """What is known of the readings, and of the open numbers, that an engine follows.

    ``readings``: those that agree with everything it did, None if none were found. ``same``: options
    that make the same game, by proof: no play can tell. ``open``: options, by themselves or with others
    changed as well, for which no distinguishing play was found. ``undecided``: options for which it is
    unknown whether any readings with them agree. All others are excluded by what the engine did.
    ``questions``: how many plays were asked. ``at_odds``: if no readings explain what it did.
    ``cut_off``: the time was up before everything was asked.
    """

    readings: ChosenReadings | None
    same: tuple[tuple[str, str], ...]
    open: tuple[tuple[str, str], ...]
    undecided: tuple[tuple[str, str], ...]
    questions: int
    at_odds: AtOdds | None = None
    cut_off: bool = False


def _furthest(at_odds: AtOdds, default: Mapping[str, str]) -> str:
    """The readings that came furthest, as far as they differ from those of the game as it stands."""
    other = [
        f"{name} = {option}" for name, option in at_odds.readings if default.get(name) != option
    ]
    return f"the rules with {', '.join(other)}" if other else "the rules as they stand"


def shown(found: Identified, default: Mapping[str, str]) -> Iterator[str]:
    """The answer for a person."""
    asked = f"({counted(found.questions, 'play')} asked)"
    if found.readings is None:
        unknown = ", but not all were tried" if found.undecided else ""
        which = ""
        if found.at_odds is not None:
            furthest = _furthest(found.at_odds, default)
            which = "; in this play it goes wrong whatever the readings"
            if not found.at_odds.alone:
                which = "; no readings explain this play and those before it"
            which += f", here beside {furthest}:"
        yield f"no readings were found that explain what it did {asked}{unknown}{which}"
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
