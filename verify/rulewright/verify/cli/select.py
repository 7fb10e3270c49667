"""From the command line to the programs it asks for."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulewright.dsl.ir.program import Instance, Program

from .exits import InputError

if TYPE_CHECKING:
    from rulewright.dsl.compile import Ruleset
    from rulewright.engines.interface import Game


@dataclass(frozen=True, slots=True)
class Selected:
    """A program, the file it comes from, and the options that choose it."""

    path: Path
    program: Program
    options: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """Ruleset and instance, as a person reads them."""
        return title(self.program.instance)

    def game(self) -> Game[Any]:
        """The program on the Python engine."""
        from rulewright.engines.python.game import PythonGame

        return PythonGame(self.program)


def title(instance: Instance) -> str:
    """``circle small``: the ruleset, then the instance or else the variant."""
    return f"{instance.ruleset} {instance.name or instance.variant}"


def settings(instance: Instance) -> str:
    """The variant and the parameters of an instance on one line."""
    parts = [f"{name}={value}" for name, value in instance.parameters]
    return f"{instance.variant}" + (f" with {', '.join(parts)}" if parts else "")


def paths(names: list[str]) -> list[Path]:
    """The rulesets of these names, or all that are shipped. Raises InputError."""
    from rulewright.dsl.locate import find, rulesets

    try:
        found = [find(name) for name in names] if names else rulesets()
    except OSError as error:
        raise InputError(str(error)) from error
    if not found:
        raise InputError("there are no shipped rulesets; name a file")
    return found


def one(args: argparse.Namespace) -> Selected:
    """The game that the options name; without a choice, the ruleset's standard variant."""
    if not args.rulesets:
        from rulewright.dsl.locate import rulesets

        names = ", ".join(path.stem for path in rulesets())
        raise InputError(f"which ruleset? Shipped are: {names}")
    path = paths([args.rulesets])[0]
    return Selected(path, _program(_load(path, every=False), args), _options(args))


def several(args: argparse.Namespace, *, instances: bool) -> list[Selected]:
    """The games that the options name.

    Without a choice: of every ruleset all named instances if so wanted, or if no ruleset was
    named; else, and where there are none, the standard variant.
    """
    if chosen(args) and not args.rulesets:
        raise InputError("--variant, --instance, --set and --reading need a RULESET to choose from")
    result: list[Selected] = []
    for path in paths(args.rulesets):
        every = (instances or not args.rulesets) and not chosen(args)
        ruleset = _load(path, every=every)
        names = [part.name.text for part in ruleset.instances] if every else []
        if names:
            result += [
                Selected(path, _instance(ruleset, name), ("--instance", name)) for name in names
            ]
        else:
            result.append(Selected(path, _program(ruleset, args), _options(args)))
    return result


def load_one(name: str) -> Ruleset:
    """The ruleset of this name or file; its variants are elaborated when they are asked for."""
    return _load(paths([name])[0], every=False)


def named(name: str, instance: str) -> Selected:
    """A named instance of the ruleset of this name or file."""
    path = paths([name])[0]
    return Selected(path, _instance(_load(path, every=False), instance), ("--instance", instance))


def from_instance(path: Path, instance: Instance) -> Selected:
    """The game of an instance that was written down earlier."""
    from rulewright.dsl.compile import instantiate

    program = instantiate(
        _load(path, every=False),
        variant=instance.variant,
        parameters=dict(instance.parameters),
        readings=dict(instance.readings),
    )
    return Selected(path, program)


def chosen(args: argparse.Namespace) -> bool:
    """Whether the options choose a game of the ruleset."""
    return bool(args.variant or args.instance or args.set or args.reading)


def identification(instance: Instance) -> Mapping[str, object]:
    """An instance for JSON."""
    return {
        "ruleset": instance.ruleset,
        "variant": instance.variant,
        "name": instance.name,
        "parameters": dict(instance.parameters),
        "readings": dict(instance.readings),
    }


def _load(path: Path, *, every: bool) -> Ruleset:
    from rulewright.dsl.compile import load

    return load(path, every=every)


def _instance(ruleset: Ruleset, name: str) -> Program:
    from rulewright.dsl.compile import instantiate

    return instantiate(ruleset, instance=name)


def _program(ruleset: Ruleset, args: argparse.Namespace) -> Program:
    from rulewright.dsl.compile import instantiate

    return instantiate(
        ruleset,
        variant=args.variant,
        instance=args.instance,
        parameters=args.set,
        readings=args.reading,
    )


def _options(args: argparse.Namespace) -> tuple[str, ...]:
    """The options of the command line that choose a game."""
    pairs = [("--variant", args.variant), ("--instance", args.instance)]
    pairs += [("--set", f"{name}={value}") for name, value in args.set.items()]
    pairs += [("--reading", f"{name}={option}") for name, option in args.reading.items()]
    return tuple(part for pair in pairs if pair[1] for part in pair)
