; expected: undecided
; x is not declared.
(set-logic QF_UFBV)
(assert x)
(assert false)
(check-sat)
