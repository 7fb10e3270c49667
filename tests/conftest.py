"""Settings of all tests: none of them depends on the clock."""

from __future__ import annotations

from hypothesis import Phase, settings

collect_ignore_glob = ["*.rules"]
"""Rulesets among the tests are material; those under ``spec/`` are collected by the plugin."""

settings.register_profile("no clock", deadline=None, max_examples=25)
settings.register_profile("quick", deadline=None, max_examples=10)
settings.register_profile("slow", deadline=None, max_examples=1000)
settings.register_profile(
    "mutants",
    deadline=None,
    max_examples=40,
    derandomize=True,
    database=None,
    phases=(Phase.explicit, Phase.generate),
    print_blob=False,
)
settings.load_profile("no clock")
