; expected: unsat
; distinct says that no two are equal, not only neighbours.
(set-logic QF_UFBV)
(declare-fun a () (_ BitVec 4))
(declare-fun b () (_ BitVec 4))
(assert (distinct a b a))
(check-sat)
