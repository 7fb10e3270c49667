; expected: undecided
; A number cannot be asserted.
(set-logic QF_UFBV)
(assert #x01)
(assert false)
(check-sat)
