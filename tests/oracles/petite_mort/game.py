"""Rounds from the deal to the end."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from typing import Any

from .life import Life
from .positions import (
    CHANCE,
    PLAYERS,
    Ask,
    Choice,
    Play,
    ShortageError,
    State,
    Table,
    copied,
    state_of,
)
from .sharing import Sharing


class Game(Life, Sharing):
    """Rounds of one instance."""

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
                [[] for _ in range(n)], [[] for _ in range(n)], [[] for _ in range(n)],
                [0] * n, [0] * len(cards.scythes), [0] * n,
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
            yield from self.deathbed(t)
            self.award(t)
            self.judge(t)
        if t.won is None:
            yield from self.draw_cards(t)
            self.end_if_incomplete(t)

    def clear_up(self, t: Table) -> None:
        self.pawns_back(t, list(t.reaping))
        for p in self.everyone:
            for k, _, _ in t.laid[p]:
                t.used[k] += 1
            t.laid[p], t.taken_too[p] = [], []
        if self.rules.reads("powa_unused", "taken_off"):
            for o in self.everyone:
                for s in self.places:
                    self.tokens_off(t, o, s)
        if self.rules.reads("objective_seen", "after_phases"):
            self.see(t)

    def deathbed(self, t: Table) -> Play:
        for p in self.everyone:
            for s in self.places:
                if sum(t.worn[p][s - 1]) < 3:
                    continue
                if self.rules.reads("bed_duty", "may"):
                    both: list[Choice] = [("say_farewell",), ("wait",)]
                    made = yield self.ask(t, p, both, "bed", p, s)
                    if made == ("wait",):
                        continue
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
        if self.rules.reads("pack_out", "unsaid"):
            raise ShortageError("a player cannot be given all the cards that are due")
        if self.rules.reads("pack_out", "no_diploma"):
            t.won = ()
        else:
            most = max(sum(m) for m in t.marked)
            self.ladder(t, [p for p in self.everyone if sum(t.marked[p]) == most])
