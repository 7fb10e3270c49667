"""What kept answers say of one clause: its questions, what was found, and what no play of it does.

Plays are played again; of proofs and searches the kept result is reported. Nothing new is looked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import islice
from pathlib import Path

from rulewright.dsl.diagnostics import RulesetError
from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.ir.program import Program
from rulewright.dsl.ruleset import Ruleset
from rulewright.dsl.syntax.node import Cite
from rulewright.dsl.syntax.parts import AgreePart, CheckPart
from rulewright.engines.game import IllegalAction, Unrested
from rulewright.engines.python.game import PythonGame

from ..answers.kept import (
    Kept,
    KeptGame,
    KeptOpen,
    KeptPairs,
    KeptPlay,
    KeptWord,
    bare_name,
    of_instance,
)
from ..answers.plays import defect_again, shown_again
from ..plays.play import ReplayError
from ..properties.registry import KINDS
from ..results.check_result import CheckResult, Defect, InstanceResult
from ..results.verdict import counted
from .collect import Results
from .exercised import Doing, doings
from .finding import Finding
from .merging import in_order, merged
from .origins.from_results import findings_of
from .subject import Selected
from .summary.accepted import acceptances
from .summary.recorded import recorded_findings

MakesGame = Callable[[], PythonGame]
"""Makes the game of a program on first use."""


@dataclass(frozen=True, slots=True)
class Answered:
    """The kept answer to a question in a game: ``holds`` is None while it is open. ``moves``: the length of
    its play, if one shows it."""

    check: str
    game: str
    verdict: KeptWord
    holds: bool | None
    moves: int | None


@dataclass(frozen=True, slots=True)
class OfClause:
    """What is known of a clause. ``findings``: those that plays show, and those that are recorded.
    ``compared``: an option of a reading of it, and the result. ``moves``: the options and rolls that stand
    for it; ``unseen``: those of them that occur in none of the ``plays`` plays, though others may have them.
    Answers and notes are those of all games; plays, and what they show, are those of the games for play, if
    the ruleset marks some."""

    answers: tuple[Answered, ...]
    findings: tuple[Finding, ...]
    compared: tuple[tuple[str, str], ...]
    plays: int
    moves: tuple[str, ...]
    unseen: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Game:
    """A game, and the named parts of it that stand for the clause."""

    engine: MakesGame
    doings: Mapping[Doing, str]


def of_clause(
    ruleset: Ruleset, path: Path, kept: Kept, clause: str, *, unchanged: bool
) -> OfClause:
    """What the kept answers of a ruleset say of a clause; what no longer holds is left out.

    ``unchanged``: the texts are those of which answers are kept; notes hold of no others.
    """
    answers: list[Answered] = []
    findings: list[Finding] = []
    plays: list[tuple[_Game, KeptPlay]] = []
    there: dict[str, None] = {}
    for_play = {of_instance(part.name.text) for part in ruleset.instances if part.for_play}
    checks = _checks(ruleset, clause)
    for name, game in kept.games.items():
        answers += _answers(checks, game, name)
        if (for_play and name not in for_play) or (program := _program(ruleset, name)) is None:
            continue
        selected = Selected(path, program, _options(name), ruleset=ruleset)
        engine = cache(partial(PythonGame, program))
        found = findings_of(_replayed(selected, engine, game, clause))
        findings += (f for f in found if clause in f.clauses)
        doings = _standing_for(program, clause)
        there |= dict.fromkeys(doings.values())
        every = [a.evidence for a in game.answers.values() if isinstance(a.evidence, KeptPlay)]
        about = _Game(engine, doings)
        plays += ((about, play) for play in (*every, *(d.play for d in game.defects)))
    if unchanged:
        known = {finding.key for finding in findings}
        findings += (f for f in _recorded(ruleset, path, kept, clause) if f.key not in known)
    done = _done(plays, frozenset(there))
    unseen = [name for name in there if name not in done]
    numbers, accepted = kept.findings, acceptances(ruleset)
    numbered = (
        replace(
            f,
            id=numbers.get(f.key, ""),
            lasting=f.key in numbers,
            accepted=accepted.get(f.key),
        )
        for f in findings
    )
    compared = tuple(_compared(ruleset, kept, clause))
    in_short = tuple(in_order(merged(numbered)))
    return OfClause(tuple(answers), in_short, compared, len(plays), tuple(there), tuple(unseen))


def _recorded(ruleset: Ruleset, path: Path, kept: Kept, clause: str) -> Iterator[Finding]:
    """What is recorded of a clause, each in one of its games."""
    for recorded in kept.recorded:
        if clause in recorded.clauses:
            games = (
                Selected(path, program, _options(name), ruleset=ruleset)
                for name in recorded.games
                if (program := _program(ruleset, name)) is not None
            )
            yield from recorded_findings([recorded], [*islice(games, 1)])


def _program(ruleset: Ruleset, name: str) -> Program | None:
    """The game of that name, if it still exists."""
    own = bare_name(name)
    try:
        if name == of_instance(own):
            return instantiate(ruleset, instance=own)
        return instantiate(ruleset, variant=own)
    except RulesetError:
        return None


def _compared(ruleset: Ruleset, kept: Kept, clause: str) -> Iterator[tuple[str, str]]:
    parts = (part for variant in ruleset.variants for part in ruleset.readings(variant))
    names = {p.name.text for p in parts if any(c.clause == clause for c in p.cites)}
    for one in kept.comparisons:
        if one.reading in names:
            game = bare_name(one.game)
            match one.evidence:
                case KeptPlay(moves):
                    came_to = f"another game, after {counted(len(moves), 'move')} in {game}"
                case KeptPairs():
                    came_to = f"the same game, in {game}"
                case KeptOpen(how_far):
                    came_to = f"no difference known so far in {game} ({how_far})"
            yield f"{one.reading} = {one.option}", came_to


def _options(name: str) -> tuple[str, ...]:
    own = bare_name(name)
    return ("--instance" if name == of_instance(own) else "--variant", own)


def _checks(ruleset: Ruleset, clause: str) -> dict[str, bool]:
    """The names of the checks and agreements that cite a clause, and whether each looks for a play."""
    parts = (part for variant in ruleset.variants.values() for part in variant.parts)
    checks = (part for part in parts if isinstance(part, CheckPart | AgreePart))
    citing = (p for p in checks if any(c.clause == clause for c in _cites(p)))
    return {
        p.name.text: isinstance(p, CheckPart) and KINDS[p.kind].seeks == "witness" for p in citing
    }


def _cites(part: CheckPart | AgreePart) -> Sequence[Cite]:
    return part.cites if isinstance(part, CheckPart) else [w.cite for w in part.wordings]


def _answers(checks: Mapping[str, bool], game: KeptGame, name: str) -> Iterator[Answered]:
    for check, answer in game.answers.items():
        if check in checks:
            play = answer.evidence
            moves = len(play.moves) if isinstance(play, KeptPlay) else None
            holds = {"reached": True, "refuted": False, "proved": not checks[check]}
            yield Answered(check, bare_name(name), answer.verdict, holds.get(answer.verdict), moves)


def _replayed(selected: Selected, engine: MakesGame, game: KeptGame, clause: str) -> Results:
    """What the plays show about questions that cite the clause, and findings that no check asks for."""
    answers: list[CheckResult] = []
    defects: list[Defect] = []
    for number, check in enumerate(selected.program.checks):
        answer = game.answers.get(check.name)
        if clause in check.clauses and answer and isinstance(answer.evidence, KeptPlay):
            try:
                answers.append(shown_again(engine(), number, answer.evidence))
            except ReplayError:
                continue
    for defect in game.defects:
        try:
            defects.append(defect_again(engine(), defect.play))
        except ReplayError:
            continue
    report = InstanceResult(selected.program.instance, tuple(answers), tuple(defects), None)
    return Results(selected, report, tuple(a.as_expected for a in answers))


def _standing_for(program: Program, clause: str) -> dict[Doing, str]:
    """The options and rolls that cite a clause, with their names."""
    return {doing: name for doing, name, clauses in doings(program) if clause in clauses}


def _done(plays: Iterable[tuple[_Game, KeptPlay]], names: frozenset[str]) -> set[str]:
    """Which of these names occur in a play: the shortest first, until all do."""
    done: set[str] = set()
    for about, play in sorted(plays, key=lambda one: len(one[1].moves)):
        if names <= done:
            break
        doings = about.doings
        if {*doings.values()} - done:
            done |= {doings[one] for one in _doings(about.engine(), play) if one in doings}
    return done


def _doings(engine: PythonGame, play: KeptPlay) -> Iterator[Doing]:
    """What is done in a play, as far as it can be played."""
    state = engine.new()
    for _, text in play.moves:
        try:
            action = engine.parse(state, text)
            yield engine.node(state), action.choice
            state = engine.apply_legal(state, action)
        except (IllegalAction, Unrested):
            return
