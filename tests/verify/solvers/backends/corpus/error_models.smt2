; expected: undecided
; More was asked for than an answer.
(set-logic QF_UFBV)
(check-sat)
(echo "unsat")
