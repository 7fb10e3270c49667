; expected: undecided
; One name stands for one thing.
(set-logic QF_UFBV)
(declare-fun x () (_ BitVec 8))
(declare-fun x () (_ BitVec 8))
(assert false)
(check-sat)
