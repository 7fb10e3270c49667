; expected: undecided
; There is no script.

