; expected: unsat
; Five pigeons do not fit into four holes, one each.
(set-logic QF_UFBV)
(declare-fun a () (_ BitVec 2))
(declare-fun b () (_ BitVec 2))
(declare-fun c () (_ BitVec 2))
(declare-fun d () (_ BitVec 2))
(declare-fun e () (_ BitVec 2))
(assert (distinct a b c d e))
(check-sat)
