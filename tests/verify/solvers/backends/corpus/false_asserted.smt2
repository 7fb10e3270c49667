; expected: unsat
; No model makes false true.
(set-logic QF_UFBV)
(assert false)
(check-sat)
