; expected: unsat
; -7 / 2 = -3 remainder -1; 7 / -2 = -3 remainder 1; the modulus has the divisor's sign.
(set-logic QF_UFBV)
(assert (not (and
  (= (bvsdiv #xf9 #x02) #xfd) (= (bvsrem #xf9 #x02) #xff) (= (bvsmod #xf9 #x02) #x01)
  (= (bvsdiv #x07 #xfe) #xfd) (= (bvsrem #x07 #xfe) #x01) (= (bvsmod #x07 #xfe) #xff))))
(check-sat)
