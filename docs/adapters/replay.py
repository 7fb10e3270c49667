"""Replays a corpus of `rulewright record`: python replay.py plays.jsonl. Nothing else is needed."""

import json
import sys

from engine_under_test import Game  # yours: Game(game), apply(action, by) and what it offers

OFFERS = ("decides", "legal", "outcome", "position")


def sort(value):  # the order of legal actions and of winners says nothing
    if isinstance(value, dict):
        return {key: sort(each) for key, each in value.items()}
    return sorted(value) if isinstance(value, list) and all(isinstance(v, str) for v in value) else value


def differs(game, state):
    for offer in OFFERS if not state.get("unanswered") else ():
        if offer == "legal" and state["decides"] == "chance":
            continue
        ours = getattr(game, offer)()
        if sort(ours) != sort(state[offer]):
            return f"{offer}: the rules have {state[offer]}, the engine has {ours}"


def replayed(play):
    game = Game(play["game"])
    wrong = differs(game, play["state"])
    for number, step in enumerate(play["steps"], 1):
        if wrong:
            return wrong
        if not game.apply(step["action"], step["by"]):
            return f"step {number}: {step['action']} is refused"
        wrong = differs(game, step["state"])
        wrong = wrong and f"after step {number}, {step['action']}: {wrong}"
    return wrong


failed = [wrong for line in open(sys.argv[1]) if (wrong := replayed(json.loads(line)))]
sys.exit("\n".join(failed) or 0)
