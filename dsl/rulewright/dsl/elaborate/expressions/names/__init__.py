"""What names stand for: of rulesets, of the language, and those that an expression binds."""
