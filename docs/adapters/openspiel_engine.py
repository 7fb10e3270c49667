"""Games of OpenSpiel as engines: its names of actions become those of the rulesets.

rulewright conform kuhn_poker --engine "python openspiel_engine.py"
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable

import pyspiel

POINTS = "a7 d7 g7 b6 d6 f6 c5 d5 e5 a4 b4 c4 e4 f4 g4 c3 d3 e3 b2 d2 f2 a1 d1 g1".split()
KUHN, LEDUC = ("Jack", "Queen", "King"), ("Jack1", "Jack2", "Queen1", "Queen2", "King1", "King2")


def squares(verb: str, text: str, rows: int) -> str:
    """``a5b4`` with rows counted from the top, as squares with rows counted from the bottom."""
    return " ".join([verb, *(c + str(rows + 1 - int(r)) for c, r in re.findall(r"([a-z])(\d)", text))])


def tic_tac_toe(text: str, state: pyspiel.State, game: dict) -> str:
    row, column = re.findall(r"\d", text)
    return f"place {'abc'[int(column)]}{3 - int(row)}"


def connect_four(text: str, state: pyspiel.State, game: dict) -> str:
    column = int(text[1:])
    taken = sum(line[column] != "." for line in str(state).split("\n")[: game["parameters"]["rows"]])
    return f"drop {'abcdefg'[column]}{taken + 1}"


def breakthrough(text: str, state: pyspiel.State, game: dict) -> str:
    return squares("capture" if text.endswith("*") else "step", text, game["parameters"]["rows"])


def morris(text: str, state: pyspiel.State, game: dict) -> str:
    points = [POINTS[int(n)] for n in re.findall(r"\d+", text)]
    if text.startswith("Move"):
        return " ".join(["move", *points])
    on = dict(zip(POINTS, re.findall(r"[.WB]", str(state)), strict=False))
    return ("place " if on[points[0]] == "." else "take ") + points[0]


def goofspiel(text: str, state: pyspiel.State, game: dict) -> str:
    return ("prize " if text.startswith("Deal") else "bid ") + text.split()[-1]


def leduc(text: str, state: pyspiel.State, game: dict) -> str:
    if not text.startswith("Chance"):
        return text.lower()
    return ("card " if len(state.history()) < 2 else "shown ") + LEDUC[int(text.split(":")[1])]


Named = Callable[[str, pyspiel.State, dict], str]
GAMES: dict[str, tuple[str, Named]] = {
    "tictactoe": ("tic_tac_toe", tic_tac_toe),
    "connectfour": ("connect_four(rows={rows},columns={columns},x_in_row={length})", connect_four),
    "breakthrough": ("breakthrough(rows={rows},columns={columns})", breakthrough),
    "hex": ("hex(board_size={width})", lambda t, s, g: f"place {t}"),
    "othello": ("othello", lambda t, s, g: t if t == "pass" else f"place {t}"),
    "nine_mens_morris": ("nine_mens_morris", morris),
    "kuhn_poker": ("kuhn_poker", lambda t, s, g: t.lower() if ":" not in t else f"card {KUHN[int(t[5:])]}"),
    "leduc_poker": ("leduc_poker", leduc),
    "goofspiel": ("goofspiel(num_cards={cards})", goofspiel),
    "pig": ("pig(winscore={goal},diceoutcomes={sides})", lambda t, s, g: t.lower().replace("roll ", "die ")),
}
MONEY = {"kuhn_poker": 2, "leduc_poker": 13}


class Engine:
    """One game of OpenSpiel; those in which all decide at once are played one after the other."""

    def __init__(self, game: dict) -> None:
        if game["ruleset"] not in GAMES:
            raise ValueError(f"OpenSpiel's {game['ruleset']} is not known here")
        self.game = game
        name, self.named = GAMES[game["ruleset"]]
        loaded = pyspiel.load_game_as_turn_based(name.format(**game["parameters"]))
        self.state = loaded.new_initial_state()

    def actions(self) -> dict[str, int]:
        s = self.state
        who = s.current_player()
        texts = ((a, s.action_to_string(who, a)) for a in s.legal_actions())
        return {self.named(t.split("]")[-1], s, self.game): a for a, t in texts}

    def decides(self) -> str | None:
        if self.state.is_terminal():
            return None
        return "chance" if self.state.is_chance_node() else self.game["players"][self.state.current_player()]

    def weights(self) -> dict[str, int]:
        if not self.state.is_chance_node():
            return {}
        chances = dict(self.state.chance_outcomes())
        return {t: round(chances[a] * 720720) for t, a in self.actions().items()}

    def outcome(self) -> dict | None:
        if not self.state.is_terminal():
            return None
        returns = self.state.returns()
        if max(returns) == min(returns) and self.game["ruleset"] not in MONEY:
            return {"kind": "draw"}
        pairs = list(zip(self.game["players"], returns, strict=True))
        found = {"kind": "win", "winners": [p for p, r in pairs if r == max(returns)]}
        if self.game["ruleset"] in MONEY:
            found["scores"] = {p: int(r) + MONEY[self.game["ruleset"]] for p, r in pairs}
        return found

    def answer(self) -> dict:
        return {
            "decides": self.decides(),
            "legal": [] if self.state.is_terminal() else list(self.actions()),
            "weights": self.weights(),
            "outcome": self.outcome(),
        }


engine = None
for line in sys.stdin:
    asked = json.loads(line)
    answer: dict = {"id": asked["id"], "ok": True}
    if asked["op"] == "hello":
        offers = ["decides", "legal", "weights", "outcome", "refuses"]
        answer |= {"protocol": 1, "name": "OpenSpiel", "version": "2", "offers": offers}
    elif asked["op"] == "new":
        try:
            engine = Engine(asked["game"])
        except (ValueError, KeyError) as why:
            answer |= {"ok": False, "why": str(why)}
    elif asked["op"] == "apply":
        legal = {} if engine.state.is_terminal() else engine.actions()
        answer["ok"] = asked["action"] in legal and asked["by"] == engine.decides()
        if answer["ok"]:
            engine.state.apply_action(legal[asked["action"]])
    if asked["op"] != "hello" and answer["ok"]:
        answer["state"] = engine.answer()
    print(json.dumps(answer), flush=True)
