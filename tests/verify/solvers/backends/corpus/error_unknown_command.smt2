; expected: undecided
; There is no such command.
(set-logic QF_UFBV)
(asert true)
(assert false)
(check-sat)
