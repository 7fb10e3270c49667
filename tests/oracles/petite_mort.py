"""Petite Mort in plain Python: an oracle for the tests that shares no code with the tool.

The rules were written down from the rulebook a second time, as one generator per round that asks
for decisions. Players, cards and ailments are numbers, places on the table begin with 1. What the
cards are is read from the same tables by a reader of its own.
"""

from __future__ import annotations

import csv
from collections.abc import Generator, Hashable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

CHANCE = -1
SPEC = Path(__file__).resolve().parents[2] / "spec" / "petite-mort"

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
    "pawn_for": ("each_card", "each_character"),
    "pawn_returns": ("before_sharing", "after_sharing", "after_phase"),
    "newborn_share": ("owner", "reaper"),
    "fair_among": ("the_reapers", "all_concerned"),
    "fair_how": ("by_choice", "by_lot"),
    "harvest_pack": ("mixed_again", "empty"),
    "pack_out": ("no_diploma", "most_pawns", "goes_on"),
    "objective_seen": ("after_phases", "at_once", "after_round"),
    "objective_again": ("once", "as_often"),
    "spaces_full": ("closed", "open_to_all"),
    "grave_icons": ("all_red", "uncancelled"),
    "fifth_pawn": ("withheld", "placed"),
    "diploma": ("four_pawns", "all_objectives"),
    "last_round": ("played_out", "cut_short"),
}

PLAYERS = ("Ada", "Bo", "Cy", "Dan")
Choice = tuple[Any, ...]
Play = Generator["Ask", Choice, None]


class ShortageError(Exception):
    """A component is needed that is not there."""


@dataclass(frozen=True)
class Card:
    """A row of a table: its name, how many there are, and the other cells."""

    name: str
    copies: int
    cells: dict[str, str]

    def icons(self, column: str, ailments: tuple[str, ...]) -> frozenset[int]:
        return frozenset(ailments.index(word) for word in self.cells[column].split())

    def number(self, column: str) -> int:
        return int(self.cells[column])


def table(name: str) -> tuple[Card, ...]:
    """The rows of a file of cards beside the ruleset."""
    with (SPEC / f"{name}.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    return tuple(Card(row["name"], int(row.get("copies") or 1), row) for row in rows)


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


@dataclass(frozen=True)
class Ask:
    """A decision or a chance: who, what is possible, and what tells it from others."""

    player: int
    choices: tuple[Choice, ...]
    where: Hashable
    table: Table

    @property
    def key(self) -> Hashable:
        """Equal for equal positions; to be asked for while the decision is open."""
        return self.where, snapshot(self.table)


@dataclass
class Table:
    """Everything that lies on the table, in hands and in packs."""

    characters: list[int]
    traits: list[int]
    scythes: list[int]
    pawn: list[int]
    powa: int
    lives: list[list[int | None]]
    worn: list[list[list[int]]]
    hand: list[list[int]]
    blade: list[list[int]]
    plan: list[list[tuple[int, int, int]]]
    laid: list[list[tuple[int, int, int]]]
    reaping: list[int]
    used: list[int]
    tokens: list[int]
    added: list[list[list[int]]]
    wild: list[list[int]]
    spent: int
    buried: list[list[int]]
    grave: list[list[int]]
    marked: list[list[int]]
    dealt: bool = False
    won: tuple[int, ...] | str | None = None
    shared: list[Any] = field(default_factory=list, compare=False)


def frozen(value: Any) -> Hashable:
    """Lists within lists as tuples within tuples."""
    return tuple(frozen(v) for v in value) if isinstance(value, list | tuple) else value


@dataclass(frozen=True)
class State:
    """A table between rounds; equal tables are equal states."""

    table: Table = field(compare=False, repr=False)
    key: Hashable

    def __hash__(self) -> int:
        return hash(self.key)


def copied(t: Table) -> Table:
    """A table that shares nothing that changes with the other."""
    return Table(**{k: fresh(v) for k, v in vars(t).items()})


def fresh(value: Any) -> Any:
    return [fresh(v) for v in value] if isinstance(value, list) else value


def state_of(t: Table) -> State:
    """A state that no later change of the table touches."""
    return State(copied(t), snapshot(t))


def snapshot(t: Table) -> Hashable:
    """All that a position is made of."""
    return frozen([v for k, v in vars(t).items() if k != "shared"])


class Game:
    """Rounds of one instance."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.cards = Composition(rules)
        self.everyone = range(rules.players)
        self.places = range(1, rules.row + 1)

    def first(self) -> State:
        cards, n = self.cards, self.rules.players

        def each(things: Iterable[Any]) -> list[list[int]]:
            return [[0 for _ in things] for _ in self.everyone]

        rows = range(self.rules.row)
        return state_of(
            Table(
                list(cards.characters), list(cards.traits), list(cards.scythes),
                [self.rules.pawns] * n, self.rules.powas, [[None for _ in rows] for _ in range(n)],
                [[[0] * len(cards.traits) for _ in rows] for _ in range(n)],
                each(cards.traits), each(cards.scythes), [[] for _ in range(n)],
                [[] for _ in range(n)], [0] * n, [0] * len(cards.scythes), [0] * n,
                [[[0] * len(cards.ailments) for _ in rows] for _ in range(n)],
                [[0 for _ in rows] for _ in range(n)], 0,
                each(cards.characters), each(cards.traits), each(cards.objectives),
            )
        )  # fmt: skip

    def over(self, state: State) -> str | None:
        won = state.table.won
        if won is None or isinstance(won, str):
            return won
        return "+".join(PLAYERS[p] for p in won) or "draw"

    def round(self, state: State) -> Generator[Ask, Choice, State]:
        """The deal, or a round with the drawing of cards that follows it."""
        t = copied(state.table)
        t.shared.clear()
        try:
            yield from self.whole_round(t) if t.dealt else self.deal_out(t)
        except ShortageError as shortage:
            t.won = f"fault: {shortage}"
        return state_of(t)

    def deal_out(self, t: Table) -> Play:
        yield from self.draw_cards(t)
        t.dealt = True

    def whole_round(self, t: Table) -> Play:
        yield from self.pass_traits(t)
        for p in self.everyone:
            yield from self.attach(t, p)
        yield from self.place_tokens(t)
        yield from self.lay_scythes(t)
        self.reveal(t)
        yield from self.share_all(t)
        if t.won is None:
            self.clear_up(t)
        if t.won is None:
            self.deathbed(t)
            self.award(t)
            self.judge(t)
        if t.won is None:
            yield from self.draw_cards(t)
            self.end_if_incomplete(t)

    def ask(self, t: Table, player: int, choices: Iterable[Choice], *where: Any) -> Ask:
        return Ask(player, tuple(choices), frozen(where), t)

    # The events of life

    def pass_traits(self, t: Table) -> Play:
        asked = [p for p in self.everyone if sum(t.hand[p]) >= 3]
        given: dict[int, Choice] = {}
        for p in asked:
            given[p] = yield self.ask(t, p, self.gifts(t, p), "pass", p, sorted(given.items()))
        for p, (_, one, other) in given.items():
            t.hand[p][one] -= 1
            t.hand[p][other] -= 1
        for p, (_, one, other) in given.items():
            t.hand[(p + 1) % self.rules.players][one] += 1
            t.hand[(p - 1) % self.rules.players][other] += 1

    def gifts(self, t: Table, p: int) -> Iterator[Choice]:
        kinds = range(len(t.traits))
        for one in kinds:
            for other in kinds if self.rules.players > 2 else range(one, len(t.traits)):
                left = list(t.hand[p])
                left[one] -= 1
                left[other] -= 1
                if min(left) >= 0:
                    yield "give", one, other

    def attach(self, t: Table, p: int) -> Play:
        most = 2 if self.rules.reads("traits_attached", "in_all") else 3
        room = 3 if self.rules.reads("three_of_what", "traits") else 2
        if self.rules.reads("three_of_what", "foretold"):
            room = 4
        given = dict.fromkeys(self.places, 0)
        while (
            sum(given.values()) < most and sum(t.hand[p]) and any(c is not None for c in t.lives[p])
        ):
            choices: list[Choice] = [
                ("attach", kind, s)
                for kind, held in enumerate(t.hand[p])
                for s in self.places
                if held and t.lives[p][s - 1] is not None
                and sum(t.worn[p][s - 1]) < room and given[s] < 2
            ]  # fmt: skip
            if sum(given.values()) or self.rules.reads("none_attached", "as_one_likes"):
                choices.append(("enough",))
            made = yield self.ask(t, p, choices, "attach", p, sorted(given.items()))
            if made == ("enough",):
                return
            _, kind, s = made
            t.hand[p][kind] -= 1
            t.worn[p][s - 1][kind] += 1
            given[s] += 1

    # The harvest

    def icons(self, t: Table, o: int, s: int, a: int) -> tuple[int, int]:
        """The red and the green icons of a kind on a character, named tokens included."""
        cards, person, worn = self.cards, t.lives[o][s - 1], t.worn[o][s - 1]
        red = t.added[o][s - 1][a] + (person is not None and a in cards.frail[person])
        red += sum(n for kind, n in enumerate(worn) if a in cards.weak[kind])
        green = sum(n for kind, n in enumerate(worn) if a in cards.strong[kind])
        return red, green

    def enough(self, t: Table, k: int, o: int, s: int) -> bool:
        """Whether harvest card k can be laid, each wild token taken for one red icon."""
        wild = t.wild[o][s - 1]
        together = self.rules.reads("icons_needed", "all_of_them")
        for a in self.cards.needs[k]:
            red, green = self.icons(t, o, s, a)
            left = wild
            while not self.suffers(red + wild - left, green) and left:
                left -= 1
            met = self.suffers(red + wild - left, green)
            if met and not together:
                return True
            if together:
                if not met:
                    return False
                wild = left
        return together

    def suffers(self, red: int, green: int) -> bool:
        if self.rules.reads("cancelling", "one_for_one"):
            return red > green
        return red > 0 and not green

    def reapable(self, t: Table, p: int) -> list[Choice]:
        return [
            ("reap", k, o, s)
            for k, held in enumerate(t.blade[p])
            for o in self.everyone
            for s in self.places
            if held and o != p and t.lives[o][s - 1] is not None
            and (self.rules.reads("both_cards", "both") or (o, s) not in [h[1:] for h in t.plan[p]])
            and self.enough(t, k, o, s)
        ]  # fmt: skip

    def place_tokens(self, t: Table) -> Play:
        if self.rules.reads("powa_placed", "secretly"):
            yield from self.place_secretly(t)
        else:
            for p in self.everyone:
                while t.tokens[p]:
                    made = yield self.ask(t, p, self.weakenings(t, p), "tokens", p)
                    if made == ("keep_tokens",):
                        break
                    self.weaken(t, p, made)
        if self.rules.reads("powa_lasts", "one_round"):
            t.powa += sum(t.tokens)
            t.tokens = [0] * len(t.tokens)

    def place_secretly(self, t: Table) -> Play:
        made: list[list[Choice]] = [[] for _ in self.everyone]
        for i in range(max(t.tokens)):
            for p in self.everyone:
                if t.tokens[p] > i:
                    # What is on the list, not when it was put there, tells positions apart.
                    meant = [[c for c in cs if c != ("keep_tokens",)] for cs in made]
                    one = yield self.ask(t, p, self.weakenings(t, p), "mean", p, i, meant)
                    made[p].append(one)
        for p in self.everyone:
            for one in made[p]:
                if one != ("keep_tokens",):
                    self.weaken(t, p, one)

    def weakenings(self, t: Table, p: int) -> list[Choice]:
        """What a player may do with a token."""
        targets = [
            (o, s)
            for o in self.everyone
            for s in self.places
            if t.lives[o][s - 1] is not None
            and (o != p or self.rules.reads("powa_where", "anyone"))
        ]
        if self.rules.reads("powa_kind", "any"):
            return [*(("weaken_anyhow", o, s) for o, s in targets), ("keep_tokens",)]
        named = [("weaken", o, s, a) for o, s in targets for a in self.cards.ailments]
        return [*named, ("keep_tokens",)]

    def weaken(self, t: Table, p: int, made: Choice) -> None:
        t.tokens[p] -= 1
        if made[0] == "weaken":
            _, o, s, a = made
            t.added[o][s - 1][a] += 1
        else:
            _, o, s = made
            t.wild[o][s - 1] += 1

    def lay_scythes(self, t: Table) -> Play:
        for i in range(self.rules.scythes):
            made: dict[int, Choice] = {}
            for p in self.everyone:
                choices = [*self.reapable(t, p), ("rest",)]
                made[p] = yield self.ask(t, p, choices, "lay", i, p, sorted(made.items()))
            for p, (_, *harvest) in made.items():
                if harvest:
                    k, o, s = harvest
                    t.blade[p][k] -= 1
                    t.plan[p].append((k, o, s))

    def reveal(self, t: Table) -> None:
        resting = [p for p in self.everyone if not t.plan[p]]
        if self.rules.reads("powa_for", "only_the_unable"):
            resting = [p for p in resting if not self.reapable(t, p)]
        if self.rules.reads("last_tokens", "seats") or len(resting) <= t.powa:
            for p in resting[: t.powa]:
                t.powa -= 1
                t.tokens[p] += 1
        for p in self.everyone:
            t.laid[p], t.plan[p] = t.plan[p], []
            lying = [self.pawns_beside(t, p, o, s) for o in self.everyone for s in self.places]
            self.take_pawns(t, p, sum(lying))
            t.reaping[p] = sum(lying)

    def take_pawns(self, t: Table, p: int, number: int) -> None:
        if number > t.pawn[p]:
            raise ShortageError("there is not enough pawn left to take")
        t.pawn[p] -= number

    # The sharing

    def beside(self, t: Table, p: int, o: int, s: int) -> int:
        return sum((whose, place) == (o, s) for _, whose, place in t.laid[p])

    def pawns_beside(self, t: Table, p: int, o: int, s: int) -> int:
        cards = self.beside(t, p, o, s)
        return min(cards, 1) if self.rules.reads("pawn_for", "each_character") else cards

    def share_all(self, t: Table) -> Play:
        for o in self.everyone:
            for s in self.places:
                cards = [self.beside(t, p, o, s) for p in self.everyone]
                if not sum(cards):
                    continue
                pawns = [self.pawns_beside(t, p, o, s) for p in self.everyone]
                if self.rules.reads("pawn_returns", "before_sharing"):
                    self.pawns_back(t, pawns)
                before = self.graves(t)
                n = 1 + sum(t.worn[o][s - 1])
                yield from self.share(t, o, s, cards)
                gained = tuple(a - b for a, b in zip(self.graves(t), before, strict=True))
                t.shared.append((n, cards, o, gained))
                if self.rules.reads("pawn_returns", "after_sharing"):
                    self.pawns_back(t, pawns)
                if self.rules.reads("objective_seen", "at_once"):
                    self.see(t)
                    if t.won is not None:
                        return

    def graves(self, t: Table) -> list[int]:
        return [sum(t.grave[p]) + sum(t.buried[p]) for p in self.everyone]

    def see(self, t: Table) -> None:
        self.award(t)
        if self.rules.reads("last_round", "cut_short"):
            self.judge(t)

    def pawns_back(self, t: Table, pawns: list[int]) -> None:
        for p in self.everyone:
            t.reaping[p] -= pawns[p]
            t.pawn[p] += pawns[p]

    def share(self, t: Table, o: int, s: int, cards: list[int]) -> Play:
        reapers, n = sum(cards), 1 + sum(t.worn[o][s - 1])
        alone = reapers == 1 and not (n == 1 and self.rules.reads("newborn_share", "reaper"))
        if not alone and n <= reapers:
            yield from self.shuffle_and_deal(t, o, s, cards)
        else:
            sharers = reapers
            if reapers == 1 or self.rules.reads("fair_among", "all_concerned"):
                sharers += 1
            for i in reversed(range(n // sharers)):
                for p in self.everyone:
                    for j in range(cards[p]):
                        yield from self.one_card(t, p, o, s, reapers, (i, j))
        self.bury(t, o, s, o)

    def shuffle_and_deal(self, t: Table, o: int, s: int, cards: list[int]) -> Play:
        waiting = list(cards)

        def lucky(name: str, *more: Any) -> Generator[Ask, Choice, int]:
            there = [(name, p) for p in self.everyone if waiting[p]]
            _, p = yield self.ask(t, CHANCE, there, "deal", o, s, waiting, name, more)
            waiting[p] -= 1
            return int(p)

        first = yield from lucky("first_one")
        self.bury_character(t, o, s, first)
        for kind, number in enumerate(t.worn[o][s - 1]):
            for _ in range(number):
                p = yield from lucky("lucky", kind)
                self.bury_trait(t, o, s, kind, p)

    def one_card(self, t: Table, p: int, o: int, s: int, reapers: int, left: Any) -> Play:
        traits = [kind for kind, number in enumerate(t.worn[o][s - 1]) if number]
        here = t.lives[o][s - 1] is not None
        if reapers > 1 and self.rules.reads("fair_how", "by_lot"):
            tickets = ([("ticket", 0)] if traits else []) + ([("ticket", 1)] if here else [])
            _, ticket = yield self.ask(t, CHANCE, tickets, "ticket", p, o, s, left)
            if ticket:
                self.bury_character(t, o, s, p)
                return
            drawn = [("t", kind) for kind in traits]
            _, kind = yield self.ask(t, CHANCE, drawn, "drawn", p, o, s, left)
            self.bury_trait(t, o, s, kind, p)
            return
        choices: list[Choice] = [("keep_character",)] if here else []
        choices += [("keep_trait", kind) for kind in traits]
        made = yield self.ask(t, p, choices, "keep", p, o, s, left)
        if made == ("keep_character",):
            self.bury_character(t, o, s, p)
        else:
            self.bury_trait(t, o, s, made[1], p)

    def bury_trait(self, t: Table, o: int, s: int, kind: int, p: int) -> None:
        t.worn[o][s - 1][kind] -= 1
        t.grave[p][kind] += 1

    def bury_character(self, t: Table, o: int, s: int, p: int) -> None:
        person = t.lives[o][s - 1]
        if person is not None:
            t.lives[o][s - 1] = None
            t.buried[p][person] += 1
            self.tokens_off(t, o, s)

    def bury(self, t: Table, o: int, s: int, p: int) -> None:
        self.bury_character(t, o, s, p)
        for kind, number in enumerate(t.worn[o][s - 1]):
            for _ in range(number):
                self.bury_trait(t, o, s, kind, p)

    def tokens_off(self, t: Table, o: int, s: int) -> None:
        off = sum(t.added[o][s - 1]) + t.wild[o][s - 1]
        t.added[o][s - 1] = [0] * len(self.cards.ailments)
        t.wild[o][s - 1] = 0
        if self.rules.reads("powa_spent", "middle"):
            t.powa += off
        else:
            t.spent += off

    # The rest of a round

    def clear_up(self, t: Table) -> None:
        self.pawns_back(t, list(t.reaping))
        for p in self.everyone:
            for k, _, _ in t.laid[p]:
                t.used[k] += 1
            t.laid[p] = []
        if self.rules.reads("powa_unused", "taken_off"):
            for o in self.everyone:
                for s in self.places:
                    self.tokens_off(t, o, s)
        if self.rules.reads("objective_seen", "after_phases"):
            self.see(t)

    def deathbed(self, t: Table) -> None:
        for p in self.everyone:
            for s in self.places:
                if sum(t.worn[p][s - 1]) >= 3:
                    self.bury(t, p, s, p)

    def draw_cards(self, t: Table) -> Play:
        for p in self.everyone:
            for s in self.places:
                if t.lives[p][s - 1] is None and any(t.characters):
                    c = yield from self.drawn(t, "c", t.characters, p, s)
                    t.lives[p][s - 1] = c
            while sum(t.hand[p]) < 3 and any(t.traits):
                kind = yield from self.drawn(t, "t", t.traits, p)
                t.hand[p][kind] += 1
            while sum(t.blade[p]) < self.rules.scythes:
                if not any(t.scythes) and self.rules.reads("harvest_pack", "mixed_again"):
                    t.scythes, t.used = t.used, t.scythes
                if not any(t.scythes):
                    break
                k = yield from self.drawn(t, "k", t.scythes, p)
                t.blade[p][k] += 1

    def drawn(
        self, t: Table, name: str, pack: list[int], *where: Any
    ) -> Generator[Ask, Choice, int]:
        there = [(name, i) for i, number in enumerate(pack) if number]
        _, i = yield self.ask(t, CHANCE, there, "draw", name, where)
        pack[i] -= 1
        return int(i)

    def end_if_incomplete(self, t: Table) -> None:
        full = all(
            None not in t.lives[p] and sum(t.hand[p]) >= 3
            and sum(t.blade[p]) == self.rules.scythes
            for p in self.everyone
        )  # fmt: skip
        if full or self.rules.reads("pack_out", "goes_on"):
            return
        if self.rules.reads("pack_out", "no_diploma"):
            t.won = ()
        else:
            most = max(sum(m) for m in t.marked)
            self.ladder(t, [p for p in self.everyone if sum(t.marked[p]) == most])

    # Objectives and the end

    def seen(self, t: Table, p: int, a: int) -> int:
        cards = self.cards
        found = sum(n for c, n in enumerate(t.buried[p]) if a in cards.frail[c])
        found += sum(n for kind, n in enumerate(t.grave[p]) if a in cards.weak[kind])
        if self.rules.reads("grave_icons", "uncancelled"):
            found -= sum(n for kind, n in enumerate(t.grave[p]) if a in cards.strong[kind])
        return found

    def souls(self, t: Table, p: int) -> int:
        return sum(n * self.cards.souls[c] for c, n in enumerate(t.buried[p]))

    def achieved(self, t: Table, p: int, g: int, times: int) -> bool:
        goal = self.cards.objectives[g]
        return (
            all(self.seen(t, p, a) >= goal.number("at_least") * times for a in self.cards.wanted[g])
            and sum(t.buried[p]) >= goal.number("people") * times
            and self.souls(t, p) >= goal.number("souls") * times
        )

    def qualified(self, t: Table, p: int) -> bool:
        if self.rules.reads("diploma", "four_pawns"):
            return sum(t.marked[p]) >= self.rules.needed
        return all(t.marked[p])

    def award(self, t: Table) -> None:
        for p in self.everyone:
            for g, goal in enumerate(self.cards.objectives):
                before = t.marked[p][g]
                if before and (self.rules.reads("objective_again", "once") or before == 3):
                    continue
                taken = sum(t.marked[q][g] for q in self.everyone)
                if self.rules.reads("spaces_full", "closed") and taken >= goal.number("spaces"):
                    continue
                if self.rules.reads("fifth_pawn", "withheld") and self.qualified(t, p):
                    continue
                if self.achieved(t, p, g, before + 1):
                    self.take_pawns(t, p, 1)
                    t.marked[p][g] += 1

    def judge(self, t: Table) -> None:
        finalists = [p for p in self.everyone if self.qualified(t, p)]
        if finalists:
            self.ladder(t, finalists)

    def ladder(self, t: Table, who: list[int]) -> None:
        most = max(self.souls(t, p) for p in who)
        who = [p for p in who if self.souls(t, p) == most]
        people = max(sum(t.buried[p]) for p in who)
        who = [p for p in who if sum(t.buried[p]) == people]
        if len(who) > 1 and not self.rules.twins:
            seats = [(self.rules.youngest - 1 + i) % 4 for i in range(4)]
            who = [next(seat for seat in seats if seat in who)]
        t.won = tuple(who)
