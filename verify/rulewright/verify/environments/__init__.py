"""Rulesets as games of OpenSpiel and environments of PettingZoo, which are extras of their own."""
