; expected: unsat
; x = y * (x div y) + x mod y for all unsigned numbers, y = 0 included: all ones times 0 is 0.
(set-logic QF_UFBV)
(declare-fun x () (_ BitVec 5))
(declare-fun y () (_ BitVec 5))
(assert (not (= x (bvadd (bvmul y (bvudiv x y)) (bvurem x y)))))
(check-sat)
