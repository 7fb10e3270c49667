"""``rulewright verify GAME --each-reading``: the checks under each option of each reading."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from ....findings.collect import Results
from ....findings.subject import Selected
from ....render.each_reading import OptionResults, each_reading_json, text
from ....results.check_result import InstanceResult, all_as_expected, assess
from ...arguments.select import asking, each_option
from ...exits import Exit, InputError, exit_for
from ...terminal.console import Console


def run(args: argparse.Namespace, console: Console) -> Exit:
    """Answer the checks under each option."""
    _check_options(args)
    as_it_is, changed = each_option(args)
    asking([as_it_is], args.check)
    there = [(c, c.selected) for c in changed if c.selected is not None]
    reports, stopped = _answered(args, console, [as_it_is, *(selected for _, selected in there)])
    found = [OptionResults(None, _results(as_it_is, reports[0]))]
    for (c, selected), report in zip(there, reports[1:], strict=True):
        found.append(OptionResults(c, _results(selected, report)))
    left_out = [c for c in changed if c.selected is None]
    if args.format == "json":
        console.write_json(each_reading_json(found, left_out))
    else:
        console.write(text(found, left_out, console.style))
    return exit_for(_overall(reports)) if stopped is None else stopped


def _check_options(args: argparse.Namespace) -> None:
    for option in ("boards", "findings", "traces", "crosscheck", "proofs", "report", "rulebook",
                   "answers", "fresh", "all"):  # fmt: skip
        if vars(args)[option]:
            raise InputError(
                f"--{option} does not go with --each-reading; ask for one option with --reading"
            )
    if args.format not in ("text", "json"):
        raise InputError(f"answers under each reading are text or JSON, not {args.format}")


def _answered(
    args: argparse.Namespace, console: Console, games: Sequence[Selected]
) -> tuple[list[InstanceResult], Exit | None]:
    """The answers to the checks that are asked of each game, and the exit code if somebody interrupted."""
    from ...verification.answering import answering

    only = frozenset(args.check)
    with answering(args, console, "quick") as work:
        subjects = [
            work.subject(
                selected,
                work.tools(selected.game()),
                [n for n, c in enumerate(selected.program.checks) if not only or c.name in only],
            )
            for selected in games
        ]
        work.start()
        return work.answer(subjects), work.stopped


def _results(selected: Selected, report: InstanceResult) -> Results:
    """One game alone: what another one shows says nothing about it."""
    return Results(selected, report, assess([report])[0])


def _overall(reports: Sequence[InstanceResult]) -> bool | None:
    each = [all_as_expected([report]) for report in reports]
    return False if False in each else None if None in each else True
