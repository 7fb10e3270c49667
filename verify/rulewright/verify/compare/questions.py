"""What is asked: every option of every reading against the default, and the games to ask it in."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from rulewright.dsl.compile import Ruleset, instantiate
from rulewright.dsl.ir.program import Program
from rulewright.dsl.syntax.parts import ReadingPart
from rulewright.engines.layout import bits


@dataclass(frozen=True, slots=True)
class Place:
    """A game to ask in: an instance, or a variant (with its default parameters) that has none."""

    variant: str
    instance: str = ""

    @property
    def name(self) -> str:
        """The instance, or ``the variant V``."""
        return self.instance or f"the variant {self.variant}"

    def program(self, ruleset: Ruleset, **readings: str) -> Program:
        """The program of the place, with some readings changed."""
        if self.instance:
            return instantiate(ruleset, instance=self.instance, readings=readings)
        return instantiate(ruleset, variant=self.variant, readings=readings)


@dataclass(frozen=True, slots=True)
class Question:
    """Does an option of a reading make another game than the default option does?

    Options are pairs of name and text. Every place has the reading with both options.
    """

    variant: str
    reading: str
    question: str
    default: tuple[str, str]
    option: tuple[str, str]
    clauses: tuple[str, ...]
    places: tuple[Place, ...]


def questions(
    ruleset: Ruleset,
    variant: str | None = None,
    instances: Sequence[str] = (),
    wanted: Callable[[str], bool] = lambda reading: True,
) -> list[Question]:
    """A question for every option that is no default, in the order of the ruleset.

    A reading that several variants have is asked for once, in the words of the first of them, and
    in the instances of all. ``variant`` and ``instances`` restrict where it is asked.
    """
    asked: dict[str, None] = {}
    found: list[Question] = []
    for name in [variant] if variant else list(ruleset.variants):
        for reading in ruleset.readings(name):
            if reading.name.text in asked or not wanted(reading.name.text):
                continue
            asked[reading.name.text] = None
            found += _of_reading(ruleset, name, reading, variant, instances)
    return found


def _of_reading(
    ruleset: Ruleset, name: str, reading: ReadingPart, variant: str | None, instances: Sequence[str]
) -> Iterator[Question]:
    default = next(o for o in reading.options if o.default)
    for option in reading.options:
        if option.default:
            continue
        both = {default.name.text, option.name.text}
        places = tuple(
            place
            for place in _places(ruleset, variant, instances)
            if any(
                r.name.text == reading.name.text and both <= {o.name.text for o in r.options}
                for r in ruleset.readings(place.variant)
            )
        )
        yield Question(
            name,
            reading.name.text,
            reading.question,
            (default.name.text, default.text),
            (option.name.text, option.text),
            tuple(c.clause for c in reading.cites),
            places,
        )


def _places(ruleset: Ruleset, variant: str | None, instances: Sequence[str]) -> Iterator[Place]:
    """The instances, in the order of the file, then the variants without one."""
    for part in ruleset.instances:
        if instances and part.name.text not in instances:
            continue
        if variant is None or part.variant.text == variant:
            yield Place(part.variant.text, part.name.text)
    if instances:
        return
    with_instance = {part.variant.text for part in ruleset.instances}
    for name in ruleset.variants:
        if name not in with_instance and variant in (None, name):
            yield Place(name)


def extent(program: Program) -> int:
    """How many bits the variables of a position take: what says which game is small."""
    return sum(bits(v.type) for v in program.variables if v.kind != "scratch")
