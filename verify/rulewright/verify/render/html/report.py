"""All results about rulesets as one self-contained HTML page.

The page is made with Jinja2, which escapes every text of a ruleset; what is marked as safe is drawn
here, piece by piece, from escaped texts (markupsafe). It asks for nothing from anywhere, and says
so to the browser (Content-Security-Policy).
"""

from __future__ import annotations

import json
import zlib
from base64 import b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from rulewright.dsl.elaborate.citations import all_parts, citations
from rulewright.dsl.ir.program import Program
from rulewright.dsl.ruleset import Ruleset
from rulewright.dsl.syntax.parts import ReadingOption
from rulewright.engines.python.game import PythonGame

from ...displayable import displayable
from ...findings.changed_answers import changed_answers
from ...findings.exercised import not_exercised
from ...findings.finding import Occurrence, Shown
from ...findings.kinds import Severity
from ...findings.remarks import remarks
from ...findings.summary.overview import Overview
from ...plays.play import Play
from ..changed import news
from ..screen.findings import HEADINGS
from ..screen.questions import alike, unexpected, where
from ..screen.summary import about_faults, extent, verdict
from ..whole import how
from .drawings import DrawnEntry
from .figures.figure import number
from .stepper import BoardView, stepper


@dataclass(frozen=True, slots=True)
class ClauseView:
    """A clause: its text, the lines of the rules that stand for it, and what was found about it.

    ``questions`` and ``readings``: those about it, in words, with their names; of ``findings`` there
    is more on the page. ``idle``: the moves that stand for it and are in none of the plays on the
    page. ``passage``: what stands in the rulebook.
    """

    name: str
    text: str
    out_of_scope: bool
    lines: tuple[int, ...]
    findings: tuple[str, ...]
    questions: tuple[tuple[str, str], ...] = ()
    readings: tuple[tuple[str, str], ...] = ()
    idle: tuple[str, ...] = ()
    passage: str = ""


@dataclass(frozen=True, slots=True)
class OptionView:
    """An option in words, and its result. ``answers``: the questions that are answered differently; None
    if nobody asked."""

    text: str
    default: bool
    came_to: str
    same: bool
    answers: tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class ReadingView:
    """A reading: its question, its options, and the findings that come of it."""

    name: str
    question: str
    clauses: tuple[str, ...]
    options: tuple[OptionView, ...]
    findings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Page:
    """What the page says of one ruleset."""

    overview: Overview
    clauses: dict[str, str]
    by_clause: tuple[ClauseView, ...]
    readings: tuple[ReadingView, ...]
    passages: Mapping[str, str] = field(default_factory=dict)


def report_html(overviews: Sequence[Overview], passages: Mapping[str, str] | None = None) -> str:
    """The page about some rulesets, in their order.

    ``passages``: what stands in the rulebook of the one ruleset, by clause.
    """
    said = passages or {}
    here = Path(__file__).parent
    environment = Environment(
        loader=FileSystemLoader(here), autoescape=True, undefined=StrictUndefined,
        trim_blocks=True, lstrip_blocks=True,
    )  # fmt: skip
    environment.filters["num"] = number
    environment.filters["packed"] = _packed
    entries: dict[DrawnEntry, int] = {}
    games = cache(lambda key: PythonGame(key.what))
    steps = lru_cache(maxsize=8)(
        lambda play, read, beside: stepper(
            play.what,
            entries,
            lambda program: games(_ById(program)),
            read,
            [p.what for p in beside],
        )
    )
    page = environment.get_template("report.html.j2").render(
        pages=[_page(overview, said) for overview in overviews],
        css=(here / "report.css").read_text("utf-8"),
        js=(here / "report.js").read_text("utf-8"),
        severities=tuple(Severity),
        headings=HEADINGS,
        verdict=verdict,
        extent=extent,
        about_faults=about_faults,
        called=_called,
        games=_games,
        alike=alike,
        where=where,
        unexpected=unexpected,
        news=news,
        how=how,
        said=_said,
        not_asked=_not_asked,
        start=_start,
        remarks=remarks,
        stepper=lambda occurrence, shown: steps(
            _ById(shown.play),
            remarks(occurrence, shown).read,
            tuple(_ById(other.play) for other in occurrence.plays),
        ),
        drawings=lambda: list(entries),
    )
    return displayable(page)


class _ById:
    """A play or a program, to be remembered as the one object that it is."""

    def __init__(self, what: Play | Program) -> None:
        self.what = what

    def __hash__(self) -> int:
        return id(self.what)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _ById) and other.what is self.what


def _packed(data: object) -> str:
    """JSON, compressed (RFC 1950) and in letters (RFC 4648): what is said again and again costs little."""
    text = json.dumps(_displayable(data), ensure_ascii=False, separators=(",", ":"))
    return b64encode(zlib.compress(text.encode(), 9)).decode("ascii")


def _displayable(data: object) -> object:
    """The same with every text as it may be shown."""
    match data:
        case str():
            return displayable(data)
        case dict():
            return {_displayable(key): _displayable(value) for key, value in data.items()}
        case list() | tuple():
            return [_displayable(value) for value in data]
        case _:
            return data


def _page(overview: Overview, passages: Mapping[str, str]) -> Page:
    ruleset = overview.results[0].selected.ruleset
    if ruleset is None:
        return Page(overview, {}, (), ())
    known = () if ruleset.clauses is None else ruleset.clauses.clauses
    readings = tuple(_readings(overview, ruleset))
    return Page(
        overview,
        {clause.id: clause.text for clause in known},
        tuple(_by_clause(overview, ruleset, readings, passages)),
        readings,
        passages,
    )


def _by_clause(
    overview: Overview,
    ruleset: Ruleset,
    readings: Sequence[ReadingView],
    passages: Mapping[str, str],
) -> list[ClauseView]:
    lines: dict[str, set[int]] = {}
    for part in all_parts(ruleset.tree):
        for cite in citations(part):
            lines.setdefault(cite.clause, set()).add(cite.span.line)
    about: dict[str, list[str]] = {}
    for finding in overview.each:
        for clause in finding.clauses:
            about.setdefault(clause, []).append(finding.id)
    known = () if ruleset.clauses is None else ruleset.clauses.clauses
    idle = not_exercised(overview)
    return [
        ClauseView(
            clause.id,
            clause.text,
            clause.out_of_scope,
            tuple(sorted(lines.get(clause.id, ()))),
            tuple(about.get(clause.id, ())),
            tuple((q.name, q.text) for q in overview.questions if clause.id in q.clauses),
            tuple((r.name, r.question or r.name) for r in readings if clause.id in r.clauses),
            idle.get(clause.id, ()),
            passages.get(clause.id, ""),
        )
        for clause in known
    ]


def _readings(overview: Overview, ruleset: Ruleset) -> list[ReadingView]:
    found: dict[str, ReadingView] = {}
    for variant in ruleset.variants:
        for reading in ruleset.readings(variant):
            name = reading.name.text
            found[name] = ReadingView(
                name,
                reading.question,
                tuple(cite.clause for cite in reading.cites),
                tuple(_option(overview, name, option) for option in reading.options),
                tuple(
                    f.id for f in overview.each if not f.accepted and name in f.key.split(".")[1:]
                ),
            )
    return list(found.values())


def _option(overview: Overview, reading: str, option: ReadingOption) -> OptionView:
    known = overview.beside.readings.options.get((reading, option.name.text))
    return OptionView(
        option.text or option.name.text,
        option.default,
        "" if known is None else known.words,
        known is not None and known.state == "same",
        changed_answers(overview, reading, option.name.text),
    )


def _not_asked(page: Page) -> bool:
    """Whether of some option nobody asked what answers it changes."""
    options = (option for reading in page.readings for option in reading.options)
    return any(not o.default and not o.same and o.answers is None for o in options)


def _called(overview: Overview, occurrence: Occurrence) -> str:
    """The game in which a finding holds, as the table of questions calls it."""
    for result, name in zip(overview.results, _games(overview), strict=True):
        if result.selected is occurrence.selected:
            return name
    return occurrence.selected.title or occurrence.selected.name.replace("_", " ")


def _games(overview: Overview) -> tuple[str, ...]:
    """What the games are called: by their titles, as far as they have any."""
    titled = zip(overview.games, overview.titles, strict=True)
    return tuple(title or game.replace("_", " ") for game, title in titled)


def _said(view: BoardView, shown: Sequence[DrawnEntry]) -> str:
    """A board in words: what stands where."""
    standing = [f"{p.name} {shown[p.spot][2]}" for p in view.places if shown[p.spot][2]]
    return f"{view.name}: {'; '.join(standing) or 'empty'}"


def _start(plays: Sequence[Shown]) -> int:
    """Where to begin: at the end of one play, but where two part, just after that."""
    if len(plays) < 2:
        return len(plays[0])
    one, other = (shown.play.moves for shown in plays[:2])
    pairs = zip(one, other, strict=False)
    same = next(
        (n for n, (a, b) in enumerate(pairs) if a.text != b.text), min(len(one), len(other))
    )
    return same + 1 if same < max(len(one), len(other)) else same
