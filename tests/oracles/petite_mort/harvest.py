"""The harvest: tokens weaken, harvest cards are laid in secret and turned up."""

from __future__ import annotations

from .positions import Choice, Play, Seats, Table


class Harvest(Seats):
    """The second phase of a round."""

    def icons(self, t: Table, o: int, s: int, a: int) -> tuple[int, int, int]:
        """The red icons of a kind on a character, the tokens that name it, and the green ones."""
        cards, person, worn = self.cards, t.lives[o][s - 1], t.worn[o][s - 1]
        red = int(person is not None and a in cards.frail[person])
        red += sum(n for kind, n in enumerate(worn) if a in cards.weak[kind])
        green = sum(n for kind, n in enumerate(worn) if a in cards.strong[kind])
        return red, t.added[o][s - 1][a], green

    def enough(self, t: Table, k: int, o: int, s: int) -> bool:
        """Whether harvest card k can be laid, each wild token taken for one red icon."""
        wild = t.wild[o][s - 1]
        together = self.rules.reads("icons_needed", "all_of_them")
        for a in self.cards.needs[k]:
            red, tokens, green = self.icons(t, o, s, a)
            left = wild
            while not self.suffers(red, tokens + wild - left, green) and left:
                left -= 1
            met = self.suffers(red, tokens + wild - left, green)
            if met and not together:
                return True
            if together:
                if not met:
                    return False
                wild = left
        return together

    def suffers(self, red: int, tokens: int, green: int) -> bool:
        """A token more than there are green icons is a weakness, whatever these do to red ones."""
        if self.rules.reads("cancelling", "altogether") and green:
            red = 0
        return red + tokens > green

    def reapable(self, t: Table, p: int) -> list[Choice]:
        """What a player may lay a card beside."""
        taken = [h[1:] for h in t.plan[p] + t.meant_too[p]]
        return [
            ("reap", k, o, s)
            for k, held in enumerate(t.blade[p])
            for o in self.everyone
            for s in self.places
            if held and o != p and t.lives[o][s - 1] is not None
            and (self.rules.reads("both_cards", "both") or (o, s) not in taken)
            and self.enough(t, k, o, s)
        ]  # fmt: skip

    def reapable_too(self, t: Table, p: int) -> list[Choice]:
        """What the cards that a player has laid may take besides: each card, each character once."""
        if self.rules.reads("one_card", "takes_one"):
            return []
        planned = t.plan[p] + t.meant_too[p]
        return [
            ("reap_too", k, o, s)
            for k in sorted({k for k, _, _ in t.plan[p]})
            for o in self.everyone
            for s in self.places
            if o != p and t.lives[o][s - 1] is not None and self.enough(t, k, o, s)
            and planned.count((k, o, s)) < sum(k == card for card, _, _ in t.plan[p])
            and (self.rules.reads("both_cards", "both") or (o, s) not in [h[1:] for h in planned])
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
        opponents = self.rules.row * (self.rules.players - 1)
        several = self.rules.reads("one_card", "takes_several")
        for i in range(self.rules.scythes * (opponents if several else 1)):
            made: dict[int, Choice] = {}
            for p in self.everyone:
                choices = [*self.reapable(t, p), *self.reapable_too(t, p), ("rest",)]
                made[p] = yield self.ask(t, p, choices, "lay", i, p, sorted(made.items()))
            for p, (what, *harvest) in made.items():
                if what == "reap":
                    k, o, s = harvest
                    t.blade[p][k] -= 1
                    t.plan[p].append((k, o, s))
                elif what == "reap_too":
                    k, o, s = harvest
                    t.meant_too[p].append((k, o, s))

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
            t.taken_too[p], t.meant_too[p] = t.meant_too[p], []
            lying = [self.pawns_beside(t, p, o, s) for o in self.everyone for s in self.places]
            self.take_pawns(t, p, sum(lying))
            t.reaping[p] = sum(lying)

    def beside(self, t: Table, p: int, o: int, s: int) -> int:
        return sum((whose, place) == (o, s) for _, whose, place in t.laid[p] + t.taken_too[p])

    def pawns_beside(self, t: Table, p: int, o: int, s: int) -> int:
        if self.rules.reads("pawn_for", "each_character"):
            return min(self.beside(t, p, o, s), 1)
        return sum((whose, place) == (o, s) for _, whose, place in t.laid[p])

    def pawns_back(self, t: Table, pawns: list[int]) -> None:
        for p in self.everyone:
            t.reaping[p] -= pawns[p]
            t.pawn[p] += pawns[p]
