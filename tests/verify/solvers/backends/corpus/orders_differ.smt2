; expected: sat
; 0 < 255 unsigned, but 255 is -1 signed.
(set-logic QF_UFBV)
(declare-fun x () (_ BitVec 8))
(declare-fun y () (_ BitVec 8))
(assert (bvult x y))
(assert (bvslt y x))
(check-sat)
