"""The files of kept answers that ``verify`` reads and writes."""

from __future__ import annotations

import argparse
import os
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from rulewright.dsl.inputs.regular_file import UnreadableFileError, read_regular
from rulewright.dsl.ruleset import Ruleset

from ...answers.certificates import Certificates
from ...answers.format import HEAD, AnswersError, listed, read, write
from ...answers.keep import kept_game, merged, unwritable
from ...answers.kept import Kept, KeptComparison, KeptGame, KeptPlay, of_instance, of_variant
from ...answers.recheck import RecheckedGame
from ...answers.sources import changed, changed_defaults, defaults, texts
from ...effort.schedule import EffortLevel
from ...findings.numbers import numbered
from ...findings.origins.readings import key
from ...findings.subject import Selected
from ...findings.summary.overview import Overview
from ...findings.summary.recorded import recorded_after
from ...results.verdict import counted
from ..arguments import select
from ..exits import InputError
from ..terminal.console import Console, write_file
from .last_look import digest_of

SUFFIX = ".answers"
HEADS = 2_000
"""The most bytes before the head of a file of answers."""
LARGEST = 20_000_000
"""In bytes; a larger file of answers is not read."""


@dataclass(slots=True)
class _AnswersFile:
    """The answers about one ruleset: as they were, and what was found out about its games."""

    path: Path
    ruleset: Ruleset
    before: Kept
    texts: Mapping[str, str]
    changed: tuple[str, ...]
    games: dict[str, KeptGame] = field(default_factory=dict)
    comparisons: tuple[KeptComparison, ...] | None = None
    nothing: set[str] = field(default_factory=set)
    unwritable: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class KeptAbout:
    """What is kept about one game. ``name`` is empty if nothing ever is.

    ``ignored``: what is kept, if it is not to be looked at.
    """

    name: str
    kept: KeptGame
    changed: tuple[str, ...]
    certificates: Certificates
    ignored: KeptGame = field(default_factory=KeptGame)


class KeptAnswers:
    """Reads the files of some rulesets, and writes them if that is wanted.

    Raises InputError for a file that cannot be read, and for options that cannot be combined.
    """

    def __init__(self, args: argparse.Namespace, selected: Sequence[Selected]) -> None:
        self._args = args
        if args.frozen and (args.update or args.fresh):
            raise InputError("--frozen writes nothing, and looks at all that is kept")
        paths = dict.fromkeys(chosen.path for chosen in selected)
        if args.answers is not None and len(paths) > 1:
            raise InputError("--answers goes with one RULESET")
        self._files: dict[Path, _AnswersFile] = {}
        for chosen in selected:
            if chosen.path not in self._files and chosen.ruleset is not None:
                self._files[chosen.path] = self._open(chosen.path, chosen.ruleset)

    def _open(self, path: Path, ruleset: Ruleset) -> _AnswersFile:
        file = self._args.answers or path.with_suffix(SUFFIX)
        now = texts(ruleset, path)
        kept = Kept(ruleset.name)
        if file.absolute() == path.absolute():
            raise InputError(f"{file} is the ruleset itself; name another file for its answers")
        if os.path.lexists(file):
            kept = read_kept(file, ruleset.name, fresh=self._args.fresh)
        elif self._args.frozen or (self._args.answers is not None and not self._args.update):
            raise InputError(f"there are no answers in {file}; --update keeps some there")
        elif self._args.update and not file.absolute().parent.is_dir():
            raise InputError(f"there is no folder {file.parent} to keep answers in; make it first")
        return _AnswersFile(
            file, ruleset, kept, now, changed(kept.texts, now) if kept.games else ()
        )

    def of(self, chosen: Selected) -> KeptAbout:
        """What is kept about a game; nothing if everything is to be looked for again."""
        assert chosen.ruleset is not None
        file = self._files[chosen.path]
        name = chosen.kept_name
        kept = file.before.games.get(name, KeptGame()) if name else KeptGame()
        certificates = Certificates(chosen.ruleset, chosen.program)
        if self._args.fresh:
            return KeptAbout(name, KeptGame(), (), certificates, kept)
        return KeptAbout(name, kept, file.changed if name else (), certificates)

    def digest(self, chosen: Selected) -> str:
        """A digest of a game, under which it is remembered how far its open questions were taken."""
        texts = self._files[chosen.path].texts
        return digest_of(chosen.path, texts, chosen.program.instance, chosen.move_limit)

    def take(
        self, chosen: Selected, about: KeptAbout, rechecked: RecheckedGame, still: frozenset[str],
        effort: EffortLevel | None,
    ) -> None:  # fmt: skip
        """Record what was found out about a game; ``still``: the ignored answers that are to stay."""
        if about.name:
            checks = {c.name for c in chosen.program.checks}
            before = KeptGame({**about.ignored.answers, **about.kept.answers}, about.kept.defects)
            kept = kept_game(
                rechecked.report,
                before,
                rechecked.held | still,
                about.certificates,
                checks,
                effort,
            )
            file = self._files[chosen.path]
            file.games[about.name] = kept
            file.unwritable += [
                f"{name} of {chosen.name}" for name in unwritable(rechecked.report, kept)
            ]

    def size(self, path: Path) -> int:
        """How long what is kept about the ruleset there is, in characters: all of it is looked at again."""
        return len(write(self._files[path].before))

    def comparisons(self, path: Path) -> tuple[KeptComparison, ...]:
        """What is kept about the readings of the ruleset there."""
        return self._files[path].before.comparisons

    def changed(self, path: Path) -> tuple[str, ...]:
        """The texts of the ruleset there that changed since answers were kept."""
        return self._files[path].changed

    def changed_defaults(self, path: Path) -> tuple[str, ...]:
        """A sentence for each default there that is not as it was when answers were kept."""
        file = self._files[path]
        return () if self._args.fresh else changed_defaults(file.before.defaults, file.ruleset)

    def compare(
        self, path: Path, known: Sequence[KeptComparison], lost: Collection[KeptComparison]
    ) -> None:
        """Record what is known of readings; what was not asked about stays, what is lost does not."""
        file, asked = self._files[path], {k.question for k in known}
        others = (k for k in file.before.comparisons if k.question not in asked and k not in lost)
        file.comparisons = (*known, *others)

    def before(self, path: Path) -> Kept:
        """Everything that was kept about the ruleset there when this run began."""
        return self._files[path].before

    def has_nothing(self, path: Path, digest: str) -> bool:
        """Whether it is kept that nothing was found for that digest."""
        file = self._files.get(path)
        return file is not None and not self._args.fresh and digest in file.before.nothing

    def take_nothing(self, path: Path, digest: str) -> None:
        """Record that nothing was found for it."""
        if path in self._files:
            self._files[path].nothing.add(digest)

    @property
    def kept(self) -> frozenset[str]:
        """The rulesets of which answers are kept, or will be at the end of this run."""
        files = self._files.values()
        return frozenset(f.ruleset.name for f in files if f.before.games or self._args.update)

    @property
    def numbers(self) -> Mapping[str, Mapping[str, str]]:
        """The identifiers of findings that are kept: by ruleset and key."""
        return {file.ruleset.name: file.before.findings for file in self._files.values()}

    def save(self, console: Console, found: Sequence[Overview] = ()) -> None:
        """Write the files, each completely or not at all, if that is wanted; findings keep their
        numbers."""
        if not self._args.update:
            return
        ids = {overview.name: {f.key: f.id for f in overview.each} for overview in found}
        by_name = {overview.name: overview for overview in found}
        for file in self._files.values():
            there = {of_instance(part.name.text) for part in file.ruleset.instances}
            there |= {*map(of_variant, file.ruleset.variants)}
            kept = merged(file.before, file.texts, file.games, there, file.changed)
            kept = replace(
                kept,
                findings={**file.before.findings, **ids.get(kept.ruleset, {})},
                nothing=kept.nothing | file.nothing,
            )
            if (overview := by_name.get(file.ruleset.name)) is not None:
                before, same = file.before.recorded, kept.texts == file.before.texts
                every = not (select.chosen(self._args) or self._args.check)
                recorded = recorded_after(before, overview, all_games=every, unchanged=same)
                kept = replace(kept, recorded=recorded)
            kept = replace(kept, defaults=defaults(file.ruleset))
            if file.comparisons is not None:
                kept = replace(kept, comparisons=file.comparisons)
            try:
                write_file(file.path, write(kept))
            except ValueError as error:  # a name that no file can have
                raise InputError(f"cannot write {file.path}: {error}") from None
            console.tell(f"rulewright: answers are kept in {file.path}")
            if file.unwritable:
                names = listed(sorted(file.unwritable))
                console.tell(
                    f"rulewright: not kept, as the proof has no text: {names} (please report this)"
                )


def not_as_kept(
    games: Sequence[tuple[Selected, RecheckedGame]], console: Console, *, but_gained: bool = False
) -> bool:
    """Whether any answer is not as it was kept; reports the new ones.

    ``but_gained``: what was open and is answered now is left out.
    """
    for chosen, rechecked in games:
        if rechecked.unkept:
            names = listed(sorted(rechecked.unkept))
            console.tell(f"rulewright: nothing is kept about {names} of {chosen.name}")
    changes = [change for _, rechecked in games for change in rechecked.changes]
    if but_gained:
        changes = [change for change in changes if not change.gained]
    return bool(changes) or any(rechecked.unkept for _, rechecked in games)


def kept_beside(path: Path, ruleset: Ruleset) -> tuple[Path, Kept]:
    """The file of answers beside a ruleset, and what is kept there. Raises InputError if nothing is."""
    file = path.with_suffix(SUFFIX)
    if not os.path.lexists(file):
        raise InputError(f"there are no answers in {file}; 'verify --update' keeps some there")
    return file, read_kept(file, ruleset.name)


def keep_differences(
    path: Path, ruleset: Ruleset, found: Sequence[KeptComparison], console: Console
) -> None:
    """Keep plays that tell readings apart beside a ruleset, replacing longer or open ones."""
    file, before = kept_beside(path, ruleset)
    known = {one.question: one for one in before.comparisons}
    better = {one.question: one for one in found if _moves(one) < _moves(known.get(one.question))}
    others = [one for one in before.comparisons if one.question not in better]
    findings = numbered([key(reading) for reading, _ in better], before.findings)
    kept = replace(
        before,
        comparisons=(*others, *better.values()),
        findings={**before.findings, **findings},
    )
    write_file(file, write(kept))
    console.tell(f"rulewright: {counted(len(better), 'new play')} kept in {file}")


def _moves(kept: KeptComparison | None) -> float:
    """The length of a play that tells two readings apart; infinite if there is none."""
    evidence = None if kept is None else kept.evidence
    return len(evidence.moves) if isinstance(evidence, KeptPlay) else float("inf")


def kept_numbers(named: Path | None, path: Path, ruleset: str) -> Mapping[str, str]:
    """The identifiers of findings that are kept beside a ruleset, or in the file that was ``named``, by key.

    Raises InputError.
    """
    file = named or path.with_suffix(SUFFIX)
    return read_kept(file, ruleset).findings if os.path.lexists(file) else {}


def read_kept(file: Path, name: str, *, fresh: bool = False) -> Kept:
    """What is kept in a file about a ruleset; with ``fresh``, an unreadable file counts as empty.

    Raises InputError.
    """
    hint = "; --fresh --update writes it anew"
    try:
        data = read_regular(file, LARGEST)
        kept = read(data)
    except UnreadableFileError as error:
        raise InputError(f"{file} cannot be read: {error}") from None
    except AnswersError as error:
        # By what a link leads to: that is what would be written over.
        where = Path(os.path.realpath(file))
        if where.suffix != SUFFIX and HEAD.encode() not in data[:HEADS]:
            raise InputError(f"{file} is no file of answers: {error}") from None
        if fresh:
            return Kept(name)
        raise InputError(f"{file}: {error}{hint}") from None
    if kept.ruleset != name and not fresh:
        raise InputError(f"{file} has the answers of {kept.ruleset}, not of {name}{hint}")
    return kept if kept.ruleset == name else Kept(name)
