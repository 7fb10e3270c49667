; expected: unsat
; Extension by the sign keeps order, and its low bits are the number.
(set-logic QF_UFBV)
(declare-fun x () (_ BitVec 6))
(declare-fun y () (_ BitVec 6))
(assert (or
  (not (= (bvslt x y) (bvslt ((_ sign_extend 3) x) ((_ sign_extend 3) y))))
  (not (= ((_ extract 5 0) ((_ sign_extend 3) x)) x))
  (not (= ((_ extract 8 6) ((_ sign_extend 3) x)) (ite (bvslt x (_ bv0 6)) #b111 #b000)))))
(check-sat)
