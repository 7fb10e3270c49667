; expected: unsat
; f(f(f x)) = x and f five times = x give f x = x (the greatest common divisor of 3 and 5 is 1).
(set-logic QF_UFBV)
(declare-fun f ((_ BitVec 4)) (_ BitVec 4))
(declare-fun x () (_ BitVec 4))
(assert (= (f (f (f x))) x))
(assert (= (f (f (f (f (f x))))) x))
(assert (not (= (f x) x)))
(check-sat)
