"""The kernel: it alone says that a certificate proves what it should.

Nothing that looks for proofs is trusted; this is, together with the solver that it asks. It has an
encoding of the IR of its own, which shares no code with the provers': what one gets wrong, the other
would have to get wrong as well. It knows no heuristic and never searches. From the bottom to the top:

=================  ===============================================================================
``certificate``    what is handed in: a guess
``terms``          truth values and bit vectors, shared and folded; their names; their text
``numbers``        symbolic integers that never wrap around
``values``         symbolic values of every type of the IR
``meaning``        what expressions mean
``shifts``         by how much a sum has changed
``sums``           how one store changes a sum over entries of variables
``paths``          what statements and blocks do, from one cut point to the next
``goals``          what has to be true wherever play rests
``obligation``     one question: what must not be true together
``setting``        the values at one cut point, and what is asked of them
``frame_rule``     what ways from a block cannot change, by the look of it
``moves``          where moves begin, and whose they are
``anywhere``       what has to be shown of an answer that is so in any position
``obligations``    what has to be shown of a certificate, question by question
``check``          the questions put to a solver; :class:`Accepted` can be made there alone
=================  ===============================================================================
"""
