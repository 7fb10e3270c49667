"""What the notes of a game under ``docs/games`` say, beside the answers that are kept of it.

A claim stands in the notes as `` `small.early_halt` reached in 4 moves ``: an instance and a check, a
verdict, and the length of the play that shows it. How far the games as sold are answered stands in a
table that ``python -m tests.spec.notes`` writes anew from the kept answers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.shipped import ruleset

from rulewright.dsl.inputs.locate import find
from rulewright.dsl.parsing.parse import parse
from rulewright.dsl.syntax.node import SyntaxNode
from rulewright.dsl.syntax.parts import AgreePart, CheckPart, InstancePart
from rulewright.dsl.syntax.tree import nodes
from rulewright.verify.answers.format import read
from rulewright.verify.answers.kept import Kept, KeptGame, KeptPairs, KeptPlay
from rulewright.verify.answers.sources import changed, texts
from rulewright.verify.equivalence.readings.questions import questions as asked_of

FOLDER = Path(__file__).parents[2] / "docs" / "games"
GAMES = tuple(sorted(path.stem for path in FOLDER.glob("*.md")))

_CLAIM = re.compile(r"`(\w+)\.(\w+)`\s+(proved|refuted|reached|open)(?:\s+in\s+([\d,]+)\s+moves?)?")
_READINGS = re.compile(r"(?<=<!-- readings -->\n).*?(?=<!-- readings, end -->)", re.DOTALL)
_TABLE = re.compile(r"(?<=<!-- as sold -->\n).*?(?=<!-- as sold, end -->)", re.DOTALL)


@dataclass(frozen=True)
class Claim:
    """What the notes say about a check of an instance. ``moves``: of the shortest play."""

    instance: str
    check: str
    verdict: str
    moves: int | None


def path(game: str) -> Path:
    return FOLDER / f"{game}.md"


def text(game: str) -> str:
    return path(game).read_text("utf-8")


def claims(game: str) -> list[Claim]:
    """Everything that the notes say of an answer."""
    return [
        Claim(instance, check, verdict, number(moves) if moves else None)
        for instance, check, verdict, moves in _CLAIM.findall(text(game))
    ]


def counts(game: str) -> dict[str, tuple[int, int, int]]:
    """The positions, the actions and the longest way of instances, where a table has them."""
    found = re.findall(
        r"^\| `(\w+)` \|[^|]*\| ([\d,]+) \| ([\d,]+) \| ([\d,]+) \|", text(game), re.M
    )
    return {
        name: (number(positions), number(actions), number(longest))
        for name, positions, actions, longest in found
    }


def number(written: str) -> int:
    return int(written.replace(",", ""))


def kept(game: str) -> Kept:
    return read(find(game).with_suffix(".answers").read_bytes())


def current(game: str) -> Kept:
    """The kept answers if they are of the rules as they are; those of other rules say nothing.

    That there are none of other rules is asked in ``test_kept_answers.py``.
    """
    answers = read(find(game).with_suffix(".answers").read_bytes())
    return Kept(game) if changed(answers.texts, texts(ruleset(game), find(game))) else answers


def contradiction(claim: Claim, answers: Kept) -> str | None:
    """How a kept answer says something else; one that is open, or is not there, says nothing."""
    game = answers.games.get(f"instance {claim.instance}")
    answer = game.answers.get(claim.check) if game else None
    if answer is None or answer.verdict == "open":
        return None
    if answer.verdict != claim.verdict:
        return f"{claim}: it is {answer.verdict}"
    shown = len(answer.evidence.moves) if isinstance(answer.evidence, KeptPlay) else None
    if claim.moves is not None and shown is not None and shown < claim.moves:
        return f"{claim}: there is a play of {shown} moves"
    return None


def sold(game: str) -> list[str]:
    """The instances that people play."""
    return [
        part.name.text for part in _parts(game) if isinstance(part, InstancePart) and part.for_play
    ]


def questions(game: str) -> dict[str, str]:
    """What each check asks, in the order of the file."""
    found: dict[str, str] = {}
    for part in _parts(game):
        if isinstance(part, CheckPart | AgreePart) and part.question:
            found.setdefault(part.name.text, part.question)
    return found


def _parts(game: str) -> Iterator[SyntaxNode]:
    """All that is declared, in the order of the file."""
    return nodes(parse(find(game).read_text("utf-8"), game).parts)


def _rows(game: str) -> Iterator[str]:
    answers, columns = kept(game), sold(game)
    yield f"| question | check | {' | '.join(f'`{name}`' for name in columns)} |"
    yield "|---" * (2 + len(columns)) + "|"
    for check, question in questions(game).items():
        games = [answers.games.get(f"instance {name}", KeptGame()) for name in columns]
        found = [one.answers.get(check) for one in games]
        if any(found):
            cells = [answer.verdict if answer else "" for answer in found]
            yield f"| {question} | `{check}` | {' | '.join(cells)} |"


def as_sold(game: str) -> str:
    """How each check of the games as sold is answered: a table in Markdown, a row for each."""
    return "\n".join(_rows(game)) + "\n"


def table(game: str) -> str:
    """The same as it stands in the notes."""
    found = _TABLE.search(text(game))
    assert found is not None, f"{path(game)} has no table of the games as sold"
    return found.group()


def options(game: str) -> list[tuple[str, str]]:
    """Each reading with each option that is no default, in the order of the file."""
    return [(asked.reading, asked.option[0]) for asked in asked_of(ruleset(game))]


def readings_kept(game: str) -> str:
    """What each other option comes to: a table in Markdown, a row for each."""
    found = {(k.reading, k.option): k for k in kept(game).comparisons}
    rows = ["| reading | other option | another game after | in |", "|---|---|---|---|"]
    for reading, option in options(game):
        one = found.get((reading, option))
        where = one.game.partition(" ")[2] if one else ""
        match one.evidence if one else None:
            case KeptPlay(moves):
                rows.append(f"| `{reading}` | `{option}` | {len(moves)} moves | `{where}` |")
            case KeptPairs():
                rows.append(f"| `{reading}` | `{option}` | never | `{where}` |")
            case _:
                rows.append(f"| `{reading}` | `{option}` | not known | |")
    return "\n".join(rows) + "\n"


def readings_table(game: str) -> str:
    """The same as it stands in the notes."""
    found = _READINGS.search(text(game))
    assert found is not None, f"{path(game)} has no table of the readings"
    return found.group()


def write(game: str) -> None:
    """Put the tables as they are now in the place of those in the notes."""
    now = _TABLE.sub(lambda _: as_sold(game), text(game))
    path(game).write_text(_READINGS.sub(lambda _: readings_kept(game), now), "utf-8")


if __name__ == "__main__":
    for name in GAMES:
        write(name)
