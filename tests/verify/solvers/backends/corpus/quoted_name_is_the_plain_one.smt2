; expected: unsat
; |x| and x are one name.
(set-logic QF_UFBV)
(declare-fun x () Bool)
(assert |x|)
(assert (not x))
(check-sat)
