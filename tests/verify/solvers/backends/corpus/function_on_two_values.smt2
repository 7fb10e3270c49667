; expected: unsat
; A function of one bit has two values at most, so never three distinct ones.
(set-logic QF_UFBV)
(declare-fun f ((_ BitVec 1)) (_ BitVec 8))
(declare-fun a () (_ BitVec 1))
(declare-fun b () (_ BitVec 1))
(declare-fun c () (_ BitVec 1))
(assert (distinct (f a) (f b) (f c)))
(check-sat)
