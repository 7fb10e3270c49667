"""Which modules faults are planted in, and the tests that judge each of them.

The tests are fast ones, so that each fault is decided in seconds. What is judged by a slow test
only is not judged here, unless that is marked ``judges``.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from tests.mutants.trial import Module

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True, slots=True)
class Target:
    """A module and the files of tests that judge it: those about it, and ``others`` for what they do not
    notice and nobody has explained."""

    module: Module
    tests: tuple[str, ...]
    others: tuple[str, ...] = ()


def _target(place: str, *tests: str) -> Target:
    """``place`` is the module's name without ``rulewright``: ``dsl.ir.fold``."""
    layer = place.split(".")[0]
    path = ROOT / layer / "rulewright" / f"{place.replace('.', '/')}.py"
    return Target(Module(f"rulewright.{place}", path), tests)


_SEARCH = (
    "tests/verify/stategraph/test_bfs.py",
    "tests/verify/stategraph/test_cycles.py",
    "tests/verify/stategraph/test_stategraph.py",
)

_ANSWERS = (
    "tests/verify/properties/test_what_is_found.py",
    "tests/verify/properties/test_target.py",
    "tests/verify/properties/test_kinds.py",
    "tests/verify/portfolio/test_portfolio.py",
    "tests/verify/portfolio/test_move_limit.py",
)

_UNKNOWN = "tests/repository/test_unknown.py"
"""That each part of a program which nobody knows is refused."""

_TWINS = (
    f"{_UNKNOWN}::test_what_nobody_knows_is_refused_by_name",
    "tests/dsl/elaborate/cfg/test_renaming.py",
    "tests/dsl/elaborate/cfg/test_renaming_at_random.py",
    "tests/dsl/elaborate/cfg/test_twins.py",
    "tests/verify/stategraph/test_positions.py",
)

_SAME = (
    "tests/verify/equivalence/labelled_graphs/test_same_game.py",
    "tests/verify/equivalence/test_limits.py",
    "tests/verify/equivalence/test_equivalence.py",
)

_LOWERING = (
    f"{_UNKNOWN}::test_what_nobody_knows_is_refused_by_name",
    "tests/dsl/elaborate/control/test_branches.py",
    "tests/dsl/elaborate/control/test_ends.py",
    "tests/dsl/elaborate/control/test_given.py",
    "tests/dsl/elaborate/control/test_loops.py",
    "tests/dsl/elaborate/control/test_known_in_loops.py",
    "tests/dsl/elaborate/control/test_procedures.py",
    "tests/dsl/elaborate/control/test_performing.py",
    "tests/dsl/elaborate/control/test_recursion.py",
    "tests/dsl/elaborate/control/test_refused.py",
    "tests/dsl/elaborate/control/test_choices.py",
    "tests/dsl/elaborate/test_components.py",
    "tests/dsl/elaborate/test_parts.py",
    "tests/dsl/elaborate/test_variants.py",
    "tests/dsl/elaborate/test_cited.py",
    "tests/dsl/elaborate/control/test_after.py",
    "tests/dsl/elaborate/test_narrowing.py",
    "tests/dsl/elaborate/test_looking_back.py",
    "tests/dsl/elaborate/test_expressions.py",
    "tests/dsl/test_broken.py",
    "tests/verify/stategraph/test_positions.py",
    "tests/language/test_nasty_rulesets.py::test_what_is_made_to_be_misread",
    "tests/language/test_nasty_rulesets.py::test_every_number_has_a_range",
    "tests/language/test_constructs.py::test_a_construct_means_the_same_to_the_engine_and_the_search",
)

_KERNEL = {
    path.stem: path.relative_to(ROOT).as_posix()
    for path in sorted((ROOT / "tests" / "verify" / "kernel").rglob("test_*.py"))
}
"""All tests of the kernel, by the names of their files."""

_LONG = ("exact_meaning", "against_meaning", "by_enumeration", "sums_at_random", "sound")

_ABOUT = {
    "meaning.expressions.": ("each_expression", "what_is_left_open", "lists"),
    "meaning.known": ("known", "rules"),
    "meaning.lists": ("lists",),
    "meaning.numbers": ("numbers",),
    "meaning.terms": ("terms", "numbers"),
    "meaning.values": ("values", "numbers", "lists"),
    "meaning.walks": ("walks",),
    "meaning.widths": ("widths",),
    "meaning.witnesses": ("witnesses",),
    "sums.shifts": ("shifts",),
    "sums.parts": ("parts_of_sums", "sums"),
    "sums.sums": ("parts_of_sums", "sums"),
}
"""The tests that are about a part of the kernel; about any other are all that do not take long."""


def _kernel() -> tuple[Target, ...]:
    """All modules of the kernel; :mod:`rulewright.verify.kernel.certificate` is nothing but data."""
    top = ROOT / "verify" / "rulewright" / "verify" / "kernel"
    files = sorted(top.rglob("*.py"))
    places = (".".join(path.relative_to(top).with_suffix("").parts) for path in files)
    return tuple(
        _of_the_kernel(place) for place in places if not place.endswith(("__init__", "certificate"))
    )


def _of_the_kernel(place: str) -> Target:
    quick = [name for name in _KERNEL if name.removeprefix("test_") not in _LONG]
    named = (names for part, names in _ABOUT.items() if place.startswith(part))
    about = [f"test_{name}" for name in next(named, ())] or quick
    target = _target(f"verify.kernel.{place}", *(_KERNEL[name] for name in about))
    others = tuple(path for name, path in _KERNEL.items() if name not in about)
    return replace(target, others=others)


TARGETS = (
    _target("dsl.ir.fold", "tests/dsl/ir/test_fold.py"),
    _target("dsl.elaborate.cfg.liveness", "tests/dsl/elaborate/cfg/test_liveness.py"),
    _target("dsl.elaborate.cfg.simplify", "tests/dsl/elaborate/cfg/test_simplify.py"),
    _target("dsl.elaborate.cfg.twins", *_TWINS),
    _target("dsl.elaborate.cfg.renaming", *_TWINS),
    _target(
        "dsl.elaborate.cfg.outcomes",
        "tests/dsl/elaborate/cfg/test_outcomes.py",
        "tests/verify/stategraph/test_positions.py",
    ),
    _target("dsl.ir.walk", "tests/dsl/ir/test_walk.py"),
    _target("verify.stategraph.bfs", *_SEARCH),
    _target("verify.stategraph.turns", *_SEARCH),
    _target("verify.stategraph.count", *_SEARCH),
    _target("verify.stategraph.lasso", *_SEARCH),
    _target("verify.stategraph.fixpoints", *_SEARCH),
    _target("verify.stategraph.graph", *_SEARCH),
    _target("verify.graph_algorithms", *_SEARCH),
    _target("verify.stategraph.components", *_SEARCH),
    _target("verify.explicit.observer", "tests/verify/explicit/test_observer.py"),
    _target("verify.properties.target", "tests/verify/properties/test_target.py"),
    _target("verify.properties.kind", *_ANSWERS),
    _target("verify.properties.kinds.deadlock", *_ANSWERS),
    _target("verify.properties.kinds.safety", *_ANSWERS),
    _target("verify.properties.kinds.stability", *_ANSWERS),
    _target("verify.properties.kinds.steps", *_ANSWERS),
    _target("verify.properties.kinds.termination", *_ANSWERS),
    _target("verify.portfolio.methods.explicit", *_ANSWERS),
    _target("verify.portfolio.combining", "tests/verify/portfolio/test_combining.py"),
    _target("verify.equivalence.canonical", "tests/verify/equivalence/test_canonical.py"),
    _target(
        "verify.equivalence.observation", "tests/verify/equivalence/test_observation.py", *_SAME
    ),
    _target("verify.equivalence.labels", "tests/verify/equivalence/test_labels.py", *_SAME),
    _target("verify.equivalence.pair", "tests/verify/equivalence/test_pair.py", *_SAME),
    _target("verify.equivalence.bisimulation", *_SAME),
    _target(
        "verify.equivalence.distinguish", "tests/verify/equivalence/test_distinguish.py", *_SAME
    ),
    _target("dsl.elaborate.control.branches", *_LOWERING),
    _target("dsl.elaborate.control.flow.context", *_LOWERING),
    _target("dsl.elaborate.control.decisions", *_LOWERING),
    _target("dsl.elaborate.control.components", *_LOWERING),
    _target("dsl.elaborate.control.stores", *_LOWERING),
    _target("dsl.elaborate.control.ends", *_LOWERING),
    _target("dsl.elaborate.control.loops", *_LOWERING),
    _target("dsl.elaborate.control.procedures", *_LOWERING),
    _target("dsl.elaborate.control.recursion", *_LOWERING),
    _target("dsl.elaborate.control.flow.lowering", *_LOWERING),
    _target("dsl.elaborate.control.flow.trials", *_LOWERING),
    _target("dsl.elaborate.control.flow.written", *_LOWERING),
    _target("dsl.elaborate.control.flow.straight_line", *_LOWERING),
    _target("dsl.elaborate.control.value_loop", *_LOWERING),
    _target("dsl.elaborate.cfg.builder", "tests/dsl/elaborate/cfg/test_builder.py", *_LOWERING),
    *_kernel(),
)
