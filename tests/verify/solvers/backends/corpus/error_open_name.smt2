; expected: undecided
; A quoted name is not closed.
(set-logic QF_UFBV)
(assert |false)
(check-sat)
