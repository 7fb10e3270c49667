"""Proofs from cut point to cut point in a program, over few of its variables.

Plays are cut into short ways between *cut points*: the decisions, and the heads of loops (Floyd,
"Assigning meanings to programs", 1967). A statement that holds at a cut point is kept by every way
that leads on from there, or it is dropped. Only the variables in the *cone* of the question are
followed; what depends on others may be anything. So the size of a board hardly matters, where the
reason is a local one.
"""
