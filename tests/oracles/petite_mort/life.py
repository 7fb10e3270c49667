"""The events of life: traits are passed on and attached."""

from __future__ import annotations

from collections.abc import Iterator

from .positions import Choice, Play, Seats, Table


class Life(Seats):
    """The first phase of a round."""

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
            sum(given.values()) < most and any(t.hand[p]) and any(c is not None for c in t.lives[p])
        ):
            choices: list[Choice] = [
                ("attach", kind, s)
                for kind, held in enumerate(t.hand[p])
                for s in self.places
                if held and t.lives[p][s - 1] is not None
                and sum(t.worn[p][s - 1]) < room
                and (given[s] < 2 or self.rules.reads("at_once_on_one", "any"))
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
