"""The IR in symbolic states, as quantifier-free formulas over bit vectors.

From the bottom to the top:

===============  ==================================================================================
``values``       symbolic numbers and values of every type; counting, choosing the best, walks
``analysis``     what expressions and blocks depend on, and in which order blocks are visited
``expressions``  what they are evaluated in, what each class of them means, and the table of it
``paths``        statements on a path, blocks up to the next resting states, paths merged; actions,
                 and positions after so many decisions
===============  ==================================================================================
"""
