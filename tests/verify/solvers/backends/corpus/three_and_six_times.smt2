; expected: sat
; A cycle of three values: f three times and six times is the identity, once is not.
(set-logic QF_UFBV)
(declare-fun f ((_ BitVec 4)) (_ BitVec 4))
(declare-fun x () (_ BitVec 4))
(assert (= (f (f (f x))) x))
(assert (= (f (f (f (f (f (f x)))))) x))
(assert (not (= (f x) x)))
(check-sat)
