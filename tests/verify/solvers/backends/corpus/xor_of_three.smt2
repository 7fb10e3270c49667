; expected: unsat
; xor leans left and is true of an odd number of truths: of a, true and not a there are two.
(set-logic QF_UFBV)
(declare-fun a () Bool)
(assert (xor a true (not a)))
(check-sat)
