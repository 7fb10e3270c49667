; expected: unsat
; 251 is prime: below 16 bits of product no two numbers greater than 1 make it.
(set-logic QF_UFBV)
(declare-fun a () (_ BitVec 8))
(declare-fun b () (_ BitVec 8))
(assert (= (bvmul ((_ zero_extend 8) a) ((_ zero_extend 8) b)) (_ bv251 16)))
(assert (bvugt a #x01))
(assert (bvugt b #x01))
(check-sat)
