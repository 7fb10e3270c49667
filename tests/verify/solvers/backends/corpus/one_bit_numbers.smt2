; expected: unsat
; One signed bit holds 0 and -1: nothing is above 0.
(set-logic QF_UFBV)
(declare-fun x () (_ BitVec 1))
(assert (bvsgt x #b0))
(check-sat)
