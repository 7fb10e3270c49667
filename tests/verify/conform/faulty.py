"""Engines with one fault each, made from the rules themselves."""

from __future__ import annotations

from collections.abc import Mapping

from rulewright.engines.python.game import PythonGame
from rulewright.verify.conform.rules.ruled import RuledEngine
from rulewright.verify.plays.json_values import Json


class Faulty(RuledEngine):
    """Follows the rules; a fault is what a class below says otherwise."""

    def __init__(self, game: PythonGame) -> None:
        super().__init__(lambda _: game)
        self.taken: list[str] = []

    def new(self, game: dict[str, Json]) -> None:
        """Begin."""
        super().new(game)
        self.taken = []

    def apply(self, action: str, by: str) -> bool:
        """Take an action."""
        taken = super().apply(action, by)
        if taken:
            self.taken.append(action)
        return taken


class ForgetsDiagonal(Faulty):
    """Knows no line from a1 to c3."""

    def outcome(self) -> Mapping[str, Json] | None:
        on = super().position()["on"]
        assert isinstance(on, dict)
        if on["a1"] and on["a1"] == on["b2"] == on["c3"]:
            return None
        return super().outcome()


class Overwrites(Faulty):
    """Takes an action on a square that is not empty, and does nothing."""

    def apply(self, action: str, by: str) -> bool:
        return super().apply(action, by) or action in self.taken


class HandsOver(Faulty):
    """Whoever began goes on."""

    def decides(self) -> str | None:
        return super().decides() and "X"


class Greedy(Faulty):
    """Lists an action twice."""

    def legal(self) -> list[str]:
        found = super().legal()
        return found + found[:1] if self.taken else found


class Slips(Faulty):
    """Shows b2 empty whatever lies there."""

    def position(self) -> Mapping[str, Json]:
        on = super().position()["on"]
        assert isinstance(on, dict)
        return {"on": {**on, "b2": None}}


class TwoLines(Faulty):
    """Shows a line of both as soon as something is taken."""

    def position(self) -> Mapping[str, Json]:
        on = super().position()["on"]
        assert isinstance(on, dict)
        rows = {"1": "X", "2": "O"} if self.taken else {}
        return {"on": {square: rows.get(square[1], mark) for square, mark in on.items()}}


class TurnsBack(Faulty):
    """Refuses, and hands the turn to the other."""

    def __init__(self, game: PythonGame) -> None:
        super().__init__(game)
        self.refused = False

    def new(self, game: dict[str, Json]) -> None:
        super().new(game)
        self.refused = False

    def apply(self, action: str, by: str) -> bool:
        taken = super().apply(action, by)
        self.refused = self.refused or not taken
        return taken

    def decides(self) -> str | None:
        who = super().decides()
        return {"X": "O", "O": "X"}[who] if who and self.refused else who


class Deaf(Faulty):
    """Does not know the middle."""

    def apply(self, action: str, by: str) -> bool:
        return action != "place b2" and super().apply(action, by)


class OnlyYesAndNo:
    """Shows nothing, and takes a square that is taken."""

    def __init__(self, game: PythonGame) -> None:
        self.inner = Overwrites(game)

    def new(self, game: dict[str, Json]) -> None:
        self.inner.new(game)

    def apply(self, action: str, by: str) -> bool:
        return self.inner.apply(action, by)


class NeverEnds:
    """Knows whose turn it is and which squares are taken, and no end."""

    def __init__(self, _: PythonGame) -> None:
        self.taken: list[str] = []

    def new(self, game: dict[str, Json]) -> None:
        """Begin."""
        self.taken = []

    def apply(self, action: str, by: str) -> bool:
        """Take a square of the board."""
        column, row = action.removeprefix("place ")
        turn = "XO"[len(self.taken) % 2]
        if action in self.taken or by != turn or column not in "abc" or row not in "123":
            return False
        self.taken.append(action)
        return True


class Unheard(Faulty):
    """Calls every action otherwise."""

    def legal(self) -> list[str]:
        return [f"mark {text}" for text in super().legal()]


class Leaks(Faulty):
    """Everybody sees everybody's hand."""

    def view(self, player: str) -> Mapping[str, Json]:
        return {**super().view(player), "hand": super().position()["hand"]}


class Spectator(Faulty):
    """Says what somebody sees who does not play."""

    def view(self, player: str) -> Mapping[str, Json]:
        return {**super().view(player), "on": {}}


class Loaded(Faulty):
    """The first result of chance is twice as likely."""

    def weights(self) -> Mapping[str, int]:
        found = dict(super().weights())
        return {k: 2 * w if n == 0 else w for n, (k, w) in enumerate(found.items())}


class Stale(Faulty):
    """Forgets b2 in the first game alone."""

    games = 0

    def new(self, game: dict[str, Json]) -> None:
        super().new(game)
        self.games += 1

    def apply(self, action: str, by: str) -> bool:
        return not (action == "place b2" and self.games == 1) and super().apply(action, by)


class AnyHand(Faulty):
    """Asks nobody who he is as long as play goes on."""

    def apply(self, action: str, by: str) -> bool:
        return super().apply(action, super().decides() or by)


class AnyHandLater(Faulty):
    """Asks nobody who he is after the first two actions."""

    def apply(self, action: str, by: str) -> bool:
        turn = super().decides() if len(self.taken) == 2 else None
        return super().apply(action, turn or by)


class LetsPlayersRoll(Faulty):
    """Players may say what chance brings."""

    def apply(self, action: str, by: str) -> bool:
        turn = super().decides()
        return super().apply(action, "chance" if turn == "chance" else by)


class LetsChanceDecide(Faulty):
    """What comes from chance is taken for whoever is to decide."""

    def apply(self, action: str, by: str) -> bool:
        turn = super().decides()
        return super().apply(action, turn if turn and by == "chance" else by)


class SulksAtOthers(Faulty):
    """Dies when somebody acts who is not to decide."""

    def apply(self, action: str, by: str) -> bool:
        if self.taken and super().decides() not in (by, None):
            raise KeyError(by)
        return super().apply(action, by)
