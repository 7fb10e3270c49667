"""Which game an answer is about: a program, its source, and the options that choose it."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulewright.dsl.ir.program import Instance, Program
from rulewright.engines.common.move_limit import MOVE_LIMIT

from ..answers.kept import of_instance, of_variant

if TYPE_CHECKING:
    from rulewright.dsl.ruleset import Ruleset
    from rulewright.engines.game import Game


@dataclass(frozen=True, slots=True)
class Selected:
    """A program, the file it comes from, the options that choose it, and the limit on moves.

    ``ruleset``: what the program was made from, for those who want to look into it. ``for_play``: it is an
    instance that people play.
    """

    path: Path
    program: Program
    options: tuple[str, ...] = ()
    move_limit: int = MOVE_LIMIT
    ruleset: Ruleset | None = None
    for_play: bool = False

    @property
    def name(self) -> str:
        """Ruleset and instance, as a person reads them."""
        return title(self.program.instance)

    @property
    def shown(self) -> str:
        """The ruleset on the command line: the name of a shipped one, else its file."""
        return called(self.path)

    @property
    def kept_name(self) -> str:
        """Its name in a file of answers: a named instance's or that of a variant as it stands, or else
        nothing."""
        match self.options:
            case ():
                return of_variant(self.program.instance.variant)
            case ("--instance", name):
                return of_instance(name)
            case ("--variant", name):
                return of_variant(name)
            case _:
                return ""

    @property
    def title(self) -> str:
        """What people call the game: the title of its instance, or else of its variant; may be empty."""
        if self.ruleset is None:
            return ""
        instance = self.program.instance
        own = (i.title for i in self.ruleset.instances if i.name.text == instance.name)
        return next(own, "") or self.ruleset.variants[instance.variant].title

    @property
    def must_be_named(self) -> bool:
        """Whether it is an instance, and nothing is asked of it by default: others of the ruleset are for play."""
        instances = () if self.ruleset is None else self.ruleset.instances
        named = self.options[:1] == ("--instance",)
        return named and not self.for_play and any(part.for_play for part in instances)

    def again(self, *checks: str) -> str:
        """The command that asks these checks of the game again; without a name, all of them."""
        words = ["rulewright", "verify", self.shown, *self.options]
        return shlex.join(words + [word for name in checks if name for word in ("--check", name)])

    def game(self) -> Game[Any]:
        """The program on the Python engine."""
        from rulewright.engines.python.game import PythonGame

        return PythonGame(self.program, self.move_limit)


@dataclass(frozen=True, slots=True)
class ChangedGame:
    """A game with one reading changed from ``instead_of`` to ``option`` (its name and text).

    ``selected`` is None if there is no such game, and ``why`` says why not.
    """

    reading: str
    question: str
    instead_of: str
    option: tuple[str, str]
    selected: Selected | None
    why: str = ""

    @property
    def name(self) -> str:
        """``reading = option``."""
        return f"{self.reading} = {self.option[0]}"


def called(path: Path) -> str:
    """The ruleset in a file, as on the command line: the name of a shipped one, else the file."""
    from rulewright.dsl.inputs.locate import rulesets

    return path.stem if path in rulesets() else str(path)


def title(instance: Instance) -> str:
    """``circle small``: the ruleset, then the instance or else the variant."""
    return f"{instance.ruleset} {instance.name or instance.variant}"


def settings(instance: Instance) -> str:
    """The variant and the parameters of an instance on one line."""
    parts = [f"{name}={value}" for name, value in instance.parameters]
    return f"{instance.variant}" + (f" with {', '.join(parts)}" if parts else "")


def identification(instance: Instance) -> Mapping[str, object]:
    """An instance for JSON."""
    return {
        "ruleset": instance.ruleset,
        "variant": instance.variant,
        "name": instance.name,
        "parameters": dict(instance.parameters),
        "readings": dict(instance.readings),
    }
