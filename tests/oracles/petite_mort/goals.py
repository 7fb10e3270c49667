"""Objectives, the diploma, and who has won."""

from __future__ import annotations

from .positions import Seats, Table


class Goals(Seats):
    """What is looked at between the phases and after a round."""

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
