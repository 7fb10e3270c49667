"""What the rules of NAME are meant to do. `pytest` asks the checks of NAME.rules, too."""

from pathlib import Path

from rulewright.verify.testing import game

NAME = game(Path(__file__).with_name("NAME.rules"))


def test_who_takes_the_last_stone_wins() -> None:
    position = NAME.new()
    for taken in ("take 2", "take 2", "take 2", "take 1"):
        position = NAME.apply(position, NAME.parse(position, taken))
    outcome = NAME.outcome(position)
    assert outcome is not None
    assert outcome.label == "Second"
