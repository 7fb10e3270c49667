"""The kernel: it alone says that a certificate proves what it should.

Nothing that looks for proofs is trusted; this is, together with the solver that it asks. It has an
encoding of the IR of its own, which shares no code with the provers': what one gets wrong, the other
would have to get wrong as well. It knows no heuristic and never searches. From the bottom to the top:

===================  =============================================================================
``certificate``      what is handed in: a guess
``meaning``          what the IR means
``  terms``          truth values and bit vectors, shared and folded; their names; their text
``  numbers``        symbolic integers that never wrap around
``  values``         symbolic values of every type, with ``lists``, and ``walks`` over boards
``  expressions``    what expressions mean, with what is ``known`` of the program, how wide it looks
                     (``widths``), and elements that there have to be (``witnesses``)
``sums``             claims that compare sums
``  sums``           how one store changes a sum over entries of variables
``  shifts``         by how much a sum has changed
``  differences``    what one sum tells of another
``ways``             from one cut point to the next
``  paths``          what statements and blocks do
``  moves``          where moves begin, and whose they are
``  frame_rule``     what ways from a block cannot change, by the look of it
``goals``            what has to be true wherever play rests
``obligation``       one question: what must not be true together
``setting``          the values at one cut point, and what is asked of them
``measure``          what has to fall where every play ends
``anywhere``         what has to be shown of an answer that is so in any position
``obligations``      what has to be shown of a certificate, question by question
``check``            the questions put to a solver; :class:`Accepted` can be made there alone
===================  =============================================================================
"""
