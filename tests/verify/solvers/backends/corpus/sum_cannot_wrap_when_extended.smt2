; expected: unsat
; With one bit more a sum of two numbers of eight bits never wraps.
(set-logic QF_UFBV)
(declare-fun x () (_ BitVec 8))
(declare-fun y () (_ BitVec 8))
(assert (bvsge x #x00))
(assert (bvslt (bvadd ((_ sign_extend 1) x) ((_ sign_extend 1) y)) ((_ sign_extend 1) y)))
(check-sat)
