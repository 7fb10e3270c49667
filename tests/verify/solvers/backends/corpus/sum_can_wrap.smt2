; expected: sat
; 127 + 1 is -128 in eight bits.
(set-logic QF_UFBV)
(declare-fun x () (_ BitVec 8))
(assert (bvslt (bvadd x #x01) x))
(check-sat)
