; expected: sat
; A constant function gives different arguments one value.
(set-logic QF_UFBV)
(declare-fun f ((_ BitVec 8)) (_ BitVec 8))
(declare-fun x () (_ BitVec 8))
(declare-fun y () (_ BitVec 8))
(assert (not (= x y)))
(assert (= (f x) (f y)))
(check-sat)
