; expected: unsat
; If 0 <= a <= b <= 100 and 0 <= c <= 100 then a + c <= b + c, when nothing wraps.
(set-logic QF_UFBV)
(declare-fun a () (_ BitVec 9))
(declare-fun b () (_ BitVec 9))
(declare-fun c () (_ BitVec 9))
(define-fun limit ((x (_ BitVec 9))) Bool (and (bvsge x (_ bv0 9)) (bvsle x (_ bv100 9))))
(assert (and (limit a) (limit b) (limit c) (bvsle a b)))
(assert (not (bvsle (bvadd a c) (bvadd b c))))
(check-sat)
