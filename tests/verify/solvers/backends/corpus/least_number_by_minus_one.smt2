; expected: sat
; -128 / -1 is 128, which eight bits hold as -128: a quotient of two negative numbers can be
; negative.
(set-logic QF_UFBV)
(declare-fun x () (_ BitVec 8))
(declare-fun y () (_ BitVec 8))
(assert (bvslt x #x00))
(assert (bvslt y #x00))
(assert (bvslt (bvsdiv x y) #x00))
(check-sat)
