"""Formats for other programs: JSON, JUnit, SARIF, and the commands of workflows."""
