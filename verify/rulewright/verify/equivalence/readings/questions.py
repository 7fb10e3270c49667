"""The questions: every option of every reading against the default, and the games to ask them in."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from rulewright.dsl.instantiate import family_to_play, instantiate
from rulewright.dsl.ir.program import Program
from rulewright.dsl.ruleset import Ruleset
from rulewright.dsl.syntax.parts import ReadingPart
from rulewright.engines.common.state_codec import bits


@dataclass(frozen=True, slots=True)
class GameRef:
    """A game to ask in: an instance, or a variant (with its default parameters) that has none.

    ``others``: readings that are set in it, by name, to other options than it has itself.
    """

    variant: str
    instance: str = ""
    others: tuple[tuple[str, str], ...] = ()

    @property
    def name(self) -> str:
        """The instance, or ``the variant V``, and what is changed in it."""
        name = self.instance or f"the variant {self.variant}"
        changed = ", ".join(f"{reading} = {option}" for reading, option in self.others)
        return f"{name} with {changed}" if changed else name

    def program(self, ruleset: Ruleset, **readings: str) -> Program:
        """The program of the game, with some readings changed."""
        chosen = {**dict(self.others), **readings}
        variant, instance = self._which
        return instantiate(ruleset, variant=variant, instance=instance, readings=chosen)

    def family_to_play(self, ruleset: Ruleset, states: Collection[str]) -> Program:
        """A program to play the game with any options of these readings, which are its state."""
        variant, instance = self._which
        readings = dict(self.others)
        return family_to_play(
            ruleset, states, variant=variant, instance=instance, readings=readings
        )

    @property
    def _which(self) -> tuple[str | None, str | None]:
        """The variant or the instance."""
        return (None, self.instance) if self.instance else (self.variant, None)


@dataclass(frozen=True, slots=True)
class ReadingQuestion:
    """Does an option of a reading make another game than the default option does?

    Options are pairs of name and text. Every game has the reading with both options.
    """

    variant: str
    reading: str
    question: str
    default: tuple[str, str]
    option: tuple[str, str]
    clauses: tuple[str, ...]
    game_refs: tuple[GameRef, ...]


def questions(
    ruleset: Ruleset,
    variant: str | None = None,
    instances: Sequence[str] = (),
    selected: Callable[[str], bool] = lambda reading: True,
    others: Mapping[str, str] | None = None,
) -> list[ReadingQuestion]:
    """A question for every option that is not the default, in the order of the ruleset.

    A reading that several variants have is asked about once, in the words of the first of them, and in the
    instances of all. ``variant`` and ``instances`` restrict where it is asked; ``others`` are readings to
    be set there, in games that have them.
    """
    game_refs = list(_game_refs(ruleset, variant, instances, others or {}))
    asked: dict[str, None] = {}
    found: list[ReadingQuestion] = []
    for name in [variant] if variant else list(ruleset.variants):
        for reading in ruleset.readings(name):
            if reading.name.text in asked or not selected(reading.name.text):
                continue
            asked[reading.name.text] = None
            found += _of_reading(ruleset, name, reading, game_refs)
    return found


def _of_reading(
    ruleset: Ruleset, name: str, reading: ReadingPart, games: Sequence[GameRef]
) -> Iterator[ReadingQuestion]:
    default = next(o for o in reading.options if o.default)
    for option in reading.options:
        if option.default:
            continue
        both = {default.name.text, option.name.text}
        game_refs = tuple(
            game_ref
            for game_ref in games
            if both <= set(_options(ruleset, game_ref.variant).get(reading.name.text, ()))
            and reading.name.text not in dict(game_ref.others)
        )
        yield ReadingQuestion(
            name,
            reading.name.text,
            reading.question,
            (default.name.text, default.text),
            (option.name.text, option.text),
            tuple(c.clause for c in reading.cites),
            game_refs,
        )


def _game_refs(
    ruleset: Ruleset, variant: str | None, instances: Sequence[str], others: Mapping[str, str]
) -> Iterator[GameRef]:
    """The instances, in the order of the file, then the variants without one."""
    for part in ruleset.instances:
        if instances and part.name.text not in instances:
            continue
        if variant is None or part.variant.text == variant:
            yield from _changed(ruleset, GameRef(part.variant.text, part.name.text), others)
    if instances:
        return
    with_instance = {part.variant.text for part in ruleset.instances}
    for name in ruleset.variants:
        if name not in with_instance and variant in (None, name):
            yield from _changed(ruleset, GameRef(name), others)


def _changed(ruleset: Ruleset, game_ref: GameRef, others: Mapping[str, str]) -> Iterator[GameRef]:
    """The game with other readings, if it has them."""
    options = _options(ruleset, game_ref.variant)
    if all(option in options.get(reading, ()) for reading, option in others.items()):
        yield replace(game_ref, others=tuple(others.items()))


def _options(ruleset: Ruleset, variant: str) -> dict[str, list[str]]:
    """The options of every reading of a variant."""
    return {r.name.text: [o.name.text for o in r.options] for r in ruleset.readings(variant)}


def together(
    ruleset: Ruleset, question: ReadingQuestion, game_refs: Iterable[GameRef]
) -> list[GameRef]:
    """The games with one more reading set to another option: a reading may need another to matter."""
    found: list[GameRef] = []
    for game_ref in game_refs:
        set_here = dict(game_ref.program(ruleset).instance.readings)
        for reading, options in _options(ruleset, game_ref.variant).items():
            if reading == question.reading or reading in dict(game_ref.others):
                continue
            found += [
                replace(game_ref, others=(*game_ref.others, (reading, option)))
                for option in options
                if option != set_here[reading]
            ]
    return found


def extent(program: Program) -> int:
    """How many bits the variables of a position take: the measure of which game is small."""
    return sum(bits(v.type) for v in program.variables if v.kind != "scratch")
