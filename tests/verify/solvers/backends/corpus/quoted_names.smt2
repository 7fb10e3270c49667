; expected: sat
; |x| is x; |x y| and |X| are other names, and so is |; (assert false)|.
(set-logic QF_UFBV)
(declare-fun x () Bool)
(declare-fun |x y| () Bool)
(declare-fun |X| () Bool)
(declare-fun |; (assert false)| () Bool)
(assert |x|)
(assert (not |x y|))
(assert (not |X|))
(assert (not |; (assert false)|))
(check-sat)
