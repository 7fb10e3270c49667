"""``rulewright simulate``: random plays, and how they end."""

from __future__ import annotations

import argparse

from ..budget import Budget
from ..search.simulate import CUT, Sample
from .console import Console
from .exits import Exit
from .options import game_options, output_options, positive, work_options
from .select import Selected, identification, settings, several

SECONDS = 60.0


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the sub-command."""
    parser = commands.add_parser(
        "simulate",
        parents=[game_options(many=True), work_options(), output_options()],
        help="play at random and count how plays end",
    )
    parser.add_argument("--plays", type=positive, default=1000, metavar="N", help="default: 1000")
    parser.add_argument(
        "--limit",
        type=positive,
        default=10_000,
        metavar="N",
        help="cut a play off after so many actions (default: 10000)",
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace, place: Console) -> Exit:
    """Sample each game; a fault in any play is not as expected."""
    from ..search.simulate import simulate

    selected = several(args, instances=False)
    deadline = Budget(SECONDS if args.budget is None else args.budget).start()
    results: list[dict[str, object]] = []
    faults = short = False
    for number, chosen in enumerate(selected):
        share = Budget((deadline.left() or 0.0) / (len(selected) - number)).start()
        showing = place.progress(chosen.name)
        sample = simulate(chosen.game(), args.plays, args.seed, args.limit, share, showing)
        showing.done()
        faults = faults or sample.faults > 0
        short = short or sample.plays < args.plays
        if args.format == "json":
            results.append(_json(chosen, sample))
        else:
            place.write(_text(chosen, sample))
    if args.format == "json":
        place.write_json(results[0] if len(results) == 1 else results)
    if faults:
        return Exit.NOT_AS_EXPECTED
    return Exit.UNDECIDED if short else Exit.AS_EXPECTED


def _text(chosen: Selected, sample: Sample) -> list[str]:
    lines = [
        f"{chosen.name}: {sample.plays:,} random plays of {sample.shortest} to "
        f"{sample.longest} actions, {sample.mean_length:.1f} on average, "
        f"{sample.branching:.1f} options each; {sample.faults:,} faults",
        f"  {settings(chosen.program.instance)}; seed {sample.seed}",
    ]
    for label, count in sample.outcomes.items():
        share = sample.interval(label)
        lines.append(
            f"  {label:<24} {count:>8,}  {count / sample.plays:>6.1%}"
            f"  (95 %: {share.low:.1%} to {share.high:.1%})"
        )
    if CUT in sample.outcomes:
        lines.append("  plays that were cut off had not ended; see --limit")
    return lines


def _json(chosen: Selected, sample: Sample) -> dict[str, object]:
    intervals = {label: sample.interval(label) for label in sample.outcomes}
    return {
        "plays": sample.plays,
        "seed": sample.seed,
        "outcomes": dict(sample.outcomes),
        "intervals": {label: [i.low, i.high] for label, i in intervals.items()},
        "length": {
            "least": sample.shortest,
            "greatest": sample.longest,
            "mean": sample.mean_length,
        },
        "branching": sample.branching,
        "faults": sample.faults,
        "instance": identification(chosen.program.instance),
    }
