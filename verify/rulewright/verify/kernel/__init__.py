"""The kernel: it alone decides that a certificate proves what it should.

Nothing that looks for proofs is trusted; only this is, and the solver that it asks. It has its own
encoding of the IR, which shares no code with the provers': an error in one would have to be made in the
other as well. It knows no heuristics and never searches. From the bottom to the top:

===================  =============================================================================
``certificate``      what is submitted: a guess
``meaning``          what the IR means
``  terms``          truth values and bit vectors, shared and folded; their names; their text
``  numbers``        symbolic integers that never wrap around
``  values``         symbolic values of every type, with ``lists``, and ``walks`` over boards
``  expressions``    what expressions mean, with what is ``known`` of the program, how many elements
                     they go through (``widths``), and elements that must exist (``witnesses``)
``sums``             claims that compare sums
``  sums``           how one store changes a sum over entries of variables
``  shifts``         by how much a sum has changed
``  differences``    what one sum implies about another
``ways``             from one cut point to the next
``  paths``          what statements and blocks do
``  moves``          where moves begin, and whose they are
``  frame_rule``     what ways from a block cannot change, decided syntactically
``goals``            what must be true wherever play rests
``obligation``       one question: what must not be true together
``setting``          the values at one cut point, and what is asked of them
``measure``          what must fall if every play ends
``demands``          what must hold at a cut point, and what is known there
``rollback``         what must hold at a fault inside a move
``entailment``       what must be shown of an answer that holds in any position
``obligations``      what must be shown of a certificate, question by question
``check``            the questions put to a solver; :class:`Accepted` is made there alone
===================  =============================================================================
"""
