; expected: unsat
; The bindings of a let do not see one another: y is the outer x, not the new one.
(set-logic QF_UFBV)
(declare-fun x () (_ BitVec 8))
(assert (let ((x (bvadd x #x01)) (y x)) (= x y)))
(check-sat)
