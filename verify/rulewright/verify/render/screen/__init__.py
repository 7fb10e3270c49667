"""What was found out about a ruleset on one screen: the answer, the questions, the findings."""
