; expected: unsat
; = of three says that all are equal.
(set-logic QF_UFBV)
(declare-fun a () (_ BitVec 3))
(declare-fun b () (_ BitVec 3))
(declare-fun c () (_ BitVec 3))
(assert (= a b c))
(assert (not (= a c)))
(check-sat)
