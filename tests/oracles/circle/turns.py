"""One turn, as a generator that asks for decisions."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from .rules import DEATH, LIFE, Ask, Choice, Rules, State, place_of

Turn = Generator[Ask, Choice, None]


@dataclass
class Table:
    """The position in the middle of a turn."""

    rules: Rules
    board: list[int | None]
    mover: int
    free: set[int]
    lost: int
    left: int | None
    counted: int = 0
    filled: bool = field(default=False)

    # what stands where

    def on_board(self, p: int) -> int:
        return self.board.count(p)

    def supply(self, p: int) -> int:
        return self.rules.pieces - self.on_board(p) - (self.lost if p == LIFE else 0)

    def whole(self, places: Iterable[int], p: int) -> bool:
        return all(self.board[c] == p for c in places)

    def holds(self, places: Iterable[int], p: int) -> bool:
        return any(self.board[c] == p for c in places)

    # goals

    def goal(self, p: int) -> bool:
        rules = self.rules
        groups = rules.ring + rules.segment
        spread = all(self.holds(g, p) for g in groups)
        ruled = any(self.whole(g, p) for g in groups)
        destiny = self.on_board(p) == rules.pieces
        if rules.variant == "three":
            return spread or ruled or (destiny and rules.reads("three_destiny", "upheld"))
        return destiny or (spread if p == LIFE else ruled)

    def reached(self) -> list[int]:
        everyone = range(self.rules.roles)
        counted = everyone if self.rules.reads("other_goal", "counts") else [self.mover]
        return [p for p in counted if self.goal(p)]

    def winners(self) -> tuple[int, ...]:
        reached = self.reached()
        if len(reached) < 2 or self.rules.reads("shared_goal", "together"):
            return tuple(reached)
        if self.rules.reads("shared_goal", "nobody"):
            return ()
        if self.rules.reads("shared_goal", "seat"):
            begins = self.rules.beginner
            return (begins,) if begins in reached else (reached[0],)
        order = [(self.mover + i) % self.rules.roles for i in range(self.rules.roles)]
        return (next(p for p in order if p in reached),)

    def stops(self) -> bool:
        return self.rules.reads("goal_time", "at_once") and bool(self.reached())

    def ended(self) -> bool:
        return self.rules.reads("decay_stop", "no_more") and self.stops()

    # placing and turning

    def allowed(self, p: int, c: int) -> bool:
        rules = self.rules
        if self.board[c] is not None:
            return False
        if rules.variant != "standard" or p in self.free:
            return True
        if rules.reads("bare", "anywhere") and not self.on_board(p):
            return True
        wanted = p if rules.reads("beside_whom", "own") else LIFE
        return self.holds(rules.around(c), wanted)

    def spots(self, p: int) -> list[int]:
        if not self.supply(p):
            return []
        return [c for c in range(len(self.board)) if self.allowed(p, c)]

    def turn_ring(self, ring: int, steps: int) -> None:
        places = self.rules.ring[ring]
        old = [self.board[c] for c in places]
        for i, piece in enumerate(old):
            self.board[places[(i + steps) % len(places)]] = piece

    def actions(self) -> list[Choice]:
        rules, p = self.rules, self.mover
        rings = range(rules.rings)
        turnable = [
            r
            for r in rings
            if rules.reads("empty_ring", "may_turn")
            or any(self.board[c] is not None for c in rules.ring[r])
        ]
        if self.left is not None:
            return [("rotate", r) for r in turnable]
        spots = self.spots(p)
        result: list[Choice] = [("place", c) for c in spots]
        if rules.variant == "standard" and p in self.free and rules.reads("freedom", "must_place"):
            turnable = []
        result += [("rotate", r) for r in turnable]
        if rules.variant == "aggressive":
            result += [("rotate_twice", r) for r in turnable if self.outnumbers(p, r)]
        if not spots and rules.reads("no_place", "may_pass"):
            result.append(("pass",))
        return result

    def outnumbers(self, p: int, ring: int) -> bool:
        mine = sum(self.board[c] == p for c in self.rules.ring[ring])
        if self.rules.reads("more_than", "overall"):
            return mine > self.on_board(1 - p)
        return mine > sum(self.board[c] == 1 - p for c in self.rules.ring[ring])

    # powers

    def alive(self) -> set[int]:
        return {i for i, s in enumerate(self.rules.segment) if self.whole(s, LIFE)}

    def surrounded(self, c: int) -> bool:
        rules = self.rules
        if self.board[c] != LIFE:
            return False
        beside = self.whole(rules.beside_in_ring(c), DEATH)
        across = self.whole(rules.beside_across(c), DEATH)
        across = across and not (rules.at_rim(c) and rules.reads("rim", "gaping"))
        if rules.reads("surrounding", "one_axis"):
            return beside or across
        return beside and across

    def doomed(self, fresh: set[int]) -> list[int]:
        everywhere = self.rules.reads("decay_scope", "all_over")
        return [
            c
            for c in range(len(self.board))
            if self.surrounded(c)
            and (everywhere or c in fresh or bool(self.rules.around(c) & fresh))
        ]

    def wither(self, c: int) -> None:
        available = self.supply(DEATH) > 0
        if not available and self.rules.reads("decay_short", "remains"):
            return
        self.counted += self.rules.counts_lost
        self.lost += self.rules.reads("replaced_go", "to_box")
        self.board[c] = DEATH if available else None

    def ask(self, player: int, choices: Sequence[Choice], *more: Any) -> Ask:
        position = (tuple(self.board), self.mover, frozenset(self.free), self.lost, self.left)
        return Ask(player, tuple(choices), (*more, *position, self.counted))

    def births(self, *more: Any) -> Turn:
        rules = self.rules
        while spots := self.spots_of_birth():
            choices: list[Choice] = [("bear", c) for c in spots]
            if rules.reads("birth_duty", "may"):
                choices.append(("decline",))
            choice = yield self.ask(LIFE, choices, "birth", *more)
            if len(choice) == 1:
                return
            c = choice[1]
            self.board[c] = LIFE
            if self.stops():
                return
            self.fall_in(c)
            if rules.reads("birth_chain", "once") or not self.completes(c):
                return

    def spots_of_birth(self) -> list[int]:
        if self.rules.reads("birth_place", "adjacent"):
            return self.spots(LIFE)
        empty = [c for c, piece in enumerate(self.board) if piece is None]
        return empty if self.supply(LIFE) else []

    def completes(self, c: int) -> bool:
        return self.whole(self.rules.segment[c % self.rules.segments], LIFE)

    def fall_in(self, c: int) -> None:
        if self.rules.reads("newcomer", "replaced") and self.surrounded(c):
            self.wither(c)

    def decay(self, fresh: set[int]) -> Turn:
        rules = self.rules
        while doomed := self.doomed(fresh):
            if self.stops() or (not self.supply(DEATH) and rules.reads("decay_short", "remains")):
                return
            fresh = set(doomed)
            if rules.reads("decay_number", "one_of_them"):
                chosen = doomed[0]
                if len(doomed) > 1:
                    choices: list[Choice] = [("victim", c) for c in doomed]
                    chosen = place_of((yield self.ask(DEATH, choices, "victim")))
                self.wither(chosen)
                fresh = {chosen}
            elif len(doomed) <= self.supply(DEATH):
                for c in doomed:
                    if not self.ended():
                        self.wither(c)
            else:
                yield from self.wither_in_order(doomed)
            if rules.reads("decay_chain", "once"):
                return

    def wither_in_order(self, doomed: list[int]) -> Turn:
        rest = list(doomed)
        while rest and not self.ended():
            c = rest[0]
            if len(rest) > 1:
                choices: list[Choice] = [("victim", d) for d in rest]
                c = place_of((yield self.ask(DEATH, choices, "order", tuple(rest))))
            rest.remove(c)
            self.wither(c)

    def placed(self, c: int) -> Turn:
        if self.mover == LIFE:
            self.fall_in(c)
            if self.completes(c):
                yield from self.births()
        else:
            yield from self.decay({c})

    def turned(self, ring: int, alive: set[int]) -> Turn:
        rules = self.rules

        def wakes(power: str, owner: int) -> bool:
            if rules.reads(power, "any_turning"):
                return True
            return rules.reads(power, "own_turning") and self.mover == owner

        if wakes("birth_cause", LIFE) and self.alive() - alive:
            yield from self.births(ring)
        if wakes("decay_cause", DEATH):
            yield from self.decay(set(rules.ring[ring]))

    # one action

    def act(self, choice: Choice) -> Turn:
        rules = self.rules
        powers = rules.variant == "standard"
        if choice[0] == "place":
            c = place_of(choice)
            self.board[c] = self.mover
            self.filled = None not in self.board
            self.free.discard(self.mover)
            if powers and not self.stops():
                yield from self.placed(c)
        elif choice[0] != "pass":
            ring = place_of(choice)
            alive = self.alive()
            self.turn_ring(ring, 1)
            if choice[0] == "rotate_twice" and not (
                rules.reads("double_turn", "stepwise") and self.reached()
            ):
                self.turn_ring(ring, 1)
            if powers and not self.stops():
                yield from self.turned(ring, alive)
        if not rules.reads("freedom", "kept"):
            self.free.discard(self.mover)


def turn(rules: Rules, s: State) -> Generator[Ask, Choice, State]:
    """The whole turn of the player on turn in ``s``: asks, is sent the answers, returns the end."""
    table = Table(rules, list(s.board), s.mover, set(s.free), s.lost, s.left, s.counted)
    choice = yield Ask(s.mover, tuple(table.actions()), ("act", s))
    yield from table.act(choice)
    mover = (s.mover + 1) % rules.roles
    after = replace(
        s,
        board=tuple(table.board),
        mover=mover,
        free=frozenset(table.free),
        lost=table.lost,
        counted=table.counted,
    )
    if s.left is not None:
        after = replace(after, left=s.left - 1)
    elif rules.variant == "three" and table.filled:
        after = replace(after, left=2 if rules.reads("last_turns", "others") else 3)
    looked_at = s.left is None or after.left == 0 or rules.reads("last_goal", "ends_it")
    if looked_at and table.reached():
        return replace(after, won=table.winners())
    if after.left == 0:
        return replace(after, won=())
    return after
