; expected: undecided
; Nothing is asked.
(set-logic QF_UFBV)
(assert false)
