"""From the command line to the programs it asks for."""

from __future__ import annotations

import argparse
import logging
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rulewright.dsl.ir.program import Instance, Program
from rulewright.engines.common.move_limit import MOVE_LIMIT

from ...findings.subject import ChangedGame, Selected
from ..exits import InputError

if TYPE_CHECKING:
    from rulewright.dsl.ruleset import Ruleset
    from rulewright.dsl.syntax.parts import InstancePart


log = logging.getLogger("rulewright")

OF_THE_LINE = frozenset({"E503", "E525", "E526", "E533", "E534"})
"""Codes of errors in what was asked of a sound ruleset, not in its text."""


def paths(names: list[str]) -> list[Path]:
    """The rulesets of these names, each once, or all that are shipped. Raises InputError."""
    from rulewright.dsl.inputs.locate import find, rulesets, shipped

    try:
        found = [find(name) for name in names] if names else rulesets()
    except OSError as error:
        raise InputError(str(error)) from error
    for name, path in zip(names, found, strict=False):
        hidden = shipped(name)
        if hidden is not None and hidden != path.resolve():
            log.warning(
                "%s is the file here, not the shipped ruleset of that name: %s", name, hidden
            )
        elif (own := _of_that_name(name)) is not None and own.resolve() != path.resolve():
            log.warning("%s is the shipped ruleset; for the file here, say %s", name, own)
    if not found:
        raise InputError("there are no shipped rulesets; name a file")
    once: dict[Path, Path] = {}
    for path in found:
        once.setdefault(path.resolve(), path)
    return list(once.values())


def _of_that_name(name: str) -> Path | None:
    """A ruleset here that may be meant by a name: ``NAME.rules``, or the one in its folder."""
    from rulewright.dsl.inputs.locate import SUFFIX

    file = f"{name}{SUFFIX}"
    return next((path for path in (Path(file), Path(name) / file) if path.is_file()), None)


def one(args: argparse.Namespace) -> Selected:
    """The game that the options name; by default the ruleset's standard variant as it stands, or the first
    game for play if that is none of them."""
    if not args.rulesets:
        from rulewright.dsl.inputs.locate import rulesets

        names = ", ".join(path.stem for path in rulesets())
        raise InputError(f"which ruleset? Shipped are: {names}")
    path = paths([args.rulesets])[0]
    ruleset = _load(path, every=False)
    return _selected(path, ruleset, _for_play(ruleset, args))


def several(args: argparse.Namespace, *, instances: bool) -> list[Selected]:
    """The games that the options name.

    By default, of every ruleset, the instances for play if so wanted, or if no ruleset was named; all
    instances with ``--all``, or if none is for play; else the same as ``one``.
    """
    everything = bool(vars(args).get("all", True))  # only `verify` distinguishes
    if chosen(args) and not args.rulesets:
        raise InputError("--variant, --instance, --set and --reading need a RULESET to choose from")
    if chosen(args) and everything and instances:
        raise InputError("--all goes without --variant, --instance, --set and --reading")
    result: list[Selected] = []
    for path in paths(args.rulesets):
        every = (instances or not args.rulesets) and not chosen(args)
        ruleset = _load(path, every=every and everything)
        parts = instances_of(ruleset, everything=everything) if every else ()
        several_named: tuple[str, ...] = vars(args).get("instances", ())
        names = [part.name.text for part in parts] or list(several_named[1:] and several_named)
        if names:
            result += [
                _selected(path, ruleset, argparse.Namespace(**{**vars(args), "instance": name}))
                for name in names
            ]
        else:
            result.append(_selected(path, ruleset, _for_play(ruleset, args)))
    return result


def refuse_namesakes(selected: Sequence[Selected]) -> None:
    """Raises InputError for games of two rulesets with one name, where that name is all that tells them
    apart."""
    known: dict[str, Path] = {}
    for one in selected:
        name = one.program.instance.ruleset
        other = known.setdefault(name, one.path)
        if other != one.path:
            raise InputError(
                f"{other} and {one.path} are both called {name}: ask about one at a time"
            )


def instances_of(ruleset: Ruleset, *, everything: bool) -> tuple[InstancePart, ...]:
    """The instances that are asked about: those for play, or all if wanted or if none is."""
    for_play = tuple(part for part in ruleset.instances if part.for_play)
    return ruleset.instances if everything or not for_play else for_play


def asking(selected: list[Selected], names: list[str]) -> list[Selected]:
    """The games that have a check with one of these names; all games without a name.

    Raises InputError for a name that no game has.
    """
    known = {check.name: None for s in selected for check in s.program.checks}
    for name in names:
        if name not in known:
            from rulewright.dsl.diagnostics import near_or_some

            if others := _asked_in_others(selected, name):
                hint = f"--instance {' or '.join(others)} asks it"
                raise InputError(f"the check {name} is not asked of these games; {hint}")
            raise InputError(f"there is no check {name}; {near_or_some(name, known)}")
    return [
        s for s in selected if not names or any(check.name in names for check in s.program.checks)
    ]


def _asked_in_others(selected: Sequence[Selected], check: str) -> list[str]:
    """The instances of these rulesets whose variants have a check of this name."""
    from rulewright.dsl.syntax.parts import AgreePart, CheckPart

    rulesets = {id(s.ruleset): s.ruleset for s in selected if s.ruleset is not None}
    return [
        part.name.text
        for ruleset in rulesets.values()
        for part in ruleset.instances
        if any(
            isinstance(one, CheckPart | AgreePart) and one.name.text == check
            for one in ruleset.variants[part.variant.text].parts
        )
    ]


def _if_there_is(
    path: Path, ruleset: Ruleset, args: argparse.Namespace
) -> tuple[Selected | None, str]:
    """The game that the options name, or why there is none."""
    from rulewright.dsl.diagnostics import RulesetError

    try:
        return _selected(path, ruleset, args), ""
    except RulesetError as error:
        return None, error.diagnostics[0].message


def each_option(args: argparse.Namespace) -> tuple[Selected, list[ChangedGame]]:
    """The game that the options name, and the games with each other option of each reading.

    One reading at a time is changed. Raises InputError if there is no reading.
    """
    if len(args.rulesets) != 1:
        raise InputError("--each-reading needs one RULESET")
    path = paths(args.rulesets)[0]
    ruleset = _load(path, every=False)
    as_it_is = _selected(path, ruleset, args)
    variant = as_it_is.program.instance.variant
    set_here = dict(as_it_is.program.instance.readings)
    found: list[ChangedGame] = []
    for reading in ruleset.readings(variant):
        name = reading.name.text
        for option in reading.options:
            if option.name.text != set_here[name]:
                other = argparse.Namespace(**vars(args))
                other.reading = args.reading | {name: option.name.text}
                selected, why = _if_there_is(path, ruleset, other)
                pair = option.name.text, option.text
                found.append(
                    ChangedGame(name, reading.question, set_here[name], pair, selected, why)
                )
    if not found:
        raise InputError(f"{as_it_is.name} has no readings; ask without --each-reading")
    return as_it_is, found


def load_one(name: str) -> Ruleset:
    """The ruleset of this name or file; its variants are elaborated on demand."""
    return _load(paths([name])[0], every=False)


def named(name: str, instance: str, move_limit: int = MOVE_LIMIT) -> Selected:
    """A named instance of the ruleset of this name or file."""
    path = paths([name])[0]
    program = _instance(_load(path, every=False), instance)
    return Selected(path, program, ("--instance", instance), move_limit)


def from_instance(path: Path, instance: Instance, move_limit: int = MOVE_LIMIT) -> Selected:
    """The game of an instance that was written down earlier."""
    from rulewright.dsl.instantiate import instantiate

    program = instantiate(
        _load(path, every=False),
        variant=instance.variant,
        parameters=dict(instance.parameters),
        readings=dict(instance.readings),
    )
    return Selected(path, program, move_limit=move_limit)


def chosen(args: argparse.Namespace) -> bool:
    """Whether the options select a game of the ruleset."""
    return bool(args.variant or args.instance or args.set or args.reading)


def _load(path: Path, *, every: bool) -> Ruleset:
    from rulewright.dsl.load import load

    return load(path, every=every)


def _instance(ruleset: Ruleset, name: str) -> Program:
    return _made(ruleset, None, name, {}, {})


def _program(ruleset: Ruleset, args: argparse.Namespace) -> Program:
    return _made(ruleset, args.variant, args.instance, args.set, args.reading)


def _made(
    ruleset: Ruleset, variant: str | None, instance: str | None, parameters: Mapping[str, int],
    readings: Mapping[str, str],
) -> Program:  # fmt: skip
    """The game; raises InputError if the error is in what was typed."""
    from rulewright.dsl.diagnostics import RulesetError
    from rulewright.dsl.instantiate import instantiate

    try:
        return instantiate(
            ruleset, variant=variant, instance=instance, parameters=parameters, readings=readings
        )
    except RulesetError as error:
        if any(d.code not in OF_THE_LINE for d in error.diagnostics):
            raise
        wrong = (f"{d.message}; {d.hint}" if d.hint else d.message for d in error.diagnostics)
        raise InputError("\n".join(wrong)) from error


def _for_play(ruleset: Ruleset, args: argparse.Namespace) -> argparse.Namespace:
    """What to select without a choice: a game that people play."""
    from rulewright.dsl.elaborate.symbols.variants import STANDARD

    for_play = [part for part in ruleset.instances if part.for_play]
    as_it_stands = (p for p in for_play if p.variant.text == STANDARD and not p.settings)
    if chosen(args) or not for_play or any(as_it_stands):
        return args
    return argparse.Namespace(**{**vars(args), "instance": for_play[0].name.text})


def _selected(path: Path, ruleset: Ruleset, args: argparse.Namespace) -> Selected:
    limit = vars(args).get("move_limit", MOVE_LIMIT)  # not where nothing is played
    for_play = any(i.for_play and i.name.text == args.instance for i in ruleset.instances)
    return Selected(path, _program(ruleset, args), _options(args), limit, ruleset, for_play)


def _options(args: argparse.Namespace) -> tuple[str, ...]:
    """The options of the command line that select a game, and the limit on moves."""
    pairs = [("--variant", args.variant), ("--instance", args.instance)]
    pairs += [("--set", f"{name}={value}") for name, value in args.set.items()]
    pairs += [("--reading", f"{name}={option}") for name, option in args.reading.items()]
    limit = vars(args).get("move_limit", MOVE_LIMIT)
    pairs += [("--move-limit", "" if limit == MOVE_LIMIT else str(limit))]
    return tuple(part for pair in pairs if pair[1] for part in pair)
