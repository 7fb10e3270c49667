"""What is not as it was kept: opposite answers by themselves, others together, on a few lines."""

from __future__ import annotations

from rulewright.verify.answers.changes import AnswerChange
from rulewright.verify.findings.summary.overview import Overview
from rulewright.verify.findings.summary.taken import Taken
from rulewright.verify.render.changed import changed_lines, news


def change(check: str, was: str, now: str, between: tuple[str, ...] = ("[turn]",)) -> AnswerChange:
    return AnswerChange(check, f"Is it {check}?", was, now, "it is lost", between)


def test_few_changes_are_told_one_by_one_with_their_games() -> None:
    again = change("a", "reached in 2 moves", "unknown: 4 seconds were up")
    assert list(changed_lines([("nim two", again), ("nim three", again)])) == [
        "nim two, three: Is it a? was reached in 2 moves, is now unknown: 4 seconds were up; "
        "between the two, [turn] changed"
    ]


def test_many_changes_share_lines_but_for_what_is_the_opposite_now() -> None:
    opposite = [change("c", "proved by induction", f"refuted in {n} moves") for n in (5, 3, 9)]
    opened = [change(name, f"reached in {n} moves", "open") for n, name in enumerate("defghij", 2)]
    other = change("k", "proved by induction", "open", ("[end]",))
    anew = [change(name, "reached in 7 moves", "reached in 8 moves") for name in "lm"]
    changes = [*(("nim two", c) for c in (*opened, *anew, opposite[0], other))]
    changes += [("nim three", opened[0]), ("nim three", opposite[1]), ("nim four", opposite[2])]
    assert list(changed_lines(changes)) == [
        "nim two, three, four: Is it c? was proved by induction, is now refuted in 3 to 9 moves; "
        "between the two, [turn] changed",
        "nim two, three: 8 answers were reached, are now open (Is it d?; Is it e?; Is it f?; and 4 more); "
        "between the two, [turn] changed",
        "nim two: 2 answers are what they were, and were shown anew",
        "nim two: Is it k? was proved by induction, is now open; between the two, [end] changed",
    ]


def test_however_many_there_are_they_take_few_lines() -> None:
    many = [change(f"c{n}", "proved by induction", "refuted in 3 moves") for n in range(60)]
    assert len(list(changed_lines([("nim two", each) for each in many]))) == 13


def test_of_what_is_open_now_it_is_told_why() -> None:
    def told(change: AnswerChange, taken: Taken) -> list[str]:
        overview = Overview("nim", "Nim", (), (), (), (), changes=(("nim", change),), taken=taken)
        return [line for line in news(overview) if not line.startswith("Changed.")]

    opened = change("a", "reached in 2 moves", "open")
    said = "What is now open: the kept play or proof does not show it any more, and"
    assert told(opened, Taken("brief")) == [f"{said} with brief effort no other was found."]
    assert told(opened, Taken()) == [f"{said} no other was found."]
    assert told(change("a", "open", "open (cut short)"), Taken()) == []
    assert told(change("a", "proved by induction", "refuted in 2 moves"), Taken()) == []
