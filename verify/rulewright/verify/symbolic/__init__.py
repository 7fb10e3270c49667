"""The IR in symbolic states, as quantifier-free formulas over bit vectors.

From the bottom to the top:

=====================================  ============================================================
``numbers``, ``values``, ``lists``     symbolic numbers and values of every type
``folds``, ``reachability``            counting and choosing the best; walks on boards
``environment``                        what expressions are evaluated in
``evaluator``                          expressions; it is handed what each class of them means
``scalars``, ``collections``,          what they mean, and the table of it
``dispatch``
``facts``, ``dependencies``, ``cfg``   what expressions and blocks depend on, and in which order
``value_counters``                     how many keys of a map hold a value
``path_conditions``, ``executor``      statements on a path, with what is known there
``basic_paths``                        blocks up to the next resting states, paths merged
``choices``, ``unrolling``             actions; positions after so many decisions
=====================================  ============================================================
"""
