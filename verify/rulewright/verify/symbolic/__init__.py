"""The IR as quantifier-free formulas: bounded search and induction with a solver.

From the bottom to the top:

===================================  ==============================================================
``terms``, ``smtlib``, ``solver``    shared and folded terms; their text; a solver that is killed
                                     when its time is up (``worker``: the solver without executable)
``numbers``, ``values``, ``folds``   symbolic numbers and values of every type
``rows``, ``walks``                  lists; walks on boards
``frames``, ``evaluate``,            expressions of the IR in a symbolic state
``meaning_scalars``,
``meaning_collections``, ``facts``
``counters``, ``accounts``           how many keys of a map hold a value; what is in a supply and
                                     in its places together
``paths``, ``execute``               statements on a path, with what is known there
``order``, ``flow``                  blocks up to the next resting states, paths merged
``options``, ``transition``          actions; positions after k decisions, or any position at all
``targets``                          what a check looks for
``bmc``                              bounded search
``candidates``, ``propose``,         invariants: what they say, which are tried, on which states;
``samples``, ``reasons``,            which proofs they make
``induction``
===================================  ==============================================================
"""
