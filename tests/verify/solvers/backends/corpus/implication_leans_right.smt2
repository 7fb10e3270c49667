; expected: sat
; a => b => c is a => (b => c). With all three false it is true, and (a => b) => c is not.
(set-logic QF_UFBV)
(declare-fun a () Bool)
(declare-fun b () Bool)
(declare-fun c () Bool)
(assert (=> a b c))
(assert (not (=> (=> a b) c)))
(check-sat)
