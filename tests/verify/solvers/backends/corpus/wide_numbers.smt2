; expected: sat
; 2^127 is a number of 128 bits whose double is 0.
(set-logic QF_UFBV)
(declare-fun x () (_ BitVec 128))
(assert (not (= x (_ bv0 128))))
(assert (= (bvadd x x) (_ bv0 128)))
(check-sat)
