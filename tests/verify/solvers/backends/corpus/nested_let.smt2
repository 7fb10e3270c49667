; expected: unsat
; Doubled eight times, a number of eight bits is 0.
(set-logic QF_UFBV)
(declare-fun a () (_ BitVec 8))
(assert (let ((b (bvadd a a))) (let ((c (bvadd b b))) (let ((d (bvadd c c)))
  (let ((e (bvadd d d))) (let ((f (bvadd e e))) (let ((g (bvadd f f)))
    (let ((h (bvadd g g))) (not (= (bvadd h h) #x00))))))))))
(check-sat)
