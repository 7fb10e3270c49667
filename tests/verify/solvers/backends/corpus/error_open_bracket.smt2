; expected: undecided
; A bracket is not closed.
(set-logic QF_UFBV)
(assert false)
(check-sat
