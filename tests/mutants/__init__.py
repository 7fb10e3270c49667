"""Mutation testing: small faults are planted one by one, and the tests have to notice.

``python -m tests.mutants`` plants them (``make mutants``). What survives changes nothing that can be
seen, and ``survivors.txt`` says why.

It is our own because of the layout: one namespace package in three source roots. mutmut tells the
names of modules from their paths, so it never finds ``rulewright`` in ``dsl/rulewright``; cosmic-ray
writes each mutant into the working tree and starts Python anew for each one, which takes longer
than the tests that judge it.
"""
