; expected: unsat
; From the definitions through bvudiv: x sdiv 0 is -1 for x >= 0 and 1 for x < 0; x srem 0 and x
; smod 0 are x.
(set-logic QF_UFBV)
(declare-fun x () (_ BitVec 8))
(assert (not (and
  (= (bvsdiv x #x00) (ite (bvslt x #x00) #x01 #xff))
  (= (bvsrem x #x00) x)
  (= (bvsmod x #x00) x))))
(check-sat)
