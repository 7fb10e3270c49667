; expected: undecided
; Two answers are none: which would be meant?
(set-logic QF_UFBV)
(check-sat)
(assert false)
(check-sat)
