; expected: undecided
; Numbers of different widths are never equal.
(set-logic QF_UFBV)
(declare-fun x () (_ BitVec 8))
(declare-fun y () (_ BitVec 9))
(assert (= x y))
(assert false)
(check-sat)
