; expected: sat
; Extended with zeros, -1 becomes 255; y = -1 and x = 0 compare otherwise than in eight bits.
(set-logic QF_UFBV)
(declare-fun x () (_ BitVec 8))
(declare-fun y () (_ BitVec 8))
(assert (bvslt y x))
(assert (bvsgt ((_ zero_extend 1) y) ((_ zero_extend 1) x)))
(check-sat)
