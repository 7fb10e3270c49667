; expected: unsat
; Extension by no bit changes nothing.
(set-logic QF_UFBV)
(declare-fun x () (_ BitVec 1))
(assert (not (= ((_ sign_extend 0) x) x)))
(check-sat)
