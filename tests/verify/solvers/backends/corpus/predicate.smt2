; expected: unsat
; A function to truth values is a function like any other.
(set-logic QF_UFBV)
(declare-fun p ((_ BitVec 8)) Bool)
(declare-fun x () (_ BitVec 8))
(assert (p (bvadd x #x01)))
(assert (not (p (bvsub x #xff))))
(check-sat)
