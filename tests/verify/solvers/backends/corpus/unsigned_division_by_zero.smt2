; expected: unsat
; SMT-LIB defines x udiv 0 as all ones and x urem 0 as x (theory FixedSizeBitVectors).
(set-logic QF_UFBV)
(declare-fun x () (_ BitVec 8))
(assert (not (and (= (bvudiv x #x00) #xff) (= (bvurem x #x00) x))))
(check-sat)
