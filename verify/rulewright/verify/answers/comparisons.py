"""Kept comparisons of readings, done again: plays are played in both games, side by side.

Nothing that is kept is believed. A play must tell the games apart again; that games are the same must be
found again by a search of all pairs of positions. To play many options of many readings, one program is
made in which they are state: this takes a fraction of the time of one program for each.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from rulewright.dsl.diagnostics import RulesetError
from rulewright.dsl.ir.program import Program
from rulewright.dsl.ir.types import Enum
from rulewright.dsl.ruleset import Ruleset
from rulewright.engines.game import Action, IllegalAction
from rulewright.engines.python.game import PythonGame, PythonState

from ..effort.answering import RECHECKING
from ..equivalence.bisimulation import Equivalent, compare
from ..equivalence.canonical import canonical
from ..equivalence.distinguish import Difference, difference
from ..equivalence.pair import DistinguishingPlay, Pairs
from ..equivalence.readings.questions import GameRef
from ..limits import Budget
from ..plays.play import Play
from ..progress import Tell
from .kept import KeptComparison, KeptOpen, KeptPairs, KeptPlay


@dataclass(frozen=True, slots=True)
class ComparedAgain:
    """A kept comparison that still holds: ``difference`` if the games differ."""

    kept: KeptComparison
    difference: Difference | None


def compared_again(
    ruleset: Ruleset, game_ref: GameRef, kept: Sequence[KeptComparison], move_limit: int,
    tell: Tell,
) -> list[ComparedAgain]:  # fmt: skip
    """Those kept about one game that still hold; open ones stay open. Raises LongMove."""
    found: list[ComparedAgain] = []
    there = _pairs_of_options(ruleset, game_ref.variant)
    known = [k for k in kept if k.question in there]
    plays = [(k, k.evidence) for k in known if isinstance(k.evidence, KeptPlay)]
    names = tuple(dict.fromkeys(k.reading for k, _ in plays))
    for held, game in _games(ruleset, game_ref, names, move_limit):
        for comparison, play in plays:
            if comparison.reading in held:
                tell(len(found), f"{comparison.reading} = {comparison.option}")
                first, second = (
                    game(comparison.reading, option)
                    for option in (there[comparison.question], comparison.option)
                )
                differs = _differs_again(first, second, play)
                if differs is not None:
                    found.append(ComparedAgain(comparison, _without(differs, held)))
    for comparison in known:
        match comparison.evidence:
            case KeptPairs(pairs):
                programs = [
                    game_ref.program(ruleset, **{comparison.reading: option})
                    for option in (there[comparison.question], comparison.option)
                ]
                if _same_again(programs[0], programs[1], pairs, move_limit):
                    found.append(ComparedAgain(comparison, None))
            case KeptOpen():
                found.append(ComparedAgain(comparison, None))
            case _:
                pass
    return found


def _pairs_of_options(ruleset: Ruleset, variant: str) -> dict[tuple[str, str], str]:
    """For each reading and option other than its default: the default."""
    found: dict[tuple[str, str], str] = {}
    for part in ruleset.readings(variant) if variant in ruleset.variants else ():
        default = next(o.name.text for o in part.options if o.default)
        for option in part.options:
            if not option.default:
                found[part.name.text, option.name.text] = default
    return found


MakesReadingGame = Callable[[str, str], PythonGame]
"""Makes the game in which a reading has an option."""


def _games(
    ruleset: Ruleset, game_ref: GameRef, names: tuple[str, ...], move_limit: int
) -> Iterator[tuple[Collection[str], MakesReadingGame]]:
    """Games for each of these readings, in groups that one program holds."""
    if not names:
        return
    try:
        family = game_ref.family_to_play(ruleset, names)
    except RulesetError as error:
        family, early = None, _named_at(error, ruleset, names)
        if early and len(early) < len(names):
            rest = tuple(name for name in names if name not in early)
            for some in (early, rest):
                yield from _games(ruleset, game_ref, some, move_limit)
            return
    if family is not None and len(family.blocks) <= RECHECKING.blocks:
        game = PythonGame(replace(family, checks=(), strategies=()), move_limit)
        yield names, lambda reading, option: _beginning(game, reading, option)
    elif len(names) > 1:
        half = len(names) // 2
        for some in (names[:half], names[half:]):
            yield from _games(ruleset, game_ref, some, move_limit)
    else:
        yield (
            names,
            lambda reading, option: PythonGame(
                replace(game_ref.program(ruleset, **{reading: option}), checks=(), strategies=()),
                move_limit,
            ),
        )


def _named_at(error: RulesetError, ruleset: Ruleset, names: Sequence[str]) -> tuple[str, ...]:
    """The readings in the lines that an error is about."""
    lines = ruleset.tree.source.split("\n")
    there = {w for d in error.diagnostics for w in re.findall(r"\w+", lines[d.span.line - 1])}
    return tuple(name for name in names if name in there)


def _beginning(game: PythonGame, reading: str, option: str) -> PythonGame:
    variable = next(v for v in game.program.variables if v.name == reading)
    assert isinstance(variable.type, Enum)
    return game.beginning_with({reading: variable.type.labels.index(option)})


def _differs_again(first: PythonGame, second: PythonGame, kept: KeptPlay) -> Difference | None:
    """What a play shows, as long as both games allow it, or None if that is no difference."""
    if len(kept.moves) > RECHECKING.compared_moves:
        return None
    pairs = Pairs(first, second)
    found = _parting(pairs, kept)
    if found is None:
        return None
    shortest = found.aspect != "table" and _none_shorter(pairs, len(found))
    return difference((first, second), found, shortest=shortest)


def _none_shorter(pairs: Pairs[PythonState, PythonState], length: int) -> bool:
    """Whether few plays have fewer moves, and none of them shows a difference in the rules."""
    level, seen = [pairs.start()], 0
    for depth in range(length):
        following = []
        for pair in level:
            options = pairs.options(pair)
            seen += 1
            if options is None or seen + len(options) > RECHECKING.shortest_pairs:
                return False
            if depth + 1 < length:
                following += [pairs.after(pair, one, two) for _, one, two in options]
        level = list(dict.fromkeys(following))
    return True


def _parting(pairs: Pairs[PythonState, PythonState], kept: KeptPlay) -> DistinguishingPlay | None:
    pair = pairs.start()
    played: list[tuple[Action, Action]] = []
    for _, text in kept.moves:
        options = pairs.options(pair)
        if options is None:
            break
        if pair[0] is None:
            return None
        try:
            action = pairs.one.game.parse(pair[0], text)
        except IllegalAction:
            return None
        both = next(((one, two) for _, one, two in options if one == action), None)
        if both is None:
            return None
        played.append(both)
        pair = pairs.after(pair, *both)
    if pairs.options(pair) is None or pairs.tables_differ(pair):
        return pairs.distinguishing_play(pair, played)
    return None


def _same_again(first: Program, second: Program, pairs: int, move_limit: int) -> bool:
    """Whether no play tells the games apart; only the amount of work is taken from what is kept."""
    if pairs == 0:
        return canonical(first) == canonical(second)
    games = PythonGame(first, move_limit), PythonGame(second, move_limit)
    found = compare(*games, Budget(None, 2 * pairs + RECHECKING.more_pairs))
    return isinstance(found, Equivalent) and found.table is None


def _without(found: Difference, names: Collection[str]) -> Difference:
    """The difference without the readings that the program holds as state: they are not rules."""
    first, second = (None if play is None else _plain(play, names) for play in found.plays)
    return replace(found, plays=(first, second))


def _plain(play: Play, names: Collection[str]) -> Play:
    program = play.program
    kept = tuple(v for v in program.variables if v.name not in names)
    positions = tuple(
        replace(p, values={n: v for n, v in p.values.items() if n not in names})
        for p in play.positions
    )
    shown = replace(program, variables=kept)
    return replace(play, program=shown, positions=positions, entire=play)
