; expected: sat
; Four pigeons fit into four holes.
(set-logic QF_UFBV)
(declare-fun a () (_ BitVec 2))
(declare-fun b () (_ BitVec 2))
(declare-fun c () (_ BitVec 2))
(declare-fun d () (_ BitVec 2))
(assert (distinct a b c d))
(check-sat)
