"""The results of random plays and strategies, as text and JSON."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rulewright.dsl.ir.program import Program

from ..draw.style import continued, wrapped
from ..findings.subject import Selected, identification, settings
from ..plays import spoken
from ..simulation.simulate import PlayEnd, SimulationResult
from ..simulation.statistics import wilson
from ..simulation.strategy_profile import RANDOM, StrategyProfile, options
from .columns import breadth, lines

WIDEST = 100
MOST = 4
"""So many outcomes stand in the first line."""


@dataclass(frozen=True, slots=True)
class Column:
    """A sample of one way to play: its name, and who follows which strategy."""

    name: str
    profile: StrategyProfile
    sample: SimulationResult


def text(
    chosen: Selected, columns: Sequence[Column], asked_for: int, size: int = WIDEST
) -> list[str]:
    """The answer, then a table with the outcomes, then what to look at; ``size``: the width of the screen."""
    sizes = sorted({c.sample.plays for c in columns})
    games = f"{sizes[0]:,}" if len(sizes) == 1 else f"{sizes[0]:,} to {sizes[-1]:,}"
    each = " each" if len(columns) > 1 else ""
    ways = "; ".join(f"{c.name}: {_summary(chosen.program, c.sample)}" for c in _ends(columns))
    made = settings(chosen.program.instance)
    return [
        *wrapped(f"{chosen.name}, {ways} (sampled: {games} games{each})", size, "    "),
        *wrapped(f"  {made}; seed {columns[0].sample.seed}{_in_c(columns)}", size, "    "),
        *_table(chosen.program, columns, size),
        *(line for c in columns for line in _remarks(chosen, c, asked_for, size)),
    ]


def _in_c(columns: Sequence[Column]) -> str:
    """Says so if the native engine played."""
    faster = sum(c.sample.faster for c in columns)
    return f"; {faster:,} of {sum(c.sample.plays for c in columns):,} games in C" if faster else ""


def _ends(columns: Sequence[Column]) -> Sequence[Column]:
    """The first and the last: play at random, and what was asked for."""
    return columns if len(columns) < 3 else (columns[0], columns[-1])


def _summary(program: Program, sample: SimulationResult) -> str:
    """The outcomes with their shares, the most frequent first."""
    ranked = sorted(sample.outcomes.items(), key=lambda pair: (-pair[1], pair[0]))
    shown = ((spoken.outcome(program, label), count) for label, count in ranked[:MOST])
    parts = [f"{said} {count / sample.plays:.1%}" for said, count in shown]
    if len(ranked) > MOST:
        parts.append(f"{len(ranked) - MOST} more")
    return ", ".join(parts) or "no game was over in time"


def _table(program: Program, columns: Sequence[Column], size: int) -> Iterator[str]:
    """A row for each outcome and each fact, a column for each way to play; those that do not fit beside the
    others go on below."""
    samples = [c.sample for c in columns]
    rows = [["", *(c.name for c in columns)]] if len(columns) > 1 else []
    for label in sorted({label for s in samples for label in s.outcomes}):
        counts = [s.outcomes.get(label, 0) for s in samples]
        rows.append([spoken.outcome(program, label), *_shares(counts, samples)])
    if any(_shared(s) for s in samples):
        for p, player in enumerate(program.players.labels):
            counts = [s.wins[p] for s in samples]
            rows.append([f"{player} wins, alone or not", *_shares(counts, samples)])
    lengths = [f"{s.mean_length:>6.1f} ({s.shortest:,} to {s.longest:,})" for s in samples]
    rows.append(["actions in a game", *lengths])
    rows.append(["options at a time", *(f"{s.branching:>6.1f}" for s in samples)])
    begin, count = 1, len(rows[0])
    while begin < count:
        beside = range(begin + 2, count + 1)
        end = begin + 1
        for more in beside:
            if breadth(_part(rows, begin, more)) > size:
                break
            end = more
        yield from ("",) if begin > 1 else ()
        yield from lines(_part(rows, begin, end))
        begin = end


def _part(rows: Sequence[Sequence[str]], begin: int, end: int) -> list[list[str]]:
    """Some columns of a table, with the names of its rows."""
    return [[row[0], *row[begin:end]] for row in rows]


def _shares(counts: Sequence[int], samples: Sequence[SimulationResult]) -> list[str]:
    """Each count as a share of its sample, with the interval; alone, the count as well."""
    return [
        _share(count, sample.plays) + (f" {count:>7,}" if len(samples) == 1 else "")
        for count, sample in zip(counts, samples, strict=True)
    ]


def _share(count: int, plays: int) -> str:
    if not plays:
        return "-"
    interval = wilson(count, plays)
    return f"{count / plays:>6.1%} ({interval.low:.1%} to {interval.high:.1%})"


def _shared(sample: SimulationResult) -> bool:
    """Whether somebody's wins are not those of a single outcome: alone, or always together."""
    return any(count not in (0, *sample.outcomes.values()) for count in sample.wins)


def _remarks(chosen: Selected, column: Column, asked_for: int, size: int) -> Iterator[str]:
    """Faults with the command that shows one, games cut off, and time that was short."""
    sample = column.sample
    for label in sample.faulty:
        command = shlex.join(_command(chosen, column, sample.first[label]))
        said = spoken.outcome(chosen.program, label)
        many = f"{sample.outcomes[label]:,} of {sample.plays:,}"
        before = f"  {said}, in {many} games ({column.name}): "
        yield from continued(command, size, "    ", before)
    for remark in _cut_short(column, asked_for):
        yield from wrapped(f"  {remark}", size, "    ")


def _cut_short(column: Column, asked_for: int) -> Iterator[str]:
    """Games that did not come to an end, and games that were not played."""
    sample = column.sample
    if PlayEnd.TRUNCATED in sample.ends:
        yield f"games that were cut off had not ended ({column.name}); see --limit"
    if PlayEnd.TOO_LONG in sample.ends:
        yield f"games were given up in a move that takes too long ({column.name}); see --move-limit"
    if sample.plays < asked_for:
        yield f"time for {sample.plays:,} of {asked_for:,} games ({column.name}); see --budget, --jobs"


def _command(chosen: Selected, column: Column, number: int) -> list[str]:
    """The command that shows one game."""
    how = options(chosen.program, column.profile)
    seed = ["--seed", str(column.sample.seed), "--play", str(number)]
    name = chosen.program.instance.ruleset
    ruleset = (
        name if chosen.path.parent.name in (name, name.replace("_", "-")) else str(chosen.path)
    )
    return ["rulewright", "simulate", ruleset, *chosen.options, *how, *seed]


def sample_json(chosen: Selected, columns: Sequence[Column]) -> dict[str, object]:
    """The same for programs: one sample, or a list of ``samples``."""
    instance = {"instance": identification(chosen.program.instance)}
    if len(columns) == 1:
        return {**_column_json(chosen.program, columns[0]), **instance}
    return {"samples": [_column_json(chosen.program, c) for c in columns], **instance}


def _column_json(program: Program, column: Column) -> dict[str, object]:
    sample = column.sample
    players = program.players.labels
    chosen = {p: program.strategies[s].name for p, s in column.profile.items()}
    wins = dict(zip(players, sample.wins, strict=True))
    return {
        "strength": "sampled",
        "strategies": {player: chosen.get(p, RANDOM) for p, player in enumerate(players)},
        "plays": sample.plays,
        "seed": sample.seed,
        "outcomes": dict(sample.outcomes),
        "intervals": {label: _ends_of(n, sample.plays) for label, n in sample.outcomes.items()},
        "wins": wins,
        "win_intervals": {player: _ends_of(n, sample.plays) for player, n in wins.items()},
        "first": dict(sample.first),
        "length": {
            "least": sample.shortest,
            "greatest": sample.longest,
            "mean": sample.mean_length,
            "deviation": sample.deviation,
        },
        "branching": sample.branching,
        "in_c": sample.faster,
        "faults": sample.ends.get(PlayEnd.FAULT, 0),
    }


def _ends_of(count: int, plays: int) -> list[float]:
    interval = wilson(count, plays)
    return [interval.low, interval.high]
