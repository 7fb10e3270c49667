; expected: unsat
; A comment ends with its line, whatever stands in it.
; ) ( " | \ (check-sat) (exit) 🎲 Grüße ; ;; #b2 |open "opené	 tab
(set-logic QF_UFBV)
(assert false) ; (reset) | "
;
(check-sat) ; sat
