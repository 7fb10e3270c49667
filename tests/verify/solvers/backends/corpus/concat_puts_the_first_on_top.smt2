; expected: unsat
; concat #b1 #b00 is 100, and extract counts bits from the right.
(set-logic QF_UFBV)
(assert (not (and (= (concat #b1 #b00) #b100) (= ((_ extract 2 2) #b100) #b1) (= ((_ extract 1 0) #b100) #b00))))
(check-sat)
