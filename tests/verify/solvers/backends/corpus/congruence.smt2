; expected: unsat
; Equal arguments give equal values.
(set-logic QF_UFBV)
(declare-fun f ((_ BitVec 8) (_ BitVec 4)) (_ BitVec 8))
(declare-fun x () (_ BitVec 8))
(declare-fun y () (_ BitVec 8))
(declare-fun z () (_ BitVec 4))
(assert (= x y))
(assert (not (= (f x z) (f y z))))
(check-sat)
