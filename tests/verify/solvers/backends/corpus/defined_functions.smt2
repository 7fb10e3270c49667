; expected: unsat
; A defined function is its body, with its parameters before outer names.
(set-logic QF_UFBV)
(declare-fun x () (_ BitVec 8))
(define-fun twice ((x (_ BitVec 8))) (_ BitVec 8) (bvadd x x))
(define-fun odd () Bool (= ((_ extract 0 0) x) #b1))
(assert odd)
(assert (= (twice (twice #x40)) x))
(check-sat)
