"""The readings, and the cards of an instance from the same tables, by a reader of its own."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from tests.oracles.tables import rows

SPEC = Path(__file__).resolve().parents[3] / "spec" / "petite-mort"

READINGS = {
    "traits_attached": ("in_all", "for_each"),
    "none_attached": ("at_least_one", "as_one_likes"),
    "three_of_what": ("traits", "cards", "foretold"),
    "cancelling": ("one_for_one", "altogether"),
    "icons_needed": ("all_of_them", "one_of_them"),
    "powa_kind": ("named", "any"),
    "powa_placed": ("in_turn", "secretly"),
    "powa_for": ("everyone_resting", "only_the_unable"),
    "powa_lasts": ("saved", "one_round"),
    "powa_where": ("opponents", "anyone"),
    "powa_spent": ("middle", "box"),
    "powa_unused": ("taken_off", "stays_there"),
    "last_tokens": ("seats", "nobody"),
    "both_cards": ("one_each", "both"),
    "one_card": ("takes_one", "takes_several"),
    "pawn_for": ("each_card", "each_character"),
    "pawn_returns": ("before_sharing", "after_sharing", "after_phase"),
    "newborn_share": ("owner", "reaper"),
    "fair_among": ("the_reapers", "all_concerned"),
    "fair_how": ("by_choice", "by_lot"),
    "harvest_pack": ("mixed_again", "empty"),
    "pack_out": ("no_diploma", "most_pawns", "goes_on", "unsaid"),
    "objective_seen": ("after_phases", "at_once", "after_round"),
    "objective_again": ("once", "as_often"),
    "spaces_full": ("closed", "open_to_all"),
    "grave_icons": ("all_red", "uncancelled"),
    "fifth_pawn": ("withheld", "placed"),
    "diploma": ("four_pawns", "all_objectives"),
    "last_round": ("played_out", "cut_short"),
    "at_once_on_one": ("two", "any"),
    "bed_duty": ("must", "may"),
    "completed_how": ("by_lot", "by_choice"),
}


@dataclass(frozen=True)
class Card:
    """A row of a table: its name, how many there are, and the other cells."""

    name: str
    copies: int
    cells: dict[str, str]

    def icons(self, column: str, ailments: tuple[str, ...]) -> frozenset[int]:
        return frozenset(ailments.index(word) for word in self.cells.get(column, "").split())

    def number(self, column: str) -> int:
        return int(self.cells[column])


def table(name: str) -> tuple[Card, ...]:
    """The rows of a table of cards, beside the ruleset or in it."""
    found = rows(SPEC / "petite-mort.rules", name)
    return tuple(Card(row["name"], int(row.get("copies") or 1), row) for row in found)


@dataclass(frozen=True)
class Rules:
    """One instance: the numbers of players and cards, the tables, and the readings changed."""

    players: int
    row: int = 3
    scythes: int = 2
    pawns: int = 5
    needed: int = 4
    powas: int = 21
    youngest: int = 1
    twins: int = 0
    tables: tuple[tuple[str, str], ...] = ()
    changed: tuple[tuple[str, str], ...] = ()

    def reads(self, name: str, option: str) -> bool:
        assert option in READINGS[name], (name, option)
        return dict(self.changed).get(name, READINGS[name][0]) == option


class Composition:
    """The cards of an instance."""

    def __init__(self, rules: Rules) -> None:
        chosen = dict(rules.tables)
        names = tuple(c.name for c in table(chosen.get("Ailment", "ailments")))
        characters = table(chosen.get("Character", "characters"))
        traits = table(chosen.get("Trait", "traits"))
        scythes = table(chosen.get("Scythe", "scythes"))
        self.objectives = table(chosen.get("Objective", "april"))
        self.ailments = range(len(names))
        self.characters = [c.copies for c in characters]
        self.souls = [c.number("souls") for c in characters]
        self.frail = [c.icons("frail", names) for c in characters]
        self.traits = [c.copies for c in traits]
        self.weak = [c.icons("weak", names) for c in traits]
        self.strong = [c.icons("strong", names) for c in traits]
        self.scythes = [c.copies for c in scythes]
        self.needs = [c.icons("needs", names) for c in scythes]
        self.wanted = [c.icons("icons", names) for c in self.objectives]
