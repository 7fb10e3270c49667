"""Replays a corpus of `rulewright record`: python replay.py plays.jsonl. Nothing else is needed."""

import json
import sys

from engine_under_test import Game  # yours: Game(game), apply(action, by) and what it offers

OFFERS = ("decides", "legal", "outcome", "position")


def sort(value, other=None):  # lists in one order; of a position and its like what both tell
    if isinstance(value, dict):
        told = {"kind", "winners", *other} if isinstance(other, dict) else value
        return {k: sort(v) for k, v in value.items() if k in told}
    return sorted(value) if isinstance(value, list) and all(isinstance(v, str) for v in value) else value


def differs(game, state):
    for offer in OFFERS if not state.get("unanswered") else ():
        if offer == "legal" and state["decides"] == "chance":
            continue
        ours, rules = getattr(game, offer)(), state[offer]
        if sort(ours, rules) != sort(rules, ours):
            return f"{offer}: the rules have {rules}, the engine has {ours}"


def replayed(play):
    game = Game(play["game"])
    wrong = differs(game, play["state"])
    for number, step in enumerate([] if wrong else play["steps"], 1):
        if not game.apply(step["action"], step["by"]):
            return f"step {number}: {step['action']} is refused"
        why = differs(game, step["state"])
        if why:
            return f"after step {number}, {step['action']}: {why}"
    return wrong


failed = [wrong for line in open(sys.argv[1]) if (wrong := replayed(json.loads(line)))]
sys.exit("\n".join(failed) or 0)
