"""Rulesets as games of OpenSpiel and environments of PettingZoo, each with its own extra."""
