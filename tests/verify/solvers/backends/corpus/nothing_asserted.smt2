; expected: sat
; Nothing is asked for, so anything is a model.
(set-logic QF_UFBV)
(check-sat)
