; expected: unsat
; Shifted by its width or more, a number is 0, or all sign bits for an arithmetic shift.
(set-logic QF_UFBV)
(declare-fun x () (_ BitVec 8))
(declare-fun n () (_ BitVec 8))
(assert (bvuge n #x08))
(assert (not (and
  (= (bvshl x n) #x00)
  (= (bvlshr x n) #x00)
  (= (bvashr x n) (ite (bvslt x #x00) #xff #x00)))))
(check-sat)
