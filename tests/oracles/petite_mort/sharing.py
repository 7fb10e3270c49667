"""The sharing: those who reap a character divide its cards."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from .goals import Goals
from .harvest import Harvest
from .positions import CHANCE, Ask, Choice, Play, Table


class Sharing(Harvest, Goals):
    """The third phase of a round."""

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

    def share(self, t: Table, o: int, s: int, cards: list[int]) -> Play:
        reapers, n = sum(cards), 1 + sum(t.worn[o][s - 1])
        if n < reapers and self.rules.reads("completed_how", "by_choice"):
            for p in self.everyone:
                for j in range(cards[p]):
                    if t.lives[o][s - 1] is not None or any(t.worn[o][s - 1]):
                        yield from self.one_card(t, p, o, s, 1, ("short", j))
            return
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
