; expected: unsat
; bv255 of width 8 is ff, and bv0 of width 3 is 000.
(set-logic QF_UFBV)
(assert (not (and (= (_ bv255 8) #xff) (= (_ bv0 3) #b000) (= #b11111111 #xFF))))
(check-sat)
