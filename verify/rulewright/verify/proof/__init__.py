"""Guesses why a thing never happens, for the kernel to check; and bounded search.

Plays are cut into short ways between *cut points*: the decisions, and the heads of loops (Floyd, "Assigning
meanings to programs", 1967). What is claimed at a cut point must be kept by every way that leads on from
there, or it is dropped (``inductive_subset``). Only the variables in the *cone* of the question are
followed where that is enough; so the size of a board hardly matters where the reason is local. ``guess``
goes from cheap claims to expensive ones.
"""
