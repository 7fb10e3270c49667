"""What came of comparing readings of the wording, as text and JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ..draw.folding import shown_moves
from ..draw.plays import play_lines
from ..draw.style import Style, wrapped
from ..equivalence.distinguish import Difference
from ..equivalence.readings.known import ReadingResult
from ..equivalence.readings.questions import GameRef
from ..equivalence.sentences import at_the_end, separated
from ..results.verdict import counted

MOST = 6
"""The most games, or things on the table, that are listed."""
WIDEST = 100
"""The width at which text is wrapped; boards and commands are not."""


@dataclass(frozen=True, slots=True)
class ComparedOption:
    """What is known of a question, and the command that shows it again, or asks longer; or none."""

    answer: ReadingResult
    again: str


def text(found: Sequence[ComparedOption], style: Style, *, boards: bool) -> Iterator[str]:
    """How many options make another game, then each with a play, or with what was tried.

    With ``boards`` every position of the plays is drawn, otherwise the last one.
    """
    states = [one.answer.state for one in found]
    said = [
        (states.count("differs"), "makes another game", "make another game"),
        (states.count("same"), "makes none in any game that was tried", "make none in any game that was tried"),
        (states.count("open"), "is open", "are open"),
    ]  # fmt: skip
    parts = [f"{number} {one if number == 1 else more}" for number, one, more in said if number]
    yield f"{counted(len(found), 'other option')} of readings: {', '.join(parts)}"
    for one in found:
        q = one.answer.question
        clauses = "".join(f" [{c}]" for c in q.clauses)
        yield ""
        yield from map(style.bold, wrapped(f"{q.reading}: {q.question}{clauses}", WIDEST))
        for option, words in (q.default, q.option):
            yield from wrapped(f"  {option}: {words}", WIDEST, "    ")
        yield from (f"  {line}".rstrip() for line in _verdict(one, style, boards))


def _verdict(one: ComparedOption, style: Style, boards: bool) -> Iterator[str]:
    answer = one.answer
    if answer.rules is not None and answer.rules_in is not None:
        yield from _another_game("another game", answer.rules, answer.rules_in)
        yield from _shown(answer, answer.rules, style, boards)
        if answer.table is not None and answer.table_in is not None:
            moves, where = counted(answer.table.moves, "move"), answer.table_in.name
            yield from _folded(
                f"Something else lies on the table after {moves} already, in {where}."
            )
    elif answer.table is not None and answer.table_in is not None:
        yield from _another_game("another game to look at", answer.table, answer.table_in)
        yield from _shown(answer, answer.table, style, boards)
        yield from _folded(*_proofs(answer, "what may be done and how play ends is the same"))
    else:
        yield from _folded(*_proofs(answer, "no difference"))
        if answer.together:
            games = counted(answer.together, "game")
            yield from _folded(
                f"nor was one found in {games} with one other reading changed as well"
            )
        if not answer.question.game_refs:
            yield from _folded("no game here has this reading; open")
    if one.again:
        word = "ask longer" if answer.state == "open" else "again"
        yield style.dim(f"{word}: {one.again}")


def _folded(*sentences: str) -> Iterator[str]:
    for sentence in sentences:
        yield from wrapped(sentence, WIDEST - len("  "))


def _another_game(what: str, difference: Difference, where: GameRef) -> Iterator[str]:
    how = _how(difference)
    yield from _folded(f"{what}: {separated(difference)} in {where.name} ({how})")


def _how(difference: Difference) -> str:
    if difference.shortest:
        return "no shorter play shows it there"
    return f"a play of {counted(difference.moves, 'decision')}, perhaps not the shortest"


def _proofs(answer: ReadingResult, what: str) -> Iterator[str]:
    """What was proved or tried, by game."""
    equal = [proof.game_ref.name for proof in answer.same if not proof.pairs]
    if equal:
        yield f"{what} in {', '.join(equal)}: proved, the programs are the same"
    for proof in answer.same:
        if proof.pairs:
            pairs = counted(proof.pairs, "pair")
            yield f"{what} in {proof.game_ref.name}: proved by complete search ({pairs} of positions)"
    if answer.unconfirmed:
        names = _names([proof.game_ref for proof in answer.unconfirmed])
        yield f"{what} in {names}: all plays were compared, but not yet confirmed; open"
    for game_ref, open_ in answer.open:
        plays = counted(open_.random_plays, "random play")
        if open_.moves < 0:
            yield f"in {game_ref.name} not even the beginnings were compared; open"
        else:
            length, pairs = counted(open_.moves, "move"), counted(open_.pairs, "pair")
            yield (
                f"{what} in {game_ref.name} in any play of up to {length} ({pairs} of positions), "
                f"nor in {plays}; open"
            )
        if open_.stopped is not None:
            yield f"there {open_.stopped}"
    if answer.untried:
        yield f"not tried for want of time: {_names(answer.untried)}; open"


def _names(game_refs: Sequence[GameRef]) -> str:
    """The first few of them."""
    shown = ", ".join(game_ref.name for game_ref in game_refs[:MOST])
    return shown if len(game_refs) <= MOST else f"{shown} and {len(game_refs) - MOST} more"


def _shown(
    answer: ReadingResult, difference: Difference, style: Style, boards: bool
) -> Iterator[str]:
    moves = None if boards else shown_moves(difference.play, answer.question.clauses)
    yield from play_lines(difference.play, style, "all" if boards else "last", moves=moves)
    names = (answer.question.default[0], answer.question.option[0])
    if difference.aspect == "table":
        for what, one, two in difference.table[:MOST]:
            line = f"{what}: {one} ({names[0]}), {two} ({names[1]})"
            yield from wrapped(line, WIDEST - len("  "))
        if len(difference.table) > MOST:
            yield f"and {len(difference.table) - MOST} more"
        return
    for name, said in zip(names, at_the_end(difference), strict=True):
        yield from wrapped(f"{name}: {said}", WIDEST - len("  "))


def comparison_json(one: ComparedOption) -> dict[str, object]:
    """The same for programs."""
    answer, q = one.answer, one.answer.question
    where = answer.rules_in or answer.table_in
    difference = answer.rules or answer.table
    return {
        "variant": q.variant,
        "reading": q.reading,
        "default": q.default[0],
        "option": q.option[0],
        "matters": {"differs": True, "same": False, "open": None}[answer.state],
        "aspect": difference.aspect if difference else None,
        "instance": where.instance or None if where else None,
        "in_variant": where.variant if where else None,
        "with": dict(where.others) if where else None,
        "moves": difference.moves if difference else None,
        "shortest": difference.shortest if difference else None,
        "play": [m.text for m in difference.play.moves] if difference else None,
        "views": _views(answer, difference) if difference else None,
        "table": [list(row) for row in difference.table] if difference else None,
        "again": one.again or None,
        "same_in": {p.game_ref.name: "program" if not p.pairs else p.pairs for p in answer.same},
        "open_in": {
            game_ref.name: {
                "moves": o.moves,
                "pairs": o.pairs,
                "random_plays": o.random_plays,
                "stopped": None if o.stopped is None else str(o.stopped),
            }
            for game_ref, o in answer.open
        },
        "unconfirmed_in": {proof.game_ref.name: proof.pairs for proof in answer.unconfirmed},
        "untried": [game_ref.name for game_ref in answer.untried],
        "tried_together": answer.together,
    }


def _views(answer: ReadingResult, difference: Difference) -> dict[str, object]:
    """What is seen under each option at the end of the play."""
    names = (answer.question.default[0], answer.question.option[0])
    return {
        name: {"decides": view.decides, "outcome": view.outcome, "only_here": list(only)}
        for name, view, only in zip(names, difference.views, difference.options, strict=True)
    }
