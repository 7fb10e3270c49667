"""Files of answers: what is written is read, and what is no such file is refused with its line."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.tiers import drawn

from rulewright.verify.answers.format import AnswersError, escaped, read, unescaped, write
from rulewright.verify.answers.kept import (
    Kept,
    KeptAnswer,
    KeptCertificate,
    KeptDefect,
    KeptFinding,
    KeptGame,
    KeptOpen,
    KeptPlay,
    KeptSearch,
)
from rulewright.verify.effort.schedule import LEVELS, EffortLevel

names = st.from_regex(r"[a-z][a-z0-9_]{0,6}", fullmatch=True)
# Built and not filtered: Hypothesis gives up where too much is thrown away.
texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=12).map(
    lambda t: t.strip(" ") or "x"
)
numbers = st.integers(0, 10**12)
plays = st.builds(
    KeptPlay,
    st.lists(st.tuples(names, texts), max_size=4).map(tuple),
    st.none() | st.integers(0, 99),
)
levels: st.SearchStrategy[EffortLevel | None] = st.sampled_from((None, *LEVELS))
sinces = st.lists(names.map(lambda n: f"[{n}]"), max_size=3).map(tuple)
claims = st.tuples(st.just("at decision turn"), names.map(lambda n: f"  {n} > 3"))
answers = st.one_of(
    st.builds(KeptAnswer, st.sampled_from(["refuted", "reached"]), plays, sinces),
    st.builds(KeptAnswer, st.just("proved"), st.builds(KeptSearch, numbers, numbers), sinces),
    st.builds(KeptAnswer, st.just("proved"), st.builds(KeptCertificate, claims), sinces),
    st.builds(KeptAnswer, st.just("open"), st.builds(KeptOpen, texts, levels), sinces),
)
games = st.builds(
    KeptGame,
    st.dictionaries(names, answers, max_size=4),
    st.lists(st.builds(KeptDefect, texts, plays), max_size=2).map(
        lambda found: tuple(sorted(found, key=lambda t: t.message))
    ),
)
recorded = st.builds(
    KeptFinding,
    names.map(lambda n: f"endless.{n}"),
    st.sampled_from(["endless", "no_choice"]),
    texts,
    st.lists(names, max_size=2).map(tuple),
    st.lists(names.map(lambda n: f"instance {n}"), max_size=2).map(tuple),
    st.booleans(),
    st.booleans(),
)
files = st.builds(
    Kept,
    texts,
    st.dictionaries(texts, st.from_regex(r"[0-9a-f]{8}", fullmatch=True), max_size=4),
    st.dictionaries(names.map(lambda n: f"instance {n}"), games, max_size=3),
    nothing=st.frozensets(st.from_regex(r"[0-9a-f]{16}", fullmatch=True), max_size=2),
    recorded=st.lists(recorded, max_size=2, unique_by=lambda n: n.key).map(
        lambda found: tuple(sorted(found, key=lambda n: n.key))
    ),
)


@pytest.mark.thorough
@settings(max_examples=drawn(50, 20))
@given(files)
def test_what_is_written_is_read(kept: Kept) -> None:
    text = write(kept)
    assert read(text.encode()) == kept
    assert write(read(text.encode())) == text


@pytest.mark.thorough
@settings(max_examples=drawn(50))
@given(files, files)
def test_no_file_is_read_as_another(one: Kept, other: Kept) -> None:
    assert (write(one) == write(other)) == (one == other)


@given(st.text())
def test_whatever_is_escaped_stands_on_one_line_and_comes_back(text: str) -> None:
    sound = "".join(c for c in text if not 0xD800 <= ord(c) <= 0xDFFF)
    assert escaped(sound).isprintable()
    assert unescaped(escaped(sound)) == sound


GOOD = write(
    Kept(
        "nim",
        {"[turn]": "0123abcd"},
        {
            "instance small": KeptGame(
                {
                    "bob": KeptAnswer("reached", KeptPlay((("Ann", "take_some 1"),))),
                    "ends": KeptAnswer("proved", KeptSearch(7, 6)),
                }
            )
        },
    )
)


@pytest.mark.parametrize(
    ("old", "new", "line", "why"),
    [
        ("rulewright answers 1", "rulewright answers 2", 1, "begins with"),
        ("rulewright answers 1", "", 3, "begins with"),
        ("ruleset nim", "rules nim", 3, "ruleset's name"),
        ("0123abcd", "yesterday", 6, "a digest"),
        ("instance small", "<<<<<<< ours", 8, "merge"),
        ("instance small", "=======", 8, "merge"),
        ("instance small", "instance", 8, "a game"),
        ("  bob: reached", "  bob: perhaps", 9, "an answer"),
        ("  bob: reached", "  bob: refuted by complete search", 9, "in these words"),
        ("  bob: reached", "  bob: proved", 9, "in these words"),
        ("  bob: reached", "  bob: open by a certificate", 9, "in these words"),
        ("  bob: reached", " bob: reached", 9, "not indented"),
        ("  ends:", "  bob:", 11, "twice"),
        ("7 positions", "some positions", 11, "how many"),
        ("Ann: take_some 1", "Ann takes one", 9, "move by move"),
        ("Ann: take_some 1", "Ann: take_some \x1b[31m", 10, "printed"),
        ("Ann: take_some 1", "Ann: take_some \u202e1", 10, "printed"),
        ("end of 2 answers", "end of 3 answers", 14, "2 answers"),
        ("end of 2 answers\n", "", 12, "cut off"),
        (GOOD[GOOD.index("  ends:") :], "", 10, "cut off"),
        ("instance small", "instance small\ninstance small", 9, "twice"),
        ("instance small", "unasked\n  nothing in nim\n\ninstance small", 9, "'nothing in'"),
    ],
)
def test_a_broken_file_is_refused_with_the_line(old: str, new: str, line: int, why: str) -> None:
    assert old in GOOD
    with pytest.raises(AnswersError, match=f"line {line}: .*{why}"):
        read(GOOD.replace(old, new, 1).encode())


def test_what_is_no_text_is_refused_with_the_line() -> None:
    with pytest.raises(AnswersError, match=r"line 3: .*UTF-8"):
        read(GOOD.encode().replace(b"nim", b"n\xffm"))
