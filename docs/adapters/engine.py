"""An adapter to copy: your game above the line, the protocol below it. Tic-tac-toe as the example.

rulewright conform tictactoe --engine "python3 engine.py"
"""

from __future__ import annotations

import json
import sys

LINES = "a1 b1 c1,a2 b2 c2,a3 b3 c3,a1 a2 a3,b1 b2 b3,c1 c2 c3,a1 b2 c3,c1 b2 a3".split(",")


class Game:
    """Yours: replace it. What ``OFFERS`` does not name need not be there."""

    NAME, VERSION = "my tic-tac-toe", "1.0"
    OFFERS = ("decides", "legal", "outcome", "position", "refuses")

    def __init__(self, wanted: dict) -> None:
        if wanted["ruleset"] != "tictactoe":
            raise ValueError("only tic-tac-toe")
        self.on = {column + row: None for row in "123" for column in "abc"}
        self.turn = 0

    def decides(self):
        return None if self.outcome() else "XO"[self.turn]

    def legal(self):
        return [] if self.outcome() else [f"place {s}" for s, who in self.on.items() if not who]

    def apply(self, action: str, by: str) -> bool:
        if by != self.decides() or action not in self.legal():
            return False
        self.on[action.split()[1]] = by
        self.turn = 1 - self.turn
        return True

    def outcome(self):
        for line in LINES:
            on = {self.on[s] for s in line.split()}
            if len(on) == 1 and None not in on:
                return {"kind": "win", "winners": list(on)}
        return {"kind": "draw"} if all(self.on.values()) else None

    def position(self):
        return {"on": self.on}


# ---------------------------------------------------------------------------------------------

game = None


def state() -> dict:
    return {offer: getattr(game, offer)() for offer in Game.OFFERS if offer != "refuses"}


def answer(request: dict) -> dict:
    global game
    match request["op"]:
        case "hello":
            named = {"name": Game.NAME, "version": Game.VERSION}
            return {"protocol": 1, **named, "offers": list(Game.OFFERS)}
        case "new":
            try:
                game = Game(request["game"])
            except ValueError as why:
                return {"ok": False, "why": str(why)}
        case "apply":
            if not game.apply(request["action"], request["by"]):
                return {"ok": False}
    return {"ok": True, "state": state()}


for text in sys.stdin if __name__ == "__main__" else ():
    asked = json.loads(text)
    print(json.dumps({"id": asked["id"], **answer(asked)}), flush=True)
